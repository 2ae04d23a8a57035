// The program end to end, on scenes with answers known on paper.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "occlusion/case/fdi.h"
#include "occlusion/geometry/shapes.h"
#include "tests/support/program.h"

namespace intercusp {
namespace {

using std::numbers::pi;

class InspectProgram : public ::testing::Test {
 protected:
  //! Writes both bodies and inspects them along +z, by default without intervals, in place of those before; expects success.
  json inspect(const TriangleMesh& upper, const TriangleMesh& lower, const std::string& options = "") {
    write_stl(folder_ / "a.stl", upper);
    write_stl(folder_ / "b.stl", lower);
    const std::string poses = options.find("--bite-poses") == std::string::npos ? " --bite-poses 0" : "";
    const auto run = run_program("inspect " + quoted(folder_ / "a.stl") + " " + quoted(folder_ / "b.stl") +
                                 " --direction 0,0,1 --quiet --force --out " + quoted(folder_ / "out") + " " +
                                 options + poses);
    EXPECT_EQ(run.status, 0) << run.err;
    return json_of(folder_ / "out" / "report.json");
  }

  static json area_at(const json& report, double threshold_mm, const std::string& measure = "clearance") {
    for (const json& area : report["areas"]) {
      if (area["measure"] == measure && area["side"] == "lower" &&
          std::abs(area["threshold_mm"].get<double>() - threshold_mm) < 1e-12) {
        return area;
      }
    }
    return {};
  }

