#include "io/case/track_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>
#include <vector>

#include "io/case/pose_file.h"
#include "io/files/errors.h"
#include "io/files/read_file.h"
#include "io/files/read_json.h"
#include "io/files/sha256.h"
#include "io/files/text_cursor.h"
#include "io/language/language.h"
#include "occlusion/base/limits.h"
#include "occlusion/geometry/rotations.h"

namespace intercusp {
namespace {

constexpr Text what_to_write(
    "write \"time_s\" and 16 columns with upper_from_lower row by row, or "
    "\"time_s,tx_mm,ty_mm,tz_mm,qw,qx,qy,qz\"");
constexpr std::array<std::string_view, 7> quaternion_columns = {"tx_mm", "ty_mm", "tz_mm", "qw",
                                                                "qx",    "qy",    "qz"};

//! As much of a cell as fits into a message, without bytes that would upset a terminal.
std::string printable_cell(std::string_view cell) {
  std::string text;
  for (const char c : cell.substr(0, 40)) text += c >= 32 && c < 127 ? c : '?';
  return text;
}

//! A place in a track's file, and what may go wrong there.
struct Place {
  const std::filesystem::path& file;
  std::string where;      //!< "line 7", "pose 3"
  std::string line = {};  //!< of a pose: " (line 7)"

  [[noreturn]] void fail(const std::string& reason) const {
    throw InputError(file, where + ": " + reason + line);
  }
};

Eigen::Matrix3d checked_rotation(const Place& place, const Eigen::Matrix3d& linear) {
  if (linear.determinant() < 0)
    place.fail(
        phrase("the pose mirrors (its determinant is negative), and a mirrored jaw is another patient's"));
  Eigen::Matrix3d rotation = nearest_rotation(linear);
  const double change = (rotation - linear).cwiseAbs().maxCoeff();
  if (change <= track_rounding && rotation.determinant() > 0) return rotation;
  const Eigen::Vector3d stretch = Eigen::JacobiSVD<Eigen::Matrix3d>(linear).singularValues();
  if (stretch.x() - stretch.z() <= track_rounding) {
    place.fail(phrase("the pose is not rigid: it scales by {:.6g}; state units with --unit instead",
                      stretch.mean()));
  }
  place.fail(
      phrase("the pose is not rigid: it stretches by {:.6g} one way and {:.6g} another; no entry of a "
             "rotation may be off by more than {}",
             stretch.x(), stretch.z(), track_rounding));
}

//! Adds poses to a track, checked and mended.
class TrackBuilder {
 public:
  explicit TrackBuilder(TrackFile& result) : result_(result) {}

  void add(const Place& place, double time_s, const Eigen::Matrix4d& matrix) {
    if (!matrix.allFinite()) place.fail(phrase("the pose holds a number that is not finite"));
    const Eigen::RowVector4d wanted(0, 0, 0, 1);
    if ((matrix.row(3) - wanted).cwiseAbs().maxCoeff() > track_rounding) {
      const bool by_columns = (matrix.col(3).transpose() - wanted).cwiseAbs().maxCoeff() <= track_rounding;
      place.fail(phrase("the last row of the pose is {} {} {} {}, not 0 0 0 1{}", matrix(3, 0), matrix(3, 1),
                        matrix(3, 2), matrix(3, 3),
                        by_columns
                            ? phrase("; the numbers seem to be written column by column, write them row "
                                     "by row")
                            : ""));
    }
    const Eigen::Matrix3d linear = matrix.topLeftCorner<3, 3>();
    add(place, time_s, matrix.topRightCorner<3, 1>(), linear, checked_rotation(place, linear));
  }

  void add(const Place& place, double time_s, const Eigen::Vector3d& translation_mm,
           const Eigen::Quaterniond& turn) {
    if (!translation_mm.allFinite() || !turn.coeffs().allFinite())
      place.fail(phrase("the pose holds a number that is not finite"));
    const double length = turn.norm();
    if (std::abs(length - 1) > track_rounding) {
      place.fail(
          phrase("the quaternion has the length {:.6g}, not 1: it is no rotation (the order is "
                 "w, x, y, z)",
                 length));
    }
    const Eigen::Matrix3d linear = turn.toRotationMatrix();
    add(place, time_s, translation_mm, linear, turn.normalized().toRotationMatrix());
  }

