// `interfere` end to end: solids in, pairs out.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>

#include "occlusion/geometry/shapes.h"
#include "tests/support/program.h"
#include "tests/support/wide.h"

namespace intercusp {
namespace {

using Names = std::vector<std::string>;

class InterfereProgram : public ::testing::Test {
 protected:
  //! A plate, a bar through it, a box in the bar, and a separate box.
  InterfereProgram() {
    write_stl(folder_ / "plate.stl", shapes::box({-15, -15, 0}, {15, 15, 2}));
    write_stl(folder_ / "bar.stl", shapes::box({-3, -3, -10}, {3, 3, 10}));
    write_stl(folder_ / "core, small.stl", shapes::box({-1, -1, 5}, {1, 1, 8}));
    write_stl(folder_ / "far.stl", shapes::box({20, 0, 0}, {25, 5, 5}));
  }
  [[nodiscard]] std::string all() const {
    std::string files;
    for (const char* name : {"plate.stl", "bar.stl", "core, small.stl", "far.stl"})
      files += quoted(folder_ / name) + " ";
    return files;
  }

  TemporaryFolder folder_;
};

json pair_of(const json& report, const std::string& a, const std::string& b) {
  for (const json& pair : report["pairs"]) {
    if (pair["a"] == a && pair["b"] == b) return pair;
  }
  ADD_FAILURE() << "no pair " << a << ", " << b;
  return {};
}

void expect_known_pairs(const json& report) {
  EXPECT_EQ(report["schema"], "intercusp-interfere/1");
  ASSERT_EQ(report["pairs"].size(), 6U) << "every unordered pair once";
  const json through = pair_of(report, "plate.stl", "bar.stl");
  EXPECT_EQ(through["interference"], true);
  EXPECT_EQ(through["penetrating"], Names{"bar.stl"});
  EXPECT_NEAR(through["depth_mm"].get<double>(), 3, 1e-4) << "of the middle of the plate's wall in the bar";
  EXPECT_LE(through["depth_error_mm"].get<double>(), 1.0001e-4);
  EXPECT_NEAR(through["volume_mm3"].get<double>(), 6 * 6 * 2, 1e-9);
  EXPECT_EQ(through["direction"].size(), 3U);
  EXPECT_NEAR(through["extent_mm"].get<double>(), 6, 4e-6) << "across the bar";
  for (const char* face : {"a_face", "b_face"}) EXPECT_LT(through[face].get<int>(), 12);
  const json inside = pair_of(report, "bar.stl", "core, small.stl");
  EXPECT_EQ(inside["interference"], true);
  EXPECT_EQ(inside["penetrating"], Names{"core, small.stl"});
  EXPECT_NEAR(inside["depth_mm"].get<double>(), 3, 1e-4) << "of the middle of its lower end";
  for (const auto& [a, b] : {std::pair("plate.stl", "core, small.stl"), std::pair("plate.stl", "far.stl"),
                             std::pair("bar.stl", "far.stl"), std::pair("core, small.stl", "far.stl")}) {
    const json pair = pair_of(report, a, b);
    EXPECT_EQ(pair["interference"], false) << a << ", " << b;
    EXPECT_EQ(pair["penetrating"], json::array());
    EXPECT_EQ(pair["depth_mm"], 0);
  }
}

TEST_F(InterfereProgram, tells_every_pair_with_each_engine) {
  for (const std::string engine : testing::samples({"zlist", "cinder", "ray"})) {
    const auto run = run_program("interfere " + all() + "--json --engine " + engine);
    ASSERT_EQ(run.status, 0) << run.err;
    const json report = json::parse(run.out);
    EXPECT_EQ(report["engine"], engine);
    EXPECT_EQ(pair_of(report, "plate.stl", "bar.stl")["found_by"], engine);
    expect_known_pairs(report);
  }
}

TEST_F(InterfereProgram, leaves_a_report_a_table_and_a_picture) {
  const auto run = run_program("interfere " + all() + "--out " + quoted(folder_ / "results"));
  ASSERT_EQ(run.status, 0) << run.err;
  expect_known_pairs(json_of(folder_ / "results" / "interfere.json"));
  const std::string table = bytes_of(folder_ / "results" / "overlaps.csv");
  EXPECT_EQ(std::count(table.begin(), table.end(), '\n'), 3);
  EXPECT_NE(table.find("bar.stl,\"core, small.stl\",3"), std::string::npos) << table;
  EXPECT_EQ(bytes_of(folder_ / "results" / "interference.png").substr(1, 3), "PNG");
}

TEST_F(InterfereProgram, generated_boxes_and_rings_interfere_where_their_scenes_say) {
  for (const std::string scene : {"knott-boxes --triangles 720", "knott-entangled --triangles 8000"}) {
    const TemporaryFolder made;
    ASSERT_EQ(run_program("generate " + scene + " --out " + quoted(made.path())).status, 0);
    std::set<std::pair<std::string, std::string>> known, found;
    const json truth = json_of(made / "scene.json");
    for (const json& pair : truth["known"]["interfering_pairs"]) known.emplace(pair[0], pair[1]);
    const auto run = run_program("interfere " + made.path().string() + "/body-*.ply --json");
    ASSERT_EQ(run.status, 0) << run.err;
    const json report = json::parse(run.out);
    for (const json& pair : report["pairs"]) {
      if (pair["interference"] == true) found.emplace(pair["a"], pair["b"]);
    }
    EXPECT_EQ(found, known) << scene;
    EXPECT_FALSE(known.empty());
  }
}

TEST_F(InterfereProgram, solids_of_one_file_name_are_told_by_their_paths) {
  std::filesystem::create_directory(folder_ / "other");
  write_stl(folder_ / "other" / "bar.stl", shapes::box({2, 2, 2}, {30, 8, 8}));
  const std::string first = (folder_ / "bar.stl").string(), second = (folder_ / "other" / "bar.stl").string();
  const auto run =
      run_program("interfere " + testing::quoted(first) + " " + testing::quoted(second) + " --json");
  ASSERT_EQ(run.status, 0) << run.err;
  const json pair = json::parse(run.out)["pairs"][0];
  EXPECT_EQ(pair["a"], first);
  EXPECT_EQ(pair["b"], second);
  EXPECT_EQ(pair["interference"], true);
}

TEST_F(InterfereProgram, small_solids_are_not_asked_for_their_unit_but_metres_are) {
  EXPECT_EQ(
      run_program("interfere " + quoted(folder_ / "core, small.stl") + " " + quoted(folder_ / "bar.stl"))
          .status,
      0);
  TriangleMesh metres = shapes::box({0, 0, 0}, {0.04, 0.03, 0.02});
  write_stl(folder_ / "m.stl", metres);
  const std::string both = quoted(folder_ / "m.stl") + " " + quoted(folder_ / "m.stl");
  const auto refused = run_program("interfere " + both);
  EXPECT_EQ(refused.status, 3);
  EXPECT_NE(refused.err.find("--unit m"), std::string::npos) << refused.err;
  EXPECT_EQ(run_program("interfere " + both + " --unit m").status, 0);
}

TEST_F(InterfereProgram, labels_and_names_of_teeth_are_not_looked_at) {
  write_stl(folder_ / "36.stl", shapes::box({0, 0, 0}, {9, 9, 9}));
  write_text(folder_ / "36.json", "{\"labels\": [1, 2]}");  // `inspect` refuses these: not one per vertex
  const auto run =
      run_program("interfere " + quoted(folder_ / "36.stl") + " " + quoted(folder_ / "bar.stl") + " --json");
  ASSERT_EQ(run.status, 0) << run.err;
  const json report = json::parse(run.out);
  for (const json& solid : report["solids"]) EXPECT_EQ(solid["remarks"], json::array());
}

const std::string two_bodies = R"({"bodies": [
  {"name": "implant", "kind": "cylinder", "pose": [1,0,0,0, 0,1,0,0, 0,0,1,-6, 0,0,0,1], "size_mm": [2, 11]},
  {"name": "root", "kind": "cone", "pose": [1,0,0,4.5, 0,-1,0,0, 0,0,-1,-6, 0,0,0,1], "size_mm": [3, 12]}]})";

