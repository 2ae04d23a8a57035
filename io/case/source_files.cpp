#include "io/case/source_files.h"

#include <algorithm>
#include <system_error>

#include "io/files/errors.h"
#include "io/files/paths.h"
#include "io/files/text_cursor.h"
#include "io/language/language.h"
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

bool is_there(const fs::path& path) {
  std::error_code error;
  return fs::exists(path, error);
}

bool is_folder(const fs::path& path) {
  std::error_code error;
  return fs::is_directory(path, error);
}

std::vector<fs::path> meshes_in_folder(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code error;
  for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    const fs::path& file = it->path();
    const bool hidden = file.filename().string().starts_with('.');
    if (!hidden && has_mesh_extension(file) && it->is_regular_file(error)) files.push_back(file);
  }
  if (error) throw InputError(folder, phrase("the folder cannot be read: {}", error.message()));
  if (files.empty()) {
    throw InputError(
        folder,
        phrase("the folder holds no mesh file (.stl, .obj, .ply, .off, .vtp, .vtk); name another one"));
  }
  std::sort(files.begin(), files.end(), [](const fs::path& a, const fs::path& b) {
    return a.filename().string() < b.filename().string();
  });
  return files;
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

std::vector<fs::path> mesh_files(const std::string& source) {
  if (is_folder(source)) return meshes_in_folder(source);
  if (is_there(source) || source.find(',') == std::string::npos) return {source};
  std::vector<fs::path> files;
  for (std::size_t start = 0; start <= source.size();) {
    const std::size_t comma = std::min(source.find(',', start), source.size());
    const fs::path part = source.substr(start, comma - start);
    if (part.empty())
      throw InputError(source, phrase("two commas follow each other, or one stands at an end of the list"));
    if (is_folder(part)) {
      for (fs::path& file : meshes_in_folder(part)) files.push_back(std::move(file));
    } else {
      files.push_back(part);
    }
    start = comma + 1;
  }
  return files;
}

}  // namespace intercusp
