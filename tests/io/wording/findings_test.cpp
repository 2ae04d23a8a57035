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
  for (const char* name : {"confidence",     "apart_mm",
                           "closing_deg",    "contacts",
                           "depth_mm",       "fit",
                           "inside_mm",      "least",
                           "left_percent",   "most_deg",
                           "most_mm",        "moved_mm",
                           "near_mm",        "not_held_percent",
                           "opening_deg",    "other_places",
                           "reached_mm",     "spread_mm",
                           "starts",         "tolerance_mm",
                           "turned_deg",     "size_x_mm",
                           "size_y_mm",      "pixels",
                           "least_pixel_mm", "bytes",
                           "faces",          "extent",
                           "small",          "components",
                           "percent",        "holes",
                           "width_mm",       "length_mm",
                           "x_mm",           "y_mm",
                           "z_mm",           "boundaries",
                           "vertices",       "distance_m",
                           "error_um"}) {
    values.emplace(name, 1.25);
  }
  return values;
}

TEST(FindingSentences, every_code_and_reason_has_one) {
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
      {"no_teeth_found", {"size", "no_row", "no_jaw", "two_arches"}},
      {"no_map_about_axis", {"jaw_at_axis", "jaw_around_axis", "faces_too_large"}},
  };
  for (const auto& [code, all] : reasons) {
    for (const std::string& reason : all) {
      Finding finding{code, Severity::warning, all_values()};
      finding.values.emplace("reason", reason);
      EXPECT_NE(sentence_of(finding).find(' '), std::string::npos) << sentence_of(finding);
    }
  }
  for (const char* code : {"frame_mirrored",
                           "digits_lost",
                           "format_by_content",
                           "bytes_not_used",
                           "faces_without_three_corners",
                           "label_file_not_used",
                           "label_array_not_used",
                           "milk_teeth_left_out",
                           "class_numbers_not_used",
                           "colours_not_valid",
                           "texture_missing",
                           "texture_outside_folder",
                           "texture_not_valid",
                           "faces_from_both_sides",
                           "small_components_kept",
                           "inner_boundary_closed",
                           "more_inner_boundaries",
                           "direction_of_bite_guessed",
                           "open_part_turned_over",
                           "labels_of_no_tooth",
                           "map_too_large",
                           "engine_limit",
                           "jaw_upside_down",
                           "jaws_face_away",
                           "jaws_far_apart",
                           "sides_unknown",
                           "teeth_not_numbered",
                           "scan_inside_out",
                           "no_teeth_found",
                           "jaw_contradicted",
                           "jaws_do_not_overlap",
                           "upper_not_above_lower",
                           "overlap_between_pixels",
                           "overlap_not_confirmed",
                           "movements_without_sides",
                           "single_pose",
                           "track_misses_jaws",
                           "never_in_contact",
                           "track_overlaps",
                           "bite_opened",
                           "bite_closed",
                           "excursion_ends",
                           "path_jumps",
                           "no_axes",
                           "too_deep",
                           "too_far",
                           "swapped",
                           "too_few_contacts",
                           "unbalanced",
                           "one_sided",
                           "ambiguous",
                           "better_elsewhere",
                           "stopped"}) {
    const std::string sentence = sentence_of({code, Severity::warning, all_values()});
    EXPECT_NE(sentence.find(' '), std::string::npos) << sentence;
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
