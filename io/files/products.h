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
  std::string caption = {};  //!< pictures of a report have one
};

//! All of them, in their order.
[[nodiscard]] std::vector<OutputFile> make_all(const std::vector<Product>& products);

}  // namespace intercusp
