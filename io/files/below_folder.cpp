#include "io/files/below_folder.h"

#include <system_error>

namespace intercusp {
namespace {

namespace fs = std::filesystem;

//! Empty where the system cannot follow the path: a name that is too long, links in a circle.
fs::path followed(const fs::path& path) {
  std::error_code error;
  const fs::path whole = fs::weakly_canonical(fs::absolute(path, error), error);
  return error ? fs::path() : whole;
}

}  // namespace

bool lies_below(const fs::path& file, const fs::path& folder) {
  const fs::path root = followed(folder.empty() ? fs::path(".") : folder), whole = followed(file);
  if (root.empty() || whole.empty()) return false;
  const fs::path relative = whole.lexically_relative(root);
  return !relative.empty() && *relative.begin() != "..";
}

}  // namespace intercusp
