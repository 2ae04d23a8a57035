#include "io/case/pose_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "io/files/errors.h"
#include "io/files/read_file.h"
#include "io/files/read_json.h"
#include "io/files/text_cursor.h"
#include "io/language/language.h"
#include "io/mesh/load_bytes.h"
#include "io/mesh/read_mesh.h"
#include "occlusion/base/limits.h"
#include "occlusion/geometry/decompositions.h"

namespace intercusp {
namespace {

namespace fs = std::filesystem;

using limits::rotation_rounding;

//! Turns four lists of four into one list of sixteen.
nlohmann::json flat(const nlohmann::json& list) {
  const bool nested = list.is_array() && list.size() == 4 && std::ranges::all_of(list, [](const auto& row) {
                        return row.is_array() && row.size() == 4;
                      });
  if (!nested) return list;
  nlohmann::json numbers = nlohmann::json::array();
  for (const nlohmann::json& row : list) numbers.insert(numbers.end(), row.begin(), row.end());
  return numbers;
}

Eigen::Matrix4d matrix_of(const fs::path& file, const nlohmann::json& given, const std::string& name) {
  const nlohmann::json list = flat(given);
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
  if ((matrix.row(3) - wanted).cwiseAbs().maxCoeff() <= rotation_rounding) return;
  const bool by_columns = (matrix.col(3).transpose() - wanted).cwiseAbs().maxCoeff() <= rotation_rounding;
  throw InputError(
      file, phrase("the last row of \"{}\" is {} {} {} {}, not 0 0 0 1: the pose is not "
                   "rigid{}",
                   name, matrix(3, 0), matrix(3, 1), matrix(3, 2), matrix(3, 3),
                   by_columns ? phrase("; the numbers seem to be written column by column, write them row "
                                       "by row")
                              : ""));
}

std::string why_not_rigid(const Eigen::Matrix3d& linear) {
  const Eigen::Vector3d lengths = linear.colwise().norm().transpose();
  const double scale = lengths.mean();
  const Eigen::Matrix3d products = linear.transpose() * linear / (scale * scale);
  if (linear.determinant() < 0)
    return phrase("it mirrors (its determinant is negative), and a mirrored jaw is another patient's");
  if (scale > 0 && (products - Eigen::Matrix3d::Identity()).cwiseAbs().maxCoeff() <= 2 * rotation_rounding)
    return phrase("it scales by {:.6g}; state units with --unit instead", scale);
  return phrase(
      "its columns have the lengths {:.6g}, {:.6g}, {:.6g} and are not all at right angles: it scales or "
      "shears",
      lengths.x(), lengths.y(), lengths.z());
}

Eigen::Matrix3d checked_rotation(const fs::path& file, const Eigen::Matrix3d& linear,
                                 const std::string& name) {
  if (linear.determinant() > 0) {
    const Eigen::Matrix3d rotation = nearest_rotation(linear);
    if ((rotation - linear).cwiseAbs().maxCoeff() <= rotation_rounding) return rotation;
  }
  throw InputError(file, phrase("\"{}\" is not rigid: {}", name, why_not_rigid(linear)));
}

void check_shift(const fs::path& file, const Eigen::Vector3d& translation_mm, const std::string& name) {
  if (translation_mm.norm() < limits::farthest_mm) return;
  throw InputError(
      file, phrase("\"{}\" is a shift by {:.6g} m; poses below {:.0f} m can be used, lengths are in mm", name,
                   translation_mm.norm() / 1000, limits::farthest_mm / 1000));
}

PoseFile rigid(const fs::path& file, const Eigen::Matrix4d& matrix, const std::string& name) {
  if (!matrix.allFinite()) throw InputError(file, phrase("\"{}\" holds a number that is not finite", name));
  check_last_row(file, matrix, name);
  const Eigen::Matrix3d linear = matrix.topLeftCorner<3, 3>();
  PoseFile pose;
  pose.upper_from_lower.linear() = checked_rotation(file, linear, name);
  pose.change = pose.upper_from_lower.linear() - linear;
  check_shift(file, matrix.topRightCorner<3, 1>(), name);
  pose.upper_from_lower.translation() = matrix.topRightCorner<3, 1>();
  return pose;
}

const std::string pose_name = "upper_from_lower";

//! "lower_from_upper" for "upper_from_lower".
std::string inverse_name(const std::string& name) {
  constexpr std::string_view from = "_from_";
  const std::size_t at = name.find(from);
  if (at == std::string::npos) return "";
  return name.substr(at + from.size()) + std::string(from) + name.substr(0, at);
}

PoseFile without_direction(PoseFile pose) {
  pose.says_direction = false;
  return pose;
}

PoseFile pose_of_json(const fs::path& file, std::string_view text, const std::string& own_name) {
  const nlohmann::json json = parse_json(file, text);
  if (json.is_array()) return without_direction(rigid(file, matrix_of(file, json, "the list"), "the list"));
  if (json.contains("units") && json["units"] != "mm")
    throw InputError(
        file,
        phrase("its \"units\" are \"{}\"; write lengths in mm",
               json["units"].dump(-1, ' ', true, nlohmann::json::error_handler_t::replace).substr(0, 40)));
  for (const std::string& name : {own_name, pose_name, std::string("matrix"), std::string("transform")}) {
    if (!json.contains(name)) continue;
    const std::vector<std::size_t> lines = lines_of_list(text, name);
    const fs::path place =
        lines.empty() ? file : fs::path(fmt::format("{}: line {}", file.string(), lines.front()));
    const PoseFile pose = rigid(place, matrix_of(place, json[name], name), name);
    return name == own_name || name == pose_name ? pose : without_direction(pose);
  }
  if (const std::string inverse = inverse_name(own_name); json.contains(inverse))
    throw InputError(file, phrase("\"{}\" maps the other way round; invert the matrix and write it as "
                                  "{{\"{}\": [16 numbers, row by row]}}",
                                  inverse, own_name));
  throw InputError(
      file,
      phrase(
          "is not a pose; write {{\"{}\": [16 numbers, row by row]}}, or the 16 numbers alone in four lines",
          own_name));
}

//! Reads numbers separated by blanks, commas or semicolons. Lines that begin with # or // are comments.
PoseFile pose_of_numbers(const fs::path& file, std::string_view text) {
  const std::string numbers = with_blanks(text);
  TextCursor cursor(file, numbers, '#');
  std::vector<double> found;
  while (cursor.find_content()) found.push_back(cursor.number("a number of the matrix"));
  if (found.size() != 16)
    throw InputError(file, phrase("has {} numbers, a pose has 16, row by row", found.size()));
  const Eigen::Matrix4d matrix = Eigen::Map<const Eigen::Matrix<double, 4, 4, Eigen::RowMajor>>(found.data());
  return without_direction(rigid(file, matrix, "the matrix"));
}

//! Reads NumPy's format, versions 1 to 3: ten or twelve bytes, a Python dictionary as text, the numbers.
PoseFile pose_of_numpy(const fs::path& file, std::string_view bytes) {
  const std::size_t shape = bytes.find("(4, 4)"), end = bytes.find('\n');
  const bool doubles = bytes.find("'<f8'") != std::string_view::npos,
             floats = bytes.find("'<f4'") != std::string_view::npos;
  const std::size_t size = doubles ? 8 : 4;
  if (shape == std::string_view::npos || end == std::string_view::npos || shape > end ||
      !(doubles || floats) || bytes.find("'fortran_order': False") == std::string_view::npos ||
      bytes.size() != end + 1 + 16 * size)
    throw InputError(file, phrase("is an array of NumPy of another kind; a pose is a matrix (4, 4) of "
                                  "float64 or float32 in C order"));
  Eigen::Matrix4d matrix;
  for (Eigen::Index i = 0; i < 16; ++i) {
    const char* const at = bytes.data() + end + 1 + static_cast<std::size_t>(i) * size;
    matrix(i / 4, i % 4) =
        doubles ? load<double>(at, std::endian::little) : load<float>(at, std::endian::little);
  }
  return without_direction(rigid(file, matrix, "the matrix"));
}

PoseFile pose_in(const fs::path& file, const std::string& name) {
  const FileBytes bytes = read_file(file);
  const std::string_view text = without_byte_order_mark(bytes.view());
  if (text.starts_with("\x93NUMPY")) return pose_of_numpy(file, text);
  if (text.starts_with("#Insight Transform File") || text.starts_with("\x89HDF"))
    throw InputError(
        file,
        phrase("is a transform of ITK or 3D Slicer. Such a file maps the other way round, points of the "
               "upper to points of the lower, in LPS: invert its matrix, change the signs of its first "
               "two rows and then of its first two columns if the scans are in RAS, and write {{\"{}\": "
               "[16 numbers, row by row]}}, which maps points of the lower to the upper",
               pose_name));
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  constexpr std::string_view begin_numbers = "0123456789+-.#";
  const bool numbers =
      first != std::string_view::npos && begin_numbers.find(text[first]) != std::string_view::npos;
  return numbers ? pose_of_numbers(file, text) : pose_of_json(file, text, name);
}

}  // namespace

Eigen::Isometry3d rigid_pose(const fs::path& file, const nlohmann::json& list, const std::string& name) {
  return rigid_pose(file, matrix_of(file, list, name), name);
}

Eigen::Isometry3d rigid_pose(const fs::path& file, const Eigen::Matrix4d& matrix, const std::string& name) {
  return rigid(file, matrix, name).upper_from_lower;
}

PoseFile read_pose_file(const fs::path& file, const std::string& name) {
  return with_code("unusable_pose", [&] { return pose_in(file, name); });
}

Eigen::Isometry3d read_pose(const fs::path& file) { return read_pose_file(file).upper_from_lower; }

std::vector<Finding> remarks_on(const PoseFile& pose, const TriangleMesh& lower) {
  std::vector<Finding> remarks;
  if (!pose.says_direction) remarks.push_back({"pose_of_lower_in_upper", Severity::info});
  double moved_mm = 0;
  for (const Eigen::Vector3d& vertex : lower.vertices)
    moved_mm = std::max(moved_mm, (pose.change * vertex).norm());
  constexpr double no_more_than_digits_mm = 1e-4;  // rounding of numbers with seven digits
  if (moved_mm > no_more_than_digits_mm) {
    remarks.push_back({"pose_mended",
                       Severity::info,
                       {{"change", pose.change.cwiseAbs().maxCoeff()}, {"moved_um", 1000 * moved_mm}}});
  }
  return remarks;
}

}  // namespace intercusp
