#include "io/case/pose_file.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <limits>
#include <random>
#include <string>

#include "io/files/errors.h"
#include "tests/support/bites.h"
#include "tests/support/temporary_folder.h"

namespace intercusp {
namespace {

using testing::message_of;
using testing::random_pose;
using testing::TemporaryFolder;

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

TEST(PoseFile, poses_that_are_not_rigid_are_refused_with_the_reason) {
  std::mt19937 random(3);
  const Eigen::Matrix4d pose = random_pose(random, 40).matrix();
  Eigen::Matrix4d changed = pose;
  changed.topLeftCorner<3, 3>() *= 1.001;
  expect_pose_refused(json_of(changed), "it scales by 1.001");
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
  expect_pose_refused("{\"lower_from_upper\": []}", "has no \"upper_from_lower\"");
  expect_pose_refused("[1,0,0]", "has no \"upper_from_lower\"");
  expect_pose_refused("upper", "is not valid JSON");
  expect_pose_refused("", "is empty");
}

}  // namespace
}  // namespace intercusp
