// `spray` end to end: solids and a nozzle in, the places of droplets out.

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <numbers>
#include <set>

#include "occlusion/geometry/shapes.h"
#include "tests/support/generated_case.h"
#include "tests/support/program.h"
#include "tests/support/real_scans.h"

namespace intercusp {
namespace {

class SprayProgram : public ::testing::Test {
 protected:
  //! A ball of 5 mm radius above a plate, both about the z axis.
  SprayProgram() {
    write_stl(folder_ / "plate.stl", shapes::box({-30, -30, -2}, {30, 30, 0}));
    write_stl(folder_ / "ball.stl", shapes::sphere({0, 0, 20}, 5, 100));
  }
  [[nodiscard]] std::string plate() const { return quoted(folder_ / "plate.stl"); }
  [[nodiscard]] std::string both() const { return plate() + " " + quoted(folder_ / "ball.stl"); }

  testing::TemporaryFolder folder_;
};

const std::string down = " --nozzle 0,0,50,0,0,-2";  // its length does not matter

//! The report without the values that differ from run to run.
json timeless(json report) {
  report.erase("seconds");
  report.erase("timings_ms");
  report.erase("record_sha256");
  if (report.contains("written")) report["written"].erase("report.html");
  return report;
}

void expect_counts_add_up(const json& report) {
  std::uint64_t hits = 0;
  for (const json& collider : report["colliders"]) hits += collider["hits"].get<std::uint64_t>();
  EXPECT_EQ(hits, report["hits"]);
  EXPECT_EQ(report["hits"].get<std::uint64_t>() + report["escaped"].get<std::uint64_t>(),
            report["particles"]);
}

TEST_F(SprayProgram, a_beam_lands_on_the_ball_and_leaves_its_shadow_on_the_plate) {
  const auto run = run_program("spray " + both() + down + " --disc 10 --json");
  ASSERT_EQ(run.status, 0) << run.err;
  const json report = json::parse(run.out);
  EXPECT_EQ(report["schema"], "intercusp-spray/1");
  expect_counts_add_up(report);
  EXPECT_EQ(report["particles"], 100000);
  EXPECT_EQ(report["escaped"], 0);
  ASSERT_EQ(report["colliders"].size(), 2U);
  const json &plate = report["colliders"][0], &ball = report["colliders"][1];
  EXPECT_EQ(plate["name"], "plate.stl");
  EXPECT_EQ(ball["name"], "ball.stl");
  const double share = 0.25, particles = 1e5;
  // The mesh's outline has 200 corners: its area is short of the circle's by 2/3·(pi/200)², 16 of the expected 25 000.
  EXPECT_NEAR(ball["hits"].get<double>(), particles * share,
              4 * std::sqrt(particles * share * (1 - share)) + 16);
  EXPECT_NEAR(ball["first_hit_s"].get<double>(), 0.025, 1e-5);
  EXPECT_NEAR(ball["last_hit_s"].get<double>(), 0.030, 2e-4);
  EXPECT_NEAR(plate["first_hit_s"].get<double>(), 0.050, 1e-9);
  EXPECT_NEAR(plate["last_hit_s"].get<double>(), 0.050, 1e-9);
  EXPECT_NEAR(plate["mean_speed_mm_s"].get<double>(), 1000, 1e-6);
  EXPECT_NEAR(plate["reached_mm2"].get<double>(), std::numbers::pi * (100 - 25),
              plate["reached_error_mm2"].get<double>());
  EXPECT_NEAR(ball["reached_percent"].get<double>(), 50, 1);
  EXPECT_NEAR(plate["area_mm2"].get<double>(),
              plate["reached_mm2"].get<double>() + plate["in_shadow_mm2"].get<double>(), 1e-6);
}

TEST_F(SprayProgram, gravity_bends_the_beam_and_makes_it_faster) {
  const auto run =
      run_program("spray " + plate() + down + " --disc 1 --speed 500 --gravity 3000,0,-9810 --json");
  ASSERT_EQ(run.status, 0) << run.err;
  const json plate = json::parse(run.out)["colliders"][0];
  const double fall = std::sqrt(500 * 500 + 2 * 9810 * 50), time = (fall - 500) / 9810;
  EXPECT_NEAR(plate["first_hit_s"].get<double>(), time, 1e-9);
  EXPECT_NEAR(plate["mean_speed_mm_s"].get<double>(), std::hypot(fall, 3000 * time), 1e-6);
}

TEST_F(SprayProgram, a_cone_has_fifteen_degrees_unless_asked) {
  for (const auto& [option, angle] : {std::pair("", 15.0), std::pair(" --cone 20", 20.0)}) {
    const auto run = run_program("spray " + plate() + down + option + " --json");
    ASSERT_EQ(run.status, 0) << run.err;
    const json report = json::parse(run.out);
    EXPECT_NEAR(report["nozzle"]["cone_deg"].get<double>(), angle, 1e-12);
    const double radius = 50 * std::tan(angle * std::numbers::pi / 180);
    EXPECT_EQ(report["escaped"], 0);
    const json& plate = report["colliders"][0];
    EXPECT_NEAR(plate["reached_mm2"].get<double>(), std::numbers::pi * radius * radius,
                plate["reached_error_mm2"].get<double>());
    EXPECT_NEAR(plate["last_hit_s"].get<double>(), 0.050 / std::cos(angle * std::numbers::pi / 180), 1e-5);
  }
}

TEST_F(SprayProgram, the_same_seed_leaves_the_same_bytes_and_another_others) {
  const auto made = [&](const std::string& name, const std::string& options) {
    const auto run = run_program("spray " + both() + down + " --particles 3000" + options + " --out " +
                                 quoted(folder_ / name));
    EXPECT_EQ(run.status, 0) << run.err;
    return folder_ / name;
  };
  const auto one = made("one", ""), again = made("again", " --seed 1"), other = made("other", " --seed 2");
  for (const char* file : {"coverage.csv", "deposit.vtp", "deposit.png"}) {
    EXPECT_FALSE(bytes_of(one / file).empty()) << file;
    EXPECT_EQ(bytes_of(one / file), bytes_of(again / file)) << file;
  }
  EXPECT_NE(bytes_of(one / "deposit.vtp"), bytes_of(other / "deposit.vtp"));
  for (const std::string array : {"collider", "anatomy", "droplets", "droplets_per_mm2", "expected_per_mm2",
                                  "reached", "first_s", "speed_mm_s", "tooth"})
    EXPECT_NE(bytes_of(one / "deposit.vtp").find("Name=\"" + array + "\""), std::string::npos) << array;
  EXPECT_EQ(timeless(json_of(one / "spray.json")), timeless(json_of(again / "spray.json")));
  EXPECT_NE(json_of(one / "spray.json")["colliders"], json_of(other / "spray.json")["colliders"]);
  expect_counts_add_up(json_of(other / "spray.json"));
}

TEST_F(SprayProgram, leaves_a_page_with_its_pictures_in_the_language_asked) {
  const auto run =
      run_program("spray " + both() + down + " --particles 2000 --lang de --out " + quoted(folder_ / "out"));
  ASSERT_EQ(run.status, 0) << run.err;
  EXPECT_NE(run.out.find("2000 Tropfen: "), std::string::npos) << run.out;
  const std::string page = bytes_of(folder_ / "out" / "report.html");
  EXPECT_NE(page.find("Sprühen: wo Tropfen landen"), std::string::npos);
  EXPECT_NE(page.find("data:image/png;base64"), std::string::npos);
  EXPECT_EQ(page.find("reached"), std::string::npos) << "English left over";
  for (const char* picture : {"deposit.png", "deposit_oblique.png", "deposit_far_side.png"})
    EXPECT_EQ(bytes_of(folder_ / "out" / picture).substr(1, 3), "PNG");
  EXPECT_NE(bytes_of(folder_ / "out" / "coverage.csv").find("solid,tooth,droplets,area_mm2"),
            std::string::npos);
}

TEST_F(SprayProgram, without_hits_times_are_null) {
  const auto run = run_program("spray " + plate() + " --nozzle 0,0,50,0,0,1 --particles 1000 --json");
  ASSERT_EQ(run.status, 0) << run.err;
  const json report = json::parse(run.out);
  expect_counts_add_up(report);
  EXPECT_EQ(report["hits"], 0);
  for (const char* name : {"first_hit_s", "last_hit_s", "mean_speed_mm_s", "evenness"})
    EXPECT_TRUE(report["colliders"][0][name].is_null()) << name;
  EXPECT_EQ(report["findings"][0]["code"], "nothing_hit");
}

TEST_F(SprayProgram, wrong_usage_is_exit_2_before_any_file_is_opened) {
  const std::string none = "spray none.stl";
  for (const std::string options :
       {"", " --nozzle 0,0,50,0,0,0", " --nozzle 0,0,50,0,0", " --nozzle 0,0,nan,0,0,1",
        " --nozzle 0,0,inf,0,0,1", " --nozzle 0,0,600000,0,0,-1", " --nozzle a,b,c,0,0,1"})
    EXPECT_EQ(run_program(none + options).status, 2) << options;
  for (const std::string options :
       {" --disc 3 --cone 10", " --disc 0", " --disc -1", " --cone 0", " --cone 181", " --cone nan",
        " --speed 0", " --speed -5", " --speed nan", " --particles 0", " --particles -3", " --particles many",
        " --gravity 0,0", " --gravity 0,0,nan", " --seed -1", " --unit km"})
    EXPECT_EQ(run_program(none + down + options).status, 2) << options;
  for (const std::string options :
       {"--bounces -1", "--bounces 4", "--bounces 1.5", "--bounces many", "--restitution 0",
        "--restitution 1.01", "--restitution -0.5", "--restitution nan", "--restitution high"}) {
    const auto run = run_program(none + down + " " + options);
    EXPECT_EQ(run.status, 2) << options;
    EXPECT_NE(run.err.find(options.substr(0, options.find(' '))), std::string::npos) << run.err;
  }
  EXPECT_EQ(run_program("spray" + down).status, 2) << "no solid";
}

TEST_F(SprayProgram, inputs_that_cannot_be_used_are_exit_3_and_outputs_exit_5) {
  const auto missing = run_program("spray " + quoted(folder_ / "none.stl") + down);
  EXPECT_EQ(missing.status, 3);
  EXPECT_NE(missing.err.find("none.stl"), std::string::npos);
  const auto inside = run_program("spray " + both() + " --nozzle 1,1,19,0,0,1");
  EXPECT_EQ(inside.status, 3);
  EXPECT_NE(inside.err.find("ball.stl: the nozzle at 1, 1, 19 mm lies inside ball.stl"), std::string::npos)
      << inside.err;
  write_text(folder_ / "file", "");
  EXPECT_EQ(run_program("spray " + plate() + down + " --out " + quoted(folder_ / "file")).status, 5);
}

TEST_F(SprayProgram, a_disc_that_reaches_into_a_solid_is_told) {
  const auto run =
      run_program("spray " + both() + " --nozzle 6,0,20,0,0,-1 --disc 3 --particles 1000 --json");
  ASSERT_EQ(run.status, 0) << run.err;
  const json report = json::parse(run.out);
  EXPECT_EQ(report["findings"][0]["code"], "nozzle_reaches_inside");
  EXPECT_EQ(report["findings"][0]["values"]["droplets"], report["colliders"][1]["hits_from_inside"]);
  EXPECT_GT(report["colliders"][1]["hits_from_inside"], 100);
}

TEST_F(SprayProgram, bodies_of_a_formula_are_solids_too) {
  write_text(folder_ / "bodies.json", R"({"bodies": [
    {"name": "ball", "kind": "sphere", "pose": [1,0,0,0, 0,1,0,0, 0,0,1,20, 0,0,0,1], "size_mm": [5]},
    {"name": "plate", "kind": "box", "pose": [1,0,0,0, 0,1,0,0, 0,0,1,-1, 0,0,0,1], "size_mm": [60, 60, 2]}]})");
  const auto run = run_program("spray " + quoted(folder_ / "bodies.json") + down + " --disc 10 --json");
  ASSERT_EQ(run.status, 0) << run.err;
  const json report = json::parse(run.out);
  expect_counts_add_up(report);
  EXPECT_EQ(report["escaped"], 0);
  ASSERT_EQ(report["colliders"].size(), 2U);
  EXPECT_EQ(report["colliders"][0]["name"], "ball");
  EXPECT_EQ(report["colliders"][0]["met_by"], "formula");
  // The first droplet lands near the pole: 0.3 mm from the pole the sphere is 0.009 mm lower.
  EXPECT_NEAR(report["colliders"][0]["first_hit_s"].get<double>(), 0.025, 1e-5);
  EXPECT_NEAR(report["colliders"][0]["hits"].get<double>(), 25000, 4 * std::sqrt(25000 * 0.75));
  EXPECT_NEAR(report["colliders"][1]["first_hit_s"].get<double>(), 0.050, 1e-9);
  EXPECT_NE(report["remarks"][0].get<std::string>().find("bodies of a formula, which droplets meet"),
            std::string::npos);
  const auto inside = run_program("spray " + quoted(folder_ / "bodies.json") + " --nozzle 0,0,-1,0,0,1");
  EXPECT_EQ(inside.status, 3);
  EXPECT_NE(inside.err.find("bodies.json: the nozzle at 0, 0, -1 mm lies inside plate"), std::string::npos)
      << inside.err;
}

