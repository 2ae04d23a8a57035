// A value in a JSON file that a person may have edited, with its place in the file: whoever reads it wrongly
// says so by a message that names the entry.
#pragma once

#include <Eigen/Geometry>
#include <filesystem>
#include <initializer_list>
#include <limits>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace intercusp::viewer {

//! \pre file and value outlive it. All functions throw InputError where the value is not what is asked for.
class JsonEntry {
 public:
  JsonEntry(const std::filesystem::path& file, const nlohmann::json& value, std::string place = {})
      : file_(&file), value_(&value), place_(std::move(place)) {}

  [[nodiscard]] JsonEntry at(const std::string& key) const;
  //! Nothing where the entry is null.
  [[nodiscard]] std::optional<JsonEntry> unless_null(const std::string& key) const;
  [[nodiscard]] std::vector<JsonEntry> entries() const;

  [[nodiscard]] double number(double least = std::numeric_limits<double>::lowest(),
                              double most = std::numeric_limits<double>::max()) const;
  [[nodiscard]] bool flag() const;
  [[nodiscard]] std::string text() const;
  //! Which of the names it is.
  [[nodiscard]] std::size_t choice(std::initializer_list<std::string_view> names) const;
  [[nodiscard]] Eigen::VectorXd numbers(Eigen::Index count) const;
  //! 16 numbers, row by row; to the bit, but for rotations rounded by hand, which are mended up to 1e-4.
  [[nodiscard]] Eigen::Isometry3d pose() const;
  [[nodiscard]] Eigen::Quaterniond rotation_wxyz() const;

  [[noreturn]] void refuse(const std::string& why) const;

 private:
  const std::filesystem::path* file_;
  const nlohmann::json* value_;
  std::string place_;
};

}  // namespace intercusp::viewer
