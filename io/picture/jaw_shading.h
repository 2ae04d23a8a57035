// How pictures of jaws are framed, sampled and lit.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "io/picture/first_hits.h"
#include "io/picture/jaw_picture.h"

namespace intercusp {

//! Square samples, several to a pixel of the picture, about everything scanned of the jaws, with room for
//! tooth numbers where the view has them.
[[nodiscard]] PictureGrid frame_of(const JawView& view, const std::vector<const PosedJaw*>& jaws);

//! Of the picture, whose pixels are larger than the samples.
[[nodiscard]] double picture_pixels_per_mm(const PictureGrid& frame);

//! Every pixel the mean of its samples. \param colour_at of a sample of the frame; called from many threads
[[nodiscard]] Picture mean_of_samples(const PictureGrid& frame,
                                      const std::function<Rgb(std::size_t)>& colour_at);

//! Key light from the upper left in front, a weaker one from the right, and light from all around.
[[nodiscard]] double brightness(const Eigen::Vector3d& view_normal);

[[nodiscard]] Rgb lit(Rgb colour, double light);

}  // namespace intercusp
