#include "io/case/track_file.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <string>

#include "io/files/errors.h"
#include "occlusion/base/angles.h"
#include "occlusion/base/limits.h"
#include "tests/support/bites.h"
#include "tests/support/temporary_folder.h"

namespace intercusp {
namespace {

using testing::random_pose;

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

struct TempTrack {
  std::string text;

  [[nodiscard]] TrackFile read(const TrackOptions& options) const {
    const TemporaryFolder folder;
    return read_track(folder.write("track.txt", text), options);
  }
};

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
  matrix(0, 0) = 1 + 0.99 * limits::rotation_rounding;
  EXPECT_NEAR(track_of_text(matrix_header + matrix_row(0, matrix)).largest_change,
              0.99 * limits::rotation_rounding, 1e-12);
  matrix(0, 0) = 1 + 1.01 * limits::rotation_rounding;
  expect_track_refused(matrix_header + matrix_row(0, matrix), "line 2: ", "not rigid");
}

//! Entries as a program writes that keeps two decimals.
Eigen::Matrix4d with_two_decimals(Eigen::Matrix4d matrix) {
  matrix.topLeftCorner<3, 3>() =
      matrix.topLeftCorner<3, 3>().unaryExpr([](double x) { return std::round(100 * x) / 100; });
  return matrix;
}

TEST(TrackFile, rotations_with_two_decimals_are_mended_only_on_request) {
  std::mt19937 random(4);
  std::string text = matrix_header;
  std::vector<Eigen::Isometry3d> wanted;
  for (int i = 0; i < 200; ++i) {
    wanted.push_back(random_pose(random, 40));
    text += matrix_row(i, with_two_decimals(wanted.back().matrix()));
  }
  expect_track_refused(text, "line ", "--mend-rotations");
  const TrackFile mended = TempTrack{text}.read({.mend_rotations = true});
  ASSERT_EQ(mended.track.poses.size(), wanted.size());
  EXPECT_EQ(mended.mended, wanted.size());
  EXPECT_GT(mended.largest_change, limits::rotation_rounding);
  EXPECT_LE(mended.largest_change, rotation_mending);
  // Nine entries are off by 0.005 at most; the nearest rotation is no farther from what was written than the true one is.
  for (std::size_t i = 0; i < wanted.size(); ++i)
    EXPECT_LT((mended.track.poses[i].upper_from_lower.linear() - wanted[i].linear()).norm(), 2 * 3 * 0.005);
}

TEST(TrackFile, scales_mirrors_and_gaps_are_not_mended) {
  std::mt19937 random(5);
  const Eigen::Matrix4d pose = random_pose(random, 40).matrix();
  const auto refused = [](const Eigen::Matrix4d& matrix, const std::string& reason) {
    const TempTrack track{matrix_header + matrix_row(0, matrix)};
    const std::string message =
        message_of<InputError>([&] { static_cast<void>(track.read({.mend_rotations = true})); });
    EXPECT_NE(message.find("line 2: "), std::string::npos) << message;
    EXPECT_NE(message.find(reason), std::string::npos) << message;
  };
  Eigen::Matrix4d changed = pose;
  changed.topLeftCorner<3, 3>() *= 1.01;
  refused(changed, "it scales by 1.01");
  changed.topLeftCorner<3, 3>() = 0.98 * pose.topLeftCorner<3, 3>();
  refused(changed, "it scales by 0.98");
  changed = pose;
  changed.row(1) *= -1;
  refused(changed, "mirrors");
  changed = pose;
  changed(0, 0) = std::numeric_limits<double>::quiet_NaN();
  refused(changed, "not finite");
  changed = pose;
  changed.col(0) += 0.08 * changed.col(1);
  refused(changed, "not rigid: it stretches");
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

//! A hinge opening about an axis along x: three poses at 50 Hz.
std::vector<Eigen::Isometry3d> opening() {
  std::vector<Eigen::Isometry3d> poses;
  const Eigen::Vector3d hinge(0, 90, 20);
  for (int i = 0; i < 3; ++i)
    poses.emplace_back(Eigen::Translation3d(hinge) * Eigen::AngleAxisd(0.04 * i, Eigen::Vector3d::UnitX()) *
                       Eigen::Translation3d(-hinge));
  return poses;
}

void expect_opening(const TrackFile& file, double mm = 1e-6) {
  const std::vector<Eigen::Isometry3d> wanted = opening();
  ASSERT_EQ(file.track.poses.size(), wanted.size()) << file.format;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    EXPECT_LT(difference(file.track.poses[i].upper_from_lower, wanted[i]), mm) << file.format << " " << i;
    EXPECT_NEAR(file.track.poses[i].time_s, 0.02 * static_cast<double>(i), 1e-9) << file.format;
  }
}

bool remarked(const TrackFile& file, const std::string& code) {
  return std::ranges::any_of(file.remarks, [&](const Finding& finding) { return finding.code == code; });
}

//! A line for each pose, of the given numbers.
std::string lines_of(const auto& numbers_of, const std::string& separator = " ") {
  std::string text;
  const std::vector<Eigen::Isometry3d> poses = opening();
  for (std::size_t i = 0; i < poses.size(); ++i) {
    const std::vector<double> numbers = numbers_of(static_cast<double>(i), poses[i]);
    for (std::size_t k = 0; k < numbers.size(); ++k)
      text += (k > 0 ? separator : "") + fmt::format("{:.12f}", numbers[k]);
    text += "\n";
  }
  return text;
}

std::vector<double> rows_of(const Eigen::Matrix4d& m) {
  std::vector<double> numbers;
  for (int i = 0; i < 16; ++i) numbers.push_back(m(i / 4, i % 4));
  return numbers;
}

TEST(TrackFile, tables_of_motion_capture_hold_the_same_motion) {
  const auto shift_and = [](std::vector<double> first, double scale, const Eigen::Isometry3d& pose,
                            const std::vector<double>& last) {
    for (int k = 0; k < 3; ++k) first.push_back(pose.translation()[k] / scale);
    first.insert(first.end(), last.begin(), last.end());
    return first;
  };
  const auto angle = [](const Eigen::Isometry3d& pose) { return std::asin(pose.linear()(2, 1)); };
  const auto xyzw = [](const Eigen::Isometry3d& pose) {
    const Eigen::Quaterniond q(pose.linear());
    return std::vector<double>{q.x(), q.y(), q.z(), q.w()};
  };
  // TUM, without names.
  const TrackFile tum =
      track_of_text("# timestamp tx ty tz qx qy qz qw\n" + lines_of([&](double i, const auto& pose) {
                      return shift_and({0.02 * i}, 1, pose, xyzw(pose));
                    }));
  expect_opening(tum);
  EXPECT_TRUE(remarked(tum, "track_of_lower_in_upper"));
  // The same in metres.
  const TrackFile metres = track_of_text(
      lines_of([&](double i, const auto& pose) { return shift_and({0.02 * i}, 1000, pose, xyzw(pose)); }));
  expect_opening(metres);
  EXPECT_TRUE(remarked(metres, "track_in_metres"));
  // OpenSim: degrees, metres.
  expect_opening(
      track_of_text("jaw\nversion=1\nnRows=3\nnColumns=7\ninDegrees=yes\nendheader\ntime\tjaw_rx\tjaw_"
                    "ry\tjaw_rz\tjaw_tx\tjaw_ty\tjaw_tz\n" +
                    lines_of(
                        [&](double i, const auto& pose) {
                          return shift_and({0.02 * i, angle(pose) / rad_per_deg, 0, 0}, 1000, pose, {});
                        },
                        "\t")));
  // Qualisys: the rotation column by column.
  const auto nine = [](const Eigen::Isometry3d& pose) {
    const Eigen::Matrix3d m = pose.linear();
    return std::vector<double>(m.data(), m.data() + 9);
  };
  expect_opening(track_of_text(
      "NO_OF_FRAMES\t3\nNO_OF_BODIES\t1\nFREQUENCY\t50\nDATA_INCLUDED\t6D\nBODY_NAMES\tmandible\n"
      "Frame\tTime\tmandible "
      "X\tY\tZ\tRot[0]\tRot[1]\tRot[2]\tRot[3]\tRot[4]\tRot[5]\tRot[6]\tRot[7]\tRot[8]\n" +
      lines_of(
          [&](double i, const auto& pose) {
            return shift_and({i + 1, 0.02 * i}, 1, pose, nine(pose));
          },
          "\t")));
  // OptiTrack: two rows of names, rotation first, metres.
  expect_opening(
      track_of_text("Format Version,1.23,Capture Frame Rate,50.0,Length Units,Meters\n\n,Type,Rigid "
                    "Body,Rigid Body\n,Name,jaw,jaw\n"
                    ",,Rotation,Rotation,Rotation,Rotation,Position,Position,Position\nFrame,Time "
                    "(Seconds),X,Y,Z,W,X,Y,Z\n" +
                    lines_of(
                        [&](double i, const auto& pose) {
                          std::vector<double> first = {i, 0.02 * i};
                          for (const double q : xyzw(pose)) first.push_back(q);
                          return shift_and(first, 1000, pose, {});
                        },
                        ",")));
  // XMALab: matrices column by column, without times.
  const TempTrack xmalab{
      "jaw_R11,jaw_R12,jaw_R13,jaw_01,jaw_R21,jaw_R22,jaw_R23,jaw_02,jaw_R31,jaw_R32,jaw_R33,jaw_03,jaw_TX,"
      "jaw_TY,jaw_TZ,jaw_1\n" +
      lines_of([&](double, const auto& pose) { return rows_of(pose.matrix().transpose()); }, ",")};
  expect_opening(xmalab.read({.rate_hz = 50}));
  EXPECT_TRUE(remarked(xmalab.read({.rate_hz = 50}), "track_by_columns"));
  // Lists of matrices: one a line, or four lines each.
  const std::string list = lines_of([&](double, const auto& pose) { return rows_of(pose.matrix()); }, ",");
  expect_opening(TempTrack{list}.read({.rate_hz = 50}));
  std::string blocks;
  for (const Eigen::Isometry3d& pose : opening()) {
    for (int r = 0; r < 4; ++r)
      blocks +=
          fmt::format("{:.12f} {:.12f} {:.12f} {:.12f}\n", pose(r, 0), pose(r, 1), pose(r, 2), pose(r, 3));
    blocks += "\n";
  }
  expect_opening(TempTrack{blocks}.read({.rate_hz = 50}));
  expect_track_refused(blocks + "1 0 0 0\n", "", "ends within one");
  // Milliseconds, and frames.
  const auto with_first = [&](double step) {
    return lines_of(
        [&](double i, const auto& pose) {
          std::vector<double> numbers = rows_of(pose.matrix());
          numbers.insert(numbers.begin(), step * i);
          return numbers;
        },
        ",");
  };
  const std::string names = matrix_header.substr(6);
  expect_opening(track_of_text("time_ms" + names + with_first(20)));
  expect_opening(TempTrack{"frame" + names + with_first(1)}.read({.rate_hz = 50}));
}

//! Places of three markers on the jaw that opens, a line a pose.
std::string marker_lines(bool times, double scale = 1) {
  const std::array<Eigen::Vector3d, 3> at_rest{{{-40, -20, -30}, {40, -20, -30}, {0, -70, -40}}};
  return lines_of([&](double i, const Eigen::Isometry3d& pose) {
    std::vector<double> numbers;
    if (times) numbers.push_back(0.02 * i);
    for (const Eigen::Vector3d& marker : at_rest)
      for (const double coordinate : Eigen::Vector3d(pose * marker)) numbers.push_back(coordinate / scale);
    return numbers;
  });
}

TEST(TrackFile, three_markers_are_a_pose) {
  const std::string names = "time_s c1_x c1_y c1_z c2_x c2_y c2_z i_x i_y i_z\n";
  const std::string short_names = "time x1 y1 z1 x2 y2 z2 x3 y3 z3\n";
  for (const TrackFile& file :
       {track_of_text(marker_lines(true)), track_of_text(names + marker_lines(true)),
        track_of_text(short_names + marker_lines(true)), TempTrack{marker_lines(false)}.read({.rate_hz = 50}),
        TempTrack{marker_lines(true, 10)}.read({.mm_per_unit = 10})}) {
    expect_opening(file);
    EXPECT_EQ(file.format, "three markers");
    EXPECT_TRUE(remarked(file, "track_of_markers"));
  }
}

TEST(TrackFile, the_residual_of_markers_is_in_the_remark) {
  // The second line moves one marker by 0.3 mm within the plane of the three.
  const std::string first = "0 -40 -20 -30 40 -20 -30 0 -70 -30\n",
                    second = "1 -40 -20 -30 40 -20 -30 0 -69.7 -30\n";
  const TrackFile file = track_of_text(first + second);
  const auto remark = std::ranges::find(file.remarks, "track_of_markers", &Finding::code);
  ASSERT_NE(remark, file.remarks.end());
  // Without a turn, three deviations from their mean: 0.3 mm · √(2/3) / √3. A symmetric triangle does not turn.
  EXPECT_NEAR(remark->number("residual_um"), 300 * std::sqrt(2.) / 3, 1);
}

TEST(TrackFile, a_line_without_a_marker_is_lost) {
  const TrackFile file = track_of_text(
      "0 -40 -20 -30 40 -20 -30 0 -70 -40\n1 -40 -20 -30 nan nan nan 0 -70 -40\n"
      "2 -40 -20 -30 40 -20 -30 0 -70 -40\n");
  EXPECT_EQ(file.track.poses.size(), 2U);
  EXPECT_TRUE(remarked(file, "track_frames_lost"));
}

TEST(TrackFile, points_are_told_from_poses) {
  std::string time_and_point, named = "t,x,y,z\n";
  for (int i = 0; i < 8; ++i) {
    time_and_point += fmt::format("{} 0 {} -40\n", 0.02 * i, -70 + 0.4 * i);
    named += fmt::format("{},0,{},-40\n", 0.02 * i, -70 + 0.4 * i);
  }
  expect_track_refused(time_and_point, "line 1: ", "points, not poses");
  expect_track_refused(time_and_point + "0.16 0 -66 -40\n", "line 1: ", "points, not poses");
  expect_track_refused(named, "line 1: ", "points, not poses");
  expect_track_refused("0 0 0 0 10 0 0 20 0 0.1\n1 0 0 0 10 0 0 20 0 0.1\n", "line 1: ", "on one line");
}

TEST(TrackFile, poses_in_files_are_a_track_in_their_order) {
  const TemporaryFolder folder;
  std::vector<std::filesystem::path> files;
  for (const Eigen::Isometry3d& pose : opening()) {
    const std::string numbers = matrix_row(0, pose.matrix());
    files.push_back(folder.write(fmt::format("{}.json", files.size()),
                                 "{\"upper_from_lower\": [" + numbers.substr(numbers.find(',') + 1) + "]}"));
  }
  expect_opening(track_of_poses(files, {.rate_hz = 50}));
  EXPECT_EQ(track_of_poses(files).track.poses.back().time_s, 2);
}

TEST(TrackFile, a_lost_frame_is_a_gap) {
  const std::string good = ",0,0,0,1,0,0,0\n";
  for (const char* const lost : {",,,,,,,\n", ",nan,nan,nan,nan,nan,nan,nan\n", ",0,0,0,0,0,0,0\n"}) {
    const TrackFile file = track_of_text(quaternion_header + "0" + good + "1" + lost + "2" + good);
    ASSERT_EQ(file.track.poses.size(), 2U);
    EXPECT_EQ(file.track.poses[1].time_s, 2);
    EXPECT_TRUE(remarked(file, "track_frames_lost"));
  }
}

TEST(TrackFile, times_must_increase) {
  const std::string pose = ",0,0,0,1,0,0,0\n";
  expect_track_refused(quaternion_header + "0" + pose + "0.1" + pose + "0.1" + pose,
                       "line 4: ", "0.1 s does not come after 0.1 s");
  expect_track_refused(quaternion_header + "0" + pose + "-1" + pose, "line 3: ", "times must increase");
  expect_track_refused(quaternion_header + "nan" + pose, "line 2: ", "time is not finite");
}

TEST(TrackFile, what_is_no_track_is_refused_with_what_to_write) {
  expect_track_refused("time_s,a,b,c,d\n0,1,2,3,4\n",
                       "line 1: ", "its 5 columns are none of a recorded motion");
  expect_track_refused("0,1,2,3,4\n", "line 1: ", "its 5 columns are none of a recorded motion");
  expect_track_refused("frame,tx,ty,tz,qw,qx,qy,qz\n1,0,0,0,1,0,0,0\n", "",
                       "state how many there are a second with --track-rate");
  expect_track_refused(quaternion_header + "0,0,0,0,1,0,0\n", "line 2: ", "7 numbers where the header has 8");
  expect_track_refused(quaternion_header + "0,0,0,zero,1,0,0,0\n", "line 2: ", "\"zero\" is not a number");
  expect_track_refused(quaternion_header + "0,0,0,,1,0,0,0\n", "line 2: ", "\"\" is not a number");
  expect_track_refused(quaternion_header + "0,0,0,1e999,1,0,0,0\n", "line 2: ", "\"1e999\" is not a number");
  expect_track_refused(quaternion_header, "", "holds no poses");
  expect_track_refused("# nothing\n", "", "nothing but comments");
  expect_track_refused("", "", "is empty");
  expect_track_refused(std::string("\x01\x02\xff\x00", 4), "", "holds no poses");
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
