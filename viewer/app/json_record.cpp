#include "viewer/app/json_record.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "io/case/pose_file.h"
#include "io/files/errors.h"
#include "occlusion/base/limits.h"
#include "occlusion/geometry/decompositions.h"
#include "viewer/app/words.h"

namespace intercusp::viewer {
namespace {

constexpr double rounding = 1e-9;  // of poses that moved on many times

}  // namespace

void JsonEntry::refuse(const std::string& why) const {
  throw InputError(*file_, fmt::format("\"{}\" {}", place_, why));
}

JsonEntry JsonEntry::at(const std::string& key) const {
  const std::string place = place_.empty() ? key : place_ + "." + key;
  if (!value_->is_object()) refuse(Text("must be an object"));
  const auto found = value_->find(key);
  if (found == value_->end()) JsonEntry(*file_, *value_, place).refuse(Text("is missing"));
  return {*file_, *found, place};
}

bool JsonEntry::is_null() const { return value_->is_null(); }

std::optional<JsonEntry> JsonEntry::if_there(const std::string& key) const {
  if (!value_->is_object() || !value_->contains(key)) return std::nullopt;
  return at(key);
}

std::vector<JsonEntry> JsonEntry::entries() const {
  if (!value_->is_array()) refuse(Text("must be a list"));
  std::vector<JsonEntry> entries;
  for (const nlohmann::json& value : *value_)
    entries.emplace_back(*file_, value, fmt::format("{}[{}]", place_, entries.size()));
  return entries;
}

double JsonEntry::number(double least, double most) const {
  if (!value_->is_number()) refuse(Text("must be a number"));
  const double number = value_->get<double>();
  if (!(number >= least && number <= most)) refuse(phrase("cannot be {}", number));
  return number;
}

bool JsonEntry::flag() const {
  if (!value_->is_boolean()) refuse(Text("must be true or false"));
  return value_->get<bool>();
}

std::string JsonEntry::text() const {
  if (!value_->is_string()) refuse(Text("must be a string"));
  return value_->get<std::string>();
}

std::size_t JsonEntry::index_among(const std::vector<std::string_view>& names) const {
  const auto found = std::ranges::find(names, text());
  if (found == names.end()) refuse(phrase("must be one of: {}", fmt::join(names, ", ")));
  return static_cast<std::size_t>(found - names.begin());
}

Eigen::VectorXd JsonEntry::numbers(Eigen::Index count, double most) const {
  const std::vector<JsonEntry> list = entries();
  if (list.size() != static_cast<std::size_t>(count)) refuse(phrase("must be a list of {} numbers", count));
  Eigen::VectorXd numbers(count);
  for (Eigen::Index i = 0; i < count; ++i) numbers[i] = list[static_cast<std::size_t>(i)].number(-most, most);
  return numbers;
}

Eigen::Isometry3d JsonEntry::pose() const {
  const Eigen::VectorXd row_by_row = numbers(16);
  const Eigen::Matrix4d matrix =
      Eigen::Map<const Eigen::Matrix<double, 4, 4, Eigen::RowMajor>>(row_by_row.data());
  const Eigen::Matrix3d linear = matrix.topLeftCorner<3, 3>();
  if (matrix.row(3) != Eigen::RowVector4d(0, 0, 0, 1) || linear.determinant() <= 0)
    refuse(text::entry_is_not_rigid);
  const Eigen::Matrix3d rotation = nearest_rotation(linear);
  const double change = (rotation - linear).cwiseAbs().maxCoeff();
  if (!(change <= limits::rotation_rounding)) refuse(text::entry_is_not_rigid);
  const double shift_mm = matrix.topRightCorner<3, 1>().norm();
  if (!(shift_mm < limits::farthest_mm))
    refuse(phrase("is {:.6g} m away; lengths are in mm", shift_mm / 1000));
  Eigen::Isometry3d pose = Eigen::Isometry3d::Identity();
  pose.linear() = change <= rounding ? linear : rotation;
  pose.translation() = matrix.topRightCorner<3, 1>();
  return pose;
}

Eigen::Quaterniond JsonEntry::rotation_wxyz() const {
  const Eigen::VectorXd wxyz = numbers(4);
  const Eigen::Quaterniond rotation(wxyz[0], wxyz[1], wxyz[2], wxyz[3]);
  const double error = std::abs(rotation.norm() - 1);
  if (!(error <= limits::rotation_rounding)) refuse(Text("must be a quaternion of length 1"));
  return error <= rounding ? rotation : rotation.normalized();
}

namespace {

namespace fs = std::filesystem;

fs::path whole_path(const fs::path& path) { return fs::absolute(path).lexically_normal(); }

}  // namespace

std::string stored_path(const std::string& path, const fs::path& folder) {
  if (path.empty()) return path;
  const fs::path whole = whole_path(path);
  if (folder.empty()) return whole.string();
  const fs::path relative = whole.lexically_relative(whole_path(folder));
  const auto is_up = [](const fs::path& part) { return part == ".."; };
  const bool near = !relative.empty() && std::count_if(relative.begin(), relative.end(), is_up) <= 1;
  return near ? relative.string() : whole.string();
}

std::string found_path(const std::string& stored, const fs::path& folder) {
  return stored.empty() ? stored : whole_path(folder / stored).string();
}

std::optional<JsonEntry> JsonRecord::found(Key key) const {
  return key.may_be_missing ? entry_->if_there(key.name) : entry_->at(key.name);
}

void JsonRecord::flag(Key key, bool& value) {
  plain(key, value, [](const JsonEntry& entry) { return entry.flag(); });
}

void JsonRecord::text(Key key, std::string& value) {
  plain(key, value, [](const JsonEntry& entry) { return entry.text(); });
}

void JsonRecord::texts(Key key, std::vector<std::string>& values) {
  plain(key, values, [](const JsonEntry& list) {
    std::vector<std::string> texts;
    for (const JsonEntry& entry : list.entries()) texts.push_back(entry.text());
    return texts;
  });
}

void JsonRecord::path(Key key, std::string& value) {
  std::string stored = stored_path(value, folder_);
  text(key, stored);
  if (reads()) value = found_path(stored, folder_);
}

void JsonRecord::paths(Key key, std::vector<std::string>& values) {
  std::vector<std::string> stored;
  for (const std::string& path : values) stored.push_back(stored_path(path, folder_));
  texts(key, stored);
  if (!reads()) return;
  values.clear();
  for (const std::string& path : stored) values.push_back(found_path(path, folder_));
}

void JsonRecord::pose(Key key, Eigen::Isometry3d& value) {
  plain(key, value, [](const JsonEntry& entry) { return entry.pose(); });
}

void JsonRecord::rotation(Key key, Eigen::Quaterniond& value) {
  if (!reads()) return write(key, Values{value.w(), value.x(), value.y(), value.z()});
  if (const auto entry = found(key)) value = entry->rotation_wxyz();
}

void JsonRecord::number(Key key, std::optional<double>& value, double least, double most) {
  plain(key, value, [&](const JsonEntry& entry) {
    return entry.is_null() ? std::nullopt : std::optional(entry.number(least, most));
  });
}

}  // namespace intercusp::viewer
