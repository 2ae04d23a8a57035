#include "viewer/app/json_entry.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "io/case/pose_file.h"
#include "io/files/errors.h"
#include "occlusion/base/limits.h"
#include "occlusion/geometry/rotations.h"
#include "viewer/text/state.h"

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

}  // namespace intercusp::viewer
