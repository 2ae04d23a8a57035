#include "io/case/pose_file.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <limits>
#include <random>
#include <string>
#include <variant>
#include <vector>

#include "io/files/errors.h"
#include "occlusion/base/angles.h"
#include "tests/support/bites.h"
#include "tests/support/temporary_folder.h"

namespace intercusp {
namespace {

using testing::random_pose;

std::string json_of(const Eigen::Matrix4d& matrix, int digits = 17) {
  std::string text = "{\"upper_from_lower\": [";
  for (int i = 0; i < 16; ++i)
    text += fmt::format("{}{:.{}g}", i == 0 ? "" : ", ", matrix(i / 4, i % 4), digits);
  return text + "]}";
}

Eigen::Isometry3d pose_of_text(std::string_view text) {
  const TemporaryFolder folder;
  return read_pose(folder.write("pose.json", text));
}

void expect_pose_refused(std::string_view text, const std::string& reason) {
  const std::string message = message_of<InputError>([&] { static_cast<void>(pose_of_text(text)); });
  EXPECT_NE(message.find("pose.json: "), std::string::npos);
  EXPECT_NE(message.find(reason), std::string::npos) << message;
}

TEST(PoseFile, a_written_pose_comes_back) {
  std::mt19937 random(1);
  for (int i = 0; i < 20; ++i) {
    const Eigen::Isometry3d pose = random_pose(random, 40);
    EXPECT_LT((pose_of_text(json_of(pose.matrix())).matrix() - pose.matrix()).cwiseAbs().maxCoeff(), 1e-14);
  }
}

TEST(PoseFile, the_numbers_are_row_by_row) {
  const Eigen::Isometry3d pose =
      pose_of_text("{\"upper_from_lower\": [0,-1,0,1, 1,0,0,2, 0,0,1,3, 0,0,0,1]}");
  EXPECT_LT((pose * Eigen::Vector3d(1, 0, 0) - Eigen::Vector3d(1, 3, 3)).norm(), 1e-15);
}

TEST(PoseFile, rounding_is_mended_to_an_exact_rotation) {
  std::mt19937 random(2);
  for (int i = 0; i < 20; ++i) {
    const Eigen::Isometry3d pose = random_pose(random, 40);
    const Eigen::Matrix3d turn = pose_of_text(json_of(pose.matrix(), 5)).linear();
    EXPECT_LT((turn.transpose() * turn - Eigen::Matrix3d::Identity()).cwiseAbs().maxCoeff(), 1e-14);
    EXPECT_NEAR(turn.determinant(), 1, 1e-14);
    // Five digits are wrong by 5e-6 at most in each of nine entries.
    EXPECT_LT((turn - pose.linear()).norm(), 3 * 5e-6);
  }
}

//! A turn by 0.7° about x, written with this many decimals.
Eigen::Matrix4d turned(double scale = 1) {
  Eigen::Matrix4d matrix = Eigen::Matrix4d::Identity();
  matrix.topLeftCorner<3, 3>() =
      scale * Eigen::AngleAxisd(0.7 * rad_per_deg, Eigen::Vector3d::UnitX()).toRotationMatrix();
  return matrix;
}

TEST(PoseFile, what_changes_no_entry_by_more_than_the_limit_is_mended_and_said) {
  const TriangleMesh lower{.vertices = {{10, 0, 0}, {0, -60, 0}}, .faces = {}};
  const TemporaryFolder folder;
  const PoseFile exact = read_pose_file(folder.write("exact.json", json_of(turned())));
  EXPECT_TRUE(remarks_on(exact, lower).empty());
  // A scale moves the place that is farthest from the origin most: by its share of that distance.
  const PoseFile mended = read_pose_file(folder.write("scaled.json", json_of(turned(1.001))));
  EXPECT_TRUE(mended.upper_from_lower.isApprox(exact.upper_from_lower, 1e-12));
  const std::vector<Finding> remarks = remarks_on(mended, lower);
  ASSERT_EQ(remarks.size(), 1U);
  EXPECT_EQ(remarks[0].code, "pose_mended");
  EXPECT_NEAR(std::get<double>(remarks[0].values.at("moved_um")), 60, 1e-6);
  EXPECT_NEAR(std::get<double>(remarks[0].values.at("change")), 0.001, 1e-9);
  expect_pose_refused(json_of(turned(1.00201)), "it scales by 1.00201");
  EXPECT_NO_THROW((void)pose_of_text(json_of(turned(1.00199))));
}

TEST(PoseFile, matrices_of_other_programs_are_the_same_pose) {
  std::mt19937 random(4);
  const Eigen::Matrix4d pose = random_pose(random, 40).matrix();
  std::string nested = "[", lines, bytes = "\x93NUMPY\x01";
  bytes += std::string("\0v\0", 3) + "{'descr': '<f8', 'fortran_order': False, 'shape': (4, 4), }\n";
  for (int i = 0; i < 4; ++i) {
    nested += fmt::format("{}[{:.17g}, {:.17g}, {:.17g}, {:.17g}]", i > 0 ? ", " : "", pose(i, 0), pose(i, 1),
                          pose(i, 2), pose(i, 3));
    lines += fmt::format("{:.17g} {:.17g} {:.17g} {:.17g}\n", pose(i, 0), pose(i, 1), pose(i, 2), pose(i, 3));
    for (int k = 0; k < 4; ++k) {
      const double number = pose(i, k);
      bytes.append(reinterpret_cast<const char*>(&number), sizeof number);
    }
  }
  nested += "]";
  const TemporaryFolder folder;
  for (const std::string& text :
       {nested, "{\"upper_from_lower\": " + nested + "}", "{\"matrix\": " + nested + "}", lines, bytes}) {
    const PoseFile read = read_pose_file(folder.write("pose", text));
    EXPECT_LT((read.upper_from_lower.matrix() - pose).cwiseAbs().maxCoeff(), 1e-14) << text;
    EXPECT_EQ(read.says_direction, text.find("upper_from_lower") != std::string::npos);
  }
}

TEST(PoseFile, poses_that_are_not_rigid_are_refused_with_the_reason) {
  std::mt19937 random(3);
  const Eigen::Matrix4d pose = random_pose(random, 40).matrix();
  Eigen::Matrix4d changed = pose;
  changed.topLeftCorner<3, 3>() *= 1.01;
  expect_pose_refused(json_of(changed), "it scales by 1.01");
  changed = pose;
  changed.row(1) *= -1;
  expect_pose_refused(json_of(changed), "it mirrors");
  changed = pose;
  changed.col(0) += 0.01 * changed.col(1);
  expect_pose_refused(json_of(changed), "scales or shears");
  changed = pose;
  changed(3, 3) = 2;
  expect_pose_refused(json_of(changed), "the last row of \"upper_from_lower\" is 0 0 0 2");
  expect_pose_refused(json_of(pose.transpose()), "column by column");
  expect_pose_refused(
      json_of(Eigen::Matrix4d::Zero() + Eigen::Vector4d(0, 0, 0, 1).asDiagonal().toDenseMatrix()),
      "not rigid");
}

TEST(PoseFile, what_is_no_pose_is_refused_with_the_reason) {
  expect_pose_refused("{\"upper_from_lower\": [1,0,0,0, 0,1,0,0, 0,0,1,null, 0,0,0,1]}",
                      "entry 11 of \"upper_from_lower\" is null");
  expect_pose_refused("{\"upper_from_lower\": [1,0,0,0, 0,1,0,0, 0,0,1,NaN, 0,0,0,1]}",
                      "is not valid JSON (NaN");
  expect_pose_refused("{\"upper_from_lower\": [1,0,0,0, 0,1,0,0, 0,0,1,1e999, 0,0,0,1]}",
                      "is not usable JSON");
  expect_pose_refused("{\"upper_from_lower\": [1,0,0]}", "it has 3 entries");
  expect_pose_refused("{\"upper_from_lower\": \"identity\"}", "it is no list");
  expect_pose_refused("{\"lower\": []}", "is not a pose; write {\"upper_from_lower\"");
  expect_pose_refused("{\"lower_from_upper\": []}",
                      "\"lower_from_upper\" maps the other way round; invert the matrix and write it as "
                      "{\"upper_from_lower\"");
  expect_pose_refused("[1,0,0]", "it has 3 entries");
  expect_pose_refused("1 0 0 0\n0 1 0 0\n", "has 8 numbers, a pose has 16");
  expect_pose_refused("1 0 0 x", "\"x\" is not a number");
  expect_pose_refused("#Insight Transform File V1.0\n",
                      "a transform of ITK or 3D Slicer. Such a file maps the other way round");
  expect_pose_refused("\x89HDF\r\n", "a transform of ITK or 3D Slicer");
  expect_pose_refused("\x93NUMPY {'descr': '<i8', 'fortran_order': False, 'shape': (4, 4), }\n",
                      "an array of NumPy of another kind");
  expect_pose_refused("{\"units\": \"m\", \"upper_from_lower\": [1,0,0,0, 0,1,0,0, 0,0,1,0, 0,0,0,1]}",
                      "write lengths in mm");
  expect_pose_refused("upper", "is not valid JSON");
  expect_pose_refused("", "is empty");
}

}  // namespace
}  // namespace intercusp
