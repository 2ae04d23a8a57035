#include "io/case/track_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <string_view>

#include "io/case/pose_file.h"
#include "io/case/track_table.h"
#include "io/files/errors.h"
#include "io/files/read_file.h"
#include "io/files/read_json.h"
#include "io/files/sha256.h"
#include "io/files/text_cursor.h"
#include "io/language/language.h"
#include "occlusion/base/limits.h"
#include "occlusion/geometry/decompositions.h"

namespace intercusp {
namespace {

constexpr double last_digits = 1e-9;  //!< rounding of double numbers written in full

//! Rounding to two decimals changes the mean stretch of a rotation by at most 0.005 · Σ|R| / 3 ≤ 0.005 · √3.
//! A larger change is a scale.
constexpr double scale_of_rounding = 0.00867;

//! A place in the file of a track, for error messages.
struct TrackPlace {
  const std::filesystem::path& file;
  std::string where;      //!< "line 7", "pose 3"
  std::string line = {};  //!< line of a pose: " (line 7)"

  [[noreturn]] void fail(const std::string& reason) const {
    throw InputError(file, where + ": " + reason + line);
  }
};

[[noreturn]] void fail_as_not_rigid(const TrackPlace& place, const Eigen::Vector3d& stretch, double change) {
  if (stretch.x() - stretch.z() <= limits::rotation_rounding ||
      (change <= rotation_mending && std::abs(stretch.mean() - 1) > scale_of_rounding)) {
    place.fail(phrase("the pose is not rigid: it scales by {:.6g}; state units with --unit instead",
                      stretch.mean()));
  }
  const std::string reason = phrase(
      "the pose is not rigid: it stretches by {:.6g} one way and {:.6g} another; no entry of a "
      "rotation may be off by more than {}",
      stretch.x(), stretch.z(), limits::rotation_rounding);
  if (change > rotation_mending) place.fail(reason);
  place.fail(reason +
             phrase("; where numbers were rounded, play --mend-rotations uses the nearest rotation"));
}

//! \param mend as TrackOptions::mend_rotations
Eigen::Matrix3d checked_rotation(const TrackPlace& place, const Eigen::Matrix3d& linear, bool mend) {
  if (linear.determinant() < 0)
    place.fail(
        phrase("the pose mirrors (its determinant is negative), and a mirrored jaw is another patient's"));
  Eigen::Matrix3d rotation = nearest_rotation(linear);
  const double change = (rotation - linear).cwiseAbs().maxCoeff();
  const Eigen::Vector3d stretch = singular_values(linear);
  const bool is_rounded = change <= rotation_mending && std::abs(stretch.mean() - 1) <= scale_of_rounding;
  if ((change <= limits::rotation_rounding || (mend && is_rounded)) && rotation.determinant() > 0)
    return rotation;
  fail_as_not_rigid(place, stretch, change);
}

//! Checks poses, makes them rigid and adds them to a track.
class TrackBuilder {
 public:
  TrackBuilder(TrackFile& result, bool mend) : result_(result), mend_(mend) {}

  void add(const TrackPlace& place, double time_s, const Eigen::Matrix4d& matrix) {
    if (!matrix.allFinite()) place.fail(phrase("the pose holds a number that is not finite"));
    const Eigen::RowVector4d wanted(0, 0, 0, 1);
    if ((matrix.row(3) - wanted).cwiseAbs().maxCoeff() > limits::rotation_rounding) {
      const bool by_columns =
          (matrix.col(3).transpose() - wanted).cwiseAbs().maxCoeff() <= limits::rotation_rounding;
      place.fail(phrase("the last row of the pose is {} {} {} {}, not 0 0 0 1{}", matrix(3, 0), matrix(3, 1),
                        matrix(3, 2), matrix(3, 3),
                        by_columns
                            ? phrase("; the numbers seem to be written column by column, write them row "
                                     "by row")
                            : ""));
    }
    const Eigen::Matrix3d linear = matrix.topLeftCorner<3, 3>();
    add(place, time_s, matrix.topRightCorner<3, 1>(), linear, checked_rotation(place, linear, mend_));
  }

