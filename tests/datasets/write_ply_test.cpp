#include "io/mesh/write_ply.h"

#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <vector>

#include "occlusion/geometry/shapes.h"

namespace intercusp {
namespace {

std::uint32_t word(const std::string& bytes, std::size_t at) {
  std::uint32_t value = 0;
  for (std::size_t k = 0; k < 4; ++k)
    value |= static_cast<std::uint32_t>(static_cast<unsigned char>(bytes[at + k])) << 8 * k;
  return value;
}

TEST(WritePly, bytes_are_header_vertices_with_labels_and_faces) {
  const TriangleMesh box = shapes::box({0.1, 0, 0}, {1, 2, 3});
  const std::vector<int> labels = {0, 11, 12, 13, 14, 15, 16, -1};
  const std::string bytes = ply_bytes(box, labels);
  const std::string header =
      "ply\nformat binary_little_endian 1.0\ncomment mm\nelement vertex 8\nproperty float x\nproperty float "
      "y\n"
      "property float z\nproperty int label\nelement face 12\nproperty list uchar int "
      "vertex_indices\nend_header\n";
  ASSERT_EQ(bytes.substr(0, header.size()), header);
  ASSERT_EQ(bytes.size(), header.size() + 8 * 16 + 12 * 13);
  for (std::size_t i = 0; i < 8; ++i) {
    const std::size_t at = header.size() + 16 * i;
    for (int axis = 0; axis < 3; ++axis) {
      EXPECT_EQ(std::bit_cast<float>(word(bytes, at + 4 * static_cast<std::size_t>(axis))),
                static_cast<float>(box.vertices[i][axis]));
    }
    EXPECT_EQ(static_cast<int>(word(bytes, at + 12)), labels[i]);
  }
  for (std::size_t f = 0; f < 12; ++f) {
    const std::size_t at = header.size() + 8 * 16 + 13 * f;
    EXPECT_EQ(bytes[at], 3);
    for (std::size_t k = 0; k < 3; ++k) EXPECT_EQ(word(bytes, at + 1 + 4 * k), box.faces[f][k]);
  }
}

TEST(WritePly, without_labels_there_is_no_label_property) {
  const std::string bytes = ply_bytes(shapes::box({0, 0, 0}, {1, 1, 1}));
  EXPECT_EQ(bytes.find("label"), std::string::npos);
  EXPECT_EQ(bytes.size(), bytes.find("end_header\n") + 11 + 8 * 12 + 12 * 13);
}

}  // namespace
}  // namespace intercusp
