// `intercusp bite` end to end, on a generated dentition whose jaws are moved apart.

#include <gtest/gtest.h>

#include <Eigen/Geometry>

#include "io/mesh/write_ply.h"
#include "tests/support/buccal_scan.h"
#include "tests/support/program.h"
#include "tests/support/scan_changes.h"

namespace intercusp {
namespace {

Eigen::Isometry3d pose_of(const json& numbers) {
  Eigen::Isometry3d pose;
  for (int i = 0; i < 16; ++i) pose.matrix()(i / 4, i % 4) = numbers.at(i).get<double>();
  return pose;
}

class BiteProgram : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    files_ = std::make_unique<testing::TemporaryFolder>();
    const auto meshes =
        make_dentitions({.triangles = 60000, .seed = 3}, std::array<std::uint64_t, 2>{31, 32});
    const Eigen::Isometry3d upper_pose = random_pose(4), lower_pose = random_pose(5);
    truth_ = upper_pose * lower_pose.inverse();
    Dentition jaws = meshes[0];
    move(jaws.upper, upper_pose);
    move(jaws.lower, lower_pose);
    for (std::size_t v = 0; v < jaws.lower.labels.size(); v += 50)
      if (jaws.lower.labels[v] > 0) lower_places_.push_back(jaws.lower.mesh.vertices[v]);
    write("upper", jaws.upper);
    write("lower", jaws.lower);
    LabelledMesh right = buccal_scan(meshes[1]);
    LabelledMesh left = buccal_scan(meshes[1], {.side = BuccalSide::left});
    move(right, random_pose(6));
    move(left, random_pose(7));
    write("right", right);
    write("left", left);
  }
  static void TearDownTestSuite() { files_.reset(); }

  static void write(const std::string& name, const LabelledMesh& mesh) {
    write_ply(*files_ / (name + ".ply"), mesh.mesh, mesh.labels);
  }
  static std::string file(const std::string& name) { return " " + quoted(*files_ / (name + ".ply")); }
  testing::Run bite(const std::string& jaws, const std::string& options) {
    return run_program("bite" + jaws + " " + options);
  }
  json bite_json(const std::string& jaws, const std::string& options = "") {
    const testing::Run run = bite(jaws, options + " --json");
    EXPECT_EQ(run.status, 0) << run.err;
    return json::parse(run.out);
  }
  static double error_mm(const json& pose) {
    double sum = 0;
    for (const Eigen::Vector3d& place : lower_places_) sum += (pose_of(pose) * place - truth_ * place).norm();
    return sum / static_cast<double>(lower_places_.size());
  }

  inline static std::unique_ptr<testing::TemporaryFolder> files_;
  inline static std::vector<Eigen::Vector3d> lower_places_;
  inline static Eigen::Isometry3d truth_;
  testing::TemporaryFolder folder_;
};

const char* const candidate_fields[] = {"upper_from_lower",   "score",       "contacts",
                                        "max_penetration_mm", "residual_mm", "overlap_share"};