  void add(const TrackPlace& place, double time_s, const Eigen::Vector3d& translation_mm,
           const Eigen::Quaterniond& turn) {
    if (!translation_mm.allFinite() || !turn.coeffs().allFinite())
      place.fail(phrase("the pose holds a number that is not finite"));
    const double length = turn.norm();
    if (std::abs(length - 1) > (mend_ ? rotation_mending / 2 : limits::rotation_rounding)) {
      place.fail(
          phrase("the quaternion has the length {:.6g}, not 1: it is no rotation (the order is "
                 "w, x, y, z)",
                 length));
    }
    const Eigen::Matrix3d linear = turn.toRotationMatrix();
    add(place, time_s, translation_mm, linear, turn.normalized().toRotationMatrix());
  }

 private:
  void add(const TrackPlace& place, double time_s, const Eigen::Vector3d& translation_mm,
           const Eigen::Matrix3d& as_written, const Eigen::Matrix3d& rotation) {
    std::vector<TimedPose>& poses = result_.track.poses;
    if (!std::isfinite(time_s)) place.fail(phrase("the time is not finite"));
    if (!(translation_mm.norm() < limits::farthest_mm)) {
      place.fail(
          phrase("the pose moves the lower by {:.6g} m; poses below {:.0f} m can be used, lengths are in mm",
                 translation_mm.norm() / 1000, limits::farthest_mm / 1000));
    }
    if (!poses.empty() && time_s <= poses.back().time_s) {
      place.fail(phrase("the time {} s does not come after {} s: times must increase from pose to pose",
                        time_s, poses.back().time_s));
    }
    constexpr double most_seconds = 1e6;  // eleven days, longer than any recording
    if (!poses.empty() && !(time_s - poses.front().time_s <= most_seconds)) {
      place.fail(phrase(
          "the time {} s is {:.6g} s after the first pose; tracks of up to {:.0f} s can be used, times are "
          "in seconds",
          time_s, time_s - poses.front().time_s, most_seconds));
    }
    const double change = (rotation - as_written).cwiseAbs().maxCoeff();
    result_.mended += change > last_digits;
    result_.largest_change = std::max(result_.largest_change, change);
    TimedPose pose{.time_s = time_s};
    // A rigid matrix stays bit-identical.
    pose.upper_from_lower.linear() = change > last_digits ? rotation : as_written;
    pose.upper_from_lower.translation() = translation_mm;
    poses.push_back(pose);
  }