//! A beam so thin that all droplets follow the same path.
const std::string one_way = " --disc 1e-6 --particles 10 --json";

TEST_F(SprayProgram, a_drop_on_a_sphere_of_a_formula_takes_the_time_of_the_formula) {
  write_text(folder_ / "ball.json", R"({"bodies": [
    {"name": "ball", "kind": "sphere", "pose": [1,0,0,0, 0,1,0,0, 0,0,1,0, 0,0,0,1], "size_mm": [5]}]})");
  const auto run = run_program("spray " + quoted(folder_ / "ball.json") +
                               " --nozzle 3,0,50,0,0,-1 --speed 200 --gravity 0,0,-9810" + one_way);
  ASSERT_EQ(run.status, 0) << run.err;
  const json ball = json::parse(run.out)["colliders"][0];
  const double fall_mm = 46, speed = std::sqrt(200 * 200 + 2 * 9810 * fall_mm);
  EXPECT_NEAR(ball["first_hit_s"].get<double>(), (speed - 200) / 9810, 1e-8)
      << "a disc of 1e-6 mm, 0.75 steep";
  EXPECT_NEAR(ball["mean_speed_mm_s"].get<double>(), speed, 1e-4);
}

TEST_F(SprayProgram, bounces_rise_to_the_square_of_the_restitution) {
  const double height = 12.5, g = 9810, e = 0.6, fall = std::sqrt(2 * height / g);
  const auto landed = [&](int bounces) {
    const auto run =
        run_program("spray " + plate() + " --nozzle 0,0,12.5,1,0,0 --speed 50 --gravity=0,0,-9810" +
                    " --restitution 0.6 --bounces " + std::to_string(bounces) + one_way);
    EXPECT_EQ(run.status, 0) << run.err;
    const json report = json::parse(run.out);
    expect_counts_add_up(report);
    EXPECT_EQ(report["bounces"], bounces);
    EXPECT_EQ(report["restitution"], e);
    return report["colliders"][0];
  };
  double time = fall, fallen = height;
  for (int bounces = 0; bounces <= 3; ++bounces) {
    const json plate = landed(bounces);
    EXPECT_EQ(plate["hits"], 10);
    EXPECT_NEAR(plate["last_hit_s"].get<double>(), time, 1e-8);
    EXPECT_NEAR(plate["mean_speed_mm_s"].get<double>(), std::hypot(50, std::sqrt(2 * g * fallen)), 1e-4);
    fallen *= e * e;
    time += 2 * std::sqrt(2 * fallen / g);
  }
}

