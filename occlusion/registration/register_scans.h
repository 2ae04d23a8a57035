// Registers two scans of one surface from any start, or states why this fails.
//
// If both scans have tooth numbers, teeth with equal numbers give the starts; otherwise the shapes vote for
// poses (shape_starts.h). Each start is refined roughly. The one with most surface in common is refined to
// the end (refine.h). Patches of the surface decide whether the pose counts: on one surface their mean
// residuals are those of scanners, on different surfaces they are tenths of a millimetre.
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
  too_little_overlap,  //!< less of the smaller scan than least_overlap_share lies on the other scan
  shapes_differ,       //!< another patient, or another part of the mouth
  other_jaw,           //!< as shapes_differ, and the tooth numbers are those of different jaws
  mirrored,            //!< the mirror image of one fits the other
  several_poses,       //!< another pose fits as well
  slides               //!< the surfaces do not determine the pose in some direction, like balls or planes
};

//! The reasons as files have them: "no_surface", "other_jaw" and so on.
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
  std::optional<Eigen::Isometry3d> start;  //!< fixed_from_moving near the truth; no other start is tried
  //! Per vertex of the fixed scan as given, 0 if it may have changed. If empty, all vertices count, and the
  //! unchanged part is found.
  std::vector<std::uint8_t> region = {};
  double least_overlap_share = 0.25;
  double least_alike_share = 0.55;  //!< least share of the overlap's patches (Refined::patches_alike)
};

struct ScanRegistration {
  std::optional<NotRegistered> reason;  //!< empty: the pose is determined
  StartMethod start = StartMethod::shape;
  Refined fit;               //!< of the best pose, determined or not
  double overlap_share = 0;  //!< share of the area of the smaller scan
  double rival_share =
      0;  //!< surface that another pose has in common, as a share of the best one's; 0 below 0.3

  [[nodiscard]] bool determined() const { return !reason; }
  [[nodiscard]] const Eigen::Isometry3d& fixed_from_moving() const { return fit.fixed_from_moving; }
};

//! A scan in an order that does not depend on its file (in_order), with its surface.
struct PreparedScan {
  explicit PreparedScan(const JawScan& given);
  std::vector<std::uint32_t> of_vertex;  //!< for each given vertex, its index in the order, or `no_vertex`
  JawScan scan;                          //!< in_order
  MatchSurface surface;                  //!< surface of the complete scan
};

//! \throw Cancelled
[[nodiscard]] ScanRegistration register_scans(const PreparedScan& fixed, const PreparedScan& moving,
                                              const RegistrationOptions& options = {},
                                              const Progress& progress = {});
[[nodiscard]] ScanRegistration register_scans(const JawScan& fixed, const JawScan& moving,
                                              const RegistrationOptions& options = {},
                                              const Progress& progress = {});

//! Registers surfaces that are already prepared.
//! \param starts tried beside those of the shape; the first that fits well is taken
[[nodiscard]] ScanRegistration register_surfaces(const MatchSurface& fixed, const MatchSurface& moving,
                                                 const std::optional<Eigen::Isometry3d>& tooth_start,
                                                 const RegistrationOptions& options = {},
                                                 const Progress& progress = {});

}  // namespace intercusp