TEST_F(InterfereProgram, bodies_of_a_formula_are_solids_beside_meshes) {
  write_text(folder_ / "bodies.json", two_bodies);
  for (const std::string engine : testing::samples({"zlist", "cinder", "ray"})) {
    const auto run = run_program("interfere " + quoted(folder_ / "plate.stl") + " " +
                                 quoted(folder_ / "bodies.json") + " --json --engine " + engine);
    ASSERT_EQ(run.status, 0) << run.err;
    const json report = json::parse(run.out);
    ASSERT_EQ(report["solids"].size(), 3U);
    EXPECT_EQ(report["solids"][1]["name"], "implant");
    EXPECT_EQ(report["solids"][1]["body"]["kind"], "cylinder");
    EXPECT_EQ(report["solids"][2]["body"]["size_mm"], json({3, 0, 12}));
    EXPECT_FALSE(report["solids"][0].contains("body"));
    ASSERT_EQ(report["pairs"].size(), 3U);
    const json free = pair_of(report, "plate.stl", "implant");
    EXPECT_EQ(free["interference"], false) << "half a millimetre below the plate";
    EXPECT_LE(free.value("mesh_error_mm", 0.0), 0.001);
    // Deepest at the rim of the implant's upper end, z = -0.5, where the root has a radius of 3·11.5/12.
    const json pair = pair_of(report, "implant", "root");
    EXPECT_EQ(pair["interference"], true);
    EXPECT_TRUE(pair["a_face"].is_null() && pair["b_face"].is_null()) << "a formula has no faces";
    EXPECT_GT(pair["mesh_error_mm"], 0);
    EXPECT_LE(pair["mesh_error_mm"], 0.001);
    const double across = 2 + 3 * 11.5 / 12 - 4.5, wall = std::atan(3.0 / 12);
    EXPECT_NEAR(pair["depth_mm"].get<double>(), across * std::cos(wall), 1e-4) << engine;
    EXPECT_NE(report["remarks"][0].get<std::string>().find("bodies of a formula"), std::string::npos);
  }
}

