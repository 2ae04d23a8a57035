#include "io/case/track_file.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

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

const std::string matrix_header = "time_s,m00,m01,m02,m03,m10,m11,m12,m13,m20,m21,m22,m23,m30,m31,m32,m33\n";
const std::string quaternion_header = "time_s,tx_mm,ty_mm,tz_mm,qw,qx,qy,qz\n";

std::string matrix_row(double time_s, const Eigen::Matrix4d& matrix, int digits = 17, char separator = ',') {
  std::string row = fmt::format("{}", time_s);
  for (int i = 0; i < 16; ++i) row += fmt::format("{}{:.{}g}", separator, matrix(i / 4, i % 4), digits);
  return row + "\n";
}

std::string quaternion_row(double time_s, const Eigen::Isometry3d& pose, int digits = 17) {
  const Eigen::Quaterniond turn(pose.linear());
  const Eigen::Vector3d& shift = pose.translation();
  std::string row = fmt::format("{}", time_s);
  for (const double number : {shift.x(), shift.y(), shift.z(), turn.w(), turn.x(), turn.y(), turn.z()})
    row += fmt::format(",{:.{}g}", number, digits);
  return row + "\n";
}

TrackFile track_of_text(std::string_view text, const std::string& name = "track.csv") {
  const TemporaryFolder folder;
  return read_track(folder.write(name, text));
}

void expect_track_refused(std::string_view text, const std::string& place, const std::string& reason) {
  const std::string message = message_of<InputError>([&] { static_cast<void>(track_of_text(text)); });
  EXPECT_NE(message.find("track.csv: " + place), std::string::npos) << message;
  EXPECT_NE(message.find(reason), std::string::npos) << message;
}

double difference(const Eigen::Isometry3d& a, const Eigen::Isometry3d& b) {
  return (a.matrix() - b.matrix()).cwiseAbs().maxCoeff();
}

TEST(TrackFile, written_poses_come_back_in_every_form) {
  std::mt19937 random(1);
  std::string matrices = matrix_header, quaternions = quaternion_header, poses;
  std::vector<Eigen::Isometry3d> wanted;
  for (int i = 0; i < 20; ++i) {
    wanted.push_back(random_pose(random, 40));
    const Eigen::Isometry3d& pose = wanted.back();
    matrices += matrix_row(0.01 * i, pose.matrix());
    quaternions += quaternion_row(0.01 * i, pose);
    const std::string numbers = matrix_row(0.01 * i, pose.matrix());
    poses += fmt::format("{}{{\"time_s\": {}, \"upper_from_lower\": [{}]}}", i == 0 ? "" : ", ", 0.01 * i,
                         numbers.substr(numbers.find(',') + 1));
  }
  const std::string json =
      "{\"schema\": \"intercusp-track/1\", \"units\": \"mm\", \"poses\": [" + poses + "]}";
  for (const std::string& text : {matrices, quaternions, json}) {
    const TrackFile file = track_of_text(text);
    ASSERT_EQ(file.track.poses.size(), wanted.size());
    EXPECT_EQ(file.mended, 0U) << file.format;
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      EXPECT_EQ(file.track.poses[i].time_s, 0.01 * static_cast<double>(i));
      EXPECT_LT(difference(file.track.poses[i].upper_from_lower, wanted[i]), 1e-14) << file.format;
    }
  }
  EXPECT_EQ(track_of_text(matrices).format, "CSV, matrices");
  EXPECT_EQ(track_of_text(quaternions).format, "CSV, quaternions");
  EXPECT_EQ(track_of_text(json).format, "JSON");
}

TEST(TrackFile, json_takes_quaternions_and_names_of_movements) {
  const TrackFile file = track_of_text(
      R"({"schema": "intercusp-track/1", "poses": [
          {"time_s": 0, "translation_mm": [1, 2, 3], "quaternion_wxyz": [0, 0, 0, 1]}],
          "movements": [{"from_s": 0, "to_s": 2.5, "name": "protrusion"}]})");
  const Eigen::Isometry3d& pose = file.track.poses.at(0).upper_from_lower;
  EXPECT_LT((pose * Eigen::Vector3d(1, 0, 0) - Eigen::Vector3d(0, 2, 3)).norm(), 1e-15);
  ASSERT_EQ(file.track.parts.size(), 1U);
  EXPECT_EQ(file.track.parts[0].name, "protrusion");
  EXPECT_EQ(file.track.parts[0].to_s, 2.5);
}

