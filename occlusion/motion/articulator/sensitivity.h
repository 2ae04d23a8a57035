// Which contacts of an articulated bite depend on the articulator settings: the same movements under many
// plausible settings (sample_settings).
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

struct SensitivityOptions {
  int settings = 500;
  int steps = 10;  //!< of each excursion, evenly up to the last one reported
  double threshold_mm = 0.1;
  double excursion_tolerance_mm = 0.02;  //!< contacts seldom change within this
  std::optional<Condyles> condyles;      //!< given by the user: then the axis does not vary
  std::array<SettingRange, setting_count> ranges = setting_ranges();  //!< in which the settings vary

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
  double share = 0;  //!< of those that reach the excursion
  Verdict verdict = Verdict::never;
  //! The setting that correlates most with the contact, and the correlation; empty unless `verdict` is
  //! depends, and if the correlation is within chance (three standard errors, 3/√settings).
  std::optional<Setting> setting;
  double correlation = 0;  //!< positive: larger values make the contact likelier
};

//! The kinds of guidance at one excursion of a movement.
struct GuidanceSensitivity {
  Excursion excursion = Excursion::protrusion;
  double excursion_mm = 0;
  int settings = 0;                       //!< that reach the excursion
  std::map<GuidanceKind, double> shares;  //!< of those; kinds that are found
  double balancing_share = 0;             //!< with contacts of the balancing side
};

struct Sensitivity {
  SensitivityOptions options;
  int settings_done = 0;  //!< fewer than requested if the work ended early
  int without_bite = 0;   //!< of those: settings under which closing brings nothing together
  //! By movement, excursion, pair: every pair that some setting brings into contact in that movement, at each of its
  //! excursions.
  std::vector<ContactSensitivity> contacts;
  std::vector<GuidanceSensitivity> guidance;  //!< by movement, excursion
};

//! Gives identical bits for any number of threads, unless it ends early.
[[nodiscard]] Sensitivity sweep_settings(const ArticulatedCase& prepared, const SensitivityOptions& options,
                                         const Progress& progress = {}, const EndEarly& end_early = {});

//! Points of Halton's sequence (1960), one prime base for each number, over the ranges: the same at every call,
//! and no two numbers of 500 correlate by more than 0.03. A prefix also covers the ranges, but in fewer than a hundred
//! points the large bases still correlate.
//! \param keep_triangle where the axis is given: the triangle's three numbers stay those of `base`.
[[nodiscard]] std::vector<ArticulatorSettings> sample_settings(
    const ArticulatorSettings& base, bool keep_triangle, int count,
    const std::array<SettingRange, setting_count>& ranges = setting_ranges());

}  // namespace intercusp