TEST_F(InterfereProgram, one_file_of_two_bodies_is_enough_and_of_one_is_not) {
  write_text(folder_ / "bodies.json", two_bodies);
  const auto both = run_program("interfere " + quoted(folder_ / "bodies.json") + " --lang de --out " +
                                quoted(folder_ / "out"));
  ASSERT_EQ(both.status, 0) << both.err;
  EXPECT_NE(both.out.find("2 Körper"), std::string::npos) << both.out;
  EXPECT_NE(bytes_of(folder_ / "out" / "overlaps.csv").find("mesh_error_mm"), std::string::npos);
  write_text(folder_ / "one.json", R"({"bodies": [{"name": "bur", "kind": "sphere", "size_mm": [1],
    "pose": [1,0,0,0, 0,1,0,0, 0,0,1,0, 0,0,0,1]}]})");
  const auto one = run_program("interfere " + quoted(folder_ / "one.json"));
  EXPECT_EQ(one.status, 2);
  EXPECT_NE(one.err.find("describes one"), std::string::npos) << one.err;
}

TEST_F(InterfereProgram, a_bad_bodies_file_is_refused_with_file_and_place) {
  write_text(folder_ / "bodies.json", R"({"bodies": [{"name": "bur", "kind": "cone", "size_mm": [1],
    "pose": [1,0,0,0, 0,1,0,0, 0,0,1,0, 0,0,0,1]}]})");
  const auto run =
      run_program("interfere " + quoted(folder_ / "bar.stl") + " " + quoted(folder_ / "bodies.json"));
  EXPECT_EQ(run.status, 3);
  EXPECT_NE(run.err.find("bodies.json: bodies[0].size_mm: "), std::string::npos) << run.err;
}

TEST_F(InterfereProgram, meshes_alone_have_no_word_of_bodies_or_teeth) {
  const auto run = run_program("interfere " + all() + "--out " + quoted(folder_ / "results"));
  ASSERT_EQ(run.status, 0) << run.err;
  EXPECT_EQ(bytes_of(folder_ / "results" / "interfere.json").find("mesh_error"), std::string::npos);
  EXPECT_FALSE(json_of(folder_ / "results" / "interfere.json").contains("neighbours"));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "results" / "neighbours.csv"));
  EXPECT_EQ(bytes_of(folder_ / "results" / "overlaps.csv").find("mesh_error"), std::string::npos);
}

