// The accuracy report: what the validation kit checked, each bound, the result and whether it is kept.
//
// Lengths and areas are rounded to four and six digits: further ones differ between machines.
#pragma once

#include <string>
#include <vector>

#include "io/files/write_atomically.h"
#include "occlusion/validation/kit/kit.h"

namespace intercusp {

//! Schema "intercusp-accuracy/1" (docs/FILE_FORMATS.md): keys in a fixed order, NaN is null. The same report
//! gives the same text; neither time nor machine is in it.
[[nodiscard]] std::string kit_json(const KitReport& report);

//! The same for people: one page, no scripts, no pictures.
[[nodiscard]] std::string kit_html(const KitReport& report);

//! The checks in a few lines, for the terminal.
[[nodiscard]] std::string kit_text(const KitReport& report);

//! accuracy.json and accuracy.html.
[[nodiscard]] std::vector<OutputFile> kit_files(const KitReport& report);

//! "All 9 bounds are kept.", or how many are not; and what engine did not take part.
[[nodiscard]] std::string kit_finding(const KitReport& report);

//! A bound or a result of a check with its unit: "1 µm", "0.5 %", "0 pixels"; "–" for NaN.
[[nodiscard]] std::string kit_number(const KitCheck& check, double value);

//! What the words of the report mean, by name.
struct KitDefinition {
  std::string name, text;
};
[[nodiscard]] std::vector<KitDefinition> kit_definitions();

}  // namespace intercusp
