// Everything that `close` and `slide` report about one motion: the exact first contact, the map of the
// remaining travel, and the order in which the teeth would meet.
#pragma once

#include <Eigen/Geometry>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "occlusion/base/finding.h"
#include "occlusion/base/progress.h"
#include "occlusion/case/bite.h"
#include "occlusion/case/case.h"
#include "occlusion/engines/compute_map.h"
#include "occlusion/motion/first_contact.h"
#include "occlusion/motion/motion.h"
#include "occlusion/motion/velocity_culling.h"
#include "occlusion/view/view.h"

namespace intercusp {

//! For every pixel, how far the lower jaw still moves until it meets the upper. A pixel is a trajectory of
//! the motion, so one map covers the whole motion (Eichner 1986, by rasterisation).
//!
//! For a turn, u is mm along the axis and v is the radius in mm. For a shift, both are mm across the
//! direction. Maps sample the centres of pixels, and surfaces between the centres may meet earlier. The least
//! number of a map is therefore an upper bound of the first contact, up to `first_error`. find_first_contact
//! gives the exact answer.
//!
//! Every array has one entry per pixel, as in ClearanceMap. Amounts are in radians for a turn, in mm for a
//! shift.
struct ClosingMap {
  View view;                        //!< for a turn: the grid of the (u, v) of `hinge`, with its straight axes
  std::optional<HingeChart> hinge;  //!< only for a turn
  //! The amount at which this pixel's trajectory brings the anatomies of both jaws together. It is +infinity
  //! if they do not meet within the limit of the motion, NaN if no anatomy faces anatomy, and minus the
  //! longest overlap if they already overlap.
  std::vector<float> remaining;
  //! The amount as travel of the lower's surface; for a turn, the amount times the radius.
  std::vector<float> travel_mm;
  //! Faces of the bite's solids. Both are no_face if nothing is met; if one jaw surrounds the whole overlap,
  //! its face is no_face.
  std::vector<std::int32_t> upper_face, lower_face;
  std::vector<PixelState> state;
  std::vector<Coverage> coverage;

  EngineKind engine = EngineKind::zlist;
  EngineReason engine_reason;
  double depth_tolerance = 0;  //!< overlaps up to this amount are touching
  double straightness_mm = 0;  //!< straightness of the unrolled faces (unroll.h); 0 for a shift
  Quantisation quantisation;   //!< quantisation of the engine's depths, which refer to the middle radius
  std::optional<std::size_t> first;  //!< the pixel with the least amount, if one is finite
  //! Bound of how much the amount at `first` may be too small: the error of the surfaces by straightness and
  //! rounding, which grows with their slope to the motion. It is infinite for a surface along the motion, and
  //! 0 if the jaws overlap.
  double first_error = 0;

  //! (u, v) of a point in the case frame, mm.
  [[nodiscard]] Eigen::Vector2d place(const Eigen::Vector3d& case_point) const {
    return (hinge ? hinge->map(case_point) : Eigen::Vector3d(view.view_from_case * case_point)).head<2>();
  }
};

struct ClosingOptions {
  EngineKind engine = EngineKind::automatic;  //!< engine of the map
  double pixel_mm = 0.05;                     //!< pixel size of the map
};

//! Either the map or the reason for its absence.
struct ClosingMapping {
  std::optional<ClosingMap> map;
  //! A finding of Unrolling; engine_limit; or map_too_large with size_x_mm, size_y_mm, pixels and
  //! least_pixel_mm.
  std::optional<Finding> why_not;
};

//! \param down direction that is down in the map of a shift: posterior
//! \throw std::invalid_argument if the pixel size is not positive; also as make_engine
[[nodiscard]] ClosingMapping closing_map(const Bite& bite, const Motion& motion,
                                         const ClosingOptions& options = {},
                                         const Eigen::Vector3d& down = Eigen::Vector3d::UnitY());

//! The intersection of a pixel's trajectory with the plane of the upper's face: the contact point at
//! `remaining`, in the case frame.
//! \pre the map has an upper face at the pixel
[[nodiscard]] Eigen::Vector3d contact_point(const ClosingMap& map, const Bite& bite, std::size_t pixel);

//! The first contact of one tooth, or of two teeth, among the pixels of a map: an upper bound, like the
//! map's.
struct FirstToothContact {
  int upper_tooth = 0, lower_tooth = 0;  //!< FDI; 0 = gum or unknown, on one side only
  double amount = 0;                     //!< radians or mm; minus the longest overlap if they overlap already
  double travel_mm = 0;                  //!< travel of the lower tooth until the contact
  Eigen::Vector3d case_point{0, 0, 0};   //!< on the upper
  std::uint32_t upper_face = 0, lower_face = 0;
};

//! Order in which teeth would meet if the jaws could pass through each other after first contact, and the
//! remaining travel. Each list is sorted by the order of meeting. Teeth that meet nothing within the motion
//! are omitted.
struct ContactOrder {
  std::vector<FirstToothContact> upper_teeth;  //!< one for each upper tooth
  std::vector<FirstToothContact> lower_teeth;  //!< one for each lower tooth
  std::vector<FirstToothContact> pairs;        //!< one for each pair of teeth that meet
};

//! \param bite the one of the map
//! \param upper_teeth,lower_teeth per face, as face_teeth gives them
[[nodiscard]] ContactOrder order_of_contacts(const ClosingMap& map, const Bite& bite,
                                             const std::vector<int>& upper_teeth,
                                             const std::vector<int>& lower_teeth);

//! The default limits of a turn and of a shift.
constexpr double usual_limit_deg = 30, usual_limit_mm = 20;

struct Closing {
  std::shared_ptr<const Case> bite_case;
  Motion motion;
  ClosingOptions options;
  FirstContactAnswer answer;      //!< exact
  std::vector<Finding> findings;  //!< about the answer
  CullingReport culling;
  ClosingMapping mapping;  //!< the map, or the reason for its absence
  ContactOrder order;      //!< empty without a map and without teeth
  //! "prepare", "first_contact", "map"; they do not count as numbers of the result
  std::vector<StageTime> timings;

  //! The travel of the lower's surface at the point of first contact, mm.
  //! \pre the answer has a contact
  [[nodiscard]] double travel_at_contact_mm() const;
  //! The pose of the lower at first contact.
  //! \pre the answer has a contact
  [[nodiscard]] Eigen::Isometry3d pose_at_contact() const;
};

//! \throw std::runtime_error if Embree has no device
//! \throw std::invalid_argument if the pixel size is not positive
[[nodiscard]] Closing find_closing(std::shared_ptr<const Case> bite_case, const Motion& motion,
                                   const ClosingOptions& options = {}, const Progress& progress = {});

}  // namespace intercusp
