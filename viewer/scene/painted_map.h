// The map for painting the jaws: per pixel the value to be painted and the depths of the faces that bound it, so that a
// fragment can tell whether it lies on the measured surface.
#pragma once

#include <Eigen/Geometry>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "occlusion/geometry/solid.h"
#include "occlusion/maps/clearance_map.h"
#include "viewer/app/app_state.h"

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

//! The values that jaws and map are painted with: at each pixel of the live map the measure that contacts are counted by.
class PaintValues {
 public:
  //! Takes over the map that `live` read last. Surface distances are worked out where they are at most the end of the scale,
  //! beyond contact more coarsely where it has to be quick.
  void follow(const AppState& state, const std::shared_ptr<LiveBite>& live, bool quick = false);

  //! Clearances or surface distances; NaN where there is none or it is not certain. Beyond the end of the scale the clearance,
  //! which is larger.  \pre follow was called with a case
  [[nodiscard]] const std::vector<float>& mm() const { return *values_; }
  [[nodiscard]] std::size_t version() const { return version_; }  //!< another where the values are

 private:
  struct Key {
    const void* live = nullptr;
    Eigen::Matrix4d pose = Eigen::Matrix4d::Zero();
    double end_mm = 0;  //!< of surface distances; clearances need none
    bool coarse = false;
    bool operator==(const Key&) const = default;
  };
  Key key_;
  std::shared_ptr<LiveBite> live_;
  const std::vector<float>* values_ = nullptr;
  std::size_t version_ = 0;
};

}  // namespace intercusp::viewer