  TemporaryFolder folder_;
};

TEST_F(InspectProgram, equal_thresholds_count_once_in_the_order_given_and_too_many_are_refused) {
  const json report = inspect(shapes::box({0, 0, 0.01}, {9, 9, 3}), shapes::box({0, 0, -3}, {9, 9, 0}),
                              "--pixel 0.5 --threshold 0.3 --threshold 0.1 --threshold 0.3 --threshold 0.1");
  std::vector<double> thresholds;
  for (const json& area : report["areas"])
    if (area["measure"] == "clearance") thresholds.push_back(area["threshold_mm"]);
  EXPECT_EQ(thresholds, (std::vector<double>{0.3, 0.1}));
  std::string many;
  for (int i = 1; i <= 33; ++i) many += " --threshold 0." + std::to_string(100 + i);
  const auto run = run_program("inspect a.stl b.stl" + many);
  EXPECT_EQ(run.status, 2) << run.err;
  EXPECT_NE(run.err.find("--threshold: wants at most 32 different ones, not 33"), std::string::npos)
      << run.err;
}

TEST_F(InspectProgram, a_ball_over_a_plate_has_the_contact_area_of_its_cap) {
  const double radius = 10;
  const double gap = 0.02;
  const json report =
      inspect(shapes::sphere({0, 0, radius + gap}, radius, 360), shapes::box({-15, -15, -3}, {15, 15, 0}),
              "--pixel 0.02 --threshold 0.1 --threshold 0.2");
  EXPECT_FALSE(report["interference"]);
  EXPECT_NEAR(report["min_clearance_mm"].get<double>(), gap, 0.001);
  EXPECT_EQ(report["max_penetration_mm"], 0);
  for (const double threshold : {0.1, 0.2}) {
    const double depth = threshold - gap;
    const double expected = pi * (2 * radius * depth - depth * depth);
    // The mesh lies inside the ball by its sag, up to 2·R·(1 − cos(π/720)) = 0.0002 mm: 0.24 % of the area at
    // 0.1 mm.
    EXPECT_NEAR(area_at(report, threshold)["projected_mm2"].get<double>(), expected, 0.005 * expected);
  }
  EXPECT_EQ(report["upper_from_lower"], json({1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}));
  EXPECT_EQ(report["schema"], "intercusp-report/1");
  EXPECT_EQ(report["units"], "mm");
}

TEST_F(InspectProgram, a_ball_pressed_into_a_plate_is_measured_by_surface_distance_too) {
  const double radius = 10, depth = 0.3, threshold = 0.1;
  const json report =
      inspect(shapes::sphere({0, 0, radius - depth}, radius, 360), shapes::box({-15, -15, -3}, {15, 15, 0}),
              "--pixel 0.05 --threshold 0.1 --bite-poses 40 --area-error 0.2");
  // The ball's lowest point lies `depth` below the plate's top; no other pair of points is deeper.
  EXPECT_NEAR(report["min_surface_distance_mm"].get<double>(), -depth, 0.001);
  EXPECT_NEAR(report["max_penetration_distance_mm"].get<double>(), depth, 0.001);
  EXPECT_EQ(report["surface_distance"]["least"]["on"], "upper");
  // On the plate the points within the threshold form a circle about the ball's axis, whose points are radius +
  // threshold from the ball's centre.
  const double height = radius - depth, reach = radius + threshold;
  const double expected = pi * (reach * reach - height * height);
  const json area = area_at(report, threshold, "surface_distance");
  // The facets of the ball lie up to 0.0002 mm inside it: 0.004 mm² of the circle.
  EXPECT_NEAR(area["surface_mm2"].get<double>(), expected, 0.002 * expected + 0.005);
  EXPECT_LE(area["interval_mm2"][0], area["surface_mm2"]);
  EXPECT_GE(area["interval_mm2"][1], area["surface_mm2"]);
  // Moving by 0.02 mm along z changes the circle by 2·π·height·0.02 mm²; 95 % of 40 poses lie within 2 to 6
  // standard deviations.
  const double span = area["interval_mm2"][1].get<double>() - area["interval_mm2"][0].get<double>();
  const double deviation = 2 * pi * height * 0.02;
  EXPECT_GT(span, 2 * deviation);
  EXPECT_LT(span, 6 * deviation);
  EXPECT_EQ(report["intervals"]["surface_distance"]["poses"], 40);
  EXPECT_EQ(report["settings"]["area_error"], 0.002);
}

//! A plate with a ridge of 0.002 mm between two rows of pixel centres, which reaches 0.2 mm into the plate
//! below.
TriangleMesh plate_with_a_hidden_ridge() {
  const std::vector<Eigen::Vector2d> outline = {{0, 0.5},  {6.099, 0.5}, {6.1, -0.2}, {6.101, 0.5},
                                                {12, 0.5}, {12, 3},      {0, 3}};
  Eigen::Isometry3d stand_up = Eigen::Isometry3d::Identity();
  stand_up.linear() << 1, 0, 0, 0, 0, -1, 0, 1, 0;  // (x, y, z) → (x, −z, y)
  return shapes::moved(shapes::prism(outline, -12, 0), stand_up);
}

TEST_F(InspectProgram, a_ridge_between_pixels_interferes_and_a_finding_says_that_no_pixel_shows_it) {
  const TriangleMesh lower = shapes::box({0, 0, -3}, {12, 12, 0});
  const std::string options = "--pixel 0.1";
  const json sampled = inspect(plate_with_a_hidden_ridge(), lower, options);
  EXPECT_TRUE(sampled["interference"]);
  EXPECT_EQ(sampled["pixels"]["interfering"], 0);
  EXPECT_EQ(sampled["findings"].back()["code"], "overlap_between_pixels");
  EXPECT_TRUE(sampled["exact"].is_null());
  EXPECT_TRUE(sampled["intervals"].is_null());
  EXPECT_NEAR(sampled["min_surface_distance_mm"].get<double>(), -0.2, 0.001);
  EXPECT_FALSE(std::filesystem::exists(folder_ / "out" / "contact_curves.vtp"));

  const json exact = inspect(plate_with_a_hidden_ridge(), lower, options + " --exact");
  EXPECT_TRUE(exact["interference"]);
  EXPECT_TRUE(exact["exact"]["interference"]);
  EXPECT_GT(exact["exact"]["crossing_pairs"].get<int>(), 0);
  // The ridge cuts the plate's top from wall to wall on both of its sides.
  EXPECT_GT(exact["exact"]["curve_length_mm"].get<double>(), 2 * 12);
  EXPECT_EQ(exact["settings"]["exact"], true);
  EXPECT_FALSE(exact["remarks"].empty());
  EXPECT_NE(testing::bytes_of(folder_ / "out" / "contact_curves.vtp").find("length_mm"), std::string::npos);
}

//! A cube of 0.01 mm inside a box, far from the box's surface: between the pixels, 0.9 mm deep.
TEST_F(InspectProgram, interference_agrees_with_the_least_surface_distance) {
  const TriangleMesh box = shapes::box({-5, -5, -2}, {5, 5, 0});
  const TriangleMesh cube = shapes::box({0.013, 0.013, -0.911}, {0.023, 0.023, -0.901});
  for (const json& report :
       {inspect(cube, box, "--pixel 0.2 --unit mm"), inspect(box, cube, "--pixel 0.2 --unit mm"),
        inspect(shapes::box({-5, -5, 0.1}, {5, 5, 2}), box, "--pixel 0.2 --unit mm")}) {
    const double distance = report["min_surface_distance_mm"], depth = report["max_penetration_distance_mm"];
    EXPECT_EQ(report["interference"], distance < -1e-4) << report["min_surface_distance_mm"];
    EXPECT_EQ(depth, std::max(0.0, -distance));
  }
}

TEST_F(InspectProgram, a_validation_comes_with_the_report) {
  const json report = inspect(shapes::sphere({0, 0, 10.05}, 10, 60), shapes::box({-12, -12, -3}, {12, 12, 0}),
                              "--pixel 0.2 --validate --rays 4");
  EXPECT_EQ(report["validation"]["rays_per_pixel"], 4);
  EXPECT_EQ(report["validation"]["state_disagreements"], 0);
  const json figures = json_of(folder_ / "out" / "validate.json");
  for (const char* key : {"rms_mm", "max_mm", "point_rms_mm", "point_max_mm", "pixels"})
    EXPECT_EQ(report["validation"][key], figures[key]) << key;
  EXPECT_GT(std::filesystem::file_size(folder_ / "out" / "error.png"), 1000U);
  EXPECT_NE(testing::bytes_of(folder_ / "out" / "report.html").find("Validation against rays"),
            std::string::npos);
}

TEST_F(InspectProgram, wrong_options_of_the_analysis_are_wrong_usage) {
  write_stl(folder_ / "a.stl", shapes::box({0, 0, 1}, {12, 12, 3}));
  for (const char* options :
       {"--sectors 0", "--sectors 33", "--sectors two", "--area-error 0", "--area-error -1",
        "--area-error 101", "--area-error nan", "--bite-error 0.02", "--bite-error 0.02,-1",
        "--bite-error 1,2,3", "--bite-error 0.02,", "--bite-error 0.02,x", "--bite-error inf,0",
        "--bite-poses -1", "--bite-poses 1.5", "--bite-seed -1", "--rays 4", "--validate --rays 0"}) {
    const auto run = run_program("inspect " + quoted(folder_ / "a.stl") + " " + quoted(folder_ / "a.stl") +
                                 " --direction 0,0,1 " + options);
    EXPECT_EQ(run.status, 2) << options << "\n" << run.err;
  }
}

TEST_F(InspectProgram, a_ball_pressed_into_a_plate_has_the_volume_of_its_cap) {
  const double radius = 10;
  const double depth = 0.3;
  for (const std::string engine : {"zlist", "ray", "stencil"}) {
    const json report = inspect(shapes::sphere({0, 0, radius - depth}, radius, 360),
                                shapes::box({-15, -15, -3}, {15, 15, 0}), "--pixel 0.02 --engine " + engine);
    EXPECT_TRUE(report["interference"]) << engine;
    EXPECT_EQ(report["engine"], engine);
    EXPECT_NEAR(report["min_clearance_mm"].get<double>(), -depth, 0.001) << engine;
    EXPECT_NEAR(report["max_penetration_mm"].get<double>(), depth, 0.001) << engine;
    const double volume = pi * depth * depth * (radius - depth / 3);
    EXPECT_NEAR(report["overlap_volume_mm3"].get<double>(), volume, 0.005 * volume) << engine;
  }
}

TEST_F(InspectProgram, a_slope_has_a_surface_greater_than_its_projection) {
  // Two plates tilted by 30°, 0.05 mm apart along z: everything is in contact at 0.1 mm.
  Eigen::Isometry3d tilt = Eigen::Isometry3d::Identity();
  tilt.linear() = Eigen::AngleAxisd(pi / 6, Eigen::Vector3d::UnitX()).toRotationMatrix();
  TriangleMesh upper = shapes::moved(shapes::box({-10, -10, 0}, {10, 10, 2}), tilt);
  for (Eigen::Vector3d& vertex : upper.vertices) vertex.z() += 0.05;
  const json report =
      inspect(upper, shapes::moved(shapes::box({-10, -10, -2}, {10, 10, 0}), tilt), "--threshold 0.1");
  const json area = area_at(report, 0.1);
  EXPECT_NEAR(area["surface_mm2"].get<double>() / area["projected_mm2"].get<double>(), 1 / std::cos(pi / 6),
              1e-3);
  EXPECT_NEAR(report["min_clearance_mm"].get<double>(), 0.05, 0.001);
}

TEST_F(InspectProgram, a_pose_moves_the_lower) {
  testing::write_text(folder_ / "pose.json",
                      R"({"upper_from_lower": [1,0,0,0, 0,1,0,0, 0,0,1,-0.25, 0,0,0,1]})");
  const json report = inspect(shapes::box({0, 0, 0}, {12, 12, 3}), shapes::box({0, 0, -3}, {12, 12, 0}),
                              "--pose " + quoted(folder_ / "pose.json"));
  EXPECT_NEAR(report["min_clearance_mm"].get<double>(), 0.25, 1e-4);
}

TEST_F(InspectProgram, pixels_are_counted_and_add_up) {
  const json report =
      inspect(shapes::box({0, 0, 1}, {12, 12, 3}), shapes::box({2, 0, -3}, {14, 12, 0}), "--pixel 0.1");
  const json& pixels = report["pixels"];
  const json& stages = pixels["resolved_by"];
  EXPECT_EQ(pixels["both"], 100 * 120);
  EXPECT_EQ(stages["pass1"].get<int>() + stages["pass2"].get<int>() + stages["layers"].get<int>() +
                stages["rays"].get<int>(),
            pixels["both"]);
  // One more pixel on each side of the window; to its right and left the other jaw continues.
  EXPECT_EQ(pixels["upper_only"], 120);
  EXPECT_EQ(pixels["lower_only"], 120);
  EXPECT_EQ(pixels["upper_pi_convex"], 101 * 120);
  EXPECT_EQ(pixels["lower_pi_convex"], 101 * 120);
  const json& projection = report["projections"][0];
  EXPECT_EQ(projection["width"], 102);
  EXPECT_EQ(projection["height"], 122);
  EXPECT_EQ(projection["pixel_mm"], 0.1);
  EXPECT_EQ(projection["direction"], json({0, 0, 1}));
}

TEST_F(InspectProgram, the_same_input_gives_the_same_numbers) {
  const TriangleMesh upper = shapes::torus({0, 0, 2.8}, {0, 0.3, 1}, 8, 3, 60, 30);
  const TriangleMesh lower = shapes::sphere({0, 0, -6}, 12, 40);
  json first = inspect(upper, lower);
  json second = inspect(upper, lower);
  for (json* const report :
       {&first, &second}) {  // the report contains times, so digests of it and of the page differ
    report->erase("timings_ms");
    report->erase("record_sha256");
    report->at("written").erase("report.html");
  }
  EXPECT_EQ(first.dump(), second.dump());
}

TEST_F(InspectProgram, bodies_that_pass_each_other_are_a_result) {
  const json report = inspect(shapes::box({0, 0, 1}, {12, 12, 3}), shapes::box({40, 0, -3}, {52, 12, 0}));
  EXPECT_EQ(report["pixels"]["both"], 0);
  EXPECT_TRUE(report["min_clearance_mm"].is_null());
  EXPECT_FALSE(report["interference"]);
}

TEST_F(InspectProgram, json_goes_to_standard_output_and_files_are_all_there) {
  write_stl(folder_ / "a.stl", shapes::sphere({0, 0, 10.05}, 10, 60));
  write_stl(folder_ / "b.stl", shapes::box({-12, -12, -3}, {12, 12, 0}));
  const auto run = run_program("inspect " + quoted(folder_ / "a.stl") + " " + quoted(folder_ / "b.stl") +
                               " --direction 0,0,1 --json --out " + quoted(folder_ / "out"));
  ASSERT_EQ(run.status, 0) << run.err;
  json printed = json::parse(run.out);
  json written = json_of(folder_ / "out" / "report.json");
  printed.erase("timings_ms");
  for (const char* const of_the_file : {"timings_ms", "written", "record_sha256"}) written.erase(of_the_file);
  EXPECT_EQ(printed, written);
  for (const char* name : {"report.html", "contacts.csv", "map.nrrd", "map.png", "upper.vtp", "lower.vtp"}) {
    EXPECT_GT(std::filesystem::file_size(folder_ / "out" / name), 0U) << name;
  }
  std::size_t count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder_ / "out")) {
    EXPECT_EQ(entry.path().filename().string().find("tmp"), std::string::npos) << entry.path();
    ++count;
  }
  EXPECT_GE(count, 7U);
}

