#include "io/files/path_list.h"

#include <sstream>
#include <system_error>

namespace intercusp {

std::vector<std::string> paths_in(const std::string& text, const std::filesystem::path& folder) {
  std::error_code ignored;
  if (!text.empty() && std::filesystem::exists(folder / text, ignored)) return {text};
  std::vector<std::string> paths;
  std::istringstream list(text);
  for (std::string path; std::getline(list, path, ',');) paths.push_back(path);
  return paths;
}

}  // namespace intercusp