 private:
  void add(const Place& place, double time_s, const Eigen::Vector3d& translation_mm,
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
    constexpr double last_digits = 1e-9;  // of double numbers written in full
    const double change = (rotation - as_written).cwiseAbs().maxCoeff();
    result_.mended += change > last_digits;
    result_.largest_change = std::max(result_.largest_change, change);
    TimedPose pose{.time_s = time_s};
    // What is rigid already keeps its bits.
    pose.upper_from_lower.linear() = change > last_digits ? rotation : as_written;
    pose.upper_from_lower.translation() = translation_mm;
    poses.push_back(pose);
  }

  TrackFile& result_;
};

// ---- CSV ----

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  if (text.size() >= 2 && text.front() == '"' && text.back() == '"') text = text.substr(1, text.size() - 2);
  return text;
}

std::vector<std::string_view> cells_of(std::string_view line, char separator) {
  std::vector<std::string_view> cells;
  while (true) {
    const std::size_t end = line.find(separator);
    cells.push_back(trimmed(line.substr(0, end)));
    if (end == std::string_view::npos) return cells;
    line.remove_prefix(end + 1);
  }
}

//! Lines that hold something, with their numbers.
class Lines {
 public:
  explicit Lines(std::string_view text) : text_(text) {}

  [[nodiscard]] std::optional<std::string_view> next() {
    while (!text_.empty()) {
      const std::size_t end = text_.find('\n');
      std::string_view line = text_.substr(0, end);
      text_.remove_prefix(end == std::string_view::npos ? text_.size() : end + 1);
      ++number_;
      line = trimmed(line.substr(0, line.find('#')));
      if (!line.empty()) return line;
    }
    return std::nullopt;
  }
  [[nodiscard]] std::string where() const { return fmt::format("line {}", number_); }

