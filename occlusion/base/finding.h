// A fact found by an analysis that a reader should know: a code with its values. io/wording
// puts it into words.
#pragma once

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "occlusion/base/enum_table.h"

namespace intercusp {

enum class Severity {
  info,     //!< for information
  warning,  //!< the numbers may not mean what they seem to mean
  error     //!< this part of the result is missing or wrong
};
[[nodiscard]] constexpr auto names_of(Severity) {
  return enum_table<Severity>(
      {{Severity::info, "info"}, {Severity::warning, "warning"}, {Severity::error, "error"}});
}

//! A number (mm, degrees or a count, as its name says) or a text, which is a name and never a sentence.
using FindingValue = std::variant<double, std::string>;

//! `code` is in short snake_case ("jaws_swapped") and appears unchanged in report.json. It is a string
//! and not an enumerator, so that this header need not list the findings of every analysis and be
//! recompiled for them.
struct Finding {
  std::string code;
  Severity severity = Severity::warning;
  std::map<std::string, FindingValue> values{};  //!< by name: {"apart_mm", 12.5}

  //! \throw std::out_of_range if there is no such value; std::bad_variant_access if it is of the other kind
  [[nodiscard]] double number(const std::string& name) const { return std::get<double>(values.at(name)); }
  [[nodiscard]] const std::string& text(const std::string& name) const {
    return std::get<std::string>(values.at(name));
  }
  bool operator==(const Finding&) const = default;
};

//! Returns the first finding with this code, or nullptr.
[[nodiscard]] inline const Finding* find_code(const std::vector<Finding>& findings, std::string_view code) {
  const auto found = std::ranges::find(findings, code, &Finding::code);
  return found == findings.end() ? nullptr : &*found;
}

}  // namespace intercusp
