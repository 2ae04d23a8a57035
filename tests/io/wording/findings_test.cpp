#include "io/wording/findings.h"

#include <gtest/gtest.h>

namespace intercusp {
namespace {

//! All values that any finding has.
std::map<std::string, FindingValue> all_values() {
  std::map<std::string, FindingValue> values = {{"movement", "protrusion"},
                                                {"start", "a tooth forward"},
                                                {"jaw", "upper"},
                                                {"given", "upper"},
                                                {"seen", "lower"},
                                                {"texture", "scan.png"},
                                                {"file", "upper.ply"},
                                                {"array", "Label"},
                                                {"teeth", "55, 65"},
                                                {"format", "PLY"},
                                                {"units", "cm"},
                                                {"numbers", "11, 12"},
                                                {"numbering", "FDI"}};
  for (const char* name : {"confidence",   "apart_mm",
                           "closing_deg",  "contacts",
                           "depth_mm",     "fit",
                           "inside_mm",    "least",
                           "left_percent", "most_deg",
                           "most_mm",      "moved_mm",
                           "near_mm",      "not_held_percent",
                           "open_percent", "opening_deg",
                           "other_places", "reached_mm",
                           "spread_mm",    "starts",
                           "tolerance_mm", "turned_deg",
                           "size_x_mm",    "size_y_mm",
                           "pixels",       "least_pixel_mm",
                           "bytes",        "faces",
                           "extent",       "small",
                           "components",   "percent",
                           "holes",        "width_mm",
                           "length_mm",    "x_mm",
                           "y_mm",         "z_mm",
                           "boundaries",   "vertices",
                           "distance_m",   "error_um"}) {
    values.emplace(name, 1.25);
  }
  return values;
}

TEST(FindingSentences, every_reason_has_one) {
  const std::map<std::string, std::vector<std::string>> reasons = {
      {"jaws_swapped", {"upper_labels", "lower_labels", "arches"}},
      {"not_in_bite",
       {"apart", "overlapping", "unknown_distance", "too_far_apart", "too_deep", "facing_nothing"}},
      {"no_rest", {"slips", "force_not_held"}},
      {"teeth_sides_contradict", {"counted", "not_sure"}},
      {"odd_scale", {"near_a_unit", "near_none"}},
      {"holes_closed", {"one", "several"}},
      {"numbering_guessed", {"labels", "file_names"}},
      {"labels_of_other_jaw", {"upper", "lower"}},
      {"no_teeth_found", {"size", "no_row", "no_jaw", "two_arches", "holes"}},
      {"no_map_about_axis", {"jaw_at_axis", "jaw_around_axis", "faces_too_large"}},
  };
  for (const auto& [code, all] : reasons) {
    for (const std::string& reason : all) {
      Finding finding{code, Severity::warning, all_values()};
      finding.values.emplace("reason", reason);
      EXPECT_NE(sentence_of(finding).find(' '), std::string::npos) << sentence_of(finding);
    }
  }
}

TEST(FindingSentences, hold_the_values_and_begin_with_a_capital) {
  EXPECT_EQ(
      sentence_of({"excursion_ends", Severity::warning, {{"movement", "protrusion"}, {"reached_mm", 1.24}}}),
      "Protrusion: beyond 1.2 mm the jaws no longer meet when they close");
  EXPECT_EQ(sentence_of({"not_in_bite",
                         Severity::error,
                         {{"reason", "too_far_apart"}, {"apart_mm", 3.456}, {"most_mm", 2.0}}}),
            "The jaws are at least 3.46 mm apart at the start, more than the 2 mm that they may be moved");
  EXPECT_EQ(sentence_of({"unheard_of"}), "unheard_of");
  EXPECT_EQ(
      clause_of({"no_map_about_axis", Severity::info, {{"reason", "jaw_around_axis"}, {"jaw", "lower"}}}),
      "the lower jaw lies all around the axis");
}

TEST(FindingSentences, of_exchanged_jaws_say_swapped) {
  for (const char* reason : {"upper_labels", "lower_labels", "arches"}) {
    const Finding finding{"jaws_swapped", Severity::warning, {{"reason", reason}, {"inside_mm", 1.0}}};
    EXPECT_NE(sentence_of(finding).find("swapped"), std::string::npos);
    Finding refusal{"misplaced", Severity::error, finding.values};
    refusal.values.emplace("finding", finding.code);
    EXPECT_EQ(sentence_of(refusal), sentence_of(finding));
  }
}

}  // namespace
}  // namespace intercusp