 private:
  std::string_view text_;
  std::size_t number_ = 0;
};

double number_in(const Place& place, std::string_view cell, char separator) {
  std::string text(cell);
  if (separator == ';') std::replace(text.begin(), text.end(), ',', '.');
  const char* const begin = text.data() + (text.starts_with('+') ? 1 : 0);
  const char* const end = text.data() + text.size();
  double value = 0;
  const auto [stop, error] = std::from_chars(begin, end, value);
  if (text.empty() || stop != end || error == std::errc::invalid_argument)
    place.fail(phrase("\"{}\" is not a number", printable_cell(text)));
  if (error != std::errc{}) place.fail(phrase("{} is out of range", printable_cell(text)));
  return value;
}

struct Columns {
  char separator = ',';
  std::size_t count = 0;
  bool quaternions = false;
  std::array<std::size_t, 7> at{};  //!< of quaternion_columns
};

Columns columns_of(const Place& place, std::string_view header) {
  Columns columns{.separator = header.find(';') != std::string_view::npos ? ';' : ','};
  std::vector<std::string> names;
  for (const std::string_view cell : cells_of(header, columns.separator)) names.push_back(lower_case(cell));
  columns.count = names.size();
  if (names.front() != "time_s") {
    place.fail(phrase("the first column of a track is called \"time_s\", not \"{}\"; {}",
                      printable_cell(names.front()), std::string(what_to_write)));
  }
  if (names.size() == 17) return columns;
  columns.quaternions = true;
  for (std::size_t i = 0; i < quaternion_columns.size(); ++i) {
    const auto found = std::find(names.begin(), names.end(), quaternion_columns[i]);
    if (found == names.end()) {
      place.fail(phrase("the header has {} columns and none of them is \"{}\"; {}", names.size(),
                        quaternion_columns[i], std::string(what_to_write)));
    }
    columns.at[i] = static_cast<std::size_t>(found - names.begin());
  }
  return columns;
}

void add_row(const Place& place, const Columns& columns, std::string_view line, TrackBuilder& track) {
  const std::vector<std::string_view> cells = cells_of(line, columns.separator);
  if (cells.size() != columns.count)
    place.fail(phrase("has {} numbers where the header has {} columns", cells.size(), columns.count));
  std::vector<double> numbers;
  for (const std::string_view cell : cells) numbers.push_back(number_in(place, cell, columns.separator));
  if (!columns.quaternions) {
    Eigen::Matrix4d matrix;
    for (int i = 0; i < 16; ++i) matrix(i / 4, i % 4) = numbers[static_cast<std::size_t>(i) + 1];
    track.add(place, numbers[0], matrix);
    return;
  }
  std::array<double, 7> v;
  for (std::size_t i = 0; i < v.size(); ++i) v[i] = numbers[columns.at[i]];
  track.add(place, numbers[0], Eigen::Vector3d(v[0], v[1], v[2]), Eigen::Quaterniond(v[3], v[4], v[5], v[6]));
}

void read_csv(const std::filesystem::path& file, std::string_view text, TrackFile& result) {
  Lines lines(text);
  const std::optional<std::string_view> header = lines.next();
  if (!header) throw InputError(file, phrase("holds nothing but comments; {}", std::string(what_to_write)));
  const Columns columns = columns_of({file, lines.where()}, *header);
  TrackBuilder track(result);
  while (const std::optional<std::string_view> line = lines.next())
    add_row({file, lines.where()}, columns, *line, track);
  result.format = columns.quaternions ? "CSV, quaternions" : "CSV, matrices";
}

// ---- JSON ----

using Json = nlohmann::json;

double number_at(const Place& place, const Json& object, const char* key) {
  if (!object.is_object() || !object.contains(key) || !object[key].is_number())
    place.fail(phrase("has no number \"{}\"", key));
  return object[key].get<double>();
}

template <std::size_t count>
std::array<double, count> numbers_at(const Place& place, const Json& object, const char* key) {
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

void add_pose(const Place& place, const Json& entry, TrackBuilder& track) {
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
    const Place place{file, fmt::format("movement {}", track.parts.size() + 1)};
    const NamedPart part{number_at(place, entry, "from_s"), number_at(place, entry, "to_s"),
                         entry.contains("name") && entry["name"].is_string()
                             ? entry["name"].get<std::string>()
                             : std::string()};
    if (part.name.empty()) place.fail(phrase("has no \"name\""));
    const auto is_control = [](char c) { return static_cast<unsigned char>(c) < 32 || c == 127; };
    if (std::any_of(part.name.begin(), part.name.end(), is_control))
      place.fail(phrase("has a \"name\" with control characters in it"));  // it goes to terminals and tables
    if (!(part.from_s <= part.to_s))
      place.fail(phrase("ends at {} s, before it begins at {} s", part.to_s, part.from_s));
    track.parts.push_back(part);
  }
}

void read_json_track(const std::filesystem::path& file, std::string_view text, TrackFile& result) {
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
  TrackBuilder track(result);
  const std::vector<std::size_t> lines = lines_of_list(text, "poses");
  for (const Json& entry : json["poses"]) {
    const std::size_t i = result.track.poses.size();
    const std::string line = i < lines.size() ? phrase(" (line {})", lines[i]) : "";
    add_pose({file, fmt::format("pose {}", i + 1), line}, entry, track);
  }
  if (json.contains("movements")) add_parts(file, json["movements"], result.track);
  result.format = "JSON";
}

TrackFile track_in(const std::filesystem::path& file) {
  const FileBytes bytes = read_file(file);
  std::string_view text = bytes.view();
  constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
  if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
  TrackFile result;
  result.sha256 = sha256_hex(bytes.view());
  if (trimmed(text.substr(0, 4096)).starts_with('{')) {
    read_json_track(file, text, result);
  } else {
    read_csv(file, text, result);
  }
  if (result.track.poses.empty()) throw InputError(file, phrase("holds no poses"));
  return result;
}

}  // namespace

TrackFile read_track(const std::filesystem::path& file) {
  return with_code("unusable_track", [&] { return track_in(file); });
}

}  // namespace intercusp
