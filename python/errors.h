// The exceptions of the module, and checks of arguments before any work.
#pragma once

#include <pybind11/pybind11.h>

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "cli/analysis_options.h"
#include "occlusion/base/enum_table.h"
#include "occlusion/base/jaw.h"

namespace intercusp::python {

//! Adds Error, InputError, EngineError and OutputError, and the translation of exceptions to them.
void add_errors(pybind11::module_& module);

//! \throw pybind11::value_error with the values that `name` may have
[[noreturn]] void refuse(const std::string& name, const std::string& wants);
//! \return `value` if it lies within the range
//! \throw as refuse
double within(const limits::Range& range, const char* name, double value);
int within(const limits::Range& range, const char* name, int value);

//! Checks the numbers among options: each_option(options, CheckRange()).
//! \throw as refuse
struct CheckRange {
  void operator()(const Option& option, double value) const { within(option.range, option.key, value); }
  void operator()(const Option& option, int value) const { within(option.range, option.key, value); }
  void operator()(const Option& option, const std::optional<double>& value) const {
    if (value) within(option.range, option.key, *value);
  }
  void operator()(const Option& option, const std::vector<double>& values) const {
    for (const double value : values) within(option.range, option.key, value);
  }
  void operator()(const Option&, const auto&) const {}  // other values are checked where they are read
};

//! The value of one of several words.
//! \throw as refuse
template <class Value>
[[nodiscard]] Value one_of(const char* name, const std::string& word,
                           const std::vector<std::pair<std::string, Value>>& choices) {
  std::string words;
  for (const auto& [choice, value] : choices) {
    if (choice == word) return value;
    words += (words.empty() ? "'" : ", '") + choice + "'";
  }
  refuse(name, "one of " + words + ", not '" + word + "'");
}

//! The enumerator of this name.
//! \throw as refuse
template <Named E>
[[nodiscard]] E one_of(const char* name, const std::string& word) {
  std::vector<std::pair<std::string, E>> choices;
  for (const auto& entry : enum_names<E>.entries) choices.emplace_back(entry.value, entry.enumerator);
  return one_of(name, word, choices);
}

// Files, jaws and units as users give them.

using Path = std::filesystem::path;

//! A mesh file, a folder, or several files.
using Source = std::variant<Path, std::vector<Path>>;

//! The source as import_jaw takes it.
//! \throw pybind11::value_error
[[nodiscard]] std::string text_of(const Source& source);

//! The jaw; empty for "auto".
//! \throw pybind11::value_error
[[nodiscard]] std::optional<Jaw> jaw_named(const std::string& name);

//! mm per unit; empty if no unit is given.
//! \throw pybind11::value_error
[[nodiscard]] std::optional<double> unit_named(const std::optional<std::string>& unit);

}  // namespace intercusp::python
