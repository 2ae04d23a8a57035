// Two scans of the same surface brought together from any start, or why they are not.
//
// Starts are the teeth of the same number, where both scans have numbers, and else poses for which the shapes vote
// (shape_starts.h). Each is refined roughly; the one with most of the surface in common is refined to the end (refine.h).
// Whether it counts is decided on patches of the surface: on the same surface their mean residuals are those of
// scanners, on others they are tenths of a millimetre.
#pragma once

#include <Eigen/Geometry>
#include <cstdint>
#include <optional>
#include <vector>

#include "occlusion/base/enum_table.h"
#include "occlusion/base/progress.h"
#include "occlusion/registration/refine.h"
#include "occlusion/teeth/jaw_scan.h"

namespace intercusp {

//! Why a pose is not determined.
enum class NotRegistered {
  no_surface,          //!< a scan, or the region of it, has no faces
  too_little_overlap,  //!< less of the smaller scan than least_overlap_share lies on the other
  shapes_differ,       //!< another patient, or another part of the mouth
  other_jaw,           //!< the same, and the numbers of the teeth are of different jaws
  mirrored,            //!< the mirror image of one fits the other
  several_poses,       //!< another pose fits as well
  slides               //!< the surfaces do not hold each other in some direction, as balls or planes
};

//! "no_surface", "other_jaw" and so on, as files have it.
[[nodiscard]] constexpr auto names_of(NotRegistered) {
  return enum_table<NotRegistered>({{NotRegistered::no_surface, "no_surface"},
                                    {NotRegistered::too_little_overlap, "too_little_overlap"},
                                    {NotRegistered::shapes_differ, "shapes_differ"},
                                    {NotRegistered::other_jaw, "other_jaw"},
                                    {NotRegistered::mirrored, "mirrored"},
                                    {NotRegistered::several_poses, "several_poses"},
                                    {NotRegistered::slides, "slides"}});
}

enum class StartMethod { given, teeth, shape };

struct RegistrationOptions {
  std::optional<Eigen::Isometry3d> start;  //!< fixed_from_moving, near the truth; no other start is tried
  //! Per vertex of the fixed scan as given: 0 where it may have changed. Empty: all, and what has not changed is found.
  std::vector<std::uint8_t> region = {};
  double least_overlap_share = 0.25;
  double least_alike_share = 0.55;  //!< of the overlap's patches (Refined::patches_alike)
};

struct ScanRegistration {
  std::optional<NotRegistered> reason;  //!< empty: the pose is determined
  StartMethod start = StartMethod::shape;
  Refined fit;               //!< of the best pose, determined or not
  double overlap_share = 0;  //!< of the area of the smaller scan
  double rival_share =
      0;  //!< surface that another pose has in common, as a share of the best one's; 0 below 0.3

  [[nodiscard]] bool determined() const { return !reason; }
  [[nodiscard]] const Eigen::Isometry3d& fixed_from_moving() const { return fit.fixed_from_moving; }
};

//! A scan in an order that does not depend on its file (in_order), and its surface.
struct PreparedScan {
  explicit PreparedScan(const JawScan& given);
  std::vector<std::uint32_t> of_vertex;  //!< the vertex in order of each vertex given, or `no_vertex`
  JawScan scan;                          //!< in_order
  MatchSurface surface;                  //!< of all of it
};

//! \throw Cancelled
[[nodiscard]] ScanRegistration register_scans(const PreparedScan& fixed, const PreparedScan& moving,
                                              const RegistrationOptions& options = {},
                                              const Progress& progress = {});
[[nodiscard]] ScanRegistration register_scans(const JawScan& fixed, const JawScan& moving,
                                              const RegistrationOptions& options = {},
                                              const Progress& progress = {});

//! Registers surfaces that are prepared. \param starts to try beside the shape's; the first that fits well is taken
[[nodiscard]] ScanRegistration register_surfaces(const MatchSurface& fixed, const MatchSurface& moving,
                                                 const std::optional<Eigen::Isometry3d>& tooth_start,
                                                 const RegistrationOptions& options = {},
                                                 const Progress& progress = {});

}  // namespace intercusp
