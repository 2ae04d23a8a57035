// What `inspect` writes of the jaws, every command reads.
#include <gtest/gtest.h>

#include "tests/support/generated_case.h"

namespace intercusp {
namespace {

class WrittenScans : public testing::GeneratedCase<WrittenScans> {
 protected:
  void SetUp() override {
    const auto run = inspect(quoted(*made_ / "upper.ply") + " " + quoted(*made_ / "lower.ply"), "out",
                             " --exchange --dicom");
    ASSERT_EQ(run.status, 0) << run.err;
  }

  testing::Run inspect(const std::string& jaws, const std::string& out, const std::string& options = "") {
    return run_program("inspect " + jaws +
                       " --engine zlist --pixel 0.3 --bite-poses 0 --teeth file --quiet --out " +
                       quoted(folder_ / out) + options);
  }
  [[nodiscard]] std::string written(const std::string& name) const { return quoted(folder_ / "out" / name); }
};

TEST_F(WrittenScans, are_a_case_with_the_same_bite) {
  const json wanted = json_of(folder_ / "out" / "report.json");
  for (const std::string name : {"jaws.glb", "dicom"}) {
    const auto run = inspect(written(name), "again_" + name);
    ASSERT_EQ(run.status, 0) << run.err;
    const json found = json_of(folder_ / ("again_" + name) / "report.json");
    // Places are rounded to 32 bits of a metre, 4 nm at the arch; areas follow.
    EXPECT_NEAR(found["max_penetration_distance_mm"], wanted["max_penetration_distance_mm"], 1e-4) << name;
    EXPECT_EQ(found["upper"]["triangles"], wanted["upper"]["anatomy_triangles"]) << name;
    if (name == "jaws.glb") {
      EXPECT_EQ(found["lower"]["files"][0]["part"], "lower");
      EXPECT_EQ(found["lower"]["files"][0]["format"], "GLB");
    }
  }
}

TEST_F(WrittenScans, of_two_jaws_one_is_asked_for) {
  const auto which = run_program("segment " + written("jaws.3mf") + " --quiet");
  EXPECT_EQ(which.status, 3);
  EXPECT_NE(which.err.find("holds two jaws"), std::string::npos) << which.err;
  EXPECT_NE(which.err.find("--jaw"), std::string::npos) << which.err;
  EXPECT_EQ(run_program("segment " + written("jaws.3mf") + " --jaw lower --quiet").status, 0);
  const auto pdf = run_program("segment " + written("dicom/report.dcm"));
  EXPECT_EQ(pdf.status, 3);
  EXPECT_NE(pdf.err.find("without a mesh"), std::string::npos) << pdf.err;
}

}  // namespace
}  // namespace intercusp
