#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <numbers>
#include <sstream>

#include "io/files/value.h"
#include "io/report/html_parts.h"
#include "io/results/inspection/parts.h"
#include "io/results/inspection/report.h"
#include "io/wording/definitions.h"
#include "tests/io/report/scene_page.h"
#include "tests/io/report/support.h"

namespace intercusp {
namespace {

using Json = nlohmann::json;

using testing::page_of;
using testing::some_inputs;

Json json_of(const Inspection& inspection) {
  return Json::parse(json_lines(report_of(testing::shared(inspection), some_inputs()).json));
}

TEST(ReportJson, has_every_key_of_the_contract) {
  const Inspection& inspection = testing::inspected_plates();
  const Json report = json_of(inspection);
  EXPECT_EQ(report.at("schema"), "intercusp-report/1");
  EXPECT_EQ(report.at("units"), "mm");
  for (const char* jaw : {"upper", "lower"}) {
    for (const char* key : {"file", "triangles", "closed_by_import", "repairs"})
      EXPECT_TRUE(report.at(jaw).contains(key)) << key;
  }
  EXPECT_EQ(report.at("upper").at("file"), "u.stl");
  EXPECT_EQ(report.at("upper_from_lower").size(), 16U);
  EXPECT_EQ(report.at("engine"), "zlist");
  ASSERT_EQ(report.at("projections").size(), 1U);
  for (const char* key : {"direction", "pixel_mm", "width", "height", "name"}) {
    EXPECT_TRUE(report.at("projections")[0].contains(key)) << key;
  }
  for (const char* key : {"interference", "min_clearance_mm", "max_penetration_mm", "overlap_volume_mm3"}) {
    EXPECT_TRUE(report.contains(key)) << key;
  }
  // Each threshold by clearance, by surface distance on the lower, and on the upper.
  ASSERT_EQ(report.at("areas").size(), 15U);
  for (const char* key : {"threshold_mm", "measure", "side", "projected_mm2", "surface_mm2"}) {
    EXPECT_TRUE(report.at("areas")[0].contains(key)) << key;
  }
  ASSERT_FALSE(report.at("contacts").empty());
  for (const char* key : {"id", "tooth", "centroid_mm", "projected_mm2", "surface_mm2", "least_mm", "mean_mm",
                          "threshold_mm", "measure"}) {
    EXPECT_TRUE(report.at("contacts")[0].contains(key)) << key;
  }
  for (const char* key : {"both", "upper_only", "lower_only", "resolved_by", "upper_pi_convex",
                          "lower_pi_convex", "not_anatomy"}) {
    EXPECT_TRUE(report.at("pixels").contains(key)) << key;
  }
  for (const char* key : {"pass1", "pass2", "layers", "rays"})
    EXPECT_TRUE(report.at("pixels").at("resolved_by").contains(key));
  for (const char* key : {"import", "prepare", "map", "analysis"})
    EXPECT_TRUE(report.at("timings_ms").contains(key)) << key;
  EXPECT_EQ(report.at("timings_ms").at("import"), 12.5);
}

TEST(ReportJson, says_what_is_known_of_two_plates) {
  const Json report = json_of(testing::inspected_plates());
  // Depths are floats of a few mm: 2^-22 mm on either side.
  EXPECT_FALSE(report.at("interference"));
  EXPECT_NEAR(report.at("min_clearance_mm").get<double>(), 0.1, 1e-6);
  EXPECT_EQ(report.at("max_penetration_mm"), 0);
  EXPECT_EQ(report.at("areas")[0].at("contacts"), 0);  // at 0.05 mm
  EXPECT_EQ(report.at("areas")[4].at("contacts"), 1);  // at 0.35 mm
  EXPECT_EQ(report.at("contacts")[0].at("measure"), "clearance");
  EXPECT_TRUE(report.at("contacts")[0].at("tooth").is_null());
  EXPECT_TRUE(report.at("anatomy").at("left").is_null());
}

//! Area of one plate within `reach_mm` of the other, 0.1 mm above it and shifted by 2 mm (two_plates): the
//! common 8 mm × 10 mm, what lies next to it on the top, and the walls below its edges, which end in
//! quarter circles.
double surface_of_plates_within(double reach_mm) {
  constexpr double gap_mm = 0.1;
  const double beside = std::sqrt(reach_mm * reach_mm - gap_mm * gap_mm), below = reach_mm - gap_mm;
  const double quarter = reach_mm * reach_mm / 2 * std::acos(gap_mm / reach_mm) - gap_mm / 2 * beside;
  return (8 + beside) * 10 + 2 * 8 * below + 10 * below + 2 * quarter;
}

std::vector<Json> of_measure(const Json& list, const std::string& measure,
                             const std::string& side = "lower") {
  std::vector<Json> found;
  for (const Json& entry : list) {
    if (entry.at("measure") == measure && entry.value("side", side) == side) found.push_back(entry);
  }
  return found;
}

TEST(ReportJson, tells_areas_by_both_measures_with_their_errors) {
  const Json report = json_of(testing::inspected_plates());
  const auto clearance = of_measure(report.at("areas"), "clearance");
  const auto lower = of_measure(report.at("areas"), "surface_distance"),
             upper = of_measure(report.at("areas"), "surface_distance", "upper");
  ASSERT_EQ(clearance.size(), 5U);
  ASSERT_EQ(lower.size(), 5U);
  ASSERT_EQ(upper.size(), 5U);
  // 0.5 % is the requested error; a rim of half a pixel is not interpolated along a silhouette.
  EXPECT_NEAR(clearance[4].at("surface_mm2").get<double>(), 80, 0.005 * 80 + 0.05 * 36);
  for (const auto& side : {lower, upper}) {
    const double expected = surface_of_plates_within(0.35);
    EXPECT_EQ(side[4].at("threshold_mm"), 0.35);
    EXPECT_NEAR(side[4].at("surface_mm2").get<double>(), expected, 0.005 * expected);
    EXPECT_GE(side[4].at("error_mm2").get<double>(), 0);
    EXPECT_LE(side[4].at("error_mm2").get<double>(), 0.005 * expected);
  }
  EXPECT_EQ(lower[4].at("contacts"), 1);
  EXPECT_TRUE(upper[4].at("contacts").is_null());
  EXPECT_TRUE(upper[4].at("interval_mm2").is_null());
  EXPECT_NEAR(report.at("min_surface_distance_mm").get<double>(), 0.1, 1e-6);
  EXPECT_EQ(report.at("max_penetration_distance_mm"), 0);
  const Json& least = report.at("surface_distance").at("least");
  EXPECT_EQ(least.at("distance_mm"), report.at("min_surface_distance_mm"));
  EXPECT_LE(least.at("bound_mm").get<double>(), least.at("distance_mm").get<double>());
  EXPECT_EQ(least.at("place_mm").size(), 3U);
  EXPECT_GT(report.at("surface_distance").at("lower").at("measured").get<int>(), 100);
  EXPECT_EQ(report.at("surface_distance").at("upper").at("at_rim"), 0);
  EXPECT_EQ(report.at("surface_distance").at("upper").at("undecided"), 0);
}

TEST(ReportJson, contacts_of_both_measures_are_numbered_through) {
  const Json report = json_of(testing::inspected_labelled_plates());
  int id = 0;
  bool surface = false;
  for (const Json& contact : report.at("contacts")) {
    EXPECT_EQ(contact.at("id"), ++id);
    if (contact.at("measure") == "surface_distance") {
      surface = true;
      EXPECT_LE(contact.at("least_mm").get<double>(), contact.at("mean_mm").get<double>());
    } else {
      EXPECT_FALSE(surface) << "contacts by clearance come first";
    }
  }
  EXPECT_TRUE(surface);
  for (const char* table : {"teeth", "tooth_pairs", "balance"}) {
    EXPECT_FALSE(of_measure(report.at(table), "clearance").empty()) << table;
    EXPECT_FALSE(of_measure(report.at(table), "surface_distance").empty()) << table;
  }
  for (const Json& tooth : of_measure(report.at("teeth"), "surface_distance")) {
    EXPECT_GE(tooth.at("error_mm2").get<double>(), 0);
    EXPECT_TRUE(tooth.at("interval_mm2").is_array());
  }
  EXPECT_EQ(of_measure(report.at("balance"), "surface_distance")[0].at("share_of"), "surface_mm2");
}

TEST(ReportJson, intervals_hold_the_numbers_of_the_bite_as_it_stands) {
  const Json report = json_of(testing::inspected_labelled_plates());
  const auto holds = [](const Json& interval, double value) {
    EXPECT_LE(interval.at(0).get<double>(), value);
    EXPECT_GE(interval.at(1).get<double>(), value);
  };
  const Json& intervals = report.at("intervals");
  EXPECT_EQ(intervals.at("percent"), 95);
  EXPECT_EQ(intervals.at("bite_error"),
            Json({{"translation_mm", 0.02}, {"rotation_deg", 0.05}, {"poses", 20}, {"seed", 1}}));
  EXPECT_EQ(intervals.at("clearance").at("poses"), 20);
  EXPECT_EQ(intervals.at("surface_distance").at("poses"), 20);
  EXPECT_GT(intervals.at("clearance").at("pixel_mm").get<double>(), 0);
  const Json& clearance = intervals.at("clearance").at("min_clearance_mm");
  holds(clearance, report.at("min_clearance_mm"));
  holds(intervals.at("surface_distance").at("min_surface_distance_mm"), report.at("min_surface_distance_mm"));
  // Up and down by 0.02 mm, one standard deviation, and the tilt of half the plates' 8 mm by 0.05° brings
  // 0.003 mm more: the middle 95 % span some 4 standard deviations, with 20 poses between 2 and 6.
  const double span = clearance.at(1).get<double>() - clearance.at(0).get<double>();
  EXPECT_GT(span, 2 * 0.02);
  EXPECT_LT(span, 6 * 0.023);
  for (const char* measure : {"clearance", "surface_distance"}) {
    const Json widest = of_measure(report.at("areas"), measure).back();
    holds(widest.at("interval_mm2"), widest.at("surface_mm2"));
    holds(widest.at("contacts_interval"), widest.at("contacts"));
    const Json contact = of_measure(report.at("contacts"), measure).back();
    EXPECT_EQ(contact.at("presence"), 1) << "some 0.1 mm apart at 0.35 mm";
    EXPECT_EQ(contact.at("vanishes"), false);
  }
}

TEST(ReportJson, without_poses_and_surface_distance_their_fields_are_null) {
  InspectionOptions options = testing::options_along({0, 0, 1});
  options.bite_error.poses = 0;
  options.surface_distance = false;
  const Json report = json_of(inspect(prepare_case(testing::two_plates()), options));
  for (const char* key : {"intervals", "surface_distance", "min_surface_distance_mm",
                          "max_penetration_distance_mm", "exact", "validation"}) {
    EXPECT_TRUE(report.at(key).is_null()) << key;
  }
  EXPECT_EQ(report.at("areas").size(), 5U);
  EXPECT_TRUE(report.at("areas")[0].at("interval_mm2").is_null());
  EXPECT_TRUE(report.at("contacts")[0].at("presence").is_null());
  EXPECT_TRUE(report.at("contacts")[0].at("vanishes").is_null());
}

TEST(ReportJson, settings_quantisation_and_the_exact_answer_are_told) {
  InspectionOptions options = testing::options_along({0, 0, 1});
  options.exact = true;
  options.sectors = 3;
  options.area_error = 0.01;
  Bite bite = testing::two_plates();
  bite.upper_from_lower = Eigen::Isometry3d(Eigen::Translation3d(0, 0.25, 0.3));
  const Inspection inspection = inspect(prepare_case(bite), options);
  const Json report = json_of(inspection);
  EXPECT_EQ(report.at("settings").at("sectors"), 3);
  EXPECT_EQ(report.at("settings").at("area_error"), 0.01);
  EXPECT_EQ(report.at("settings").at("exact"), true);
  EXPECT_EQ(report.at("settings").at("bite_error").at("rotation_deg"), 0.05);
  EXPECT_EQ(report.at("quantisation").at("position_mm"), inspection.quantisation.position_mm);
  EXPECT_EQ(report.at("quantisation").at("depth_mm"), inspection.quantisation.depth_mm);
  const Json& exact = report.at("exact");
  EXPECT_EQ(exact.at("interference"), true);
  EXPECT_EQ(exact.at("touching"), false);
  // The plates share a box of 8 mm × 9.75 mm × 0.2 mm. Its bottom is the upper's, its top the lower's, its walls belong
  // partly to each: their surfaces cross along one loop.
  EXPECT_EQ(exact.at("curves"), 1);
  EXPECT_GT(exact.at("crossing_pairs").get<int>(), 0);
  EXPECT_NEAR(exact.at("curve_length_mm").get<double>(), 2 * (8 + 9.75) + 2 * 0.2, 1e-9);
  EXPECT_EQ(exact.at("touching_pairs"), inspection.exact->touching_pairs.size());
  for (const char* key : {"not_anatomy_pairs", "upper_pieces_inside", "lower_pieces_inside"})
    EXPECT_EQ(exact.at(key), 0) << key;
  EXPECT_NEAR(report.at("max_penetration_distance_mm").get<double>(), 0.2, 1e-6);
}

TEST(ReportJson, sectors_follow_the_whole_arch_with_their_ends) {
  Inspection inspection = testing::inspected_plates();
  std::vector<Eigen::Vector3d> points;
  for (int i = 0; i <= 20; ++i) {
    const double angle = std::numbers::pi * i / 20;
    points.emplace_back(25 * std::cos(angle), -25 * std::sin(angle), 0);
  }
  Sector right{.part = ArchPart::right_molars, .view = inspection.map.view},
      left{.part = std::nullopt, .view = inspection.map.view};
  right.to_mm = left.from_mm = -1.5;
  inspection.arch = SectoredArch{ArchCurve(testing::lps_axes(), points), {right, left}};
  const Json projections = json_of(inspection).at("projections");
  ASSERT_EQ(projections.size(), 3U);
  EXPECT_EQ(projections[0].at("name"), "whole arch");
  EXPECT_FALSE(projections[0].contains("from_mm"));
  EXPECT_EQ(projections[1].at("name"), "right molars");
  EXPECT_TRUE(projections[1].at("from_mm").is_null());
  EXPECT_EQ(projections[1].at("to_mm"), -1.5);
  EXPECT_EQ(projections[2].at("from_mm"), -1.5);
  EXPECT_TRUE(projections[2].at("to_mm").is_null());
  EXPECT_EQ(projections[2].at("direction"), Json({0, 0, 1}));
}

TEST(ReportJson, infinity_and_nan_are_null) {
  Inspection inspection = testing::inspected_plates();
  inspection.min_clearance_mm = unlimited_clearance;
  inspection.max_penetration_mm = std::nan("");
  ASSERT_FALSE(inspection.contacts.patches.empty());
  inspection.contacts.patches[0].mean_mm = -unlimited_clearance;
  const Json report = json_of(inspection);
  EXPECT_TRUE(report.at("min_clearance_mm").is_null());
  EXPECT_TRUE(report.at("max_penetration_mm").is_null());
  EXPECT_TRUE(report.at("contacts")[0].at("mean_mm").is_null());
}

TEST(ReportJson, numbers_read_back_as_the_same_bits_and_the_text_repeats) {
  Inspection inspection = testing::inspect_along(testing::two_plates(), {0.1, 0.2, 1});
  inspection.overlap_volume_mm3 = 0.1 + 0.2;
  EXPECT_EQ(json_of(inspection).at("overlap_volume_mm3").get<double>(), 0.1 + 0.2);
  Inspection again = testing::inspect_along(testing::two_plates(), {0.1, 0.2, 1});
  again.overlap_volume_mm3 = 0.1 + 0.2;
  again.timings = inspection.timings;
  EXPECT_EQ(json_lines(report_of(testing::shared(inspection), some_inputs()).json),
            json_lines(report_of(testing::shared(again), some_inputs()).json));
}

TEST(ReportJson, file_names_that_are_no_utf8_do_not_stop_the_report) {
  const Inspection& inspection = testing::inspected_plates();
  const MeshReport odd = testing::mesh_report("sc\xe4n\"\n.stl");
  const Json report = Json::parse(json_lines(report_of(testing::shared(inspection), {odd, odd}).json));
  EXPECT_EQ(report.at("upper").at("file"), "sc\xef\xbf\xbdn\"\n.stl");
}

TEST(ContactsCsv, has_one_line_per_contact_with_its_definition) {
  Inspection inspection = testing::inspected_plates();
  ASSERT_FALSE(inspection.contacts.patches.empty());
  inspection.contacts.patches[0].lower_tooth = 36;
  inspection.contacts.patches[0].region = ArchPart::left_posterior;
  std::istringstream csv(csv_text(contacts_table(inspection, testing::some_provenance())));
  const auto cells = [&] {
    std::vector<std::string> found;
    std::string line, cell;
    std::getline(csv, line);
    EXPECT_EQ(line.back(), '\r');
    line.pop_back();
    std::istringstream stream(line);
    while (std::getline(stream, cell, ',')) found.push_back(cell);
    return found;
  };
  const std::vector<std::string> head = cells();
  std::size_t lines = 0;
  std::vector<std::string> first, last;
  while (csv.peek() != EOF) {
    const std::vector<std::string> row = cells();
    EXPECT_EQ(row.size(), head.size());
    if (lines++ == 0) first = row;
    last = row;
  }
  EXPECT_EQ(lines, inspection.contacts.patches.size() + inspection.surface->contacts.lower.patches.size());
  EXPECT_EQ(last.front(), std::to_string(lines)) << "numbers run on through both measures";
  ASSERT_EQ(first.size(), head.size());
  const auto column = [&](const std::string& name) {
    return static_cast<std::size_t>(std::find(head.begin(), head.end(), name) - head.begin());
  };
  const auto cell = [&](const std::string& name) { return first[column(name)]; };
  EXPECT_EQ(cell("measure"), "clearance");
  EXPECT_EQ(cell("side"), "lower");
  EXPECT_EQ(cell("penetration_counted"), "true");
  EXPECT_EQ(cell("version"), "1.2.3");
  EXPECT_EQ(cell("settings"), "engine zlist; pixel 0.1 mm");
  EXPECT_EQ(cell("upper_sha256"), "aa11");
  EXPECT_EQ(cell("lower_sha256"), "bb22");
  EXPECT_EQ(cell("lower_tooth"), "36");
  EXPECT_EQ(cell("upper_tooth"), "");
  EXPECT_EQ(cell("region"), "left posterior");
  EXPECT_EQ(std::stod(cell("mean_mm")), inspection.contacts.patches[0].mean_mm);
  const ContactPatch& patch = inspection.surface->contacts.lower.patches.back();
  EXPECT_EQ(last[column("measure")], "surface_distance");
  EXPECT_EQ(std::stod(last[column("least_mm")]), patch.least_mm);
  EXPECT_EQ(std::stod(last[column("mean_mm")]), patch.mean_mm);
  EXPECT_EQ(last[column("presence")], "1");
  EXPECT_EQ(last[column("vanishes")], "false");
}

TEST(ReportHtml, holds_its_pictures_and_runs_nothing_but_the_3d_view) {
  Report report = report_of(testing::shared(testing::inspected_plates()), some_inputs());
  report.scene = {};
  report.files = {{.name = "map.png", .make = {}, .caption = "Map"}};
  for (Section& section : report.sections) {
    if (!section.pictures.empty()) section.pictures = {"map.png"};
  }
  const std::string html = page_html(report, {{"map.png", std::string("\x89PNG\r\n", 6)}});
  EXPECT_NE(html.find("src=\"data:image/png;base64,iVBORw0K\""), std::string::npos);
  EXPECT_EQ(html.find("<script"), std::string::npos);
  EXPECT_NE(html.find("not a diagnosis"), std::string::npos);
  EXPECT_NE(html.find(std::string(64, 'a')), std::string::npos);
}

TEST(ReportHtml, surface_distance_is_the_headline_and_clearance_stands_beside_it) {
  Inspection inspection = testing::inspected_labelled_plates();
  inspection.options.thresholds_mm = {0.35};  // that of the tables of contacts
  const std::string html = page_of(report_of(testing::shared(inspection), some_inputs()));
  EXPECT_NE(html.find("they come within 0.100 mm of each other (0.100 mm along the direction of projection)"),
            std::string::npos);
  EXPECT_LT(html.find("Contact area by surface distance"), html.find("Contact area by clearance"));
  EXPECT_LT(html.find("Contacts within 0.35 mm by surface distance"),
            html.find("Contacts within 0.35 mm by clearance"));
  EXPECT_NE(html.find(" ± "), std::string::npos);
  EXPECT_NE(html.find("steady"), std::string::npos);
  EXPECT_EQ(html.find("comes and goes ("), std::string::npos);
}

TEST(ReportHtml, a_contact_that_not_every_pose_has_is_marked) {
  Inspection inspection = testing::inspected_labelled_plates();
  inspection.options.thresholds_mm = {0.35};  // that of the table of contacts
  ASSERT_FALSE(inspection.distance_intervals->contacts.empty());
  inspection.distance_intervals->contacts.back().presence = 0.6;
  inspection.distance_intervals->contacts.back().followed = true;
  EXPECT_NE(page_of(report_of(testing::shared(inspection), some_inputs())).find("comes and goes (60 %)"),
            std::string::npos);
}

TEST(ReportHtml, depth_is_told_by_both_measures) {
  Bite bite = testing::two_plates();
  bite.upper_from_lower = Eigen::Isometry3d(Eigen::Translation3d(0, 0, 0.3));
  Inspection inspection = testing::inspect_along(bite, {0, 0, 1});
  inspection.max_penetration_mm = 0.251;
  inspection.overlap_volume_mm3 = 1.785;
  EXPECT_EQ(finding_sentence(inspection)
                .rfind("The jaws overlap by up to 0.200 mm (0.251 mm along the direction "
                       "of projection; 1.785 mm³); within 0.1 mm of the upper lies 1 "
                       "contact with ",
                       0),
            0U)
      << finding_sentence(inspection);
}

TEST(SummaryText, has_both_measures_intervals_and_the_exact_answer) {
  InspectionOptions options = testing::options_along({0, 0, 1});
  options.exact = true;
  const Inspection inspection = inspect(prepare_case(testing::two_plates()), options);
  const std::string text = summary_text(report_of(testing::shared(inspection), some_inputs()));
  for (const char* part :
       {"surface distance, in any direction", "clearance, along the direction of projection", "95 % interval",
        "20 poses within the error of the bite: 0.02 mm, 0.05°",
        "Exact test  The jaws neither interfere nor touch."}) {
    EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
  }
}

TEST(Quantisation, is_told_in_micrometres_or_as_exact) {
  EXPECT_EQ(quantisation_sentence({.position_mm = 4.8828125e-05, .depth_mm = 1.9073486328125e-06}),
            "corners of faces are snapped to steps of 0.0488 µm across the direction; depths are rounded to "
            "steps of at most 0.0019 µm");
  EXPECT_EQ(quantisation_sentence({}), "corners of faces are not snapped; depths have double precision");
}

TEST(Numbers, are_rounded_with_a_true_minus_and_no_minus_before_zero) {
  EXPECT_EQ(rounded(-0.2346, 3), "–0.235");
  EXPECT_EQ(rounded(-0.0004, 3), "0.000");
  EXPECT_EQ(rounded(Interval{-1.5, 2.25}, 2), "–1.50 to 2.25");
  EXPECT_EQ(in_degrees(0.05 * std::numbers::pi / 180), 0.05);
  EXPECT_NE(shortest(0.75 * 0.4), "0.3") << "a product of decimals has a rounding error";
  EXPECT_EQ(shortest(as_decimal(0.75 * 0.4)), "0.3");
}

TEST(ReportHtml, names_of_files_cannot_write_html) {
  Inspection inspection = testing::inspected_plates();
  inspection.findings = {{"a < b & \"c\""}};
  const MeshReport jaw = testing::mesh_report("<script>alert('x')<b>\u202Etxt.stl");
  const std::string html = page_of(report_of(testing::shared(inspection), {jaw, jaw}));
  EXPECT_EQ(html.find("<script"), std::string::npos);
  EXPECT_NE(html.find("&lt;script&gt;alert(&#39;x&#39;)&lt;b&gt;\\u202etxt.stl"), std::string::npos);
  EXPECT_NE(html.find("a &lt; b &amp; &quot;c&quot;"), std::string::npos);
}

TEST(ReportHtml, remarks_come_before_the_first_number) {
  Inspection inspection = testing::inspected_plates();
  inspection.findings = {{"not_in_bite", Severity::warning, {{"reason", "apart"}, {"apart_mm", 2.0}}}};
  const std::string html = page_of(report_of(testing::shared(inspection), some_inputs()));
  EXPECT_LT(html.find("The jaws are not in bite"), html.find("class=\"finding\""));
  EXPECT_EQ(summary_text(report_of(testing::shared(inspection), some_inputs()))
                .rfind("Note: The jaws are not in bite: they are at least 2.00 mm apart\n", 0),
            0U);
}

TEST(CsvText, what_looks_like_a_formula_is_text_and_numbers_stay_numbers) {
  const CsvFile table{.columns = {"name", "mm"},
                      .rows = {{"=HYPERLINK(\"x\")", -0.5}, {"+1", 1}, {"-1", 2}, {"@sum", 3}, {"a=b", 4}}};
  EXPECT_EQ(csv_text(table),
            "name,mm\r\n\"'=HYPERLINK(\"\"x\"\")\",-0.5\r\n'+1,1\r\n'-1,2\r\n'@sum,3\r\na=b,4\r\n");
}

TEST(CsvText, letters_that_steer_a_terminal_or_end_a_text_are_written_out) {
  const std::string nul("a\0b", 3);
  EXPECT_EQ(csv_text({.columns = {"name"}, .rows = {{nul}, {"\x1b[2J"}, {"\rX"}, {"x\ry"}, {"two\nlines"}}}),
            "name\r\na\\x00b\r\n\\x1b[2J\r\n\\x0dX\r\nx\\x0dy\r\n\"two\nlines\"\r\n");
}

TEST(CsvText, bytes_that_are_no_utf8_stand_as_in_json) {
  EXPECT_EQ(csv_text({.columns = {"name"}, .rows = {{"caf\xe9.ply"}}}), "name\r\ncaf\uFFFD.ply\r\n");
}

//! The contents between all <tag> and </tag>.
std::vector<std::string> texts_within(const std::string& page, const std::string& tag) {
  std::vector<std::string> texts;
  const std::string begin = "<" + tag + ">", end = "</" + tag + ">";
  for (std::size_t at = page.find(begin); at != std::string::npos; at = page.find(begin, at + 1))
    texts.push_back(page.substr(at + begin.size(), page.find(end, at) - at - begin.size()));
  return texts;
}

TEST(PageHtml, a_policy_names_its_styles_and_scripts_and_nothing_else) {
  const std::string page = testing::page_of_small_dentition();
  const auto styles = texts_within(page, "style"), scripts = texts_within(page, "script");
  EXPECT_EQ(styles.size(), 1U);
  EXPECT_EQ(scripts.size(), 2U);
  const std::string policy = policy_html(styles, scripts);
  EXPECT_LT(page.find(policy), page.find("<style>"));
  EXPECT_EQ(policy.find("unsafe"), std::string::npos);
  EXPECT_EQ(page.find(" style=\""), std::string::npos) << "the policy would drop it";
  EXPECT_EQ(page.find('\r'), std::string::npos) << "browsers hash what they read, which is LF";
}

//! Hashes as computed by a browser: this example is from the specification of CSP 2, section 8.4.
TEST(PageHtml, a_policy_has_hashes_as_browsers_compute_them) {
  const std::string script = "alert('Hello, world.');";
  EXPECT_NE(policy_html({}, {&script, 1})
                .find("style-src 'none'; script-src 'sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng=';"),
            std::string::npos);
}

TEST(Escaped, letters_from_right_to_left_stand_within_isolates) {
  EXPECT_EQ(escaped("<לסת> 3"), "&lt;\u2067לסת\u2069&gt; 3");
}

}  // namespace
}  // namespace intercusp
