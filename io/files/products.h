// Files that can be made side by side.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "io/files/write_atomically.h"

namespace intercusp {

//! A file that can be made independently of all others.
struct Product {
  std::string name;
  std::function<std::string()> make;
  std::string caption = {};  //!< of a picture on a report's page
  bool wide = false;         //!< there it takes a row of its own
};

//! All of them, in their order.
[[nodiscard]] std::vector<OutputFile> make_all(const std::vector<Product>& products);

}  // namespace intercusp
