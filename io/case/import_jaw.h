// Imports one jaw from its files: read, checked, repaired, closed and labelled.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "io/case/labels.h"
#include "io/mesh/mesh_report.h"
#include "io/mesh/raw_mesh.h"
#include "occlusion/base/enum_table.h"
#include "occlusion/geometry/solid.h"

namespace intercusp {

//! Where a jaw's tooth numbers come from.
enum class TeethSource {
  automatic,  //!< labels and names of its files; without them, the teeth found on the scan
  //! Labels and names of its files; without them, arches of separate teeth are counted (prepare_case).
  files,
  none
};
[[nodiscard]] constexpr auto names_of(TeethSource) {
  return enum_table<TeethSource>(
      {{TeethSource::automatic, "auto"}, {TeethSource::files, "file"}, {TeethSource::none, "none"}});
}

struct ImportOptions {
  //! Stated by the user, within limits::mm_per_unit. If given, the scale is not checked.
  std::optional<double> mm_per_unit;
  bool refuse_odd_scale = true;  //!< false: a size in or near cm gives a remark and is not refused
  TeethSource teeth = TeethSource::automatic;
  ToothNumbering numbering = ToothNumbering::automatic;  //!< numbering of labels and file names
  //! JSON with {"labels": [...]}, one per vertex of the only file of the jaw. If empty, a file next to each
  //! mesh is used that has the mesh's name with the extension .json.
  std::string label_file;
  //! Table of the teeth for which colours of a scan stand (labels_of_colours). Empty: none.
  std::string label_colours;
};

//! A jaw as its files have it, with vertices and faces in their order.
struct RawJaw {
  RawMesh mesh;  //!< mm; with labels if the files have any and `teeth` asks for them
  MeshReport report;
};

//! Like import_jaw, without a search for teeth and without repair.
//! \throw InputError
//! \throw std::invalid_argument if the unit is outside its limits
[[nodiscard]] RawJaw read_jaw(const std::string& source, std::optional<Jaw> jaw,
                              const ImportOptions& options = {});

struct ImportedJaw {
  std::shared_ptr<const Solid> solid;  //!< mm
  MeshReport report;
  std::vector<VertexColour> colours;  //!< the scan's, per vertex of the solid; empty if it has none
};

//! \param source a mesh file, a folder of mesh files (single teeth, gum), or several files separated by
//! commas. In a folder, files are chosen by extension and sorted by name.
//! \param jaw if empty, derived from the shape when teeth are searched for
//! \throw InputError if a file cannot be used, with the file, the place in it and what to do
//! \throw std::invalid_argument if the unit is outside its limits
[[nodiscard]] ImportedJaw import_jaw(const std::string& source, std::optional<Jaw> jaw,
                                     const ImportOptions& options = {});

}  // namespace intercusp
