#include "io/case/scan_date.h"

#include <fmt/format.h>

#include <regex>

namespace intercusp {
namespace {

//! Nothing for 2024-02-30.
std::optional<ScanDate> date_of(const std::string& year, const std::string& month, const std::string& day) {
  const std::chrono::year_month_day date{std::chrono::year(std::stoi(year)),
                                         std::chrono::month(static_cast<unsigned>(std::stoi(month))),
                                         std::chrono::day(static_cast<unsigned>(std::stoi(day)))};
  return date.ok() ? std::optional<ScanDate>(date) : std::nullopt;
}

}  // namespace

std::optional<ScanDate> date_of(const std::string& text) {
  static const std::regex form("([0-9]{4})-([0-9]{2})-([0-9]{2})");
  std::smatch parts;
  if (!std::regex_match(text, parts, form)) return std::nullopt;
  return date_of(parts[1], parts[2], parts[3]);
}

std::optional<ScanDate> date_in_name(const std::string& name) {
  static const std::regex form("(?:^|[^0-9])((?:19|20)[0-9]{2})([-_.]?)([0-9]{2})\\2([0-9]{2})(?![0-9])");
  std::optional<ScanDate> only;
  for (std::sregex_iterator found(name.begin(), name.end(), form), end; found != end; ++found) {
    const auto date = date_of((*found)[1], (*found)[3], (*found)[4]);
    if (!date) continue;
    if (only && *only != *date) return std::nullopt;
    only = date;
  }
  return only;
}

std::string iso_text(ScanDate date) {
  const std::chrono::year_month_day parts = date;
  return fmt::format("{:04}-{:02}-{:02}", static_cast<int>(parts.year()),
                     static_cast<unsigned>(parts.month()), static_cast<unsigned>(parts.day()));
}

}  // namespace intercusp
