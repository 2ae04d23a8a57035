#include "io/case/source_files.h"

#include <system_error>

#include "io/files/errors.h"
#include "io/files/path_list.h"
#include "io/files/text_cursor.h"
#include "io/mesh/read_format.h"
#include "io/mesh/texture_colours.h"

namespace intercusp {
namespace {

namespace fs = std::filesystem;

//! Only the mesh's text, which may be gigabytes, tells which of the libraries it names.
void add_materials(const fs::path& mesh, std::vector<fs::path>& files) {
  std::error_code error;
  const fs::path folder = mesh.has_parent_path() ? mesh.parent_path() : fs::path(".");
  for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    if (lower_case(it->path().extension().string()) != ".mtl") continue;
    files.push_back(it->path());
    for (const fs::path& picture : pictures_named_in(it->path())) files.push_back(picture);
  }
}

void add_mesh(const fs::path& mesh, std::vector<fs::path>& files) {
  files.push_back(mesh);
  std::error_code error;
  const fs::path labels = fs::path(mesh).replace_extension(".json");
  if (labels != mesh && fs::exists(labels, error)) files.push_back(labels);
  if (lower_case(mesh.extension().string()) == ".obj") add_materials(mesh, files);
}

}  // namespace

std::vector<fs::path> source_files(const std::string& source) {
  std::vector<fs::path> files;
  for (const std::string& path : paths_in(source)) {
    std::error_code error;
    if (!fs::is_directory(path, error)) {
      add_mesh(path, files);
      continue;
    }
    for (fs::directory_iterator it(path, error), end; !error && it != end; it.increment(error)) {
      std::error_code no_type;
      if (has_mesh_extension(it->path()) && it->is_regular_file(no_type)) add_mesh(it->path(), files);
    }
  }
  return files;
}

}  // namespace intercusp