TEST_F(SprayProgram, a_bounce_takes_droplets_to_another_solid_and_counts_them_there) {
  write_stl(folder_ / "roof.stl", shapes::box({-30, -30, 60}, {30, 30, 62}));
  const std::string solids = plate() + " " + quoted(folder_ / "roof.stl");
  const auto run = run_program("spray " + solids + down + " --disc 5 --restitution 0.5 --bounces 1 --out " +
                               quoted(folder_ / "out"));
  ASSERT_EQ(run.status, 0) << run.err;
  const json report = json_of(folder_ / "out" / "spray.json");
  const json &plate = report["colliders"][0], &roof = report["colliders"][1];
  EXPECT_EQ(plate["hits"], 0);
  EXPECT_TRUE(plate["impact_map"].is_null());
  EXPECT_EQ(roof["hits"], report["particles"]);
  EXPECT_NEAR(roof["first_hit_s"].get<double>(), 0.050 + 60 / 500.0, 1e-9);
  EXPECT_EQ(roof["impact_map"], "impacts_2.nrrd");
  EXPECT_TRUE(report["written"].contains("impacts_2.nrrd"));
  EXPECT_TRUE(report["written"].contains("impacts_2.png"));
  EXPECT_FALSE(report["written"].contains("impacts_1.nrrd"));
  const std::string nrrd = bytes_of(folder_ / "out" / "impacts_2.nrrd");
  EXPECT_EQ(nrrd.substr(0, 4), "NRRD");
  EXPECT_NE(nrrd.find("sizes: 4 "), std::string::npos);
  EXPECT_NE(nrrd.find("intercusp_collider:=roof.stl"), std::string::npos);
}

