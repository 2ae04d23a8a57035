#include "io/files/paths.h"

#include <algorithm>
#include <sstream>
#include <system_error>

#include "io/files/errors.h"
#include "io/language/language.h"

namespace intercusp {

namespace fs = std::filesystem;

std::vector<std::string> paths_in(const std::string& text, const std::filesystem::path& folder) {
  std::error_code ignored;
  if (!text.empty() && std::filesystem::exists(folder / text, ignored)) return {text};
  std::vector<std::string> paths;
  std::istringstream list(text);
  for (std::string path; std::getline(list, path, ',');) paths.push_back(path);
  return paths;
}

FolderListing list_folder(const fs::path& folder) {
  FolderListing listing;
  std::error_code error;
  for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    if (it->path().filename().string().starts_with('.')) continue;
    std::error_code no_type;
    if (it->is_directory(no_type)) listing.folders.push_back(it->path());
    if (it->is_regular_file(no_type)) listing.files.push_back(it->path());
  }
  if (error) throw InputError(folder, phrase("the folder cannot be read: {}", error.message()));
  std::ranges::sort(listing.files);
  std::ranges::sort(listing.folders);
  return listing;
}

namespace {

//! The path after links are followed. Empty if the system cannot follow it: a name that is too long, links in
//! a circle.
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

bool holds(const fs::path& folder, const fs::path& file) {
  const auto lies_in = [&folder](const fs::path& path) {
    std::error_code error;
    for (fs::path above = path.parent_path(); !above.empty(); above = above.parent_path()) {
      if (fs::equivalent(above, folder, error)) return true;
      if (above == above.parent_path()) break;
    }
    return false;
  };
  std::error_code error;
  const fs::path whole = fs::absolute(file, error).lexically_normal();
  const fs::path followed = fs::weakly_canonical(whole, error);
  const fs::path link_itself = fs::weakly_canonical(whole.parent_path(), error) / whole.filename();
  return lies_in(whole) || lies_in(followed) || lies_in(link_itself);
}

}  // namespace intercusp
