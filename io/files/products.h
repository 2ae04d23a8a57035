// Files that can be made in parallel.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "io/files/write_atomically.h"

namespace intercusp {

//! A file that is made independently of all others, on demand.
struct Product {
  std::string name;
  std::function<std::string()> make;
  std::string caption = {};  //!< of a picture on a report's page
  bool wide = false;         //!< on the page it takes a whole row
};

//! Makes all of them in parallel; the order stays.
[[nodiscard]] std::vector<OutputFile> make_all(const std::vector<Product>& products);

}  // namespace intercusp
