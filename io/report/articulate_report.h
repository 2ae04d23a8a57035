// What the files and the summary of `articulate` are made from.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "io/mesh/mesh_report.h"
#include "io/wording/provenance.h"
#include "occlusion/motion/articulator/articulate.h"
#include "occlusion/motion/articulator/sensitivity.h"

namespace intercusp {

struct ArticulateReport {
  const ArticulatedBite& result;
  const Sensitivity* sensitivity = nullptr;  //!< none where nobody asked for it
  const MeshReport &upper, &lower;
  std::vector<std::pair<std::string, double>> timings_ms;  //!< by stage
};

[[nodiscard]] Provenance provenance_of(const ArticulateReport& report);

//! What a contact, a kind of guidance and so on are: key and sentence. The definition travels with the
//! number.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> articulate_definitions(
    const ArticulateReport& report);

//! "canine guidance", "group function": for people.
[[nodiscard]] std::string in_words(GuidanceKind kind);
//! The same with what the balancing side does: "group function, balancing side touches".
[[nodiscard]] std::string guidance_in_words(const GuidanceStep& guidance);
//! "laterotrusion to the right"
[[nodiscard]] std::string in_words(Excursion excursion);
//! "Bennett angle, right"
[[nodiscard]] std::string in_words(Setting setting);

//! "16–46": upper, lower.
[[nodiscard]] std::string in_words(GroupPair pair);

//! The first letter, which is no accented one, as a capital.
[[nodiscard]] std::string capitalised(std::string text);

//! mm as they are, radians in degrees.
[[nodiscard]] double shown_value(const SettingRange& range, double value);

}  // namespace intercusp