TEST_F(InterfereProgram, neighbouring_teeth_have_their_proximal_contact) {
  write_stl(folder_ / "36.stl", shapes::fine_box({0, 0, 0}, {9, 9, 9}, 1));
  write_stl(folder_ / "37.stl", shapes::fine_box({9.04, 2, 2}, {18, 8, 8}, 1));
  write_stl(folder_ / "35.stl", shapes::fine_box({-7, 0, 0}, {-0.3, 8, 8}, 1));
  write_stl(folder_ / "46.stl", shapes::fine_box({0, 20, 0}, {9, 29, 9}, 1));
  std::string files;
  for (const char* name : {"35.stl", "36.stl", "37.stl", "46.stl"}) files += quoted(folder_ / name) + " ";
  const auto run = run_program("interfere " + files + "--lang de --out " + quoted(folder_ / "out"));
  ASSERT_EQ(run.status, 0) << run.err;
  EXPECT_NE(run.out.find("Nachbarzähne"), std::string::npos) << run.out;
  EXPECT_NE(run.out.find("0,040"), std::string::npos) << run.out;
  const json neighbours = json_of(folder_ / "out" / "interfere.json")["neighbours"];
  ASSERT_EQ(neighbours.size(), 2U);
  EXPECT_EQ(neighbours[0]["tooth_a"], 35);
  EXPECT_EQ(neighbours[0]["tooth_b"], 36);
  EXPECT_EQ(neighbours[0]["contact"], "open");
  EXPECT_NEAR(neighbours[0]["distance_mm"].get<double>(), 0.3, 1e-4);
  EXPECT_EQ(neighbours[0]["contact_area_mm2"], 0);
  EXPECT_EQ(neighbours[1]["b"], "37.stl");
  EXPECT_EQ(neighbours[1]["contact"], "tight");
  EXPECT_EQ(neighbours[1]["threshold_mm"], 0.05);
  EXPECT_NEAR(neighbours[1]["contact_area_mm2"].get<double>(), 36, 1);
  const std::string table = bytes_of(folder_ / "out" / "neighbours.csv");
  EXPECT_EQ(std::count(table.begin(), table.end(), '\n'), 3);
  EXPECT_NE(table.find("35.stl,36.stl,35,36,0.3"), std::string::npos) << table;
  EXPECT_NE(table.find(",tight,"), std::string::npos);
}

TEST_F(InterfereProgram, names_of_teeth_in_another_numbering_are_read_in_that) {
  for (const auto& [name, box] : {std::pair("Tooth_19.stl", shapes::box({0, 0, 0}, {9, 9, 9})),
                                  std::pair("Tooth_18.stl", shapes::box({9.2, 0, 0}, {18, 9, 9}))})
    write_stl(folder_ / name, box);
  const auto run = run_program("interfere " + quoted(folder_ / "Tooth_19.stl") + " " +
                               quoted(folder_ / "Tooth_18.stl") + " --json");
  ASSERT_EQ(run.status, 0) << run.err;
  const json neighbours = json::parse(run.out)["neighbours"];
  ASSERT_EQ(neighbours.size(), 1U);
  EXPECT_EQ(neighbours[0]["tooth_a"], 36) << "19 is no FDI number";
  EXPECT_EQ(neighbours[0]["tooth_b"], 37);
}

TEST_F(InterfereProgram, wrong_usage_and_bad_files_have_their_status) {
  EXPECT_EQ(run_program("interfere " + quoted(folder_ / "bar.stl")).status, 2) << "one solid";
  EXPECT_EQ(run_program("interfere a.stl b.stl --engine stencil").status, 2) << "before files are opened";
  EXPECT_EQ(run_program("interfere a.stl b.stl --pixel 0").status, 2);
  const auto missing =
      run_program("interfere " + quoted(folder_ / "bar.stl") + " " + quoted(folder_ / "none.stl"));
  EXPECT_EQ(missing.status, 3);
  EXPECT_NE(missing.err.find("none.stl"), std::string::npos);
  write_text(folder_ / "file", "");
  const auto unwritable = run_program("interfere " + all() + "--out " + quoted(folder_ / "file"));
  EXPECT_EQ(unwritable.status, 5);
}

TEST_F(InterfereProgram, cinder_without_opengl_says_what_to_use) {
  const auto run =
      run_program("interfere " + all() + "--engine cinder",
                  "__EGL_VENDOR_LIBRARY_DIRS=/nonexistent __EGL_VENDOR_LIBRARY_FILENAMES=/nonexistent");
  EXPECT_EQ(run.status, 4);
  EXPECT_NE(run.err.find("--engine zlist"), std::string::npos) << run.err;
}

}  // namespace
}  // namespace intercusp
