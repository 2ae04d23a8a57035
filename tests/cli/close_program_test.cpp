// `close` and `slide` end to end, on bodies with answers known on paper.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "occlusion/geometry/shapes.h"
#include "tests/support/program.h"

namespace intercusp {
namespace {

constexpr double degree = std::numbers::pi / 180;

//! A body between two planes through the z axis.
TriangleMesh wedge(double from_deg, double to_deg) {
  const auto at = [](double radius, double angle_deg) {
    return Eigen::Vector2d(radius * std::cos(angle_deg * degree), radius * std::sin(angle_deg * degree));
  };
  return shapes::prism({at(40, from_deg), at(50, from_deg), at(50, to_deg), at(40, to_deg)}, 0, 10);
}

class CloseProgram : public ::testing::Test {
 protected:
  //! Writes both bodies and runs a command with --json; expects success.
  json report(const std::string& command, const TriangleMesh& upper, const TriangleMesh& lower,
              const std::string& options) {
    write_stl(folder_ / "a.stl", upper);
    write_stl(folder_ / "b.stl", lower);
    const auto run = run_program(command + " " + files() + " --json --pixel 0.2 " + options);
    EXPECT_EQ(run.status, 0) << run.err;
    return run.status == 0 ? json::parse(run.out) : json();
  }
  [[nodiscard]] std::string files() const {
    return quoted(folder_ / "a.stl") + " " + quoted(folder_ / "b.stl");
  }

