// `--checkbite`: the commands that use what checkbite.json measured.

#include <gtest/gtest.h>

#include <Eigen/Core>

#include "occlusion/geometry/shapes.h"
#include "tests/support/program.h"

namespace intercusp {
namespace {

using testing::quoted;

json number(double value, double low, double high) { return {{"value", value}, {"interval", {low, high}}}; }

//! A hinge through two points, and what was measured of the condyles.
json measured(const Eigen::Vector3d& right, const Eigen::Vector3d& left) {
  return {{"determined", true},
          {"hinge",
           {{"right_mm", {right.x(), right.y(), right.z()}}, {"left_mm", {left.x(), left.y(), left.z()}}}},
          {"condylar_inclination_deg", {{"right", number(41, 39, 43)}, {"left", number(33, 30, 36)}}},
          {"bennett_deg", {{"right", number(9, 7.5, 10.5)}, {"left", nullptr}}},
          {"side_shift_mm", nullptr}};
}

class CheckbiteOption : public ::testing::Test {
 protected:
  std::string written(const json& checkbite) {
    testing::write_text(folder_ / "checkbite.json", checkbite.dump());
    return " --checkbite " + quoted(folder_ / "checkbite.json") + " ";
  }

  //! A dentition of few triangles.
  std::string jaws() {
    const auto made =
        run_program("generate dentition --triangles 20000 --quiet --out " + quoted(folder_ / "d"));
    EXPECT_EQ(made.status, 0) << made.err;
    return quoted(folder_ / "d" / "upper.ply") + " " + quoted(folder_ / "d" / "lower.ply") + " ";
  }

  //! The report on --json, without what depends on the clock.
  static json report(const std::string& command) {
    const auto run = run_program(command + " --json");
    EXPECT_EQ(run.status, 0) << run.err;
    json report = run.status == 0 ? json::parse(run.out) : json();
    report.erase("timings_ms");
    return report;
  }

