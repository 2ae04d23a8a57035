// `intercusp settle` end to end.

#include <gtest/gtest.h>

#include "occlusion/geometry/shapes.h"
#include "tests/occlusion/motion/seating/scenes.h"
#include "tests/support/program.h"
#include "tests/support/real_scans.h"

namespace intercusp {
namespace {

class SettleProgram : public ::testing::Test {
 protected:
  //! Three balls in three grooves, which fit in one place, started 0.2 mm open and slightly turned.
  SettleProgram() {
    testing::write_stl(folder_ / "a.stl", testing::three_grooves(10, 2 * std::numbers::sqrt2));
    std::mt19937 random(4);
    testing::write_stl(folder_ / "b.stl",
                       shapes::moved(testing::three_balls(10), Eigen::Translation3d(0.1, 0, -0.2) *
                                                                   testing::small_pose(random, 0.1, 0.5)));
  }

  testing::Run settle(const std::string& options) {
    return run_program("settle " + quoted(folder_ / "a.stl") + " " + quoted(folder_ / "b.stl") + " " +
                       options);
  }

  testing::TemporaryFolder folder_;
};

TEST_F(SettleProgram, writes_the_pose_and_what_it_did_and_the_pose_is_read_by_other_commands) {
  const auto run = settle("--direction 0,0,1 --out " + quoted(folder_ / "out"));
  ASSERT_EQ(run.status, 0) << run.err;
  for (const char* part :
       {"Settled", "before", "after", "least surface distance", "overlap volume", "6 places"})
    EXPECT_NE(run.out.find(part), std::string::npos) << run.out;
  const json report = json_of(folder_ / "out" / "settle.json");
  EXPECT_EQ(report["schema"], "intercusp-settle/1");
  EXPECT_EQ(report["settled"], true);
  EXPECT_EQ(report["refusals"].size(), 0U);
  EXPECT_EQ(report["supports"].size(), 6U);
  EXPECT_LE(-report["after"]["least_distance_mm"].get<double>(), 0.010);
  EXPECT_EQ(json_of(folder_ / "out" / "pose.json")["upper_from_lower"], report["upper_from_lower"]);
  // From the settled pose almost no motion remains.
  const auto again = settle("--direction 0,0,1 --json --pose " + quoted(folder_ / "out" / "pose.json"));
  ASSERT_EQ(again.status, 0) << again.err;
  EXPECT_LT(json::parse(again.out)["motion"]["largest_mm"].get<double>(), 0.002);
}

TEST_F(SettleProgram, a_start_that_is_not_near_is_a_finding_and_gives_no_pose) {
  testing::write_text(folder_ / "far.json", R"({"upper_from_lower": [1,0,0,0, 0,1,0,0, 0,0,1,-5, 0,0,0,1]})");
  const auto run = settle("--direction 0,0,1 --pose " + quoted(folder_ / "far.json") + " --out " +
                          quoted(folder_ / "out"));
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_FALSE(std::filesystem::exists(folder_ / "out" / "pose.json"));
  const json report = json_of(folder_ / "out" / "settle.json");
  EXPECT_EQ(report["settled"], false);
  EXPECT_EQ(report["refusals"][0]["code"], "not_in_bite");
  EXPECT_TRUE(report["upper_from_lower"].is_null());
}

TEST_F(SettleProgram, interrupted_it_refuses_the_result_as_stopped) {
  // Enough faces that preparing them takes far longer than the script needs to see the handler and send the signal.
  testing::write_stl(folder_ / "b.stl", shapes::moved(testing::three_balls(10, 200),
                                                      Eigen::Isometry3d(Eigen::Translation3d(0.1, 0, -0.2))));
  // One interrupt, as soon as the program catches it: bit 1 of SigCgt. The trial file of the output folder is guarded
  // by another handler for a moment, so the second look counts. The script does not wait for an ended program (Z).
  testing::write_text(folder_ / "interrupt.sh",
                      "\"$@\" & program=$!\n"
                      "caught() { grep -q 'SigCgt:.*[2367abef]$\\|State:.*Z' /proc/$program/status; }\n"
                      "until caught; do :; done\n"
                      "sleep 0.05\n"
                      "until caught; do :; done\n"
                      "kill -INT $program; wait $program\n");
  const auto run = run_program("settle " + quoted(folder_ / "a.stl") + " " + quoted(folder_ / "b.stl") +
                                   " --direction 0,0,1 --out " + quoted(folder_ / "out"),
                               "sh " + quoted(folder_ / "interrupt.sh"));
  ASSERT_EQ(run.status, 0) << run.err;
  const json report = json_of(folder_ / "out" / "settle.json");
  EXPECT_EQ(report["settled"], false);
  ASSERT_EQ(report["refusals"].size(), 1U);
  EXPECT_EQ(report["refusals"][0]["code"], "stopped");
  EXPECT_FALSE(std::filesystem::exists(folder_ / "out" / "pose.json"));
}

TEST_F(SettleProgram, the_start_is_never_overwritten) {
  std::filesystem::create_directory(folder_ / "out");
  const std::string start = R"({"upper_from_lower": [1,0,0,0, 0,1,0,0, 0,0,1,0, 0,0,0,1]})";
  testing::write_text(folder_ / "out" / "pose.json", start);
  const auto run = settle("--direction 0,0,1 --pose " + quoted(folder_ / "out" / "pose.json") + " --out " +
                          quoted(folder_ / "out"));
  EXPECT_EQ(run.status, 2);
  EXPECT_EQ(testing::bytes_of(folder_ / "out" / "pose.json"), start);
}

TEST_F(SettleProgram, wrong_numbers_are_wrong_usage_before_any_file_is_opened) {
  for (const char* options : {"--tolerance 0", "--tolerance -1", "--tolerance nan", "--max-motion 0",
                              "--max-motion inf", "--direction 0,0,0", "--direction up"}) {
    EXPECT_EQ(run_program(std::string("settle missing.stl missing.stl ") + options).status, 2) << options;
  }
  EXPECT_EQ(run_program("settle missing.stl missing.stl").status, 3);
}

TEST_F(SettleProgram, a_folder_that_cannot_be_made_is_told) {
  testing::write_text(folder_ / "file", "not a folder");
  EXPECT_EQ(settle("--direction 0,0,1 --out " + quoted(folder_ / "file")).status, 5);
}

TEST_F(SettleProgram, real_scans_without_their_gums_settle_within_the_tolerance) {
  const std::filesystem::path scans = testing::real_scans() / "case-b";
  if (!std::filesystem::exists(scans / "upper_open.ply")) GTEST_SKIP() << "no scans in " << scans;
  const auto run = run_program("settle " + quoted(scans / "upper_open.ply") + " " +
                               quoted(scans / "lower_open.ply") + " --json");
  ASSERT_EQ(run.status, 0) << run.err;
  const json report = json::parse(run.out);
  EXPECT_EQ(report["settled"], true) << report["refusals"].dump();
  EXPECT_LT(report["before"]["least_distance_mm"].get<double>(), -0.2);
  EXPECT_LE(-report["after"]["least_distance_mm"].get<double>(), 0.010);
  EXPECT_LT(report["motion"]["largest_mm"].get<double>(), 0.5);
}

}  // namespace
}  // namespace intercusp
