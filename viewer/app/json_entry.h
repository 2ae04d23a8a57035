// A value in a JSON file that a person may have edited. Errors name the entry.
#pragma once

#include <Eigen/Geometry>
#include <filesystem>
#include <limits>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "occlusion/base/enum_table.h"

namespace intercusp::viewer {

//! \pre file and value outlive it.  \throw InputError, all functions, if the value is not of the requested kind
class JsonEntry {
 public:
  JsonEntry(const std::filesystem::path& file, const nlohmann::json& value, std::string place = {})
      : file_(&file), value_(&value), place_(std::move(place)) {}

  [[nodiscard]] JsonEntry at(const std::string& key) const;
  //! Nothing where there is none: files of earlier versions.
  [[nodiscard]] std::optional<JsonEntry> if_there(const std::string& key) const;
  [[nodiscard]] bool is_null() const;
  [[nodiscard]] const nlohmann::json& json() const { return *value_; }
  [[nodiscard]] const std::filesystem::path& file() const { return *file_; }
  [[nodiscard]] std::vector<JsonEntry> entries() const;

  [[nodiscard]] double number(double least = std::numeric_limits<double>::lowest(),
                              double most = std::numeric_limits<double>::max()) const;
  [[nodiscard]] bool flag() const;
  [[nodiscard]] std::string text() const;
  //! The enumerator of this name. Enumerators may have further names, which earlier versions wrote.
  template <class E, std::size_t count>
  [[nodiscard]] E choice(const EnumTable<E, const char*, count>& table) const {
    std::vector<std::string_view> names;
    for (const auto& entry : table.entries) names.push_back(entry.value);
    return table.entries[index_among(names)].enumerator;
  }
  [[nodiscard]] Eigen::VectorXd numbers(Eigen::Index count,
                                        double most = std::numeric_limits<double>::max()) const;
  //! In mm, none beyond 1 km: lengths between such places are numbers, also in float.
  [[nodiscard]] Eigen::VectorXd place(Eigen::Index count) const { return numbers(count, 1e6); }
  //! 16 numbers, row by row. Kept bit for bit; rotations that are off by up to limits::rotation_rounding are made rigid.
  [[nodiscard]] Eigen::Isometry3d pose() const;
  [[nodiscard]] Eigen::Quaterniond rotation_wxyz() const;

  [[noreturn]] void refuse(const std::string& why) const;

 private:
  [[nodiscard]] std::size_t index_among(const std::vector<std::string_view>& names) const;

  const std::filesystem::path* file_;
  const nlohmann::json* value_;
  std::string place_;
};

}  // namespace intercusp::viewer
