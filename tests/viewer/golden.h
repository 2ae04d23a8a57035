// Pictures that must look like those kept in tests/viewer/golden. INTERCUSP_WRITE_GOLDEN in the environment rewrites
// them.
#pragma once

#include <gtest/gtest.h>
#include <stb_image.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "io/picture/image_bytes.h"

namespace intercusp::testing {

inline Picture read_png(const std::filesystem::path& file) {
  int width = 0, height = 0, channels = 0;
  stbi_uc* const pixels = stbi_load(file.string().c_str(), &width, &height, &channels, 3);
  if (pixels == nullptr) return {};
  Picture picture(width, height);
  for (std::size_t i = 0; i < picture.pixels.size(); ++i)
    picture.pixels[i] = {pixels[3 * i], pixels[3 * i + 1], pixels[3 * i + 2]};
  stbi_image_free(pixels);
  return picture;
}

inline double difference(Rgb a, Rgb b) {
  return std::max({std::abs(a.red - b.red), std::abs(a.green - b.green), std::abs(a.blue - b.blue)});
}

//! llvmpipe gives the same bits for any number of threads; another Mesa may round edges and light differently. So most
//! of the picture must agree within a step or two, and few pixels, at edges, may differ by more.
//! \pre software OpenGL: a GPU smooths edges differently, and the status bar mentions software OpenGL
inline void expect_golden(const Picture& picture, const std::string& name) {
  const std::filesystem::path file =
      std::filesystem::path(INTERCUSP_SOURCE_DIR) / "tests/viewer/golden" / (name + ".png");
  if (std::getenv("INTERCUSP_WRITE_GOLDEN") != nullptr)
    std::ofstream(file, std::ios::binary) << png_bytes(picture);
  const Picture golden = read_png(file);
  ASSERT_EQ(golden.width, picture.width) << file;
  ASSERT_EQ(golden.height, picture.height) << file;
  double sum = 0;
  std::size_t far_off = 0;
  for (std::size_t i = 0; i < picture.pixels.size(); ++i) {
    const double off = difference(picture.pixels[i], golden.pixels[i]);
    sum += off;
    far_off += off > 24 ? 1 : 0;
  }
  EXPECT_LE(sum / static_cast<double>(picture.pixels.size()), 0.5) << name;
  EXPECT_LE(far_off, picture.pixels.size() / 500) << name;
}

}  // namespace intercusp::testing
