// The repairs of an import, each with its name in files and in words.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "io/language/language.h"
#include "io/mesh/mesh_report.h"

namespace intercusp {

struct Repair {
  std::size_t RepairCounts::*count;
  const char* key;  //!< in JSON
  Text what;        //!< after its count: "holes filled"
};

//! All of RepairCounts, in its order.
[[nodiscard]] std::span<const Repair> repairs();

//! "3 holes filled; 12 faces added in holes", or that none was needed.
[[nodiscard]] std::string in_words(const RepairCounts& counts);

}  // namespace intercusp
