// One jaw from its files: read, checked, repaired, closed, labelled.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "io/mesh_report.h"
#include "occlusion/geometry/solid.h"

namespace intercusp {

enum class Jaw { upper, lower };
enum class ToothNumbering { automatic, fdi, universal };

struct ImportOptions {
  std::optional<double> mm_per_unit;  //!< stated by the user: ends the scale check
  bool refuse_odd_scale = true;       //!< false: a size near cm or inch is remarked, not refused
  double loose_component_share = 0.01;  //!< components below this share of the jaw's area are dropped
  ToothNumbering numbering = ToothNumbering::automatic;  //!< of labels and of file names
  std::string label_file;             //!< JSON with {"labels": [...]}; empty: looked for beside the mesh
};

struct ImportedJaw {
  std::shared_ptr<const Solid> solid;  //!< mm
  MeshReport report;
};

//! \param source a mesh file, a folder of mesh files (single teeth, gum), or several files with commas between.
//! \throw InputError where a file cannot be used, with the file, the place in it and what to do.
[[nodiscard]] ImportedJaw import_jaw(const std::string& source, Jaw jaw, const ImportOptions& options = {});

}  // namespace intercusp