  TrackFile& result_;
  bool mend_;
};

std::string_view without_blanks(std::string_view text) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  return text;
}

void read_table(const std::filesystem::path& file, std::string_view text, const TrackOptions& options,
                TrackFile& result) {
  TablePoses table = poses_of_table(file, text, options);
  TrackBuilder track(result, options.mend_rotations);
  for (const TablePose& pose : table.poses) {
    const TrackPlace place{file, fmt::format("line {}", pose.line)};
    if (pose.turn) {
      track.add(place, pose.time_s, pose.matrix.topRightCorner<3, 1>(), *pose.turn);
    } else {
      track.add(place, pose.time_s, pose.matrix);
    }
  }
  result.format = std::move(table.format);
  result.remarks = std::move(table.remarks);
}

// ---- JSON ----

using Json = nlohmann::json;

double number_at(const TrackPlace& place, const Json& object, const char* key) {
  if (!object.is_object() || !object.contains(key) || !object[key].is_number())
    place.fail(phrase("has no number \"{}\"", key));
  return object[key].get<double>();
}

template <std::size_t count>
std::array<double, count> numbers_at(const TrackPlace& place, const Json& object, const char* key) {
  const Json& list = object[key];
  if (!list.is_array() || list.size() != count)
    place.fail(phrase("\"{}\" must be a list of {} numbers", key, count));
  std::array<double, count> numbers;
  for (std::size_t i = 0; i < count; ++i) {
    if (!list[i].is_number()) {
      place.fail(phrase("entry {} of \"{}\" is {}, not a number (NaN and infinity are written as null)", i,
                        key, list[i].dump(-1, ' ', true, Json::error_handler_t::replace).substr(0, 40)));
    }
    numbers[i] = list[i].get<double>();
  }
  return numbers;
}

void add_pose(const TrackPlace& place, const Json& entry, TrackBuilder& track) {
  const double time_s = number_at(place, entry, "time_s");
  if (entry.contains("upper_from_lower")) {
    const std::array<double, 16> numbers = numbers_at<16>(place, entry, "upper_from_lower");
    track.add(
        place, time_s,
        Eigen::Matrix4d(Eigen::Map<const Eigen::Matrix<double, 4, 4, Eigen::RowMajor>>(numbers.data())));
    return;
  }
  if (!entry.contains("translation_mm") || !entry.contains("quaternion_wxyz"))
    place.fail(phrase("has neither \"upper_from_lower\" nor \"translation_mm\" and \"quaternion_wxyz\""));
  const std::array<double, 3> shift = numbers_at<3>(place, entry, "translation_mm");
  const std::array<double, 4> turn = numbers_at<4>(place, entry, "quaternion_wxyz");
  track.add(place, time_s, Eigen::Vector3d(shift.data()),
            Eigen::Quaterniond(turn[0], turn[1], turn[2], turn[3]));
}

void add_parts(const std::filesystem::path& file, const Json& list, Track& track) {
  if (!list.is_array()) throw InputError(file, phrase("\"movements\" must be a list"));
  for (const Json& entry : list) {
    const TrackPlace place{file, fmt::format("movement {}", track.parts.size() + 1)};
    const NamedPart part{number_at(place, entry, "from_s"), number_at(place, entry, "to_s"),
                         entry.contains("name") && entry["name"].is_string()
                             ? entry["name"].get<std::string>()
                             : std::string()};
    if (part.name.empty()) place.fail(phrase("has no \"name\""));
    const auto is_control = [](char c) { return static_cast<unsigned char>(c) < 32 || c == 127; };
    if (std::any_of(part.name.begin(), part.name.end(), is_control))
      // Names are shown in terminals and tables.
      place.fail(phrase("has a \"name\" with control characters in it"));
    if (!(part.from_s <= part.to_s))
      place.fail(phrase("ends at {} s, before it begins at {} s", part.to_s, part.from_s));
    track.parts.push_back(part);
  }
}

void read_json_track(const std::filesystem::path& file, std::string_view text, const TrackOptions& options,
                     TrackFile& result) {
  const Json json = parse_json(file, text);
  const auto text_at = [&](const char* key) {
    return json.contains(key) && json[key].is_string() ? json[key].get<std::string>() : std::string();
  };
  if (text_at("schema") != "intercusp-track/1")
    throw InputError(file, phrase("its \"schema\" is not \"intercusp-track/1\""));
  if (json.contains("units") && text_at("units") != "mm")
    throw InputError(file, phrase("its \"units\" are not \"mm\"; write lengths in mm"));
  if (!json.contains("poses") || !json["poses"].is_array())
    throw InputError(file, phrase("has no list of \"poses\""));
  TrackBuilder track(result, options.mend_rotations);
  const std::vector<std::size_t> lines = lines_of_list(text, "poses");
  for (const Json& entry : json["poses"]) {
    const std::size_t i = result.track.poses.size();
    const std::string line = i < lines.size() ? phrase(" (line {})", lines[i]) : "";
    add_pose({file, fmt::format("pose {}", i + 1), line}, entry, track);
  }
  if (json.contains("movements")) add_parts(file, json["movements"], result.track);
  result.format = "JSON";
}

TrackFile track_in(const std::filesystem::path& file, const TrackOptions& options) {
  const FileBytes bytes = read_file(file);
  const std::string_view text = without_byte_order_mark(bytes.view());
  TrackFile result;
  result.sha256 = sha256_hex(bytes.view());
  if (without_blanks(text.substr(0, 4096)).starts_with('{')) {
    read_json_track(file, text, options, result);
  } else {
    read_table(file, text, options, result);
  }
  if (result.track.poses.empty()) throw InputError(file, phrase("holds no poses"));
  return result;
}

}  // namespace

TrackFile read_track(const std::filesystem::path& file, const TrackOptions& options) {
  return with_code("unusable_track", [&] { return track_in(file, options); });
}

TrackFile track_of_poses(const std::vector<std::filesystem::path>& files, const TrackOptions& options) {
  const double rate_hz = options.rate_hz.value_or(1);
  TrackFile result{.format = "poses",
                   .remarks = {{"track_times_by_rate", Severity::info, {{"rate_hz", rate_hz}}}}};
  std::string digests;
  for (const std::filesystem::path& file : files) {
    const PoseFile pose = read_pose_file(file);
    const double change = pose.change.cwiseAbs().maxCoeff();
    result.mended += change > last_digits;
    result.largest_change = std::max(result.largest_change, change);
    result.track.poses.push_back({.time_s = static_cast<double>(result.track.poses.size()) / rate_hz,
                                  .upper_from_lower = pose.upper_from_lower});
    digests += sha256_hex(read_file(file).view());
  }
  result.sha256 = sha256_hex(digests);
  return result;
}

}  // namespace intercusp
