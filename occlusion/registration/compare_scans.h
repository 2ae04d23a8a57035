// What changed between two scans of one jaw: the pose that registers them, the change at every vertex of
// both, and for each tooth what it lost and gained and how it moved.
//
// Explanations compete for the residuals. For both scans they are: a pose, one scale, a smooth distortion
// along the arch, and a motion of all teeth against the gum. For each tooth they are: no change, a movement,
// loss and gain on parts of it, and an even layer.
//
// Everything is in the frame of the scan before, in mm. Changes of a tooth are computed in its own pose, so
// that neither a movement nor a distortion counts as wear. Changes at vertices are in the common frame.
#pragma once

#include <Eigen/Geometry>
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "occlusion/base/enum_table.h"
#include "occlusion/base/progress.h"
#include "occlusion/registration/deviation.h"
#include "occlusion/registration/register_scans.h"
#include "occlusion/registration/tooth_loss.h"
#include "occlusion/registration/tooth_movement.h"
#include "occlusion/teeth/jaw_scan.h"

namespace intercusp {

//! The known errors of the scanner, as standard deviations.
struct ScanError {
  std::optional<double> vertex_mm;  //!< noise of a vertex; if empty, measured from the residuals
  //! Smooth distortion at the ends of a full arch. Full-arch scans are accurate to 17 to 60 µm (PMC8303663,
  //! nine scanners).
  double ends_mm = 0.05;
};

struct CompareOptions {
  std::optional<Eigen::Isometry3d> before_from_after;  //!< if given, nothing is registered
  //! before_from_after near the truth. Registration starts from it and tries no other start.
  std::optional<Eigen::Isometry3d> start = {};
  //! Per vertex of the scan before, 0 if it may have changed. If empty, the unchanged part is found.
  std::vector<std::uint8_t> region = {};
  //! The tooth numbers of a scan are estimated: a tooth of the scan after takes the number of the tooth
  //! before on which it lies.
  bool numbers_estimated = false;
  ScanError scan_error = {};
};

enum class ToothState { unchanged, changed, missing_before, missing_after, not_measured };
[[nodiscard]] constexpr auto names_of(ToothState) {
  return enum_table<ToothState>({{ToothState::unchanged, "unchanged"},
                                 {ToothState::changed, "changed"},
                                 {ToothState::missing_before, "missing_before"},
                                 {ToothState::missing_after, "missing_after"},
                                 {ToothState::not_measured, "not_measured"}});
}

//! Why a tooth is not measured.
enum class NotMeasured {
  no_partner,       //!< its crowns on the two scans do not coincide
  too_few_patches,  //!< its crown shows too little surface to determine a pose
  noise_too_large,  //!< the error of its pose exceeds half a millimetre
  out_of_scan       //!< the other scan ends before it
};
[[nodiscard]] constexpr auto names_of(NotMeasured) {
  return enum_table<NotMeasured>({{NotMeasured::no_partner, "no_partner"},
                                  {NotMeasured::too_few_patches, "too_few_patches"},
                                  {NotMeasured::noise_too_large, "noise_too_large"},
                                  {NotMeasured::out_of_scan, "out_of_scan"}});
}

//! The best explanation of the differences between two scans.
enum class Explanation {
  unchanged,
  scale,              //!< one scan is larger
  distortion,         //!< smooth along the arch, as scanners cause it
  teeth_against_gum,  //!< all teeth have moved together
  teeth,              //!< single teeth have changed
  layer,              //!< all crowns have gained or lost an even layer
  several,
  cannot_tell  //!< smooth along the arch, but larger than scanners cause
};
[[nodiscard]] constexpr auto names_of(Explanation) {
  return enum_table<Explanation>({{Explanation::unchanged, "unchanged"},
                                  {Explanation::scale, "scale"},
                                  {Explanation::distortion, "distortion"},
                                  {Explanation::teeth_against_gum, "teeth_against_gum"},
                                  {Explanation::teeth, "teeth"},
                                  {Explanation::layer, "layer"},
                                  {Explanation::several, "several"},
                                  {Explanation::cannot_tell, "cannot_tell"}});
}

struct ToothChange {
  int fdi = 0;
  ToothState state = ToothState::not_measured;
  std::optional<NotMeasured> reason = {};      //!< only for not_measured
  std::optional<LossAndGain> change = {};      //!< for a tooth that is on both scans and measured
  std::optional<ToothMovement> movement = {};  //!< for such a tooth; empty if it stands alone
  std::optional<ChangeFigure> crown_mm3 = {};  //!< crown of a missing tooth, above the margin
  std::optional<Eigen::Vector3d> middle = {};  //!< mean of the crown's surface on the scan before
  std::optional<ToothAxes> axes = {};          //!< axes on the scan before
  double layer_mm = 0;                         //!< thickness of an even layer, outwards; 0 without one
  double no_partner_share = 0;  //!< share of the crown's surface near which the other scan has nothing
  std::optional<Deviation> deviation = {};  //!< as in ScanComparison::deviation
};

//! Displacement of the crowns relative to the gum.
struct AgainstGum {
  double moved_mm = 0;    //!< mean length over the crowns
  double turned_rad = 0;  //!< turn of the arch as a whole
};

//! The size of the scan after divided by that of the scan before.
struct ScaleFactor {
  double factor = 1;
  std::array<double, 2> interval = {1, 1};  //!< 95 % interval
  bool stated = false;                      //!< whether 1 lies outside the interval
};

struct ScanComparison {
  std::shared_ptr<const JawScan> before, after;
  ScanRegistration registration;  //!< fixed_from_moving is before_from_after
  bool by_teeth = false;  //!< registered by the teeth alone, because both scans have teeth and gum changes
  bool by_gum = false;    //!< registered by the gum alone, because the teeth have changed
  bool gum_fits = true;   //!< false: registered with the gum, the scans differed almost everywhere
  //! Left out of the registration because they do not follow the others; FDI, sorted.
  std::vector<int> left_out_teeth;
  Explanation explanation = Explanation::unchanged;
  ScaleFactor scale;
  //! Root mean square over the crowns; empty if it cannot be determined.
  std::optional<double> distortion_mm;
  std::optional<AgainstGum> teeth_against_gum;
  double at_teeth_mm = 0;  //!< half of the 95 % interval of a crown's position, mean over the crowns
  //! Per vertex as given: negative where surface was lost, NaN where the other scan has no surface. Empty
  //! without a pose.
  std::vector<double> before_change_mm, after_change_mm;
  //! Means of these changes over about half a millimetre.
  std::vector<double> before_smooth_mm, after_smooth_mm;
  std::optional<Deviation> deviation;  //!< in before_from_after, with the sizes of both scans as given
  ChangeNoise noise;                   //!< noise of the teeth's changes
  std::vector<ToothChange> teeth;  //!< teeth of both scans, by FDI number; empty without numbers or a pose

  [[nodiscard]] bool determined() const { return registration.determined(); }
  [[nodiscard]] const Eigen::Isometry3d& before_from_after() const {
    return registration.fixed_from_moving();
  }
};

//! \throw Cancelled
[[nodiscard]] ScanComparison compare_scans(std::shared_ptr<const JawScan> before,
                                           std::shared_ptr<const JawScan> after,
                                           const CompareOptions& options = {}, const Progress& progress = {});

}  // namespace intercusp
