// One jaw from its files: read, checked, repaired, closed, labelled.
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
  automatic,  //!< labels and names of its files; without any, the teeth found on the scan
  files,  //!< labels and names of its files; without any, arches of separate teeth are counted (prepare_case)
  none
};
[[nodiscard]] constexpr auto names_of(TeethSource) {
  return enum_table<TeethSource>(
      {{TeethSource::automatic, "auto"}, {TeethSource::files, "file"}, {TeethSource::none, "none"}});
}

struct ImportOptions {
  std::optional<double>
      mm_per_unit;               //!< stated by the user, within limits::mm_per_unit: ends the scale check
  bool refuse_odd_scale = true;  //!< false: a size near cm alone is remarked, not refused
  TeethSource teeth = TeethSource::automatic;
  ToothNumbering numbering = ToothNumbering::automatic;  //!< of labels and of file names
  //! JSON with {"labels": [...]}, one per vertex of the one file that the jaw has; empty: looked for next to each mesh,
  //! under its name with the extension .json.
  std::string label_file;
  std::string
      label_colours;  //!< table of the teeth that colours of a scan stand for (labels_of_colours); empty: none
};

//! A jaw as its files have it: their vertices and faces in the order of the files.
struct RawJaw {
  RawMesh mesh;  //!< mm; with labels where the files have any and `teeth` wants them
  MeshReport report;
};

//! As for import_jaw, without search for teeth and repair. \throw InputError; std::invalid_argument for
//! a unit out of its limits
[[nodiscard]] RawJaw read_jaw(const std::string& source, std::optional<Jaw> jaw,
                              const ImportOptions& options = {});

struct ImportedJaw {
  std::shared_ptr<const Solid> solid;  //!< mm
  MeshReport report;
  std::vector<VertexColour> colours;  //!< of the scan, per vertex of the solid; empty: it has none
};

//! \param source a mesh file, a folder of mesh files (single teeth, gum), or several files with commas between. In a
//! folder, files are chosen by extension and sorted by name.
//! \param jaw empty: derived from the shape if teeth are searched for
//! \throw InputError where a file cannot be used, with the file, the place in it and what to do;
//! std::invalid_argument for a unit out of its limits
[[nodiscard]] ImportedJaw import_jaw(const std::string& source, std::optional<Jaw> jaw,
                                     const ImportOptions& options = {});

}  // namespace intercusp
