#include "io/files/below_folder.h"

namespace intercusp {

namespace fs = std::filesystem;

bool lies_below(const fs::path& file, const fs::path& folder) {
  const fs::path root = fs::weakly_canonical(fs::absolute(folder.empty() ? fs::path(".") : folder));
  const fs::path relative = fs::weakly_canonical(fs::absolute(file)).lexically_relative(root);
  return !relative.empty() && *relative.begin() != "..";
}

}  // namespace intercusp
