#include "io/case/source_files.h"

#include <vtkSmartPointer.h>
#include <vtkXMLDataElement.h>
#include <vtkXMLUtilities.h>

#include <algorithm>
#include <system_error>

#include "io/case/jaws_in_file.h"
#include "io/case/scan_names.h"
#include "io/files/errors.h"
#include "io/files/paths.h"
#include "io/files/read_file.h"
#include "io/files/text_cursor.h"
#include "io/language/language.h"
#include "io/mesh/read_mesh.h"
#include "io/mesh/readers.h"

namespace intercusp {
namespace {

namespace fs = std::filesystem;

//! Adds all material libraries that may belong to the mesh. Only the mesh's text, which may be gigabytes,
//! shows which of them it names.
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
  std::vector<fs::path> files = list_folder(folder).files;
  std::erase_if(files, [](const fs::path& file) { return !has_mesh_extension(file); });
  if (files.empty()) {
    throw InputError(folder, phrase("the folder holds no mesh file (.stl, .obj, .ply, .off, .vtp, .vtk, "
                                    ".glb, .3mf); name another one"));
  }
  return files;
}

//! Adds the files that an XML element and the elements below it assign to a jaw: <Object JawId="Upper"
//! FileName="1_u.stl"/>.
void add_named(vtkXMLDataElement& element, const fs::path& folder, NamedScans& scans) {
  const char* const jaw = element.GetAttribute("JawId");
  const char* const name = element.GetAttribute("FileName");
  if (jaw != nullptr && name != nullptr) {
    // Uses only the file's name, so that a list cannot lead out of its folder.
    const fs::path file = folder / fs::path(name).filename();
    std::error_code ignored;
    if (fs::is_regular_file(file, ignored))
      (equal_ignoring_case(jaw, "upper") ? scans.upper : scans.lower).push_back(file);
  }
  for (int i = 0; i < element.GetNumberOfNestedElements(); ++i)
    add_named(*element.GetNestedElement(i), folder, scans);
}

//! The scans that iTero's list among the files names. If a jaw has several scans, those in bite.
NamedScans scans_of_itero(const fs::path& folder, const std::vector<fs::path>& files) {
  constexpr std::uintmax_t largest_list_bytes = 1'000'000;
  NamedScans scans;
  for (const fs::path& file : files) {
    std::error_code error;
    if (lower_case(file.extension().string()) != ".xml" || fs::file_size(file, error) > largest_list_bytes ||
        error)
      continue;
    const FileBytes bytes = read_file(file);
    if (bytes.view().find("<iTero") == std::string_view::npos) continue;
    const VtkMessages messages;
    const auto root = vtkSmartPointer<vtkXMLDataElement>::Take(
        vtkXMLUtilities::ReadElementFromString(std::string(bytes.view()).c_str()));
    if (root != nullptr) add_named(*root, folder, scans);
  }
  for (std::vector<fs::path>* const jaws : {&scans.upper, &scans.lower}) {
    const NamedScans by_name = scans_by_name(*jaws);
    if (jaws->size() > 1 && by_name.upper.size() + by_name.lower.size() == 1)
      *jaws = by_name.upper.empty() ? by_name.lower : by_name.upper;
  }
  return scans;
}

NamedScans scans_in(const fs::path& folder) {
  const FolderListing inside = list_folder(folder);
  NamedScans scans = scans_of_itero(folder, inside.files);
  if (!scans.upper.empty() && !scans.lower.empty()) return scans;
  scans = scans_by_name(inside.files);
  if (!scans.upper.empty() || !scans.lower.empty()) return scans;
  for (const fs::path& file : inside.files) {  // a study in DICOM
    const auto jaw = lower_case(file.extension().string()) == ".dcm" ? jaw_in_name(file) : std::nullopt;
    if (jaw) (jaw->jaw == Jaw::upper ? scans.upper : scans.lower).push_back(file);
  }
  if (!scans.upper.empty() || !scans.lower.empty()) return scans;
  if (const auto jaws = jaw_folders(inside.folders);
      jaws && holds_meshes(jaws->upper) && holds_meshes(jaws->lower)) {
    scans.upper = {jaws->upper};
    scans.lower = {jaws->lower};
  }
  return scans;
}

std::string names_of(const std::vector<fs::path>& files) {
  std::string names;
  for (const fs::path& file : files) names += (names.empty() ? "" : ", ") + file.filename().string();
  return names;
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

std::optional<JawSources> jaw_folders(const std::vector<fs::path>& folders) {
  const auto find = [&](Jaw jaw) {
    return std::ranges::find_if(folders, [&](const fs::path& one) {
      const std::optional<JawName> name = jaw_in_name(one);
      return name && name->jaw == jaw && name->rest.empty();
    });
  };
  const auto upper = find(Jaw::upper), lower = find(Jaw::lower);
  if (upper == folders.end() || lower == folders.end()) return std::nullopt;
  return JawSources{upper->string(), lower->string()};
}

bool holds_meshes(const fs::path& folder) {
  return std::ranges::any_of(list_folder(folder).files,
                             [](const fs::path& file) { return has_mesh_extension(file); });
}

std::optional<JawSources> jaws_of_case(const fs::path& source) {
  std::error_code ignored;
  if (fs::is_directory(source, ignored)) return jaws_in_folder(source);
  if (!fs::is_regular_file(source, ignored) || !holds_both_jaws(source)) return std::nullopt;
  return JawSources{source.string(), source.string()};
}

JawSources jaws_in_folder(const fs::path& folder) {
  std::error_code ignored;
  const Finding refusal{"no_case_in_folder", Severity::error};
  if (!fs::exists(folder, ignored))
    throw InputError(folder, phrase("there is no such file; check the path"),
                     Finding{"missing_file", Severity::error});
  if (!fs::is_directory(folder, ignored))
    throw InputError(folder, phrase("is one jaw; give the other one too, or a folder that holds both"),
                     refusal);
  const NamedScans scans = scans_in(folder);
  for (const std::vector<fs::path>& jaws : {scans.upper, scans.lower}) {
    if (jaws.size() > 1)
      throw InputError(
          folder,
          phrase("holds several scans of a jaw: {}; give the upper and the lower themselves", names_of(jaws)),
          refusal);
  }
  if (!scans.upper.empty() && !scans.lower.empty())
    return {scans.upper.front().string(), scans.lower.front().string()};
  if (!scans.unnamed.empty())
    throw InputError(folder,
                     phrase("upper or lower cannot be told from {}; give the upper and the lower themselves",
                            names_of(scans.unnamed)),
                     refusal);
  throw InputError(
      folder,
      scans.upper.empty()
          ? phrase("holds no scan that names itself upper; give the upper and the lower themselves")
          : phrase("holds no scan that names itself lower; give the upper and the lower themselves"),
      refusal);
}

}  // namespace intercusp
