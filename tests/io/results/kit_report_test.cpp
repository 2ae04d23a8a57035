#include <gtest/gtest.h>

#include <limits>
#include <nlohmann/json.hpp>

#include "io/files/value.h"
#include "io/results/validation/kit/report.h"
#include "tests/io/report/support.h"

namespace intercusp {
namespace {

KitReport some_report() {
  KitReport report;
  report.scenes = {"sphere & plane"};
  report.engines = {"zlist", "ray"};
  report.missing_engines = {"stencil"};
  report.rows = {{.scene = "sphere & plane",
                  .engine = "zlist",
                  .edge_mm = 0.07,
                  .pixel_mm = 0.05,
                  .noise_um = 5,
                  .triangles = 1234,
                  .pixels = 100,
                  .facets_rms_mm = 1.23456e-6,
                  .facets_max_mm = 2e-6,
                  .paper_rms_mm = std::numeric_limits<double>::quiet_NaN(),
                  .paper_max_mm = 3e-4,
                  .threshold_mm = 0.1,
                  .area_mm2 = 2.02,
                  .adaptive_mm2 = 1.999,
                  .facets_mm2 = 2,
                  .paper_mm2 = 1.99}};
  report.rows.push_back(report.rows[0]);
  report.rows[1].engine = "ray";
  report.rows[1].adaptive_mm2.reset();
  report.surface_rows = {{.scene = "sphere & plane",
                          .threshold_mm = 0.1,
                          .lower_mm2 = 1,
                          .lower_paper_mm2 = 1,
                          .upper_mm2 = 1,
                          .upper_paper_mm2 = 1}};
  report.changes = {{.scene = "sphere & plane", .area_mm2 = 2, .half_mm2 = 1.98, .twice_mm2 = 2}};
  report.answers = {{"interfere", "block & plate", "zlist", KitAnswer::depth, 0.3000004, 0.3},
                    {"spray", "sphere", "", KitAnswer::share, 0.235, 0.237}};
  report.checks = judge(report.rows, report.surface_rows, report.changes);
  return report;
}

TEST(KitReport, json_has_every_row_and_says_what_is_broken) {
  const nlohmann::json json = nlohmann::json::parse(json_lines(report_of(some_report()).json));
  EXPECT_EQ(json["schema"], "intercusp-accuracy/1");
  EXPECT_EQ(json["passed"], false) << "an area 1 % off";
  EXPECT_EQ(json["missing_engines"], nlohmann::json::array({"stencil"}));
  ASSERT_EQ(json["rows"].size(), 2U);
  EXPECT_EQ(json["rows"][0]["facets_rms_mm"], 1.235e-6) << "four digits";
  EXPECT_EQ(json["rows"][0]["adaptive_mm2"], 1.999);
  EXPECT_TRUE(json["rows"][1]["adaptive_mm2"].is_null());
  EXPECT_TRUE(json["rows"][0]["paper_rms_mm"].is_null()) << "not a number";
  int broken = 0;
  for (const auto& check : json["checks"]) broken += check["passed"] == false;
  EXPECT_GE(broken, 1);
  EXPECT_EQ(json_lines(report_of(some_report()).json), json_lines(report_of(some_report()).json));
}

TEST(KitReport, page_names_bounds_results_and_what_did_not_take_part) {
  const std::string html = testing::page_of(report_of(some_report()));
  EXPECT_NE(html.find("<!DOCTYPE html>"), std::string::npos);
  EXPECT_NE(html.find("sphere &amp; plane"), std::string::npos);
  EXPECT_EQ(html.find("sphere & plane"), std::string::npos) << "text is escaped";
  EXPECT_NE(html.find("bounds are not kept"), std::string::npos);
  EXPECT_NE(html.find("block &amp; plate"), std::string::npos) << "answers of commands without a map";
  EXPECT_NE(html.find("0.300000 mm"), std::string::npos);
  EXPECT_NE(html.find("23.500 %"), std::string::npos);
  EXPECT_NE(html.find("The stencil engine did not take part"), std::string::npos);
  EXPECT_NE(html.find("+1.000"), std::string::npos) << "area against facets, per cent";
  EXPECT_EQ(html.find("nan"), std::string::npos);
  EXPECT_EQ(html.find("<script"), std::string::npos);
}

TEST(KitReport, text_has_a_line_for_every_check) {
  const KitReport report = some_report();
  const std::string text = summary_text(report_of(report));
  for (const KitCheck& check : report.checks)
    EXPECT_NE(text.find(kit_bound_in_words(check.what)), std::string::npos);
  EXPECT_NE(text.find("NOT KEPT"), std::string::npos);
  EXPECT_NE(text.find("bound 1 µm, worst 0.002 µm"), std::string::npos) << text;
  EXPECT_EQ(text.find("All"), std::string::npos);
}

TEST(KitReport, a_report_that_keeps_its_bounds_says_so) {
  KitReport report = some_report();
  for (KitCheck& check : report.checks) check.passed = true;
  report.missing_engines.clear();
  EXPECT_EQ(finding_sentence(report), "All 9 bounds are kept.");
  EXPECT_EQ(testing::page_of(report_of(report)).find("NOT KEPT"), std::string::npos);
}

}  // namespace
}  // namespace intercusp
