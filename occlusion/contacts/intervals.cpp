#include "occlusion/contacts/intervals.h"

#include <algorithm>
#include <cmath>

#include "occlusion/contacts/pose_sample.h"

namespace intercusp {

View coarse_view(const View& view, double pixel_mm) {
  constexpr double most_pixels_of_a_look = 512.0 * 512.0;
  const double width_mm = view.grid.width * view.grid.pixel_mm,
               height_mm = view.grid.height * view.grid.pixel_mm;
  View coarse = view;
  coarse.grid.pixel_mm =
      std::max({pixel_mm, view.grid.pixel_mm, std::sqrt(width_mm * height_mm / most_pixels_of_a_look)});
  coarse.grid.width = static_cast<int>(std::ceil(width_mm / coarse.grid.pixel_mm));
  coarse.grid.height = static_cast<int>(std::ceil(height_mm / coarse.grid.pixel_mm));
  return coarse;
}

namespace intervals {

std::vector<PoseSample> samples_of(const Bite& bite, const BiteError& error, const Progress& progress,
                                   const std::function<PoseSample(const Eigen::Isometry3d&)>& sample_at) {
  std::vector<PoseSample> samples;
  const std::vector<Eigen::Isometry3d> poses = poses_within(bite, error);
  for (std::size_t i = 0; i < poses.size(); ++i) {
    report_progress(progress, static_cast<double>(i) / static_cast<double>(poses.size()));
    samples.push_back(sample_at(poses[i]));
  }
  return samples;
}

}  // namespace intervals
}  // namespace intercusp