TEST(TrackFile, comments_blank_lines_semicolons_decimal_commas_and_windows_line_ends_are_read) {
  const std::string text =
      "\xEF\xBB\xBF# from a tracker\r\n\r\nTime_s;tx_mm;ty_mm;tz_mm;qw;qx;qy;qz\r\n"
      "0;1,5;2;3;1;0;0;0\r\n\r\n# half way\r\n0,5;+2;2;-3;1;0;0;0 # here\r\n";
  const Track track = track_of_text(text).track;
  ASSERT_EQ(track.poses.size(), 2U);
  EXPECT_EQ(track.poses[0].upper_from_lower.translation(), Eigen::Vector3d(1.5, 2, 3));
  EXPECT_EQ(track.poses[1].time_s, 0.5);
  EXPECT_EQ(track.poses[1].upper_from_lower.translation(), Eigen::Vector3d(2, 2, -3));
}

TEST(TrackFile, columns_of_quaternions_are_found_by_name) {
  const Track track = track_of_text("time_s,qx,qy,qz,qw,tx_mm,ty_mm,tz_mm\n0,0,0,0,1,7,8,9\n").track;
  EXPECT_EQ(track.poses[0].upper_from_lower.translation(), Eigen::Vector3d(7, 8, 9));
  EXPECT_LT((track.poses[0].upper_from_lower.linear() - Eigen::Matrix3d::Identity()).norm(), 1e-15);
}

TEST(TrackFile, rounding_is_mended_to_the_nearest_rotation_and_told) {
  std::mt19937 random(2);
  for (int i = 0; i < 20; ++i) {
    const Eigen::Isometry3d pose = random_pose(random, 40);
    for (const std::string& text :
         {matrix_header + matrix_row(0, pose.matrix(), 4), quaternion_header + quaternion_row(0, pose, 4)}) {
      const TrackFile file = track_of_text(text);
      const Eigen::Matrix3d turn = file.track.poses[0].upper_from_lower.linear();
      EXPECT_LT((turn.transpose() * turn - Eigen::Matrix3d::Identity()).cwiseAbs().maxCoeff(), 1e-14);
      EXPECT_NEAR(turn.determinant(), 1, 1e-14);
      // Four digits are wrong by 5e-5 at most in each of nine entries; in a quaternion by that in four, which
      // enter twice.
      EXPECT_LT((turn - pose.linear()).norm(), 2 * 4 * 5e-5) << file.format;
      EXPECT_EQ(file.mended, 1U) << file.format;
      EXPECT_GT(file.largest_change, 1e-9);
      EXPECT_LT(file.largest_change, 5e-4);
    }
  }
}

TEST(TrackFile, the_limit_of_mending_is_as_stated) {
  Eigen::Matrix4d matrix = Eigen::Matrix4d::Identity();
  matrix(0, 0) = 1 + 0.99 * track_rounding;
  EXPECT_NEAR(track_of_text(matrix_header + matrix_row(0, matrix)).largest_change, 0.99 * track_rounding,
              1e-12);
  matrix(0, 0) = 1 + 1.01 * track_rounding;
  expect_track_refused(matrix_header + matrix_row(0, matrix), "line 2: ", "not rigid");
}

TEST(TrackFile, poses_that_are_not_rigid_are_refused_with_line_and_reason) {
  std::mt19937 random(3);
  const Eigen::Matrix4d pose = random_pose(random, 40).matrix();
  const std::string good = matrix_header + "# a comment counts as a line\n" + matrix_row(0, pose);
  const auto refused = [&](const Eigen::Matrix4d& matrix, const std::string& reason) {
    expect_track_refused(good + matrix_row(1, matrix), "line 4: ", reason);
  };
  Eigen::Matrix4d changed = pose;
  changed.topLeftCorner<3, 3>() *= 1.01;
  refused(changed, "it scales by 1.01");
  changed = pose;
  changed.row(1) *= -1;
  refused(changed, "mirrors");
  changed = pose;
  changed.col(0) += 0.01 * changed.col(1);
  refused(changed, "not rigid: it stretches");
  refused(pose.transpose(), "column by column");
  changed = pose;
  changed(1, 1) = std::numeric_limits<double>::quiet_NaN();
  refused(changed, "not finite");
  expect_track_refused(quaternion_header + "0,0,0,0,1,1,0,0\n", "line 2: ", "length 1.41421");
  expect_track_refused(quaternion_header + "0,0,inf,0,1,0,0,0\n", "line 2: ", "not finite");
}