  TemporaryFolder folder_;
};

TEST_F(CloseProgram, a_turn_to_a_plane_through_the_axis_is_the_angle_between) {
  const json found = report("close", wedge(50, 70), wedge(0, 28), "--axis 0,0,0,0,0,2");
  // Binary STL keeps 24 bits of a coordinate: 50 mm to 2e-6 mm, at 40 mm radius 3e-6°.
  EXPECT_NEAR(found["first_contact_deg"].get<double>(), 22, 1e-5);
  EXPECT_EQ(found["starts_overlapping"], false);
  const double x = found["point_mm"][0], y = found["point_mm"][1];
  EXPECT_NEAR(std::atan2(y, x), 50 * degree, 1e-6);
  EXPECT_NEAR(found["travel_mm"].get<double>(), 22 * degree * std::hypot(x, y), 1e-5);
  EXPECT_LT(found["upper_face"].get<int>(), 12);
  EXPECT_LT(found["lower_face"].get<int>(), 12);
  EXPECT_NEAR(found["map"]["least_deg"].get<double>(), 22, 1e-4);
  EXPECT_TRUE(found["no_map_because"].is_null());
  EXPECT_EQ(found["schema"], "intercusp-close/1");
}

TEST_F(CloseProgram, a_turn_the_other_way_or_too_short_meets_nothing) {
  for (const std::string options : {"--axis 0,0,0,0,0,-1", "--axis 0,0,0,0,0,1 --max-angle 21.9"}) {
    const json found = report("close", wedge(50, 70), wedge(0, 28), options);
    for (const char* name :
         {"first_contact_deg", "point_mm", "upper_face", "lower_face", "pose_at_contact"}) {
      ASSERT_TRUE(found.contains(name));
      EXPECT_TRUE(found[name].is_null()) << name << " " << options;
    }
    EXPECT_EQ(found["starts_overlapping"], false);
  }
  const json around = report("close", wedge(50, 70), wedge(0, 28), "--axis 0,0,0,0,0,-1 --max-angle 360");
  EXPECT_NEAR(around["first_contact_deg"].get<double>(), 290, 1e-5);
}

TEST_F(CloseProgram, a_slide_to_a_plate_is_the_distance_along_it) {
  const json found = report("slide", shapes::box({-9, -9, 3}, {9, 9, 5}),
                            shapes::box({-2, -2, -2}, {2, 2, 0}), "--along 0,0.6,0.8");
  EXPECT_NEAR(found["first_contact_mm"].get<double>(), 3 / 0.8, 1e-6);
  EXPECT_NEAR(found["point_mm"][2].get<double>(), 3, 1e-6);
  EXPECT_EQ(found["schema"], "intercusp-slide/1");
  const json none = report("slide", shapes::box({-9, -9, 3}, {9, 9, 5}), shapes::box({-2, -2, -2}, {2, 2, 0}),
                           "--along 0,0,1 --max 2.9");
  EXPECT_TRUE(none["first_contact_mm"].is_null());
}

TEST_F(CloseProgram, a_start_in_overlap_is_zero_and_its_deepest_point) {
  const json found = report("slide", shapes::sphere({0, 0, 9.6}, 10, 60),
                            shapes::box({-12, -12, -9}, {12, 12, 0}), "--along 0,0,1");
  EXPECT_EQ(found["first_contact_mm"], 0);
  EXPECT_EQ(found["starts_overlapping"], true);
  EXPECT_NEAR(found["overlap_depth_mm"].get<double>(), 0.4, 0.005);
  EXPECT_NEAR(found["point_mm"][0].get<double>(), 0, 0.5);
  EXPECT_TRUE(found["upper_face"].is_number() && found["lower_face"].is_number());
  EXPECT_TRUE(found["pose_at_contact"].is_null());
}

TEST_F(CloseProgram, where_no_map_can_be_the_exact_answer_is_given_with_the_reason) {
  const json found =
      report("close", shapes::box({-20, -20, 5}, {20, 20, 8}), wedge(0, 28), "--axis 0,0,0,1,0,0");
  EXPECT_TRUE(found["map"].is_null());
  EXPECT_NE(found["no_map_because"].get<std::string>().find("within 1 mm of the axis"), std::string::npos);
}

TEST_F(CloseProgram, the_pose_at_contact_can_be_given_back_and_is_a_contact) {
  write_stl(folder_ / "a.stl", wedge(50, 70));
  write_stl(folder_ / "b.stl", wedge(0, 28));
  const std::string axis = " --axis 0,0,0,0,0,1 --pixel 0.2 ";
  const auto run = run_program("close " + files() + axis + "--out " + quoted(folder_ / "out"));
  ASSERT_EQ(run.status, 0) << run.err;
  EXPECT_NEAR(json_of(folder_ / "out" / "close.json")["first_contact_deg"].get<double>(), 22, 5e-4);
  for (const char* name : {"close.json", "contacts_order.csv", "remaining_travel.png",
                           "travel_after_contact.png", "pose_at_contact.json"}) {
    EXPECT_GT(std::filesystem::file_size(folder_ / "out" / name), 0U) << name;
  }
  const auto again = run_program("close " + files() + axis + "--json --max-angle 1 --pose " +
                                 quoted(folder_ / "out" / "pose_at_contact.json"));
  ASSERT_EQ(again.status, 0) << again.err;
  const json found = json::parse(again.out);
  ASSERT_TRUE(found["first_contact_deg"].is_number());
  EXPECT_NEAR(found["first_contact_deg"].get<double>(), 0, 1e-5);
}

TEST_F(CloseProgram, the_same_input_gives_the_same_numbers) {
  const auto once = [&] {
    json found =
        report("close", shapes::sphere({0, 45, 5}, 4, 30), wedge(0, 28), "--axis 0,0,0,0,0,1 --max-angle 90");
    found.erase("timings_ms");
    return found.dump();
  };
  EXPECT_EQ(once(), once());
}

TEST_F(CloseProgram, generated_jaws_name_the_teeth_that_meet_and_the_order_of_the_others) {
  ASSERT_EQ(
      run_program("generate dentition --triangles 30000 --quiet --out " + quoted(folder_ / "case")).status,
      0);
  write_text(folder_ / "open.json", R"({"upper_from_lower": [1,0,0,0, 0,1,0,0, 0,0,1,-4, 0,0,0,1]})");
  const auto run = run_program("slide " + quoted(folder_ / "case" / "upper.ply") + " " +
                               quoted(folder_ / "case" / "lower.ply") +
                               " --along 0,0,1 --json --pixel 0.1 --pose " + quoted(folder_ / "open.json"));
  ASSERT_EQ(run.status, 0) << run.err;
  const json found = json::parse(run.out);
  EXPECT_GT(found["first_contact_mm"].get<double>(), 3.5);
  EXPECT_LE(found["first_contact_mm"].get<double>(),
            found["map"]["least_mm"].get<double>() + found["map"]["least_error_mm"].get<double>());
  const json& pairs = found["order_of_pairs"];
  ASSERT_GT(pairs.size(), 10U);
  for (std::size_t i = 1; i < pairs.size(); ++i)
    EXPECT_LE(pairs[i - 1]["remaining_mm"].get<double>(), pairs[i]["remaining_mm"].get<double>());
  EXPECT_EQ(found["order_of_upper_teeth"].size(), 14U);
  EXPECT_EQ(found["order_of_lower_teeth"].size(), 14U);
  EXPECT_EQ(found["teeth_estimated"], false);
  EXPECT_EQ(pairs[0]["remaining_mm"], found["map"]["least_mm"]);
}

TEST_F(CloseProgram, wrong_usage_is_exit_2_and_opens_nothing) {
  for (const std::string arguments :
       {"close no.stl no.stl", "close no.stl no.stl --axis 1,2,3", "close no.stl no.stl --axis 0,0,0,0,0,0",
        "close no.stl no.stl --axis 0,0,0,0,0,nan", "close no.stl no.stl --axis 0,0,0,0,0,1,2",
        "close no.stl no.stl --axis 0,0,0,0,0,1 --max-angle 0",
        "close no.stl no.stl --axis 0,0,0,0,0,1 --max-angle -3",
        "close no.stl no.stl --axis 0,0,0,0,0,1 --max-angle inf",
        "close no.stl no.stl --axis 0,0,0,0,0,1 --pixel 0", "close no.stl --axis 0,0,0,0,0,1",
        "slide no.stl no.stl", "slide no.stl no.stl --along 0,0,0", "slide no.stl no.stl --along 1,0",
        "slide no.stl no.stl --along 1:0:0", "slide no.stl no.stl --along 1,0,0,",
        "slide no.stl no.stl --along a,b,c", "slide no.stl no.stl --along 0,0,1 --max 0",
        "slide no.stl no.stl --along 0,0,1 --max -1", "slide no.stl no.stl --along 0,0,1 --max nan"}) {
    const testing::Run run = run_program(arguments);
    EXPECT_EQ(run.status, 2) << arguments << ": " << run.err;
    EXPECT_EQ(run.err.find("no.stl: "), std::string::npos) << "a file was opened: " << run.err;
  }
  EXPECT_EQ(run_program("close --help").status, 0);
  EXPECT_EQ(run_program("slide --help").status, 0);
}

TEST_F(CloseProgram, unusable_files_and_folders_have_their_exit_status) {
  write_stl(folder_ / "a.stl", wedge(50, 70));
  write_text(folder_ / "b.stl", "this is no mesh");
  EXPECT_EQ(run_program("close " + files() + " --axis 0,0,0,0,0,1").status, 3);
  EXPECT_EQ(run_program("slide " + quoted(folder_ / "a.stl") + " " + quoted(folder_ / "none.stl") +
                        " --along 0,0,1")
                .status,
            3);
  write_stl(folder_ / "b.stl", wedge(0, 28));
  write_text(folder_ / "pose.json", R"({"upper_from_lower": [2,0,0,0, 0,1,0,0, 0,0,1,0, 0,0,0,1]})");
  EXPECT_EQ(
      run_program("close " + files() + " --axis 0,0,0,0,0,1 --pose " + quoted(folder_ / "pose.json")).status,
      3);
  EXPECT_EQ(run_program("close " + files() + " --axis 0,0,0,0,0,1 --out " + quoted(folder_ / "a.stl")).status,
            5);
}

}  // namespace
}  // namespace intercusp
