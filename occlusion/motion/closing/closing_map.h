// How far the lower jaw still moves, at every pixel, until it meets the upper: a pixel is a trajectory of the motion,
// so one map covers the whole motion (Eichner 1986, by rasterisation).
//
// For a turn, u is mm along the axis and v the radius in mm; for a shift, both are mm across the direction. Maps sample the
// centres of pixels, and surfaces between them may meet earlier: the least number of a map is an upper bound of the
// first contact, up to `first_error`. The exact answer is find_first_contact's.
#pragma once

#include <Eigen/Geometry>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "occlusion/base/finding.h"
#include "occlusion/case/bite.h"
#include "occlusion/engines/compute_map.h"
#include "occlusion/motion/motion.h"
#include "occlusion/view/hinge_chart.h"

namespace intercusp {

//! One entry per pixel in every array, as in ClearanceMap. Amounts are in radians for a turn, mm for a shift.
struct ClosingMap {
  View view;                        //!< of a turn: the grid of `hinge`'s (u, v), and its straight axes
  std::optional<HingeChart> hinge;  //!< of a turn
  //! The amount at which this pixel's trajectory brings anatomy of both jaws together; +infinity if it does not within
  //! the limit of the motion, NaN if no anatomy faces anatomy, minus the longest overlap if they already overlap.
  std::vector<float> remaining;
  std::vector<float> travel_mm;  //!< the same as travel of the lower's surface: of a turn, times the radius
  //! Faces of the bite's solids; no_face if nothing is met, and for a jaw around all of an overlap.
  std::vector<std::int32_t> upper_face, lower_face;
  std::vector<PixelState> state;
  std::vector<Coverage> coverage;

  EngineKind engine = EngineKind::zlist;
  EngineReason engine_reason;
  double depth_tolerance = 0;        //!< overlaps up to this amount are touching
  double straightness_mm = 0;        //!< of the unrolled faces (unroll.h); 0 for a shift
  Quantisation quantisation;         //!< of the engine; depths are those at the middle radius
  std::optional<std::size_t> first;  //!< the pixel of the least amount, if one is finite
  //! By how much the amount at `first` may be too small: the error of surfaces by straightness and rounding, which
  //! grows with their slope to the motion; infinite for a surface along it, 0 if the jaws overlap.
  double first_error = 0;

  //! (u, v) of a point of the case, mm.
  [[nodiscard]] Eigen::Vector2d place(const Eigen::Vector3d& case_point) const {
    return (hinge ? hinge->map(case_point) : Eigen::Vector3d(view.view_from_case * case_point)).head<2>();
  }
};

struct ClosingMapOptions {
  EngineKind engine = EngineKind::automatic;
  double pixel_mm = 0.05;
  Eigen::Vector3d down = Eigen::Vector3d::UnitY();  //!< of the picture of a shift: posterior
};

//! Either the map or the reason for its absence.
struct ClosingMapping {
  std::optional<ClosingMap> map;
  //! As of Unrolling; engine_limit; or map_too_large with size_x_mm, size_y_mm, pixels and least_pixel_mm.
  std::optional<Finding> why_not;
};

//! \throw std::invalid_argument if the pixel is not positive; as make_engine.
[[nodiscard]] ClosingMapping closing_map(const Bite& bite, const Motion& motion,
                                         const ClosingMapOptions& options = {});

//! The intersection of a pixel's trajectory with the plane of a face of the upper: the contact point at `remaining`,
//! case frame. \pre the map has an upper face there
[[nodiscard]] Eigen::Vector3d contact_point(const ClosingMap& map, const Bite& bite, std::size_t pixel);

}  // namespace intercusp
