#include "io/case/jaws_in_file.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "io/case/scan_names.h"
#include "io/files/errors.h"
#include "io/files/text_cursor.h"
#include "io/language/language.h"

namespace intercusp {
namespace {

//! The jaw of each part; empty unless the names state both.
std::vector<std::optional<Jaw>> jaws_of(const std::vector<MeshInFile>& parts) {
  std::vector<std::optional<Jaw>> jaws;
  for (const MeshInFile& part : parts) {
    const std::optional<JawName> name = part.name.empty() ? std::nullopt : jaw_in_name(part.name);
    jaws.push_back(name ? std::optional(name->jaw) : std::nullopt);
  }
  const auto has = [&](Jaw jaw) { return std::ranges::find(jaws, std::optional(jaw)) != jaws.end(); };
  if (!has(Jaw::upper) || !has(Jaw::lower)) jaws.clear();
  return jaws;
}

}  // namespace

void keep_jaw(MeshFile& file, std::optional<Jaw> jaw) {
  const std::vector<std::optional<Jaw>> jaws = jaws_of(file.parts);
  if (jaws.empty()) return;
  if (!jaw)
    throw InputError(file.file.path,
                     phrase("holds two jaws; give a file of one jaw, or state the jaw by --jaw"),
                     Finding{"two_jaws_in_file", Severity::error});
  const RawMesh whole = std::exchange(file.mesh, {});
  std::size_t vertex = 0, face = 0;
  std::vector<MeshInFile> kept;
  for (std::size_t i = 0; i < file.parts.size(); ++i) {
    const MeshInFile& part = file.parts[i];
    if (jaws[i] == jaw) {
      const auto range = [](const auto& values, std::size_t from, std::size_t count) {
        const auto begin = values.begin() + static_cast<std::ptrdiff_t>(from);
        return std::decay_t<decltype(values)>(begin, begin + static_cast<std::ptrdiff_t>(count));
      };
      RawMesh mesh;
      mesh.vertices = range(whole.vertices, vertex, part.vertices);
      mesh.faces = range(whole.faces, face, part.faces);
      for (Face& corners : mesh.faces) {
        for (std::uint32_t& corner : corners) corner -= static_cast<std::uint32_t>(vertex);
      }
      if (!whole.colours.empty()) mesh.colours = range(whole.colours, vertex, part.vertices);
      append(file.mesh, std::move(mesh), file.file.path);
      kept.push_back(part);
    }
    vertex += part.vertices;
    face += part.faces;
  }
  if (file.mesh.faces.empty())
    throw InputError(file.file.path,
                     phrase("has no faces ({} vertices); export the surface, not points or lines",
                            file.mesh.vertices.size()),
                     Finding{"no_faces", Severity::error});
  file.parts = std::move(kept);
  file.file.part = jaw;
}

bool holds_both_jaws(const std::filesystem::path& file) {
  const std::string extension = lower_case(file.extension().string());
  return (extension == ".glb" || extension == ".3mf") && !jaws_of(read_mesh(file).parts).empty();
}

}  // namespace intercusp
