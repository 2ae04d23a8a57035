// `intercusp grind` end to end: what it promises is found by `inspect` on the mesh that it writes.

#include <gtest/gtest.h>

#include "tests/support/program.h"

namespace intercusp {
namespace {

class GrindProgram : public ::testing::Test {
 protected:
  GrindProgram() {
    const auto run =
        run_program("generate dentition --triangles 40000 --seed 3 --out " + quoted(folder_ / "in"));
    EXPECT_EQ(run.status, 0) << run.err;
  }

  testing::Run grind(const std::string& options) const {
    return run_program("grind " + jaws("lower.ply") + " " + options);
  }

  [[nodiscard]] std::string jaws(const std::filesystem::path& lower) const {
    return quoted(folder_ / "in" / "upper.ply") + " " + quoted(folder_ / "in" / lower);
  }

  testing::TemporaryFolder folder_;
};

TEST_F(GrindProgram, writes_a_mesh_in_which_inspect_finds_the_depth_promised) {
  const std::string before = testing::bytes_of(folder_ / "in" / "lower.ply");
  const auto run = grind("--goal depth --depth 30 --pdf --out " + quoted(folder_ / "out"));
  ASSERT_EQ(run.status, 0) << run.err;
  EXPECT_EQ(testing::bytes_of(folder_ / "in" / "lower.ply"), before);
  const json report = json_of(folder_ / "out" / "grind.json");
  EXPECT_EQ(report["schema"], "intercusp-grind/1");
  EXPECT_EQ(report["is_calculation"], true);
  ASSERT_FALSE(report["patches"].empty());
  EXPECT_LT(report["before"]["least_distance_mm"], -0.03);
  for (const json& patch : report["patches"]) {
    EXPECT_GT(patch["depth_um"], 0);
    EXPECT_LE(patch["depth_um"], 500);
    for (const json& line : patch["outline"]) EXPECT_EQ(line.front(), line.back());
  }
  for (const char* file : {"patches.csv", "grinding.png", "report.html", "report.pdf"})
    EXPECT_TRUE(report["written"].contains(file)) << file;
  const auto inspected = run_program("inspect " + jaws(folder_ / "out" / "calculation_lower_ground.ply") +
                                     " --pixel 0.5 --bite-poses 0 --json");
  ASSERT_EQ(inspected.status, 0) << inspected.err;
  // Vertices are rounded to floats: 4e-6 mm at 60 mm.
  EXPECT_GE(json::parse(inspected.out)["min_surface_distance_mm"].get<double>(), -0.03);
  EXPECT_NEAR(json::parse(inspected.out)["min_surface_distance_mm"].get<double>(),
              report["after"]["least_distance_mm"].get<double>(), 2e-4);
}

TEST_F(GrindProgram, of_a_goal_that_is_met_writes_no_mesh) {
  const auto run = grind("--goal depth --depth 900 --out " + quoted(folder_ / "out"));
  ASSERT_EQ(run.status, 0) << run.err;
  const json report = json_of(folder_ / "out" / "grind.json");
  EXPECT_EQ(report["already_met"], true);
  EXPECT_TRUE(report["patches"].empty());
  EXPECT_FALSE(report["written"].contains("calculation_lower_ground.ply"));
}

}  // namespace
}  // namespace intercusp
