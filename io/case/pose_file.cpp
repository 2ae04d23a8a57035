#include "io/case/pose_file.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "io/files/errors.h"
#include "io/files/read_file.h"
#include "io/files/read_json.h"
#include "io/language/language.h"
#include "occlusion/base/limits.h"
#include "occlusion/geometry/rotations.h"

namespace intercusp {
namespace {

namespace fs = std::filesystem;

//! Files written with four to six digits are this far from a rotation.
constexpr double rounding = 1e-4;

Eigen::Matrix4d matrix_of(const fs::path& file, const nlohmann::json& list, const std::string& name) {
  if (!list.is_array() || list.size() != 16) {
    throw InputError(file,
                     phrase("\"{}\" must be a list of 16 numbers, row by row; it {}", name,
                            list.is_array() ? phrase("has {} entries", list.size()) : phrase("is no list")));
  }
  Eigen::Matrix4d matrix;
  for (int i = 0; i < 16; ++i) {
    const nlohmann::json& entry = list[static_cast<std::size_t>(i)];
    if (!entry.is_number()) {
      throw InputError(file, phrase("entry {} of \"{}\" is {}, not a number (NaN and infinity are "
                                    "written as null); the pose is not rigid",
                                    i, name, entry.dump().substr(0, 40)));
    }
    matrix(i / 4, i % 4) = entry.get<double>();
  }
  return matrix;
}

void check_last_row(const fs::path& file, const Eigen::Matrix4d& matrix, const std::string& name) {
  const Eigen::RowVector4d wanted(0, 0, 0, 1);
  if ((matrix.row(3) - wanted).cwiseAbs().maxCoeff() <= rounding) return;
  const bool by_columns = (matrix.col(3).transpose() - wanted).cwiseAbs().maxCoeff() <= rounding;
  throw InputError(
      file, phrase("the last row of \"{}\" is {} {} {} {}, not 0 0 0 1: the pose is not "
                   "rigid{}",
                   name, matrix(3, 0), matrix(3, 1), matrix(3, 2), matrix(3, 3),
                   by_columns ? phrase("; the numbers seem to be written column by column, write them row "
                                       "by row")
                              : ""));
}

void check_rotation(const fs::path& file, const Eigen::Matrix3d& linear, const std::string& name) {
  const Eigen::Matrix3d products = linear.transpose() * linear;
  const double error = (products - Eigen::Matrix3d::Identity()).cwiseAbs().maxCoeff();
  if (error <= rounding && linear.determinant() > 0) return;
  const Eigen::Vector3d lengths = linear.colwise().norm().transpose();
  const double scale = lengths.mean();
  const bool uniform =
      scale > 0 &&
      (products / (scale * scale) - Eigen::Matrix3d::Identity()).cwiseAbs().maxCoeff() <= rounding;
  std::string reason;
  if (linear.determinant() < 0) {
    reason = "it mirrors (its determinant is negative), and a mirrored jaw is another patient's";
  } else if (uniform) {
    reason = fmt::format("it scales by {:.6g}; state units with --unit instead", scale);
  } else {
    reason = fmt::format(
        "its columns have the lengths {:.6g}, {:.6g}, {:.6g} and are not all at right angles: it scales "
        "or shears",
        lengths.x(), lengths.y(), lengths.z());
  }
  throw InputError(file, phrase("\"{}\" is not rigid: {}", name, reason));
}

void check_shift(const fs::path& file, const Eigen::Vector3d& translation_mm, const std::string& name) {
  if (translation_mm.norm() < limits::farthest_mm) return;
  throw InputError(
      file, phrase("\"{}\" is a shift by {:.6g} m; poses below {:.0f} m can be used, lengths are in mm", name,
                   translation_mm.norm() / 1000, limits::farthest_mm / 1000));
}

}  // namespace

Eigen::Isometry3d rigid_pose(const fs::path& file, const nlohmann::json& list, const std::string& name) {
  return rigid_pose(file, matrix_of(file, list, name), name);
}

Eigen::Isometry3d rigid_pose(const fs::path& file, const Eigen::Matrix4d& matrix, const std::string& name) {
  if (!matrix.allFinite()) throw InputError(file, phrase("\"{}\" holds a number that is not finite", name));
  check_last_row(file, matrix, name);
  check_rotation(file, matrix.topLeftCorner<3, 3>(), name);
  check_shift(file, matrix.topRightCorner<3, 1>(), name);
  Eigen::Isometry3d pose = Eigen::Isometry3d::Identity();
  pose.linear() = nearest_rotation(matrix.topLeftCorner<3, 3>());
  pose.translation() = matrix.topRightCorner<3, 1>();
  return pose;
}

namespace {

Eigen::Isometry3d pose_in(const fs::path& file) {
  const FileBytes bytes = read_file(file);
  const nlohmann::json json = parse_json(file, bytes.view());
  if (!json.is_object() || !json.contains("upper_from_lower")) {
    throw InputError(
        file,
        phrase("has no \"upper_from_lower\"; write {{\"upper_from_lower\": [16 numbers, row by row]}}"));
  }
  const std::vector<std::size_t> lines = lines_of_list(bytes.view(), "upper_from_lower");
  const fs::path place =
      lines.empty() ? file : fs::path(fmt::format("{}: line {}", file.string(), lines.front()));
  return rigid_pose(place, json["upper_from_lower"], "upper_from_lower");
}

}  // namespace

Eigen::Isometry3d read_pose(const fs::path& file) {
  return with_code("unusable_pose", [&] { return pose_in(file); });
}

}  // namespace intercusp