TEST_F(SprayProgram, names_of_files_number_their_teeth) {
  write_stl(folder_ / "36.stl", shapes::sphere({0, 0, 0}, 5, 30));
  const auto run = run_program("spray " + quoted(folder_ / "36.stl") + down + " --particles 100 --json");
  ASSERT_EQ(run.status, 0) << run.err;
  const json teeth = json::parse(run.out)["colliders"][0]["teeth"];
  ASSERT_EQ(teeth.size(), 1U);
  EXPECT_EQ(teeth[0]["tooth"], 36);
}

//! Crowns of a patient from above and from the cheek: counts against the flux expected from the paths back.
TEST(SprayRealScans, droplets_land_on_crowns_as_the_ways_back_expect) {
  const std::filesystem::path scan = testing::real_scans() / "case-a" / "lower.stl";
  if (!std::filesystem::exists(scan)) GTEST_SKIP() << scan << " is not there";
  for (const std::string nozzle :
       {"0,60,0,0,-1,0 --disc 40", "60,0,0,-1,0,0 --cone 35 --gravity 0,-9810,0"}) {
    const auto run = run_program("spray " + quoted(scan) + " --nozzle " + nozzle + " --json");
    ASSERT_EQ(run.status, 0) << run.err;
    const json report = json::parse(run.out);
    expect_counts_add_up(report);
    const json& lower = report["colliders"][0];
    const double hits = lower["hits"], expected = lower["expected_hits"];
    EXPECT_EQ(lower["hits_from_inside"], 0);
    // The error of counting, and that of 185 000 sample points: their faces' share of the reached area.
    const double points =
        expected * lower["reached_error_mm2"].get<double>() / lower["reached_mm2"].get<double>();
    EXPECT_NEAR(hits, expected, 4 * std::sqrt(expected) + 2 * points) << nozzle;
  }
}

