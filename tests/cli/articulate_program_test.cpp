// `intercusp articulate` end to end.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "occlusion/geometry/shapes.h"
#include "tests/support/program.h"
#include "tests/support/real_scans.h"
#include "tests/support/wide.h"

namespace intercusp {
namespace {

class ArticulateProgram : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    scene_ = new testing::TemporaryFolder;
    ASSERT_EQ(
        run_program("generate dentition --triangles 20000 --quiet --out " + quoted(scene_->path())).status,
        0);
  }
  static void TearDownTestSuite() {
    delete scene_;
    scene_ = nullptr;
  }

  static std::string jaws() { return quoted(*scene_ / "upper.ply") + " " + quoted(*scene_ / "lower.ply"); }

  static testing::Run articulate(const std::string& options) {
    return run_program("articulate " + jaws() + " " + options);
  }

  static json without_timings(const std::string& text) {
    json report = json::parse(text);
    report.erase("timings_ms");
    return report;
  }

  static testing::TemporaryFolder* scene_;
  testing::TemporaryFolder folder_;
};
testing::TemporaryFolder* ArticulateProgram::scene_ = nullptr;

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

TEST_F(ArticulateProgram, writes_report_tables_tracks_and_pictures) {
  const auto run = articulate("--sensitivity 4 --out " + quoted(folder_ / "out"));
  ASSERT_EQ(run.status, 0) << run.err;
  for (const char* words : {"Bonwill arm 105 mm", "Intercuspation", "Protrusion",
                            "Laterotrusion to the right", "posterior teeth", "Under 4 plausible settings"})
    EXPECT_NE(run.out.find(words), std::string::npos) << words << "\n" << run.out;
  const json report = json_of(folder_ / "out" / "articulate.json");
  EXPECT_EQ(report["schema"], "intercusp-articulate/1");
  EXPECT_EQ(report["incisal_point_from"], "teeth 31 and 41");
  EXPECT_NEAR(report["hinge_axis"]["intercondylar_mm"].get<double>(), 110, 1e-9);
  ASSERT_EQ(report["movements"].size(), 3U);
  for (const json& movement : report["movements"]) {
    ASSERT_EQ(movement["guidance"].size(), 4U);
    for (const json& step : movement["guidance"]) {
      EXPECT_NEAR(step["reached_mm"].get<double>(), step["excursion_mm"].get<double>(), 0.001);
      EXPECT_FALSE(step["contacts"].empty());
    }
    const std::string name = movement["name"];
    EXPECT_GT(std::filesystem::file_size(folder_ / "out" / (name + ".png")), 10'000U);
    const auto track = lines_of(bytes_of(folder_ / "out" / (name + ".csv")));
    EXPECT_EQ(track.size(), 1 + movement["path"].size());
    EXPECT_EQ(std::ranges::count(track.front(), ','), 16);
  }
  EXPECT_EQ(report["sensitivity"]["settings_done"], 4);
  EXPECT_EQ(report["sensitivity"]["guidance"].size(), 30U);
  EXPECT_EQ(lines_of(bytes_of(folder_ / "out" / "sensitivity.csv")).size(),
            1 + report["sensitivity"]["contacts"].size());
  EXPECT_EQ(lines_of(bytes_of(folder_ / "out" / "opening.csv")).size(), 42U);
}

TEST_F(ArticulateProgram, has_tables_with_as_many_cells_in_every_line) {
  ASSERT_EQ(articulate("--quiet --sensitivity 3 --out " + quoted(folder_ / "out")).status, 0);
  for (const char* name : {"guidance.csv", "sensitivity.csv", "protrusion.csv", "opening.csv"}) {
    const auto lines = lines_of(bytes_of(folder_ / "out" / name));
    ASSERT_GT(lines.size(), 4U) << name;
    for (const std::string& line : lines)
      EXPECT_EQ(std::ranges::count(line, ','), std::ranges::count(lines.front(), ',')) << name << line;
  }
}

TEST_F(ArticulateProgram, writes_tracks_that_play_reads) {
  ASSERT_EQ(articulate("--quiet --out " + quoted(folder_ / "out")).status, 0);
  for (const char* name : {"protrusion", "laterotrusion_left", "laterotrusion_right", "opening"}) {
    const auto run = run_program("play " + jaws() + " --quiet --pixel 0.4 --track " +
                                 quoted(folder_ / "out" / (std::string(name) + ".csv")));
    EXPECT_EQ(run.status, 0) << name << run.err;
  }
}

TEST_F(ArticulateProgram, gives_the_same_report_again) {
  const auto once = articulate("--json --sensitivity 3");
  ASSERT_EQ(once.status, 0) << once.err;
  EXPECT_EQ(without_timings(once.out), without_timings(articulate("--json --sensitivity 3").out));
}

TEST_F(ArticulateProgram, obeys_the_settings_of_each_side) {
  const auto run = articulate(
      "--json --inclination 30,40 --bennett 7 --side-shift 0.2,0.3 --intercondylar 100 --threshold 0.05");
  ASSERT_EQ(run.status, 0) << run.err;
  const json settings = json::parse(run.out)["settings"];
  EXPECT_EQ(settings["inclination_right_deg"], 30);
  EXPECT_EQ(settings["inclination_left_deg"], 40);
  EXPECT_EQ(settings["bennett_right_deg"], 7);
  EXPECT_EQ(settings["bennett_left_deg"], 7);
  EXPECT_EQ(settings["side_shift_left_mm"], 0.3);
  EXPECT_EQ(settings["intercondylar_mm"], 100);
  EXPECT_EQ(settings["threshold_mm"], 0.05);
}

TEST_F(ArticulateProgram, takes_the_axis_that_it_is_given) {
  const json usual = json::parse(articulate("--json").out)["hinge_axis"];
  std::string condyles;
  for (const char* side : {"right_condyle_mm", "left_condyle_mm"}) {
    for (const json& number : usual[side]) condyles += (condyles.empty() ? "" : ",") + number.dump();
  }
  const auto run = articulate("--json --condyles=" + condyles);
  ASSERT_EQ(run.status, 0) << run.err;
  const json given = json::parse(run.out)["hinge_axis"];
  EXPECT_EQ(given["from"], "given condyles");
  EXPECT_EQ(given["left_condyle_mm"], usual["left_condyle_mm"]);
  const auto swapped = articulate("--condyles=55,80,30,-55,80,30");
  EXPECT_EQ(swapped.status, 3);
  EXPECT_NE(swapped.err.find("the right one first"), std::string::npos) << swapped.err;
}

TEST_F(ArticulateProgram, tells_wrong_usage_before_it_opens_files) {
  for (const std::string options :
       {"--inclination 95", "--inclination 30,40,50", "--inclination steep", "--bennett -3",
        "--side-shift 99", "--bonwill-arm 20", "--balkwill 120", "--condyles 1,2,3", "--condyles 0,0,0,1,0,0",
        "--condyles=-55,80,30,55,80,30 --balkwill 20", "--threshold -0.1", "--threshold nan",
        "--sensitivity 0", "--sensitivity many", "--engine zlist"}) {
    const auto run = run_program("articulate none.stl none.stl " + options);
    EXPECT_EQ(run.status, 2) << options << "\n" << run.err;
  }
}

TEST_F(ArticulateProgram, says_why_it_cannot_use_an_input) {
  EXPECT_EQ(run_program("articulate none.stl none.stl").status, 3);
  testing::write_stl(folder_ / "a.stl", shapes::sphere({0, 0, 20}, 19, 20));
  testing::write_stl(folder_ / "b.stl", shapes::sphere({0, 0, -20}, 19, 20));
  const auto run = run_program("articulate " + quoted(folder_ / "a.stl") + " " + quoted(folder_ / "b.stl"));
  EXPECT_EQ(run.status, 3);
  EXPECT_NE(run.err.find("needs both arches"), std::string::npos) << run.err;
}

TEST_F(ArticulateProgram, tells_a_folder_that_cannot_be_made) {
  testing::write_text(folder_ / "file", "not a folder");
  EXPECT_EQ(articulate("--out " + quoted(folder_ / "file")).status, 5);
}

TEST_F(ArticulateProgram, articulates_real_scans_that_are_open) {
  for (const std::string name : testing::samples({"case-a", "case-b"})) {
    const std::filesystem::path scans = testing::real_scans() / name;
    if (!std::filesystem::exists(scans / "upper_open.ply")) GTEST_SKIP() << "no scans in " << scans;
    const auto run = run_program("articulate " + quoted(scans / "upper_open.ply") + " " +
                                 quoted(scans / "lower_open.ply") + " --json");
    ASSERT_EQ(run.status, 0) << run.err;
    const json report = json::parse(run.out);
    // Seated by computation, 0.2 to 0.4 mm deep: opened by about as much at the molars, half way to the axis.
    EXPECT_GT(report["intercuspation"]["opening_deg"].get<double>(), 0.1) << name;
    EXPECT_LT(report["intercuspation"]["opening_deg"].get<double>(), 1) << name;
    for (const json& movement : report["movements"]) EXPECT_EQ(movement["guidance"].size(), 4U);
  }
}

}  // namespace
}  // namespace intercusp
