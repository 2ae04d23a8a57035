// The map for painting the jaws: per pixel the value to be painted and the depths of the faces that bound it, so that a
// fragment can tell whether it lies on the measured surface.
#pragma once

#include <Eigen/Geometry>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "occlusion/geometry/solid.h"
#include "occlusion/maps/clearance_map.h"

namespace intercusp::viewer {

constexpr float not_painted = 1e9F;

//! Pixels [left, left + width) × [top, top + height).
struct PixelBox {
  int left = 0, top = 0, width = 0, height = 0;
};

class PaintedMap {
 public:
  //! \param lower must outlive this.
  explicit PaintedMap(const Solid& lower);

  //! mm; `not_painted` without a value, beyond `farthest_mm`, and on faces too steep for a depth.
  struct Texel {
    float value_mm = not_painted, lower_depth_mm = 0, upper_depth_mm = 0;
  };

  //! \param values_mm of each pixel.  \pre an orthographic map of this lower in this pose
  //! \return the pixels that may differ from the last call's; all of them if the frame changed
  PixelBox update(const ClearanceMap& map, std::span<const float> values_mm,
                  const Eigen::Isometry3d& upper_from_lower, double farthest_mm);

  [[nodiscard]] const std::vector<Texel>& texels() const { return texels_; }

 private:
  const Solid& lower_;
  Eigen::Vector3d centre_{0, 0, 0};
  std::vector<Eigen::Vector4f>
      planes_;  // per face: normal (twice the area) and its product with a point, about centre_
  std::vector<Texel> texels_;
  std::vector<std::array<int, 2>> columns_;  // per row, first and last column painted
  PixelBox painted_;
  int width_ = 0, height_ = 0;
};

}  // namespace intercusp::viewer
