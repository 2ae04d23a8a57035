// How the program's JSON files are laid out.
#pragma once

#include <string>

#include "io/files/value.h"

namespace intercusp {

//! In one line. Bytes that are not UTF-8, which file names may hold, are replaced.
[[nodiscard]] std::string json_line(const Value& value);

//! One line per field, and one per entry of a field that is a list of objects; ends with a line break.
[[nodiscard]] std::string json_lines(const Fields& fields);

}  // namespace intercusp
