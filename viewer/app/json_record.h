// An object of a session or of the settings that is written or read. Each struct lists its entries once:
//
//     void look_entries(JsonRecord& json, JawLook& look) {
//       json.flag("shown", look.shown);
//       …
//     }
//
// writes them in this order, or reads them by name.
#pragma once

#include <Eigen/Geometry>
#include <concepts>
#include <filesystem>
#include <limits>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "io/files/value.h"
#include "occlusion/base/enum_table.h"

namespace intercusp::viewer {

//! A value in a JSON file that a person may have edited. Errors name the entry.
//! \pre file and value outlive it.  \throw InputError, all functions, if the value is not of the requested kind
class JsonEntry {
 public:
  JsonEntry(const std::filesystem::path& file, const nlohmann::json& value, std::string place = {})
      : file_(&file), value_(&value), place_(std::move(place)) {}

  [[nodiscard]] JsonEntry at(const std::string& key) const;
  //! The entry, or nothing where a file of an earlier version lacks it.
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

//! Paths of files inside or beside the folder are relative, so that they can be moved together; others are absolute.
//! \param folder empty: the path stays absolute
[[nodiscard]] std::string stored_path(const std::string& path, const std::filesystem::path& folder);
[[nodiscard]] std::string found_path(const std::string& stored, const std::filesystem::path& folder);

//! The name of an entry.
struct Key {
  const char* name;
  bool may_be_missing = false;

  Key(const char* given) : name(given) {}  // NOLINT: used like the string it stands for
};

//! An entry that files of earlier versions lack. Read from them, the value stays as it is.
[[nodiscard]] inline Key later(const char* name) {
  Key key(name);
  key.may_be_missing = true;
  return key;
}

//! \throw InputError, all functions while reading, naming an entry that is missing or has an impossible value
class JsonRecord {
 public:
  //! Writes. \param folder of relative paths; empty: paths stay absolute
  explicit JsonRecord(std::filesystem::path folder) : folder_(std::move(folder)) {}
  //! Reads.
  JsonRecord(JsonEntry entry, std::filesystem::path folder)
      : entry_(std::move(entry)), folder_(std::move(folder)) {}

  [[nodiscard]] bool reads() const { return entry_.has_value(); }
  //! \pre reads()
  [[nodiscard]] const JsonEntry& entry() const { return *entry_; }
  //! What was written.
  [[nodiscard]] const Fields& fields() const { return fields_; }
  [[nodiscard]] const std::filesystem::path& folder() const { return folder_; }

  void flag(Key key, bool& value);
  void text(Key key, std::string& value);
  void texts(Key key, std::vector<std::string>& values);
  void path(Key key, std::string& value);
  void paths(Key key, std::vector<std::string>& values);
  void pose(Key key, Eigen::Isometry3d& value);
  void rotation(Key key, Eigen::Quaterniond& value);

  template <class Number>
  requires std::integral<Number> || std::floating_point<Number>
  void number(Key key, Number& value, double least, double most) {
    plain(key, value, [&](const JsonEntry& entry) { return static_cast<Number>(entry.number(least, most)); });
  }
  //! null: nothing
  void number(Key key, std::optional<double>& value, double least, double most);

  //! In mm.
  template <int count>
  void place(Key key, Eigen::Matrix<double, count, 1>& value) {
    plain(key, value, [](const JsonEntry& entry) { return entry.place(count); });
  }

  template <Named E>
  void choice(Key key, E& value) {
    choice(key, value, enum_names<E>);
  }
  //! By other names than those of the command line.
  template <class E, std::size_t count>
  void choice(Key key, E& value, const EnumTable<E, const char*, count>& table) {
    if (!reads()) return write(key, table[value]);
    if (const auto entry = found(key)) value = entry->choice(table);
  }

  template <class T>
  void object(Key key, T& value, void (*entries)(JsonRecord&, T&)) {
    if (!reads()) return write(key, written(value, entries));
    if (const auto entry = found(key)) value = read(*entry, entries, std::move(value));
  }
  //! null: nothing
  template <class T>
  void object(Key key, std::optional<T>& value, void (*entries)(JsonRecord&, T&)) {
    if (!reads()) return write(key, value ? Value(written(*value, entries)) : Value());
    const auto entry = found(key);
    if (entry && !entry->is_null()) value = read(*entry, entries);
  }
  template <class T>
  void list(Key key, std::vector<T>& values, void (*entries)(JsonRecord&, T&)) {
    if (!reads()) return write(key, list_of(values, [&](const T& value) { return written(value, entries); }));
    const auto list = found(key);
    if (!list) return;
    values.clear();
    for (const JsonEntry& entry : list->entries()) values.push_back(read(entry, entries));
  }

  //! For entries that are left out where there is nothing to say: whether to write the entry, or to look for it.
  [[nodiscard]] bool has(const char* name, bool to_write) const {
    return reads() ? entry_->if_there(name).has_value() : to_write;
  }

  void write(Key key, Value value) { fields_.emplace_back(key.name, std::move(value)); }

 private:
  //! Nothing where it is missing and may be.
  [[nodiscard]] std::optional<JsonEntry> found(Key key) const;

  template <class T, class Read>
  void plain(Key key, T& value, Read read) {
    if (!reads()) return write(key, value);
    if (const auto entry = found(key)) value = read(*entry);
  }

  template <class T>
  [[nodiscard]] Fields written(T value, void (*entries)(JsonRecord&, T&)) const {
    JsonRecord json(folder_);
    entries(json, value);
    return json.fields_;
  }
  template <class T>
  [[nodiscard]] T read(const JsonEntry& entry, void (*entries)(JsonRecord&, T&), T value = {}) const {
    JsonRecord json(entry, folder_);
    entries(json, value);
    return value;
  }

  std::optional<JsonEntry> entry_;  //!< none: writes
  std::filesystem::path folder_;
  Fields fields_;
};

}  // namespace intercusp::viewer