TEST_F(InspectProgram, measure_tells_the_time_of_each_pose_and_stage) {
  write_stl(folder_ / "a.stl", shapes::sphere({0, 0, 10.05}, 10, 60));
  write_stl(folder_ / "b.stl", shapes::box({-12, -12, -3}, {12, 12, 0}));
  for (const std::string engine : {"zlist", "ray", "stencil"}) {
    const auto run = run_program("measure " + quoted(folder_ / "a.stl") + " " + quoted(folder_ / "b.stl") +
                                 " --direction 0,0,1 --pixel 0.2 --poses 4 --engine " + engine + " --out " +
                                 quoted(folder_ / engine));
    ASSERT_EQ(run.status, 0) << run.err;
    const json report = json_of(folder_ / engine / "measure.json");
    EXPECT_EQ(report["engine"], engine);
    EXPECT_EQ(report["poses"], 4);
    EXPECT_EQ(report["pixels"], report["width"].get<int>() * report["height"].get<int>());
    EXPECT_EQ(report["triangles"],
              2 * 120 * 59 + 12);  // 58 bands of 240 and two caps of 120, and a box
    const json& ms = report["map_ms"];
    EXPECT_LE(ms["min"], ms["median"]);
    EXPECT_LE(ms["median"], ms["max"]);
    EXPECT_FALSE(report["stages_ms"].empty());
  }
}