  testing::TemporaryFolder folder_;
};

TEST_F(CheckbiteOption, close_turns_about_the_hinge) {
  // The lower lies below the upper, 20 mm in front of an axis along x: closing turns it up.
  testing::write_stl(folder_ / "a.stl", shapes::box({-5, -25, 2}, {5, -15, 4}));
  testing::write_stl(folder_ / "b.stl", shapes::box({-5, -25, -4}, {5, -15, -2}));
  const std::string command = "close " + quoted(folder_ / "a.stl") + " " + quoted(folder_ / "b.stl");
  const json by_file = report(command + written(measured({-55, 0, 0}, {55, 0, 0})));
  const json by_axis = report(command + " --axis 0,0,0,-1,0,0");
  ASSERT_TRUE(by_file["first_contact_deg"].is_number());
  EXPECT_EQ(by_file, by_axis);
}

TEST_F(CheckbiteOption, close_needs_one_axis) {
  testing::write_stl(folder_ / "a.stl", shapes::box({-5, -25, 2}, {5, -15, 4}));
  testing::write_stl(folder_ / "b.stl", shapes::box({-5, -25, -4}, {5, -15, -2}));
  const std::string command = "close " + quoted(folder_ / "a.stl") + " " + quoted(folder_ / "b.stl");
  EXPECT_EQ(run_program(command).status, 2);
  EXPECT_EQ(run_program(command + " --axis 0,0,0,1,0,0" + written(measured({-55, 0, 0}, {55, 0, 0}))).status,
            2);
  json undetermined = measured({-55, 0, 0}, {55, 0, 0});
  undetermined["determined"] = false;
  undetermined["hinge"] = nullptr;
  const auto run = run_program(command + written(undetermined));
  EXPECT_EQ(run.status, 3);
  EXPECT_NE(run.err.find("checkbite.json"), std::string::npos) << run.err;
}

TEST_F(CheckbiteOption, articulate_uses_what_was_measured_and_averages_for_the_rest) {
  const std::string command = "articulate " + jaws();
  const json by_file = report(command + written(measured({-54, 92, 41}, {56, 90, 40})));
  const json by_hand = report(command + "--condyles=-54,92,41,56,90,40 --inclination 41,33 --bennett 9,15");
  EXPECT_EQ(by_file, by_hand);
  EXPECT_EQ(by_file["hinge_axis"]["right_condyle_mm"], json({-54, 92, 41}));
}

TEST_F(CheckbiteOption, articulate_lets_options_replace_measured_numbers) {
  const std::string command = "articulate " + jaws();
  const json settings =
      report(command + written(measured({-54, 92, 41}, {56, 90, 40})) + "--inclination 20")["settings"];
  EXPECT_NEAR(settings["inclination_right_deg"].get<double>(), 20, 1e-9);
  EXPECT_NEAR(settings["bennett_right_deg"].get<double>(), 9, 1e-9);
}

TEST_F(CheckbiteOption, the_sweep_stays_within_the_intervals) {
  const json sensitivity = report("articulate " + jaws() + written(measured({-54, 92, 41}, {56, 90, 40})) +
                                  "--sensitivity 3")["sensitivity"];
  const json& ranges = sensitivity["ranges"];
  EXPECT_NEAR(ranges["inclination_right_deg"][0].get<double>(), 39, 1e-9);
  EXPECT_NEAR(ranges["inclination_left_deg"][1].get<double>(), 36, 1e-9);
  EXPECT_NEAR(ranges["bennett_right_deg"][1].get<double>(), 10.5, 1e-9);
  EXPECT_GT(ranges["bennett_left_deg"][1].get<double>(), 15);  // not measured: as patients vary
}

TEST_F(CheckbiteOption, the_sweep_moves_the_axis_within_its_ellipses) {
  json checkbite = measured({-54, 92, 41}, {56, 90, 40});
  const std::string command = "articulate " + jaws() + "--sensitivity 10";
  const json still = report(command + written(checkbite))["sensitivity"];
  EXPECT_TRUE(still["axis_ellipses_mm"].is_null());
  json& hinge = checkbite["hinge"];
  hinge["ellipse_right_mm"] = hinge["ellipse_left_mm"] = {6, 4};
  hinge["ellipse_right_direction"] = hinge["ellipse_left_direction"] = {0, -1, 0};
  const json moved = report(command + written(checkbite))["sensitivity"];
  EXPECT_NEAR(moved["axis_ellipses_mm"]["right"][0].get<double>(), 6, 1e-9);
  EXPECT_NEAR(moved["axis_ellipses_mm"]["left"][1].get<double>(), 4, 1e-9);
  EXPECT_NE(moved["contacts"], still["contacts"]);
  const json given = report(command + written(checkbite) + "--condyles=-54,92,41,56,90,40")["sensitivity"];
  EXPECT_EQ(given["contacts"], still["contacts"]);
  hinge["ellipse_left_mm"] = {4, 6};  // not the longer first
  EXPECT_EQ(run_program(command + written(checkbite)).status, 3);
}

TEST_F(CheckbiteOption, inspect_meets_first_about_the_measured_hinge) {
  const std::string files = jaws();
  const json hinge = report("articulate " + files)["hinge_axis"];
  const auto place = [&](const char* key) {
    return Eigen::Vector3d(hinge[key][0].get<double>(), hinge[key][1].get<double>(),
                           hinge[key][2].get<double>());
  };
  const std::string quick = "inspect " + files + "--pixel 0.5 --bite-poses 0";
  const json average = report(quick)["first_contact"];
  const json measured_there =
      report(quick + written(measured(place("right_condyle_mm"), place("left_condyle_mm"))))["first_contact"];
  // The axis of average condyles, written with all its digits, gives their first contact.
  EXPECT_NEAR(measured_there["opening_mm"].get<double>(), average["opening_mm"].get<double>(), 1e-6);
  const Eigen::Vector3d higher(0, 0, 30);
  const json elsewhere =
      report(quick + written(measured(place("right_condyle_mm") + higher,
                                      place("left_condyle_mm") + higher)))["first_contact"];
  EXPECT_NE(elsewhere["upper_from_lower"], average["upper_from_lower"]);
}

TEST_F(CheckbiteOption, settle_closes_along_the_path_of_the_hinge) {
  testing::write_stl(folder_ / "a.stl", shapes::box({-5, -25, 2.1}, {5, -15, 4}));
  testing::write_stl(folder_ / "b.stl", shapes::box({-5, -25, -4}, {5, -15, 2}));
  const json settings = report("settle " + quoted(folder_ / "a.stl") + " " + quoted(folder_ / "b.stl") +
                               written(measured({-55, 0, 10}, {55, 0, 10})))["settings"];
  // From the hinge the lower's middle lies 20 mm in front (−y) and 11 mm down: closing moves it up and forward.
  const Eigen::Vector3d wanted = Eigen::Vector3d(0, -11, 20).normalized();
  for (std::size_t i = 0; i < 3; ++i)
    EXPECT_NEAR(settings["direction"][i].get<double>(), wanted[static_cast<Eigen::Index>(i)], 1e-6);
}

TEST_F(CheckbiteOption, damaged_files_are_refused_by_name) {
  const std::string command = "articulate " + jaws();
  json no_interval = measured({-54, 92, 41}, {56, 90, 40});
  no_interval["bennett_deg"]["right"].erase("interval");
  json together = measured({0, 92, 41}, {1, 92, 41});
  json outside = measured({-54, 92, 41}, {56, 90, 40});
  outside["condylar_inclination_deg"]["left"] = number(50, 30, 36);
  for (const json& damaged : {no_interval, together, outside, json::object(), json::array()}) {
    const auto run = run_program(command + written(damaged));
    EXPECT_EQ(run.status, 3) << damaged;
    EXPECT_NE(run.err.find("checkbite.json"), std::string::npos) << run.err;
  }
}

}  // namespace
}  // namespace intercusp
