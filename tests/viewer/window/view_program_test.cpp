// `intercusp view --screenshot` from a user's view: pictures, exit statuses, and no other changes.

#include <gtest/gtest.h>
#include <stb_image.h>

#include <nlohmann/json.hpp>

#include <set>
#include <string>
#include <vector>

#include "occlusion/geometry/shapes.h"
#include "tests/support/program.h"
#include "viewer/app/session.h"
#include "viewer/tools/all.h"
#include "viewer/tools/several/tool.h"

namespace intercusp {
namespace {

struct Drawn {
  int width = 0, height = 0;
  std::size_t colours = 0;
};

Drawn drawn(const std::filesystem::path& file) {
  Drawn result;
  int channels = 0;
  stbi_uc* const pixels = stbi_load(file.c_str(), &result.width, &result.height, &channels, 3);
  if (pixels == nullptr) return result;
  std::set<std::array<stbi_uc, 3>> colours;
  for (std::size_t i = 0; i < static_cast<std::size_t>(result.width) * result.height; ++i)
    colours.insert({pixels[3 * i], pixels[3 * i + 1], pixels[3 * i + 2]});
  result.colours = colours.size();
  stbi_image_free(pixels);
  return result;
}

//! A ball of 30 mm over a plate: a case that opens at once.
class ViewProgram : public ::testing::Test {
 protected:
  ViewProgram() {
    const double radius = 15, gap = 0.02;
    testing::write_stl(folder_ / "upper.stl", shapes::sphere({0, 0, radius + gap}, radius, 120));
    testing::write_stl(folder_ / "lower.stl", shapes::box({-20, -20, -5}, {20, 20, 0}));
  }
  testing::Run view(const std::string& options) {
    return run_program(
        "view " + quoted(folder_ / "upper.stl") + " " + quoted(folder_ / "lower.stl") + " " + options,
        "env -u DISPLAY -u WAYLAND_DISPLAY HOME=" + quoted(home_.path()) +
            " XDG_CONFIG_HOME=" + quoted(home_ / "config") + " XDG_STATE_HOME=" + quoted(home_ / "state"));
  }
  TemporaryFolder folder_, home_;
};

TEST_F(ViewProgram, every_view_is_drawn_in_the_size_that_was_asked_for) {
  for (const char* const name :
       {"frontal", "right", "left", "upper_occlusal", "lower_occlusal", "map", "section", "window"}) {
    const auto file = folder_ / (std::string(name) + ".png");
    const auto run = view("--size 640x480 --view " + std::string(name) + " --screenshot " + quoted(file));
    EXPECT_EQ(run.status, 0) << name << ": " << run.err;
    const Drawn picture = drawn(file);
    EXPECT_EQ(picture.width, 640) << name;
    EXPECT_EQ(picture.height, 480) << name;
    EXPECT_GT(picture.colours, 40U) << name << " looks blank";
  }
  EXPECT_EQ(home_.entries(), 0U) << "a screenshot leaves settings and autosaved sessions alone";
}

TEST_F(ViewProgram, one_scan_alone_is_drawn) {
  const auto picture = folder_ / "one.png";
  const auto view_one = [&](const std::string& options) {
    return run_program("view " + quoted(folder_ / "upper.stl") + " --size 640x480 --screenshot " +
                       quoted(picture) + " " + options);
  };
  for (const char* const name : {"frontal", "window"}) {
    const auto run = view_one("--force --view " + std::string(name));
    EXPECT_EQ(run.status, 0) << name << ": " << run.err;
    EXPECT_GT(drawn(picture).colours, 40U) << name << " looks blank";
  }
  EXPECT_EQ(view_one("--view map").status, 2);
}

TEST_F(ViewProgram, the_same_picture_has_the_same_bytes) {
  for (const char* const name : {"a.png", "b.png"})
    EXPECT_EQ(view("--size 320x200 --screenshot " + quoted(folder_ / name)).status, 0);
  EXPECT_FALSE(testing::bytes_of(folder_ / "a.png").empty());
  EXPECT_EQ(testing::bytes_of(folder_ / "a.png"), testing::bytes_of(folder_ / "b.png"));
}

TEST_F(ViewProgram, files_may_stand_behind_two_dashes) {
  std::filesystem::rename(folder_ / "lower.stl", folder_ / "-lower.stl");
  const std::string there = "cd " + quoted(folder_.path()) + " &&";
  ASSERT_EQ(run_program("view --size 320x200 upper.stl ./-lower.stl --screenshot a.png", there).status, 0);
  for (const std::string words :
       {"--screenshot b.png -- upper.stl -lower.stl", "upper.stl --screenshot b.png -- -lower.stl"}) {
    const auto run = run_program("view --size 320x200 " + words, there);
    EXPECT_EQ(run.status, 0) << words << ": " << run.err;
    EXPECT_EQ(testing::bytes_of(folder_ / "a.png"), testing::bytes_of(folder_ / "b.png"));
    std::filesystem::remove(folder_ / "b.png");
  }
}

TEST_F(ViewProgram, a_long_name_is_written) {
  const auto picture = folder_ / (std::string(240, 'n') + ".png");
  const auto run = view("--size 64x64 --screenshot " + quoted(picture));
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_FALSE(testing::bytes_of(picture).empty());
}

TEST_F(ViewProgram, a_pose_changes_the_picture) {
  folder_.write("pose.json", R"({"upper_from_lower": [1,0,0,0, 0,1,0,0, 0,0,1,-3, 0,0,0,1]})");
  EXPECT_EQ(view("--size 320x200 --screenshot " + quoted(folder_ / "a.png")).status, 0);
  const auto run = view("--size 320x200 --pose " + quoted(folder_ / "pose.json") + " --screenshot " +
                        quoted(folder_ / "b.png"));
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_NE(testing::bytes_of(folder_ / "a.png"), testing::bytes_of(folder_ / "b.png"));
}

TEST_F(ViewProgram, bodies_among_the_files_are_drawn_and_bad_ones_are_told_as_by_interfere) {
  const auto pin = [&](const char* name, const char* size_mm) {
    return quoted(
        folder_.write(name, std::string(R"({"bodies": [{"name": "pin", "kind": "box", "size_mm": )") +
                                size_mm + R"(, "pose": [1,0,0,0, 0,1,0,-30, 0,0,1,0, 0,0,0,1]}]})"));
  };
  ASSERT_EQ(view("--screenshot " + quoted(folder_ / "jaws.png")).status, 0);
  ASSERT_EQ(view(pin("pin.json", "[4, 4, 12]") + " --screenshot " + quoted(folder_ / "pin.png")).status, 0);
  EXPECT_NE(intercusp::testing::bytes_of(folder_ / "jaws.png"),
            intercusp::testing::bytes_of(folder_ / "pin.png"));
  const std::string bad = pin("bad.json", "[4, 4]");
  const auto refused = view(bad + " --screenshot " + quoted(folder_ / "no.png"));
  const auto interfere = run_program("interfere --quiet " + bad + " " + quoted(folder_ / "upper.stl"));
  EXPECT_EQ(refused.status, 3);
  EXPECT_EQ(refused.status, interfere.status);
  EXPECT_NE(refused.err.find("bodies[0].size_mm"), std::string::npos) << refused.err;
  EXPECT_EQ(refused.err, interfere.err);
}

TEST_F(ViewProgram, wrong_usage_is_told_before_files_are_opened) {
  const auto picture = " --screenshot " + quoted(folder_ / "no.png");
  for (const std::string options : {"--size 640", "--size 0x480", "--size 640x480x3", "--size axb",
                                    "--size 99999x480", "--view behind", "--unit furlong"}) {
    const auto run = run_program("view missing_upper.stl missing_lower.stl " + options + picture);
    EXPECT_EQ(run.status, 2) << options;
    EXPECT_FALSE(run.err.empty()) << options;
  }
  EXPECT_EQ(run_program("view --view map").status, 2) << "--view needs --screenshot";
  EXPECT_EQ(run_program("view a b c").status, 2);
  EXPECT_FALSE(std::filesystem::exists(folder_ / "no.png"));
}

TEST_F(ViewProgram, a_picture_that_takes_gigabytes_to_draw_is_refused_with_the_limit) {
  for (const std::string size : {"16384x16384", "16384x977", "4001x4000"}) {
    const auto run = run_program("view missing_upper.stl missing_lower.stl --size " + size +
                                 " --screenshot " + quoted(folder_ / "no.png"));
    EXPECT_EQ(run.status, 2) << size << ": refused before files are opened";
    EXPECT_NE(run.err.find("16 megapixels"), std::string::npos) << run.err;
  }
  EXPECT_EQ(view("--size 16384x64 --screenshot " + quoted(folder_ / "wide.png")).status, 0);
  EXPECT_EQ(drawn(folder_ / "wide.png").width, 16384);
}

TEST_F(ViewProgram, what_cannot_be_read_ends_with_status_3_and_its_name) {
  const auto picture = " --screenshot " + quoted(folder_ / "no.png");
  const auto missing = run_program("view missing_upper.stl missing_lower.stl" + picture);
  EXPECT_EQ(missing.status, 3);
  EXPECT_NE(missing.err.find("missing_"), std::string::npos) << missing.err;
  const auto no_session = run_program("view " + quoted(folder_.write("no.json", "{}")) + picture);
  EXPECT_EQ(no_session.status, 3);
  EXPECT_NE(no_session.err.find("no.json"), std::string::npos) << no_session.err;
  EXPECT_EQ(view("--pose missing.json" + picture).status, 3);
  EXPECT_FALSE(std::filesystem::exists(folder_ / "no.png"));
}

TEST_F(ViewProgram, a_session_whose_track_or_bodies_are_missing_ends_with_status_3_and_their_name) {
  viewer::Session session;
  session.request.upper = folder_ / "upper.stl";
  session.request.lower = folder_ / "lower.stl";
  const auto picture = folder_ / "no.png";
  const auto draw = [&](const viewer::Session& drawn) {
    const auto file =
        folder_.write("session.json", viewer::session_json(drawn, folder_.path(), viewer::all_tools()));
    return run_program("view " + quoted(file) + " --screenshot " + quoted(picture));
  };
  viewer::Session with_track = session, with_bodies = session;
  with_track.track = folder_ / "gone.csv";
  with_bodies.document.parts.set(viewer::BodyFiles{{(folder_ / "gone.json").string()}});
  for (const auto& [asked, name] : {std::pair{with_track, "gone.csv"}, std::pair{with_bodies, "gone.json"}}) {
    const auto run = draw(asked);
    EXPECT_EQ(run.status, 3) << run.err;
    EXPECT_NE(run.err.find(name), std::string::npos) << run.err;
    EXPECT_FALSE(std::filesystem::exists(picture)) << name;
  }
  const auto whole = draw(session);
  EXPECT_EQ(whole.status, 0) << whole.err;
}

TEST_F(ViewProgram, a_pose_out_of_reach_ends_with_status_3_and_no_picture) {
  const std::string scans = quoted(folder_ / "upper.stl") + " " + quoted(folder_ / "lower.stl");
  const auto picture = folder_ / "no.png";
  for (const std::string far_mm : {"5e5", "-6e5", "1e7", "1e300", "1e400", "null"}) {
    const auto pose = folder_.write(
        "far.json", R"({"upper_from_lower": [1,0,0,0, 0,1,0,0, 0,0,1,)" + far_mm + ", 0,0,0,1]}");
    const auto run = view("--pose " + quoted(pose) + " --screenshot " + quoted(picture));
    EXPECT_EQ(run.status, 3) << far_mm << ": " << run.err;
    EXPECT_NE(run.err.find("far.json"), std::string::npos) << run.err;
    EXPECT_FALSE(std::filesystem::exists(picture)) << far_mm;
    EXPECT_EQ(run_program("inspect " + scans + " --direction 0,0,1 --pose " + quoted(pose)).status, 3)
        << far_mm;
  }
}

TEST_F(ViewProgram, a_picture_that_cannot_be_written_ends_with_status_5) {
  const auto run = view("--size 320x200 --screenshot " + quoted(folder_ / "no_folder" / "a.png"));
  EXPECT_EQ(run.status, 5);
  EXPECT_NE(run.err.find("a.png"), std::string::npos) << run.err;
}

TEST_F(ViewProgram, measured_times_are_printed_as_json) {
  const auto run = view("--measure --json --size 640x480");
  ASSERT_EQ(run.status, 0) << run.err;
  const auto times = nlohmann::ordered_json::parse(run.out);
  std::vector<std::string> names;
  for (const auto& [name, value] : times.items()) {
    names.push_back(name);
    EXPECT_GT(value.get<double>(), 0) << name;
  }
  EXPECT_EQ(names, (std::vector<std::string>{"first_picture_ms", "read_ms", "fine_picture_ms", "moving_ms",
                                             "turning_ms", "longest_halt_ms", "memory_mb"}));
  EXPECT_GT(times["first_picture_ms"], times["read_ms"]);
  EXPECT_EQ(view("--json").status, 2) << "only times are printed as JSON";
}

TEST_F(ViewProgram, without_a_display_it_says_what_to_do) {
  const auto run = view("");
  EXPECT_EQ(run.status, 4);
  EXPECT_NE(run.err.find("--screenshot"), std::string::npos) << run.err;
}

}  // namespace
}  // namespace intercusp