class SprayGeneratedCase : public testing::GeneratedCase<SprayGeneratedCase> {};

TEST_F(SprayGeneratedCase, the_base_that_import_adds_stops_droplets_and_is_told) {
  const auto run =
      run_program("spray " + quoted(*made_ / "lower.ply") + " --nozzle 0,0,-60,0,0,1 --disc 40 --json");
  ASSERT_EQ(run.status, 0) << run.err;
  const json report = json::parse(run.out);
  expect_counts_add_up(report);
  const json& lower = report["colliders"][0];
  const double added = lower["hits_on_added_faces"];
  EXPECT_GT(added, 0.9 * lower["hits"].get<double>());
  EXPECT_EQ(report["findings"][0]["code"], "added_faces_hit");
  EXPECT_EQ(report["findings"][0]["values"]["droplets"], added);
}

TEST_F(SprayGeneratedCase, teeth_with_labels_are_told_apart) {
  const auto run =
      run_program("spray " + quoted(*made_ / "lower.ply") + " --nozzle 0,0,60,0,0,-1 --disc 45 --json");
  ASSERT_EQ(run.status, 0) << run.err;
  const json report = json::parse(run.out);
  expect_counts_add_up(report);
  const json& lower = report["colliders"][0];
  double area = 0;
  std::uint64_t hits = 0;
  std::set<int> teeth;
  for (const json& tooth : lower["teeth"]) {
    area += tooth["area_mm2"].get<double>();
    hits += tooth["hits"].get<std::uint64_t>();
    if (!tooth["tooth"].is_null()) teeth.insert(tooth["tooth"].get<int>());
  }
  EXPECT_EQ(lower["remarks"], json::array()) << "a solid is neither jaw, so its teeth are of no wrong one";
  EXPECT_EQ(teeth.size(), 14U);
  EXPECT_EQ(*teeth.begin(), 31);
  EXPECT_NEAR(area, lower["area_mm2"].get<double>(), 1e-6);
  EXPECT_EQ(hits, lower["hits"].get<std::uint64_t>() - lower["hits_on_added_faces"].get<std::uint64_t>());
}

