// Finds which contacts of an articulated bite depend on the articulator settings: computes the movements
// under many plausible settings (sample_settings).
#pragma once

#include <array>
#include <map>
#include <optional>
#include <vector>

#include "occlusion/base/enum_table.h"
#include "occlusion/base/progress.h"
#include "occlusion/motion/articulator/articulate.h"
#include "occlusion/motion/articulator/articulator_settings.h"

namespace intercusp {

//! Half axes of the 95 % ellipses in which the ends of a measured axis lie, mm.
struct AxisEllipses {
  struct End {
    Eigen::Vector3d longer{0, 0, 0}, shorter{0, 0, 0};
  };
  End right, left;
};

struct SensitivityOptions {
  int settings = 500;
  int steps = 10;  //!< number of steps of each excursion, equally spaced up to the last reported one
  double threshold_mm = 0.1;
  double excursion_tolerance_mm = 0.02;  //!< within this tolerance contacts seldom change
  std::optional<Condyles> condyles;      //!< as the user gave them; the triangle then does not vary
  //! Of these condyles, which then vary within. Empty: they stay.
  std::optional<AxisEllipses> ellipses = {};
  //! Ranges within which the settings vary.
  std::array<SettingRange, setting_count> ranges = setting_ranges();

  static constexpr int most_settings = 100'000;
};

enum class Verdict { always, depends, never };
[[nodiscard]] constexpr auto names_of(Verdict) {
  return enum_table<Verdict>(
      {{Verdict::always, "always"}, {Verdict::depends, "depends"}, {Verdict::never, "never"}});
}

//! A pair of teeth at one excursion of a movement.
struct ContactSensitivity {
  Excursion excursion = Excursion::protrusion;
  double excursion_mm = 0;
  GroupPair pair{};
  int settings = 0;  //!< number of settings with the pair in contact
  double share = 0;  //!< share of the settings that reach the excursion
  Verdict verdict = Verdict::never;
  //! The setting that correlates most with the contact. Empty unless `verdict` is depends, and if the
  //! correlation may be chance (within three standard errors, 3/√settings).
  std::optional<Setting> setting;
  //! Correlation of that setting with the contact; positive: larger values make the contact likelier.
  double correlation = 0;
};

//! The kinds of guidance at one excursion of a movement.
struct GuidanceSensitivity {
  Excursion excursion = Excursion::protrusion;
  double excursion_mm = 0;
  int settings = 0;                       //!< number of settings that reach the excursion
  std::map<GuidanceKind, double> shares;  //!< share of these settings for each kind that occurs
  double balancing_share = 0;             //!< share of these settings with contacts on the balancing side
};

struct Sensitivity {
  SensitivityOptions options;
  int settings_done = 0;  //!< fewer than requested if the work ended early
  int without_bite = 0;   //!< settings among these under which closing does not bring the jaws together
  //! Sorted by movement, excursion and pair. Lists every pair that some setting brings into contact in the
  //! movement, at each excursion of the movement.
  std::vector<ContactSensitivity> contacts;
  std::vector<GuidanceSensitivity> guidance;  //!< sorted by movement and excursion
};

//! Returns identical bits for any number of threads, unless it ends early.
[[nodiscard]] Sensitivity sweep_settings(const ArticulatedCase& prepared, const SensitivityOptions& options,
                                         const Progress& progress = {}, const EndEarly& end_early = {});

//! Points of Halton's sequence (1960) over the ranges, with one prime base for each number. Every call
//! returns equal points, and no two numbers of 500 points correlate by more than 0.03. A prefix of the
//! sequence also covers the ranges, but with fewer than a hundred points the large bases still correlate.
//! \param keep_triangle keeps the triangle's three numbers of `base`, for an axis that is given
[[nodiscard]] std::vector<ArticulatorSettings> sample_settings(
    const ArticulatorSettings& base, bool keep_triangle, int count,
    const std::array<SettingRange, setting_count>& ranges = setting_ranges());

//! Axes whose ends lie evenly over the ellipses, as sample_settings by four further prime bases.
[[nodiscard]] std::vector<Condyles> sample_axes(const Condyles& condyles, const AxisEllipses& ellipses,
                                                int count);

}  // namespace intercusp
