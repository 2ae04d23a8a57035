// The report of `validate --kit`, and its words.
#pragma once

#include <string>
#include <vector>

#include "io/report/report.h"
#include "io/wording/section.h"
#include "occlusion/validation/kit/kit.h"

namespace intercusp {

//! accuracy.json and accuracy.html. They state neither time nor machine.
[[nodiscard]] Report report_of(const KitReport& kit);

[[nodiscard]] std::string kit_bound_in_words(KitBound what);
//! "sphere over plane, zlist, edges 0.2 mm, pixel 0.1 mm".
[[nodiscard]] std::string kit_place_in_words(const KitPlace& place);
//! A sentence about the scene; empty if there is none.
[[nodiscard]] std::string kit_scene_explained(const std::string& scene);

//! "All 9 bounds are kept.", or how many are exceeded, and which engine did not take part.
[[nodiscard]] std::string finding_sentence(const KitReport& report);

//! What the words of the report mean, by name.
[[nodiscard]] std::vector<Fact> kit_definitions();

//! Bounds, definitions, scenes with their rows, areas by distance, and areas with other numbers of triangles.
[[nodiscard]] std::vector<Section> sections_of(const KitReport& report);

[[nodiscard]] std::string kit_footer();

}  // namespace intercusp