TEST(TrackFile, times_must_increase) {
  const std::string pose = ",0,0,0,1,0,0,0\n";
  expect_track_refused(quaternion_header + "0" + pose + "0.1" + pose + "0.1" + pose,
                       "line 4: ", "0.1 s does not come after 0.1 s");
  expect_track_refused(quaternion_header + "0" + pose + "-1" + pose, "line 3: ", "times must increase");
  expect_track_refused(quaternion_header + "nan" + pose, "line 2: ", "time is not finite");
}

TEST(TrackFile, what_is_no_track_is_refused_with_what_to_write) {
  expect_track_refused("0,1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1\n", "line 1: ", "called \"time_s\", not \"0\"");
  expect_track_refused("time_s,x,y,z\n0,1,2,3\n", "line 1: ", "none of them is \"tx_mm\"");
  expect_track_refused(quaternion_header + "0,0,0,0,1,0,0\n", "line 2: ", "7 numbers where the header has 8");
  expect_track_refused(quaternion_header + "0,0,0,zero,1,0,0,0\n", "line 2: ", "\"zero\" is not a number");
  expect_track_refused(quaternion_header + "0,0,0,,1,0,0,0\n", "line 2: ", "\"\" is not a number");
  expect_track_refused(quaternion_header + "0,0,0,1e999,1,0,0,0\n", "line 2: ", "out of range");
  expect_track_refused(quaternion_header, "", "holds no poses");
  expect_track_refused("# nothing\n", "", "nothing but comments");
  expect_track_refused("", "", "is empty");
  expect_track_refused(std::string("\x01\x02\xff\x00", 4), "line 1: ", "called \"time_s\"");
}

TEST(TrackFile, json_that_is_no_track_is_refused_with_the_entry) {
  const auto with_poses = [](const std::string& poses, const std::string& more = "") {
    return "{\"schema\": \"intercusp-track/1\", \"poses\": [" + poses + "]" + more + "}";
  };
  const std::string pose = R"({"time_s": 0, "translation_mm": [0, 0, 0], "quaternion_wxyz": [1, 0, 0, 0]})";
  expect_track_refused("{}", "", "its \"schema\" is not");
  expect_track_refused("{\"schema\": 3}", "", "its \"schema\" is not");
  expect_track_refused(with_poses("", ", \"units\": \"m\""), "", "\"units\" are not \"mm\"");
  expect_track_refused(with_poses(""), "", "holds no poses");
  expect_track_refused(with_poses(pose + ", 7"), "pose 2: ", "has no number \"time_s\"");
  expect_track_refused(with_poses(R"({"time_s": 0})"), "pose 1: ", "has neither");
  expect_track_refused(with_poses(R"({"time_s": 0, "upper_from_lower": [1, 2]})"), "pose 1: ", "16 numbers");
  expect_track_refused(
      with_poses(pose +
                 R"(, {"time_s": 1, "translation_mm": [0, null, 0], "quaternion_wxyz": [1, 0, 0, 0]})"),
      "pose 2: ", "entry 1 of \"translation_mm\" is null");
  expect_track_refused(with_poses(pose, R"(, "movements": [{"from_s": 0, "to_s": 1}])"),
                       "movement 1: ", "no \"name\"");
  expect_track_refused(with_poses(pose, R"(, "movements": [{"from_s": 2, "to_s": 1, "name": "x"}])"),
                       "movement 1: ", "before it begins");
  expect_track_refused(with_poses(pose, R"(, "movements": [{"from_s": 0, "to_s": 1, "name": "\u001b[2J"}])"),
                       "movement 1: ", "control characters");
  expect_track_refused(with_poses(pose, R"(, "movements": 3)"), "", "must be a list");
  expect_track_refused("{\"schema\"", "", "is not valid JSON");
}

}  // namespace
}  // namespace intercusp
