// `intercusp play` end to end.

#include <gtest/gtest.h>
#include <signal.h>

#include <cmath>
#include <sstream>

#include "occlusion/geometry/shapes.h"
#include "tests/support/program.h"
#include "tests/support/real_scans.h"
#include "tests/support/wide.h"

namespace intercusp {
namespace {

//! Poses that slide along x at 10 mm/s.
std::string sliding_track(int poses, double rate_hz = 100) {
  std::ostringstream text;
  text << "time_s,tx_mm,ty_mm,tz_mm,qw,qx,qy,qz\n";
  for (int i = 0; i < poses; ++i) text << i / rate_hz << ',' << 10 * i / rate_hz << ",0,0,1,0,0,0\n";
  return text.str();
}

std::size_t line_count(const std::string& text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

class PlayProgram : public ::testing::Test {
 protected:
  //! A ball over a plate, in contact from 0.1 mm on.
  PlayProgram() {
    testing::write_stl(folder_ / "a.stl", shapes::sphere({0, 0, 10.05}, 10, 60));
    testing::write_stl(folder_ / "b.stl", shapes::box({-6, -6, -3}, {6, 6, 0}));
    testing::write_text(folder_ / "track.csv", sliding_track(21));
  }

  testing::Run play(const std::string& options, const std::string& track = "track.csv") {
    return run_program("play " + quoted(folder_ / "a.stl") + " " + quoted(folder_ / "b.stl") +
                       " --direction 0,0,1 --engine zlist --track " + quoted(folder_ / track) + " " +
                       options);
  }

  testing::TemporaryFolder folder_;
};

TEST_F(PlayProgram, every_file_is_there_and_speaks_of_the_same_poses) {
  const auto run = play("--quiet --frames --rate 50 --out " + quoted(folder_ / "out"));
  ASSERT_EQ(run.status, 0) << run.err;
  EXPECT_EQ(run.out, "");
  const std::filesystem::path out = folder_ / "out";
  const json report = json_of(out / "play.json");
  EXPECT_EQ(report["schema"], "intercusp-play/1");
  EXPECT_EQ(report["asked_poses"], 11);
  EXPECT_EQ(report["summary"]["poses"], 11);
  EXPECT_NEAR(report["summary"]["contact_s"].get<double>(), 0.2, 1e-9);
  EXPECT_EQ(report["stopped_at_s"], nullptr);
  EXPECT_EQ(report["definitions"]["measure"], "clearance");
  EXPECT_EQ(report["definitions"]["threshold_mm"], 0.1);
  EXPECT_EQ(report["definitions"]["penetration_counted"], true);
  EXPECT_EQ(report["track"]["poses"], 21);
  for (const char* name : {"series.csv", "areas_per_tooth.csv"})
    EXPECT_EQ(line_count(bytes_of(out / name)), 12U) << name;
  EXPECT_EQ(line_count(bytes_of(out / "teeth.csv")), 1U);  // no teeth here
  for (const char* name : {"compass_upper.png", "compass_lower.png", "contact_time.png", "contact_time.nrrd",
                           "upper.vtp", "lower.vtp", "frames/frame_00001.png", "frames/frame_00011.png"})
    EXPECT_GT(std::filesystem::file_size(out / name), 1000U) << name;
  EXPECT_FALSE(std::filesystem::exists(out / "frames/frame_00012.png"));
}

TEST_F(PlayProgram, overlaps_are_numbers_in_the_table_and_names_like_formulas_are_not_computed) {
  testing::write_text(folder_ / "deep.json", R"({"schema": "intercusp-track/1", "units": "mm", "poses": [
      {"time_s": 0, "translation_mm": [0, 0, 0.25], "quaternion_wxyz": [1, 0, 0, 0]}],
      "movements": [{"name": "-1+cmd", "from_s": 0, "to_s": 0}]})");
  ASSERT_EQ(play("--quiet --pixel 0.1 --out " + quoted(folder_ / "out"), "deep.json").status, 0);
  const std::string table = bytes_of(folder_ / "out" / "series.csv");
  // The plate has risen 0.2 mm into the ball, whose facets lie up to 0.014 mm within it.
  const std::size_t row = table.find("\n0,'-1+cmd,unknown,");
  ASSERT_NE(row, std::string::npos) << table;
  EXPECT_NEAR(std::strtod(table.c_str() + table.find("unknown,") + 8, nullptr), -0.2, 0.014) << table;
}

TEST_F(PlayProgram, results_have_the_same_bits_every_time) {
  for (const char* out : {"one", "two"}) ASSERT_EQ(play("--quiet --out " + quoted(folder_ / out)).status, 0);
  for (const char* name : {"series.csv", "areas_per_tooth.csv", "teeth.csv", "contact_time.nrrd", "upper.vtp",
                           "lower.vtp", "compass_upper.png", "contact_time.png"})
    EXPECT_EQ(bytes_of(folder_ / "one" / name), bytes_of(folder_ / "two" / name)) << name;
  json one = json_of(folder_ / "one" / "play.json"), two = json_of(folder_ / "two" / "play.json");
  for (json* const result : {&one, &two}) result->erase("timings_ms"), result->erase("record_sha256");
  EXPECT_EQ(one, two);
}

TEST_F(PlayProgram, json_goes_to_standard_output_and_the_summary_says_what_it_measures) {
  EXPECT_EQ(json::parse(play("--json").out)["engine"], "zlist");
  const auto run = play("--threshold 0.2");
  ASSERT_EQ(run.status, 0) << run.err;
  for (const char* part : {"21 poses", "clearance of at most 0.2 mm", "along the direction of projection",
                           "mm² projected", "poses a second"})
    EXPECT_NE(run.out.find(part), std::string::npos) << part << " in " << run.out;
}

TEST_F(PlayProgram, bad_tracks_are_refused_with_file_and_line) {
  const auto refused = [&](const std::string& text, const std::string& reason) {
    testing::write_text(folder_ / "bad.csv", text);
    const auto run = play("--out " + quoted(folder_ / "bad"), "bad.csv");
    EXPECT_EQ(run.status, 3) << text;
    EXPECT_NE(run.err.find("bad.csv: " + reason), std::string::npos) << run.err;
  };
  refused("", "is empty");
  refused("time_s,x\n0,1\n", "line 1: ");
  refused(sliding_track(3) + "0,0,0,0,1,0,0,0\n", "line 5: the time 0 s does not come after");
  refused(sliding_track(3) + "1,0,0,0,2,0,0,0\n", "line 5: the quaternion has the length 2");
  refused(
      "{\"schema\": \"intercusp-track/1\", \"poses\": [{\"time_s\": 0, \"upper_from_lower\": "
      "[-1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1]}]}",
      "pose 1: the pose mirrors");
  EXPECT_EQ(play("", "missing.csv").status, 3);
  EXPECT_FALSE(std::filesystem::exists(folder_ / "bad" / "play.json"));
}

TEST_F(PlayProgram, wrong_usage_is_told_before_a_file_is_opened) {
  for (const std::string options :
       {"--rate 0", "--rate -5", "--rate many", "--threshold -1", "--pixel 0", "--frames", "--pose p.json"})
    EXPECT_EQ(play(options, "missing.csv").status, 2) << options;
  EXPECT_EQ(run_program("play a.stl b.stl").status, 2);  // no track
  const auto many = play("--rate 1e9");
  EXPECT_EQ(many.status, 2);
  EXPECT_NE(many.err.find("lower --rate"), std::string::npos) << many.err;
}

TEST_F(PlayProgram, a_folder_that_cannot_be_made_is_told) {
  EXPECT_EQ(play("--out " + quoted(folder_ / "a.stl")).status, 5);
}

TEST_F(PlayProgram, interrupted_it_writes_what_was_played) {
  testing::write_text(folder_ / "long.csv", sliding_track(20'000, 20'000));
  // The interrupt that Ctrl-C sends, once frames are being written; the track takes
  // minutes.
  const std::string out = quoted(folder_ / "out");
  testing::write_text(folder_ / "interrupt.sh",
                      "\"$@\" & program=$!; tries=0\n"
                      "until [ -e " +
                          out +
                          "/frames/frame_00003.png ] || [ $tries -gt 600 ]; do\n"
                          "  sleep 0.1; tries=$((tries + 1))\n"
                          "done\n"
                          "kill -INT $program; wait $program\n");
  const auto run = run_program("play " + quoted(folder_ / "a.stl") + " " + quoted(folder_ / "b.stl") +
                                   " --direction 0,0,1 --engine zlist --pixel 0.1 --frames --out " + out +
                                   " --track " + quoted(folder_ / "long.csv"),
                               "sh " + quoted(folder_ / "interrupt.sh"));
  ASSERT_EQ(run.status, 0) << run.err;
  const json report = json_of(folder_ / "out" / "play.json");
  const auto played = report["summary"]["poses"].get<std::size_t>();
  EXPECT_GT(played, 1U);
  EXPECT_LT(played, 20'000U);
  EXPECT_NEAR(report["stopped_at_s"].get<double>(), static_cast<double>(played - 1) / 20'000, 1e-9);
  EXPECT_EQ(line_count(bytes_of(folder_ / "out" / "series.csv")), played + 1);
  EXPECT_TRUE(std::filesystem::exists(folder_ / "out" / "compass_lower.png"));
  EXPECT_NE(run.out.find("Stopped at"), std::string::npos) << run.out;
}

TEST_F(PlayProgram, real_scans_at_rest_have_the_contacts_of_the_bite) {
  for (const std::string name : testing::samples({"case-a", "case-b"})) {
    const std::filesystem::path scans = testing::real_scans() / name;
    if (!std::filesystem::exists(scans / "upper.stl")) GTEST_SKIP() << "no scans in " << scans;
    testing::write_text(folder_ / "rest.csv",
                        "time_s,tx_mm,ty_mm,tz_mm,qw,qx,qy,qz\n0,0,0,0,1,0,0,0\n2,0,0,0,1,0,0,0\n");
    for (const std::string kind : {".stl", "_open.ply"}) {
      const auto run =
          run_program("play " + quoted(scans / ("upper" + kind)) + " " + quoted(scans / ("lower" + kind)) +
                      " --json --track " + quoted(folder_ / "rest.csv"));
      ASSERT_EQ(run.status, 0) << run.err;
      const json report = json::parse(run.out);
      EXPECT_EQ(report["summary"]["contact_s"], 2.0);
      EXPECT_EQ(report["movements"][0]["name"], "rest");
      EXPECT_EQ(report["movements"].size(), 1U);
      EXPECT_GT(report["teeth"].size(), 10U) << name << kind;
      for (const json& tooth : report["teeth"]) EXPECT_EQ(tooth["contact_s"], 2.0);
    }
  }
}

TEST_F(PlayProgram, times_that_no_recording_has_are_told_with_their_line) {
  testing::write_text(folder_ / "long.csv",
                      "time_s,tx_mm,ty_mm,tz_mm,qw,qx,qy,qz\n0,0,0,0,1,0,0,0\n1e12,1,0,0,1,0,0,0\n");
  const auto run = play("--rate 10", "long.csv");
  EXPECT_EQ(run.status, 3) << run.err;
  EXPECT_NE(run.err.find("long.csv: line 3: the time"), std::string::npos) << run.err;
}

}  // namespace
}  // namespace intercusp
