// `intercusp validate` end to end.

#include <gtest/gtest.h>

#include <cmath>

#include "occlusion/geometry/shapes.h"
#include "tests/support/program.h"
#include "tests/support/real_scans.h"
#include "tests/support/wide.h"

namespace intercusp {
namespace {

class ValidateProgram : public ::testing::Test {
 protected:
  //! A ball over a plate.
  ValidateProgram() {
    testing::write_stl(folder_ / "a.stl", shapes::sphere({0, 0, 10.05}, 10, 90));
    testing::write_stl(folder_ / "b.stl", shapes::box({-12, -12, -3}, {12, 12, 0}));
  }

  testing::Run validate(const std::string& options) {
    return run_program("validate " + quoted(folder_ / "a.stl") + " " + quoted(folder_ / "b.stl") +
                       " --direction 0,0,1 --pixel 0.1 " + options);
  }

  testing::TemporaryFolder folder_;
};

TEST_F(ValidateProgram, every_engine_is_as_exact_as_it_promises) {
  for (const std::string engine : {"zlist", "ray", "stencil"}) {
    const auto run = validate("--quiet --engine " + engine + " --out " + quoted(folder_ / engine));
    ASSERT_EQ(run.status, 0) << run.err;
    EXPECT_EQ(run.out, "");
    const json report = json_of(folder_ / engine / "validate.json");
    EXPECT_EQ(report["engine"], engine);
    EXPECT_EQ(report["rays_per_pixel"], 16);
    EXPECT_EQ(report["state_disagreements"], 0) << engine;
    // 0.001 mm + (pixel/256)·slope; half a pixel within the ball's outline the slope is up to
    // √(10 / (2 · 0.05)) = 10 (docs/ACCURACY.md).
    EXPECT_LE(report["point_max_mm"].get<double>(), 0.001 + 0.1 / 256 * 10) << engine;
    EXPECT_GT(report["pixels"].get<int>(), 30000) << engine;  // π · 10² / 0.1²
    EXPECT_GT(report["rms_mm"].get<double>(), report["point_rms_mm"].get<double>()) << engine;
    for (const char* name : {"error.png", "error.nrrd"})
      EXPECT_GT(std::filesystem::file_size(folder_ / engine / name), 1000U) << name;
  }
}

TEST_F(ValidateProgram, the_number_of_rays_is_as_asked_for_and_json_goes_to_standard_output) {
  const auto run = validate("--rays 4 --json");
  ASSERT_EQ(run.status, 0) << run.err;
  const json report = json::parse(run.out);
  EXPECT_EQ(report["schema"], "intercusp-validate/1");
  EXPECT_EQ(report["rays_per_pixel"], 4);
  const json again = json::parse(validate("--rays 4 --json").out);
  EXPECT_EQ(report, again);
}

TEST_F(ValidateProgram, the_summary_names_both_comparisons_and_the_states) {
  const auto run = validate("");
  ASSERT_EQ(run.status, 0) << run.err;
  for (const char* part : {"Mean of 16 rays", "centre", "0 state disagreements", "own spread"})
    EXPECT_NE(run.out.find(part), std::string::npos) << run.out;
}

TEST_F(ValidateProgram, a_number_of_rays_below_one_is_wrong_usage) {
  for (const char* rays : {"0", "-3", "2.5", "many"})
    EXPECT_EQ(validate("--rays " + std::string(rays)).status, 2) << rays;
}

TEST_F(ValidateProgram, a_folder_that_cannot_be_made_is_told) {
  testing::write_text(folder_ / "file", "not a folder");
  EXPECT_EQ(validate("--out " + quoted(folder_ / "file")).status, 5);
}

TEST_F(ValidateProgram, real_scans_are_mapped_as_exactly_as_promised) {
  for (const std::string name : testing::samples({"case-a", "case-b"})) {
    const std::filesystem::path scans = testing::real_scans() / name;
    if (!std::filesystem::exists(scans / "upper.stl")) GTEST_SKIP() << "no scans in " << scans;
    for (const std::string kind : {".stl", "_open.ply"}) {
      const auto run = run_program("validate " + quoted(scans / ("upper" + kind)) + " " +
                                   quoted(scans / ("lower" + kind)) + " --rays 1 --engine zlist --json");
      ASSERT_EQ(run.status, 0) << run.err;
      const json report = json::parse(run.out);
      // The bounds of docs/ACCURACY.md.
      EXPECT_LE(report["point_rms_mm"].get<double>(), 0.0003) << name << kind;
      EXPECT_LE(report["point_max_mm"].get<double>(), 0.01) << name << kind;
      EXPECT_EQ(report["state_disagreements"], 0) << name << kind;
      EXPECT_GT(report["point_pixels"].get<int>(), 200000) << name << kind;
    }
  }
}

TEST_F(ValidateProgram, jaws_are_needed_without_the_kit_and_refused_with_it) {
  const auto without = run_program("validate " + quoted(folder_ / "a.stl"));
  EXPECT_EQ(without.status, 2);
  EXPECT_NE(without.err.find("LOWER"), std::string::npos) << without.err;
  EXPECT_EQ(run_program("validate").status, 2);
  EXPECT_EQ(validate("--kit").status, 2);
}

}  // namespace
}  // namespace intercusp