TEST_F(BiteProgram, buccal_scans_give_the_pose) {
  const auto run =
      bite(file("upper") + file("lower"),
           "--buccal" + file("right") + " --buccal" + file("left") + " --out " + quoted(folder_ / "out"));
  ASSERT_EQ(run.status, 0) << run.err;
  const json report = json_of(folder_ / "out" / "bite.json");
  EXPECT_EQ(report["schema"], "intercusp-bite/1");
  EXPECT_EQ(report["determined"], true);
  EXPECT_TRUE(report["reason"].is_null());
  EXPECT_EQ(report["method"], "buccal");
  ASSERT_EQ(report["candidates"].size(), 1U);
  for (const char* field : candidate_fields) EXPECT_TRUE(report["candidates"][0].contains(field)) << field;
  EXPECT_LT(error_mm(report["candidates"][0]["upper_from_lower"]), 0.02);
  EXPECT_LT(report["disagreement_mm"].get<double>(), 0.1);
  EXPECT_TRUE(report["certainty"].is_null());  // known for the arches alone
  EXPECT_EQ(report["pose_error"]["shift_mm"].size(), 3U);
  EXPECT_GT(report["pose_error"]["at_teeth_mm"].get<double>(), 0);
  EXPECT_LT(report["pose_error"]["at_teeth_mm"].get<double>(), 0.1);
  for (const json& scan : report["buccal_scans"]) EXPECT_LT(scan["disagreement_mm"].get<double>(), 0.1);
  EXPECT_EQ(json_of(folder_ / "out" / "pose.json")["upper_from_lower"],
            report["candidates"][0]["upper_from_lower"]);
  EXPECT_NEAR(report["candidates"][0]["max_penetration_mm"].get<double>(), deepest_overlap_mm, 0.02);
  // Scans without noise: an overlap of 0.08 mm is more than it.
  ASSERT_EQ(report["findings"].size(), 1U) << report["findings"].dump();
  EXPECT_EQ(report["findings"][0]["code"], "bite_deeper_than_noise");
  EXPECT_TRUE(report["written"].contains("candidate_1.png"));
  EXPECT_TRUE(report["written"].contains("report.html"));
}

TEST_F(BiteProgram, the_arches_give_the_pose_and_other_places) {
  const auto run = bite(file("upper") + file("lower"), "--pdf --lang de --out " + quoted(folder_ / "out"));
  ASSERT_EQ(run.status, 0) << run.err;
  const json report = json_of(folder_ / "out" / "bite.json");
  EXPECT_EQ(report["determined"], true);
  EXPECT_EQ(report["method"], "arches");
  EXPECT_GT(report["certainty"].get<double>(), 0.9);
  EXPECT_LT(report["certainty"].get<double>(), 1);
  ASSERT_GE(report["candidates"].size(), 2U);
  EXPECT_LT(error_mm(report["candidates"][0]["upper_from_lower"]), 0.1);
  EXPECT_GT(report["candidates"][0]["score"], report["candidates"][1]["score"]);
  EXPECT_EQ(testing::bytes_of(folder_ / "out" / "report.pdf").substr(0, 5), "%PDF-");
}

TEST_F(BiteProgram, exchanged_jaws_and_scans_of_another_part_have_no_bite) {
  const json exchanged = bite_json(file("lower") + file("upper"));
  EXPECT_EQ(exchanged["determined"], false);
  EXPECT_EQ(exchanged["reason"], "jaws_swapped");
  EXPECT_TRUE(exchanged["candidates"].empty());
  const auto run =
      bite(file("upper") + file("lower"), "--buccal" + file("upper") + " --out " + quoted(folder_ / "out"));
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_EQ(json_of(folder_ / "out" / "bite.json")["reason"], "jaw_not_in_buccal_scans");
  EXPECT_FALSE(std::filesystem::exists(folder_ / "out" / "pose.json"));
}

TEST_F(BiteProgram, ended_early_it_writes_nothing) {
  const std::string arguments = "bite" + file("upper") + file("lower") + " --buccal" + file("right") +
                                " --out " + quoted(folder_ / "out");
  EXPECT_NE(run_program(arguments, "timeout 0.2").status, 0);
  EXPECT_TRUE(!std::filesystem::exists(folder_ / "out") || std::filesystem::is_empty(folder_ / "out"));
}

TEST_F(BiteProgram, what_cannot_be_read_is_refused) {
  EXPECT_EQ(bite(file("upper") + file("lower"), "--buccal missing.ply").status, 3);
  EXPECT_EQ(bite(file("upper") + file("upper"), "").status, 3);
  EXPECT_EQ(bite(file("upper"), "").status, 2);
  EXPECT_EQ(bite(file("upper") + file("lower"), "--pdf").status, 2);
}

}  // namespace
}  // namespace intercusp
