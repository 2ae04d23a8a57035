// What changed between two scans of one jaw: the pose that brings them together, the change at every vertex of both, and of
// each tooth what it lost and gained and how it moved.
//
// Explanations compete on the residuals: for both scans a pose, one scale, a smooth distortion along the arch, the teeth as a
// whole against the gum; for each tooth that nothing changed, a movement, loss and gain on parts of it, an even layer.
//
// Frame: that of the scan before. Lengths are mm. Changes of a tooth are computed in its own pose, so that neither a
// movement nor a distortion counts as wear; changes at vertices are those in the common frame.
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

//! What the scanner is known to do, standard deviations.
struct ScanError {
  std::optional<double> vertex_mm;  //!< noise of a vertex; empty: measured from the residuals
  //! Smooth distortion at the ends of a full arch. Full-arch scans are within 17 to 60 µm (PMC8303663, nine scanners).
  double ends_mm = 0.05;
};

struct CompareOptions {
  std::optional<Eigen::Isometry3d> before_from_after;  //!< given: nothing is registered
  //! before_from_after near the truth: registration starts from it and tries no other start.
  std::optional<Eigen::Isometry3d> start = {};
  //! Per vertex of the scan before: 0 where it may have changed. Empty: what has not changed is found.
  std::vector<std::uint8_t> region = {};
  //! The numbers of a scan are estimated: a tooth after takes the number of the tooth before that it lies on.
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
  no_partner,       //!< its crowns on both scans do not lie on each other
  too_few_patches,  //!< its crown shows too little surface to hold a pose
  noise_too_large,  //!< its pose is known to no better than half a millimetre
  out_of_scan       //!< the other scan ends before it
};
[[nodiscard]] constexpr auto names_of(NotMeasured) {
  return enum_table<NotMeasured>({{NotMeasured::no_partner, "no_partner"},
                                  {NotMeasured::too_few_patches, "too_few_patches"},
                                  {NotMeasured::noise_too_large, "noise_too_large"},
                                  {NotMeasured::out_of_scan, "out_of_scan"}});
}

//! What explains the differences of two scans best.
enum class Explanation {
  unchanged,
  scale,              //!< one is larger
  distortion,         //!< smooth along the arch, as scanners make it
  teeth_against_gum,  //!< the teeth as a whole have moved
  teeth,              //!< single teeth have changed
  layer,              //!< all crowns have gained or lost an even layer
  several,
  cannot_tell  //!< smooth along the arch, but more than scanners do
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
  std::optional<NotMeasured> reason = {};      //!< of not_measured alone
  std::optional<LossAndGain> change = {};      //!< of a tooth that is on both scans and measured
  std::optional<ToothMovement> movement = {};  //!< likewise; empty for a tooth that stands alone
  std::optional<ChangeFigure> crown_mm3 = {};  //!< of a missing tooth: its crown above the margin
  std::optional<Eigen::Vector3d> middle = {};  //!< mean of the crown's surface on the scan before
  std::optional<ToothAxes> axes = {};          //!< on the scan before
  double layer_mm = 0;                         //!< of an even layer, outwards; 0 without one
  double no_partner_share = 0;                 //!< of the crown's surface: nothing of the other scan is near
  std::optional<Deviation> deviation = {};     //!< as ScanComparison::deviation
};

//! Displacement of the crowns against the gum.
struct AgainstGum {
  double moved_mm = 0;    //!< mean length over the crowns
  double turned_rad = 0;  //!< of the arch as a whole
};

//! The size of the scan after over that of the scan before.
struct ScaleFactor {
  double factor = 1;
  std::array<double, 2> interval = {1, 1};  //!< 95 %
  bool stated = false;                      //!< 1 lies outside
};

struct ScanComparison {
  std::shared_ptr<const JawScan> before, after;
  ScanRegistration registration;  //!< fixed_from_moving is before_from_after
  bool by_teeth = false;  //!< brought together by the teeth alone: both scans have some, and gum changes
  bool by_gum = false;    //!< brought together by the gum alone, as the teeth have changed
  bool gum_fits = true;   //!< false: with the gum the scans differed almost everywhere
  std::vector<int> left_out_teeth;  //!< of the registration, as they do not follow the others; FDI, ascending
  Explanation explanation = Explanation::unchanged;
  ScaleFactor scale;
  std::optional<double> distortion_mm;  //!< root mean square over the crowns; empty where it cannot be told
  std::optional<AgainstGum> teeth_against_gum;
  double at_teeth_mm = 0;  //!< half of the 95 % interval of a crown's place, mean over the crowns
  //! Per vertex as given; negative where surface was lost, NaN where the other scan has nothing. Empty without a pose.
  std::vector<double> before_change_mm, after_change_mm;
  std::vector<double> before_smooth_mm, after_smooth_mm;  //!< the same as means over about half a millimetre
  std::optional<Deviation> deviation;                     //!< in before_from_after, the size of both as given
  ChangeNoise noise;                                      //!< of the teeth
  std::vector<ToothChange> teeth;  //!< of both scans, by FDI number; empty without numbers or a pose

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