//! Fine enough for teeth to be found.
class SprayUnlabelledCase : public testing::GeneratedCase<SprayUnlabelledCase, 40000> {
 protected:
  [[nodiscard]] static json collider(const std::string& arguments) {
    const auto run = run_program("spray " + arguments + " --nozzle 0,0,60,0,0,-1 --disc 45 --json");
    EXPECT_EQ(run.status, 0) << run.err;
    return json::parse(run.out)["colliders"][0];
  }
};

TEST_F(SprayUnlabelledCase, teeth_are_found_as_segment_finds_them) {
  const json found = collider(unlabelled("lower")), labelled = collider(quoted(*made_ / "lower.ply"));
  const json segment = json::parse(run_program("segment --json " + unlabelled("lower")).out)["teeth"];
  std::map<int, json> by_label, by_segment;
  for (const json& tooth : labelled["teeth"]) {
    if (!tooth["tooth"].is_null()) by_label[tooth["tooth"]] = tooth;
  }
  for (const json& tooth : segment) by_segment[tooth["fdi"]] = tooth;
  ASSERT_EQ(found["teeth"].size(), by_segment.size() + 1) << "and the gum";
  EXPECT_EQ(found["estimated_teeth"].size(), by_segment.size());
  int right = 0;
  for (const json& tooth : found["teeth"]) {
    if (tooth["tooth"].is_null()) {
      EXPECT_TRUE(tooth["tooth_sure"].is_null());
      continue;
    }
    const int fdi = tooth["tooth"];
    ASSERT_TRUE(by_segment.contains(fdi)) << fdi;
    EXPECT_EQ(tooth["tooth_confidence"], by_segment[fdi]["confidence"]);
    EXPECT_EQ(tooth["tooth_sure"], by_segment[fdi]["sure"]);
    if (!by_label.contains(fdi)) continue;
    const double share = tooth["reached_mm2"].get<double>() / by_label[fdi]["reached_mm2"].get<double>();
    if (share > 0.7 && share < 1.4) ++right;
  }
  EXPECT_GE(right, 12) << "of 14 teeth of the generated jaw";
  EXPECT_EQ(labelled["estimated_teeth"], json::array());
  EXPECT_EQ(labelled["teeth"][1]["tooth_confidence"], 1);
  EXPECT_EQ(labelled["teeth"][1]["tooth_sure"], true);
}

TEST_F(SprayUnlabelledCase, teeth_that_are_not_sure_are_marked_everywhere) {
  const auto run = run_program("spray " + unlabelled("lower") + " --nozzle 0,0,60,0,0,-1 --out " +
                               quoted(folder_ / "out"));
  ASSERT_EQ(run.status, 0) << run.err;
  const json lower = json_of(folder_ / "out" / "spray.json")["colliders"][0];
  const std::string page = bytes_of(folder_ / "out" / "report.html"),
                    table = bytes_of(folder_ / "out" / "coverage.csv");
  EXPECT_NE(page.find("Tooth numbers are estimated from the scans, not read from files"), std::string::npos);
  int marked = 0;
  for (const json& tooth : lower["estimated_teeth"]) {
    const std::string number = std::to_string(tooth["fdi"].get<int>());
    const bool sure = tooth["sure"];
    EXPECT_NE(page.find(number + (sure ? "<" : "?<")), std::string::npos) << number;
    marked += !sure;
  }
  EXPECT_NE(table.find(",tooth_confidence,tooth_sure,"), std::string::npos);
  EXPECT_GT(lower["estimated_teeth"].size(), 10U);
  RecordProperty("not_sure", marked);
}

TEST_F(SprayUnlabelledCase, no_teeth_are_sought_unless_wanted_nor_on_what_is_no_jaw) {
  EXPECT_EQ(collider(unlabelled("lower") + " --teeth file")["teeth"], json::array());
  EXPECT_EQ(collider(quoted(*made_ / "lower.ply") + " --teeth none")["teeth"], json::array());
  write_stl(folder_ / "plate.stl", shapes::box({-30, -30, -2}, {30, 30, 0}));
  const json plate = collider(quoted(folder_ / "plate.stl"));
  EXPECT_EQ(plate["teeth"], json::array());
  EXPECT_EQ(plate["remarks"], json::array()) << "a plate without teeth needs no remark";
}

}  // namespace
}  // namespace intercusp
