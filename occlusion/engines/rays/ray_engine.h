// Maps by rays: for every pixel, a line through its centre, all faces that it meets, and the winding
// number along it.
//
// Each jaw has one Embree scene in its own frame. A new pose moves the lines of the lower, not the jaw.
// Embree only finds the faces; depths are computed in double precision along the exact line. Lengths are mm.
#pragma once

#include <Eigen/Geometry>
#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include "occlusion/geometry/solid.h"
#include "occlusion/maps/clearance_map.h"
#include "occlusion/maps/map_engine.h"

namespace intercusp {

namespace rays {
class SolidLines;
struct RowOfLines;
}  // namespace rays

struct RayOptions {
  double depth_tolerance_mm = default_depth_tolerance_mm;  //!< overlaps up to this length count as touching
  //! The upper's intervals are kept between poses for maps of up to this many pixels, about 24 bytes each.
  std::size_t max_kept_pixels = 4096ull * 4096ull;
};

class RayEngine final : public MapEngine {
 public:
  //! \throw std::invalid_argument if a solid is missing or the tolerance is negative; std::runtime_error if
  //!        Embree cannot be used
  RayEngine(std::shared_ptr<const Solid> upper, std::shared_ptr<const Solid> lower,
            const RayOptions& options = {});
  //! From solids that several engines share.
  RayEngine(std::shared_ptr<const rays::SolidLines> upper, std::shared_ptr<const rays::SolidLines> lower,
            const RayOptions& options = {});
  ~RayEngine() override;

  [[nodiscard]] const ClearanceMap& compute(const View& view,
                                            const Eigen::Isometry3d& upper_from_lower) override;

  [[nodiscard]] Quantisation quantisation() const override;
  //! "upper" (0 ms if it was kept), then "lower and pixels".
  [[nodiscard]] std::vector<StageTime> stage_times() const override;

  //! One pixel as `compute` gives it. May be called from several threads at once.
  [[nodiscard]] PixelResult pixel(const View& view, const Eigen::Isometry3d& upper_from_lower, int column,
                                  int row) const;

  //! The result for any line of a view, given by its (u, v).
  [[nodiscard]] PixelResult at(const Eigen::Isometry3d& view_from_case,
                               const Eigen::Isometry3d& upper_from_lower, double u_mm, double v_mm) const;

 private:
  void keep_upper(const View& view, const Eigen::Isometry3d& upper_lines);

  std::shared_ptr<const rays::SolidLines> upper_, lower_;
  RayOptions options_;
  std::optional<View> kept_view_;
  std::vector<rays::RowOfLines> kept_upper_;  //!< the upper's lines of `kept_view_`
  ClearanceMap map_;
  std::vector<StageTime> last_times_;
};

}  // namespace intercusp
