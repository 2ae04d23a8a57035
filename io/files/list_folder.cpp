#include "io/files/list_folder.h"

#include <algorithm>

#include "io/files/errors.h"
#include "io/language/language.h"

namespace intercusp {

namespace fs = std::filesystem;

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

}  // namespace intercusp
