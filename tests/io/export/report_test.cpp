#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "io/export/contacts_csv.h"
#include "io/export/report_html.h"
#include "io/export/report_json.h"
#include "io/export/summary_text.h"
#include "tests/io/export/support.h"

namespace intercusp {
namespace {

using Json = nlohmann::json;

Json report_of(const Inspection& inspection) {
  return Json::parse(report_json(inspection, testing::report_of("u.stl"), testing::report_of("l.stl"), 12.5));
}

TEST(ReportJson, has_every_key_of_the_contract) {
  const Inspection inspection = testing::inspect_along(testing::two_plates(), {0, 0, 1});
  const Json report = report_of(inspection);
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
  ASSERT_EQ(report.at("areas").size(), 5U);
  for (const char* key : {"threshold_mm", "measure", "side", "projected_mm2", "surface_mm2"}) {
    EXPECT_TRUE(report.at("areas")[0].contains(key)) << key;
  }
  ASSERT_FALSE(report.at("contacts").empty());
  for (const char* key : {"id", "tooth", "centroid_mm", "projected_mm2", "surface_mm2", "min_clearance_mm",
                          "mean_clearance_mm", "threshold_mm", "measure"}) {
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
  const Json report = report_of(testing::inspect_along(testing::two_plates(), {0, 0, 1}));
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

TEST(ReportJson, infinity_and_nan_are_null) {
  Inspection inspection = testing::inspect_along(testing::two_plates(), {0, 0, 1});
  inspection.min_clearance_mm = unlimited_clearance;
  inspection.max_penetration_mm = std::nan("");
  ASSERT_FALSE(inspection.contacts.patches.empty());
  inspection.contacts.patches[0].mean_clearance_mm = -unlimited_clearance;
  const Json report = report_of(inspection);
  EXPECT_TRUE(report.at("min_clearance_mm").is_null());
  EXPECT_TRUE(report.at("max_penetration_mm").is_null());
  EXPECT_TRUE(report.at("contacts")[0].at("mean_clearance_mm").is_null());
}

TEST(ReportJson, numbers_read_back_as_the_same_bits_and_the_text_repeats) {
  Inspection inspection = testing::inspect_along(testing::two_plates(), {0.1, 0.2, 1});
  inspection.overlap_volume_mm3 = 0.1 + 0.2;
  EXPECT_EQ(report_of(inspection).at("overlap_volume_mm3").get<double>(), 0.1 + 0.2);
  Inspection again = testing::inspect_along(testing::two_plates(), {0.1, 0.2, 1});
  again.overlap_volume_mm3 = 0.1 + 0.2;
  again.timings = inspection.timings;
  const MeshReport jaw = testing::report_of("a.stl");
  EXPECT_EQ(report_json(inspection, jaw, jaw, 1), report_json(again, jaw, jaw, 1));
}

TEST(ReportJson, file_names_that_are_no_utf8_do_not_stop_the_report) {
  const Inspection inspection = testing::inspect_along(testing::two_plates(), {0, 0, 1});
  const MeshReport odd = testing::report_of("sc\xe4n\"\n.stl");
  const Json report = Json::parse(report_json(inspection, odd, odd, 1));
  EXPECT_EQ(report.at("upper").at("file"), "sc\xef\xbf\xbdn\"\n.stl");
}

TEST(ContactsCsv, has_one_line_per_contact_with_its_definition) {
  Inspection inspection = testing::inspect_along(testing::two_plates(), {0, 0, 1});
  ASSERT_FALSE(inspection.contacts.patches.empty());
  inspection.contacts.patches[0].lower_tooth = 36;
  inspection.contacts.patches[0].region = "left posterior";
  std::istringstream csv(contacts_csv(inspection, testing::some_provenance()));
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
  std::vector<std::string> first;
  while (csv.peek() != EOF) {
    const std::vector<std::string> row = cells();
    EXPECT_EQ(row.size(), head.size());
    if (lines++ == 0) first = row;
  }
  EXPECT_EQ(lines, inspection.contacts.patches.size());
  ASSERT_EQ(first.size(), head.size());
  const auto cell = [&](const std::string& name) {
    return first[std::find(head.begin(), head.end(), name) - head.begin()];
  };
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
  EXPECT_EQ(std::stod(cell("mean_clearance_mm")), inspection.contacts.patches[0].mean_clearance_mm);
}

TEST(ReportHtml, holds_its_pictures_and_runs_nothing) {
  const Inspection inspection = testing::inspect_along(testing::two_plates(), {0, 0, 1});
  const std::vector<ReportPicture> pictures = {{"Map", std::string("\x89PNG\r\n", 6)}};
  const MeshReport jaw = testing::report_of("a.stl");
  const std::string html = report_html(inspection, jaw, jaw, 1, pictures);
  EXPECT_NE(html.find("src=\"data:image/png;base64,iVBORw0K\""), std::string::npos);
  EXPECT_EQ(html.find("<script"), std::string::npos);
  EXPECT_NE(html.find("not a diagnosis"), std::string::npos);
  EXPECT_NE(html.find(std::string(64, 'a')), std::string::npos);
}

TEST(ReportHtml, names_of_files_cannot_write_html) {
  Inspection inspection = testing::inspect_along(testing::two_plates(), {0, 0, 1});
  inspection.remarks = {"a < b & \"c\""};
  const MeshReport jaw = testing::report_of("<script>alert('x')</script>.stl");
  const std::string html = report_html(inspection, jaw, jaw, 1, {});
  EXPECT_EQ(html.find("<script"), std::string::npos);
  EXPECT_NE(html.find("&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;.stl"), std::string::npos);
  EXPECT_NE(html.find("a &lt; b &amp; &quot;c&quot;"), std::string::npos);
}

TEST(ReportHtml, remarks_come_before_the_first_number) {
  Inspection inspection = testing::inspect_along(testing::two_plates(), {0, 0, 1});
  inspection.remarks = {"the jaws are not in bite"};
  const MeshReport jaw = testing::report_of("a.stl");
  const std::string html = report_html(inspection, jaw, jaw, 1, {});
  EXPECT_LT(html.find("the jaws are not in bite"), html.find("class=\"finding\""));
  EXPECT_EQ(summary_text(inspection, jaw, jaw).rfind("Note: the jaws are not in bite\n", 0), 0U);
}

}  // namespace
}  // namespace intercusp
