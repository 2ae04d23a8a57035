// Framing, sampling and lighting of jaw pictures.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "io/picture/canvas.h"
#include "io/picture/first_hits.h"
#include "io/picture/jaw_picture.h"

namespace intercusp {

//! Square samples, several per pixel, around the scanned surface of the jaws, with room for tooth numbers if shown.
[[nodiscard]] PictureGrid frame_of(const JawView& view, const std::vector<const PosedJaw*>& jaws);

//! Scale of the picture; its pixels are larger than the samples.
[[nodiscard]] double picture_pixels_per_mm(const PictureGrid& frame);

//! Averages the samples of every pixel.  \param colour_at colour of a sample; called from many threads
[[nodiscard]] Picture mean_of_samples(const PictureGrid& frame,
                                      const std::function<Rgb(std::size_t)>& colour_at);

//! Key light from the upper left in front, fill light from the right, and ambient light.
[[nodiscard]] double brightness(const Eigen::Vector3d& view_normal);

[[nodiscard]] inline Rgb lit(Rgb colour, double light) {
  const auto channel = [light](std::uint8_t value) {
    return static_cast<std::uint8_t>(std::min(255.0, value * light) + 0.5);  // lround is a call
  };
  return {channel(colour.red), channel(colour.green), channel(colour.blue)};
}

//! A place on a jaw's surface.
struct SurfaceHit {
  std::int32_t face;
  std::array<double, 3> weights;  //!< of the face's vertices
};

//! Of tooth, gum or the base that import added, without light and paint.
[[nodiscard]] Rgb surface_colour(const PosedJaw& jaw, const SurfaceHit& hit);

//! Tooth numbers around the jaw of a view.  \param picture of the frame, without anything around it
//! \return what was written, with its places in the picture
std::vector<Label> draw_tooth_numbers(Picture& picture, const PosedJaw& jaw, const JawView& view,
                                      const PictureGrid& frame);

}  // namespace intercusp
