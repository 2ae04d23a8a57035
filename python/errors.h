// The exceptions of the module, and what is checked of arguments before any work.
#pragma once

#include <pybind11/pybind11.h>

#include <string>
#include <utility>
#include <vector>

#include "occlusion/base/enum_table.h"
#include "occlusion/base/limits.h"

namespace intercusp::python {

//! Error, InputError, EngineError and OutputError, and what becomes one of them.
void add_errors(pybind11::module_& module);

//! \throw pybind11::value_error that says what `name` may be
[[noreturn]] void refuse(const std::string& name, const std::string& wants);
//! \return `value` where it lies within the range \throw as refuse
double within(const limits::Range& range, const char* name, double value);
//! Within limits, for whole numbers.
int within(int least, int most, const char* name, int value);

//! One of several words. \throw as refuse
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

//! The enumerator of this name. \throw as refuse
template <Named E>
[[nodiscard]] E one_of(const char* name, const std::string& word) {
  std::vector<std::pair<std::string, E>> choices;
  for (const auto& entry : enum_names<E>.entries) choices.emplace_back(entry.value, entry.enumerator);
  return one_of(name, word, choices);
}

}  // namespace intercusp::python
