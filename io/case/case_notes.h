// The user's notes on a case.
#pragma once

#include <string>

namespace intercusp {

//! Saved in sessions, and printed on pictures and reports.
struct CaseNotes {
  std::string name, date, notes;
  bool operator==(const CaseNotes&) const = default;
};

//! "A. Smith, 3 May", as printed on pictures; empty if neither is given.
[[nodiscard]] inline std::string heading_of(const CaseNotes& notes) {
  return notes.name + (notes.name.empty() || notes.date.empty() ? "" : ", ") + notes.date;
}

}  // namespace intercusp