TEST_F(InspectProgram, generated_jaws_are_in_light_intercuspation_with_their_teeth_named) {
  const auto made =
      run_program("generate dentition --triangles 30000 --quiet --out " + quoted(folder_ / "case"));
  ASSERT_EQ(made.status, 0) << made.err;
  const auto run = run_program("inspect " + quoted(folder_ / "case" / "upper.ply") + " " +
                               quoted(folder_ / "case" / "lower.ply") + " --pixel 0.1 --json");
  ASSERT_EQ(run.status, 0) << run.err;
  const json report = json::parse(run.out);
  EXPECT_TRUE(report["upper"]["closed_by_import"]);
  EXPECT_LT(report["min_clearance_mm"].get<double>(), 0.05);
  EXPECT_GT(report["min_clearance_mm"].get<double>(), -0.3);
  // Superior is z, so the chosen direction is near it.
  EXPECT_GT(report["projections"][0]["direction"][2].get<double>(), 0.9);
  const std::vector<std::string> sectors = {"whole arch", "right molars",   "right premolars",
                                            "anterior",   "left premolars", "left molars"};
  ASSERT_EQ(report["projections"].size(), sectors.size());
  for (std::size_t i = 0; i < sectors.size(); ++i) EXPECT_EQ(report["projections"][i]["name"], sectors[i]);
  EXPECT_TRUE(report["projections"][1]["from_mm"].is_null());
  EXPECT_EQ(report["projections"][1]["to_mm"], report["projections"][2]["from_mm"]);
  const json one = json::parse(run_program("inspect " + quoted(folder_ / "case" / "upper.ply") + " " +
                                           quoted(folder_ / "case" / "lower.ply") +
                                           " --pixel 0.1 --bite-poses 0 --sectors 1 --json")
                                   .out);
  EXPECT_EQ(one["projections"].size(), 1U);
  EXPECT_EQ(one["settings"]["sectors"], 1);
  EXPECT_EQ(one["min_clearance_mm"], report["min_clearance_mm"]) << "of the whole arch in both";
  bool left = false;
  bool right = false;
  for (const json& contact : report["contacts"]) {
    const double x = contact["centroid_mm"][0];
    const int tooth = contact["tooth"].is_number() ? contact["tooth"].get<int>() : 0;
    left |= side_of(tooth) == PatientSide::left;
    right |= side_of(tooth) == PatientSide::right;
    // The lower's left teeth lie at x > 0; the centroid of an incisor's contact may lie near the midline.
    if (side_of(tooth) == PatientSide::left) {
      EXPECT_GT(x, -1) << tooth;
    } else if (side_of(tooth) == PatientSide::right) {
      EXPECT_LT(x, 1) << tooth;
    }
  }
  EXPECT_TRUE(left && right);
}

}  // namespace
}  // namespace intercusp
