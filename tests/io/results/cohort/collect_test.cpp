#include "io/results/cohort/collect.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "io/files/errors.h"
#include "io/files/result_folder.h"
#include "io/files/value.h"
#include "io/results/cohort/check.h"
#include "io/results/cohort/columns.h"
#include "io/results/cohort/manifest.h"
#include "io/results/cohort/plan.h"
#include "io/results/inspection/report.h"
#include "tests/io/report/support.h"
#include "tests/support/temporary_folder.h"

namespace intercusp {
namespace {

//! The report of two plates 0.05 mm apart, as inspect writes it.
const nlohmann::json& plates_report() {
  static const nlohmann::json report = [] {
    Bite bite = testing::labelled_plates();
    bite.upper_from_lower.translation().z() += 0.05;
    const Inspection inspection = testing::inspect_along(bite, {0, 0, 1});
    const MeshReport read{.files = {{.path = "u.stl", .format = "STL", .sha256 = "aa"}}};
    const Report made = report_of(testing::shared(inspection), Inputs{read, read, 1.0}, nullptr, CaseNotes{});
    return nlohmann::json::parse(json_lines(made.json));
  }();
  return report;
}

CohortCase named(const std::string& subject) {
  return {.subject = subject,
          .session = "1",
          .name = case_name(subject, "1"),
          .upper = "u.stl",
          .lower = "l.stl"};
}

void write_done(const TemporaryFolder& cohort, const CohortCase& one,
                nlohmann::json report = plates_report()) {
  CaseRecord record{.subject = one.subject,
                    .session = one.session,
                    .key = "k",
                    .version = "1",
                    .host = "h",
                    .options = {"--pixel", "0.3"},
                    .seconds = 1.5};
  add_figures(record, report);
  write_record(case_folder(cohort.path(), one), record, case_rows(one, CohortAnalysis::inspect, report));
}

void write_failed(const TemporaryFolder& cohort, const CohortCase& one) {
  const CaseRecord record{.subject = one.subject,
                          .session = "1",
                          .reason_code = "empty_file",
                          .reason = "l.stl: <b>is empty</b>",
                          .key = "k",
                          .version = "1",
                          .host = "h"};
  write_record(case_folder(cohort.path(), one), record, {});
}

//! Cells by column name, row by row.
std::vector<std::map<std::string, std::string>> table(const std::filesystem::path& file) {
  const std::vector<CsvRow> rows = csv_rows(file, bytes_of(file));
  std::vector<std::map<std::string, std::string>> cells;
  for (std::size_t i = 1; i < rows.size(); ++i) {
    EXPECT_EQ(rows[i].cells.size(), rows[0].cells.size()) << file << " line " << rows[i].line;
    cells.emplace_back();
    for (std::size_t c = 0; c < rows[0].cells.size(); ++c)
      cells.back()[rows[0].cells[c]] = rows[i].cells.at(c);
  }
  return cells;
}

TEST(Collect, has_a_row_for_every_case_in_the_order_of_the_manifest) {
  const TemporaryFolder cohort;
  cohort.write("manifest.csv",
               "subject,session,upper,lower\nC,1,u.stl,l.stl\nA,1,u.stl,l.stl\nB,1,u.stl,l.stl\n");
  write_done(cohort, named("A"));
  write_failed(cohort, named("C"));
  EXPECT_EQ(collect(cohort.path()).failed, 2U);
  const auto rows = table(cohort / "cases.csv");
  ASSERT_EQ(rows.size(), 3U);
  EXPECT_EQ(rows[0].at("subject"), "C");
  EXPECT_EQ(rows[0].at("status"), "failed");
  EXPECT_EQ(rows[0].at("reason_code"), "empty_file");
  EXPECT_EQ(rows[1].at("status"), "done");
  EXPECT_EQ(rows[1].at("reason_code"), "");
  EXPECT_EQ(rows[2].at("reason_code"), "not_run");
}

TEST(Collect, figures_are_those_of_the_report) {
  const TemporaryFolder cohort;
  cohort.write("manifest.csv", "subject,session,upper,lower\nA,1,u.stl,l.stl\n");
  write_done(cohort, named("A"));
  collect(cohort.path());
  const auto row = table(cohort / "cases.csv").at(0);
  const nlohmann::json& report = plates_report();
  EXPECT_EQ(std::stod(row.at("min_surface_distance_mm")), report["min_surface_distance_mm"].get<double>());
  EXPECT_EQ(std::stod(row.at("min_clearance_mm")), report["min_clearance_mm"].get<double>());
  EXPECT_EQ(row.at("interference"), "false");
  EXPECT_EQ(row.at("contact_threshold_mm"), "0.1");
  const auto area = std::ranges::find_if(report["areas"], [](const nlohmann::json& a) {
    return a["threshold_mm"] == 0.1 && a["measure"] == "surface_distance" && a["side"] == "lower";
  });
  ASSERT_NE(area, report["areas"].end());
  EXPECT_EQ(std::stod(row.at("contact_area_mm2")), (*area)["surface_mm2"].get<double>());
  EXPECT_GT(std::stod(row.at("contact_area_mm2")), 0);
  EXPECT_EQ(row.at("upper_sha256"), "aa");
  EXPECT_EQ(table(cohort / "contacts.csv").size(), report["contacts"].size());
}

TEST(Collect, teeth_without_contact_have_rows_as_well) {
  const TemporaryFolder cohort;
  cohort.write("manifest.csv", "subject,session,upper,lower\nA,1,u.stl,l.stl\n");
  nlohmann::json report = plates_report();
  report["tooth_axes"].push_back({{"tooth", 41}});
  write_done(cohort, named("A"), report);
  collect(cohort.path());
  std::size_t without = 0;
  for (const auto& row : table(cohort / "teeth.csv")) {
    if (row.at("tooth") != "41") continue;
    ++without;
    EXPECT_EQ(row.at("contacts"), "0");
    EXPECT_EQ(row.at("min_mm"), "");
  }
  std::size_t measured = 0;  // thresholds and measures
  for (const nlohmann::json& area : report["areas"]) measured += area["side"] == "lower" ? 1 : 0;
  EXPECT_GT(measured, 0U);
  EXPECT_EQ(without, measured);
}

TEST(Collect, every_column_of_every_table_is_in_the_dictionary) {
  const TemporaryFolder cohort;
  cohort.write("manifest.csv", "subject,session,upper,lower\nA,1,u.stl,l.stl\n");
  write_done(cohort, named("A"));
  collect(cohort.path());
  std::set<std::pair<std::string, std::string>> defined;
  for (const auto& row : table(cohort / "dictionary.csv")) {
    EXPECT_GT(row.at("definition").size(), 8U) << row.at("column");
    EXPECT_TRUE(defined.emplace(row.at("file"), row.at("column")).second)
        << row.at("column") << " is there twice";
  }
  for (const std::string name : {"cases.csv", "teeth.csv", "contacts.csv", "provenance.csv"}) {
    const std::vector<CsvRow> rows = csv_rows(name, bytes_of(cohort / name));
    for (const std::string& column : rows.at(0).cells)
      EXPECT_TRUE(defined.contains({name, column})) << name << " " << column;
  }
}

TEST(Collect, the_page_escapes_names_and_links_each_report) {
  const TemporaryFolder cohort;
  cohort.write("manifest.csv", "subject,session,upper,lower\n<script>,1,u.stl,l.stl\nC,1,u.stl,l.stl\n");
  write_done(cohort, named("<script>"));
  write_failed(cohort, named("C"));
  collect(cohort.path());
  const std::string page = bytes_of(cohort / "summary.html");
  EXPECT_EQ(page.find("<script>"), std::string::npos);
  EXPECT_EQ(page.find("<b>is empty"), std::string::npos);
  EXPECT_NE(page.find("href=\"cases/sub-%253Cscript%253E_ses-1/report.html\""), std::string::npos);
  EXPECT_NE(page.find("1 of 2 cases are done"), std::string::npos);
}

TEST(Collect, a_damaged_result_counts_as_none_and_other_columns_are_refused) {
  const TemporaryFolder cohort;
  cohort.write("manifest.csv", "subject,session,upper,lower\nA,1,u.stl,l.stl\n");
  cohort.write("cases/sub-A_ses-1/case.json", "{\"schema\": \"intercusp-cohort-case/1\"");
  EXPECT_EQ(collect(cohort.path()).cases.front().record.reason_code, "not_run");
  for (const char* const rows : {"cohort_teeth.csv", "cohort_contacts.csv"}) {
    write_done(cohort, named("A"));
    EXPECT_TRUE(collect(cohort.path()).cases.front().record.done());
    cohort.write(std::string("cases/sub-A_ses-1/") + rows, "subject,other\r\n");
    EXPECT_EQ(collect(cohort.path()).cases.front().record.reason_code, "rows_missing");
    std::filesystem::remove(cohort.path() / "cases/sub-A_ses-1" / rows);
    EXPECT_EQ(collect(cohort.path()).cases.front().record.reason_code, "rows_missing");
  }
}

TEST(CaseFolder, that_is_a_link_is_refused) {
  const TemporaryFolder cohort, archive;
  const CohortCase one = named("A");
  EXPECT_NO_THROW(check_case_folder(cohort.path(), one));
  std::filesystem::create_directories(cohort / "cases");
  std::filesystem::create_directory_symlink(archive.path(), case_folder(cohort.path(), one));
  EXPECT_THROW(check_case_folder(cohort.path(), one), ReplaceError);
  std::filesystem::remove_all(cohort / "cases");
  std::filesystem::create_directory_symlink(archive.path(), cohort / "cases");
  EXPECT_THROW(check_case_folder(cohort.path(), one), ReplaceError);
  std::filesystem::remove(cohort / "cases");
  write_done(cohort, one);
  std::filesystem::create_directory_symlink(archive.path(), case_folder(cohort.path(), one) / "play");
  EXPECT_THROW(check_case_folder(cohort.path(), one), ReplaceError);
}

TEST(Collect, a_table_that_is_no_longer_made_goes) {
  const TemporaryFolder cohort;
  cohort.write("manifest.csv", "subject,session,upper,lower\nA,1,u.stl,l.stl\n");
  write_done(cohort, named("A"));
  const auto further = [](const Collection&, const std::string& cases_table) {
    return std::vector<OutputFile>{{"further.csv", cases_table}};
  };
  EXPECT_TRUE(collect(cohort.path(), false, further).removed.empty());
  EXPECT_EQ(bytes_of(cohort / "further.csv"), bytes_of(cohort / "cases.csv"));
  EXPECT_EQ(collect(cohort.path()).removed, std::vector<std::string>{"further.csv"});
}

TEST(Plan, computes_what_has_changed_and_failures_only_when_asked) {
  const TemporaryFolder scans, cohort;
  scans.write("u.stl", "upper");
  scans.write("l.stl", "lower");
  const auto file = scans.write(
      "manifest.csv", "subject,session,upper,lower\nA,1,u.stl,l.stl\nC,1,u.stl,l.stl\nB,1,u.stl,l.stl\n");
  const std::vector<std::string> options = {"--pixel", "0.3"};
  constexpr CohortAnalysis analysis = CohortAnalysis::inspect;
  const Manifest manifest = read_manifest(file);
  const auto keep = [&](const CohortCase& one, const std::string& reason_code) {
    CaseRecord record{.reason_code = reason_code, .key = case_key(one, analysis, options)};
    if (reason_code.empty()) record.figures.resize(case_figures(analysis).size());
    std::vector<OutputFile> rows;
    for (const CohortTable& table : case_tables(analysis)) {
      if (record.done()) rows.push_back({table.rows_name, header_of(table)});
    }
    write_record(case_folder(cohort.path(), one), record, rows);
  };
  const auto planned = [&](const std::vector<std::string>& with, bool retry) {
    std::string names;
    for (const PlannedCase& one : make_plan(manifest, cohort.path(), analysis, with, retry).to_do)
      names += one.one.subject;
    return names;
  };
  EXPECT_EQ(planned(options, false), "ACB");
  keep(manifest.cases[0], "");
  keep(manifest.cases[1], "empty_file");
  EXPECT_EQ(planned(options, false), "B");
  EXPECT_EQ(planned(options, true), "CB");
  std::filesystem::remove(case_folder(cohort.path(), manifest.cases[0]) / "cohort_teeth.csv");
  EXPECT_EQ(planned(options, false), "AB") << "a case that has lost its rows is computed again";
  keep(manifest.cases[0], "");
  EXPECT_EQ(planned({"--pixel", "0.2"}, false), "ACB");
  scans.write("u.stl", "another upper");
  EXPECT_EQ(planned(options, false), "ACB");
  scans.write("u.stl", "upper");
  scans.write("u.json", "labels");  // read beside the scan
  EXPECT_EQ(planned(options, false), "ACB");
}

TEST(Plan, reads_back_as_written) {
  const TemporaryFolder scans, cohort;
  const Manifest manifest = read_manifest(scans.write(
      "manifest.csv", "subject,session,upper,lower,pose\n\"A \"\"x\"\"\",1,u.stl,l.stl,p.json\n"));
  const CohortPlan plan =
      make_plan(manifest, cohort.path(), CohortAnalysis::bite, {"--threshold", "0.2"}, false);
  const CohortPlan again = read_plan(cohort.write("plan.json", json_lines(plan_fields(plan))));
  ASSERT_EQ(again.to_do.size(), 1U);
  EXPECT_EQ(again.analysis, CohortAnalysis::bite);
  EXPECT_EQ(again.options, plan.options);
  EXPECT_EQ(again.manifest_folder, plan.manifest_folder);
  EXPECT_EQ(again.to_do.front().one.subject, "A \"x\"");
  EXPECT_EQ(again.to_do.front().one.pose, plan.to_do.front().one.pose);
  EXPECT_EQ(again.to_do.front().key, plan.to_do.front().key);
}

TEST(CheckCases, tells_every_fault_of_every_case_with_its_code) {
  const TemporaryFolder scans;
  scans.write("empty.stl", "");
  scans.write("pose.json", "{\"upper_from_lower\": [2]}");
  const Manifest manifest = read_manifest(scans.write(
      "manifest.csv",
      "subject,session,upper,lower,pose\nA,1,empty.stl,missing.stl,pose.json\nB,1,,empty.stl,\n"));
  std::string codes;
  for (const CaseFault& fault :
       check_cases(manifest, CohortAnalysis::inspect, std::nullopt, [](std::size_t) {}))
    codes += fault.subject + " " + fault.code + "; ";
  EXPECT_EQ(codes, "A empty_file; A missing_file; A unusable_pose; B no_scan_named; B empty_file; ");
}

TEST(CheckCases, compare_and_segment_take_one_jaw) {
  const TemporaryFolder scans;
  scans.write("empty.stl", "");
  const Manifest manifest = read_manifest(
      scans.write("manifest.csv",
                  "subject,session,upper,lower\nA,1,empty.stl,\nA,2,,empty.stl\nB,1,,empty.stl\nC,1,,\n"));
  const auto codes = [&](CohortAnalysis analysis) {
    std::string text;
    for (const CaseFault& fault : check_cases(manifest, analysis, std::nullopt, [](std::size_t) {}))
      text += fault.subject + fault.session + " " + fault.code + "; ";
    return text;
  };
  EXPECT_EQ(codes(CohortAnalysis::segment),
            "A1 empty_file; A2 empty_file; B1 empty_file; C1 no_scan_named; ");
  EXPECT_EQ(codes(CohortAnalysis::compare),
            "A1 empty_file; A2 no_scan_named; A2 empty_file; B1 empty_file; C1 no_scan_named; ");
  EXPECT_EQ(codes(CohortAnalysis::bite),
            "A1 no_scan_named; A1 empty_file; A2 no_scan_named; A2 empty_file; B1 no_scan_named; "
            "B1 empty_file; C1 no_scan_named; ");
}

TEST(Plan, a_later_session_is_compared_again_when_the_first_has_changed) {
  const TemporaryFolder scans;
  for (const char* const name : {"u1.stl", "u2.stl", "u3.stl"}) scans.write(name, name);
  const auto file =
      scans.write("manifest.csv", "subject,session,upper,lower\nA,1,u1.stl,\nA,2,u2.stl,\nB,1,u3.stl,\n");
  const auto keys = [&](CohortAnalysis analysis) {
    std::vector<std::string> all;
    for (const CohortCase& one : read_manifest(file).cases) all.push_back(case_key(one, analysis, {}));
    return all;
  };
  EXPECT_EQ(read_manifest(file).cases[1].first_case, "sub-A_ses-1");
  EXPECT_EQ(read_manifest(file).cases[0].first_case, "");
  const auto compared = keys(CohortAnalysis::compare), found = keys(CohortAnalysis::segment);
  scans.write("u1.stl", "another");
  const auto compared_again = keys(CohortAnalysis::compare), found_again = keys(CohortAnalysis::segment);
  EXPECT_NE(compared[1], compared_again[1]);
  EXPECT_EQ(compared[2], compared_again[2]);
  EXPECT_EQ(found[1], found_again[1]) << "segment reads the scan of the row alone";
  EXPECT_NE(compared[1], found[1]);
}

TEST(Collect, results_of_another_analysis_count_as_none) {
  const TemporaryFolder cohort;
  const Manifest manifest =
      read_manifest(cohort.write("manifest.csv", "subject,session,upper,lower\nA,1,u.stl,l.stl\n"));
  write_done(cohort, named("A"));
  const auto plan = [&](CohortAnalysis analysis) {
    cohort.write("plan.json", json_lines(plan_fields({.analysis = analysis})));
    return collect(cohort.path());
  };
  EXPECT_EQ(plan(CohortAnalysis::inspect).failed, 0U);
  EXPECT_TRUE(std::filesystem::exists(cohort / "contacts.csv"));
  EXPECT_EQ(plan(CohortAnalysis::segment).cases.front().record.reason_code, "rows_missing");
  EXPECT_FALSE(std::filesystem::exists(cohort / "contacts.csv")) << "a table of inspect alone";
}

}  // namespace
}  // namespace intercusp
