// Imports several solids for analyses that need no jaws: restorations, splints, single teeth, and bodies that
// a formula describes.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "io/case/import_jaw.h"
#include "io/mesh/mesh_report.h"
#include "occlusion/base/finding.h"
#include "occlusion/geometry/analytic_body.h"
#include "occlusion/geometry/solid.h"

namespace intercusp {

struct NamedSolid {
  //! Name of its file or folder, or of the body. If another solid has this name, the path as given.
  std::string name;
  std::shared_ptr<const Solid> solid;  //!< mm; for a body, its mesh
  MeshReport import;
  //! The body of the mesh, if it comes from a BODIES.json.
  std::shared_ptr<const AnalyticBody> body = nullptr;
  double mesh_error_mm = 0;  //!< greatest distance between the mesh and the body
  int fdi = 0;               //!< number of a single tooth, from the name of its file; 0: none
};

struct ImportedSolids {
  std::vector<NamedSolid> solids;  //!< in the order of the sources
  std::vector<Finding> remarks;    //!< remarks about all of them together
};

//! \param sources each as for import_jaw, or a BODIES.json (bodies_file.h), which gives one solid per body. A
//! single tooth is smaller than a mouth, so the size of all meshes together decides about the unit.
//! \param mm_per_unit unit of the meshes as the user states it; it disables that check. Bodies are always in
//! mm.
//! \param teeth where tooth numbers come from; a solid without teeth gives no finding
//! \throw InputError for the first source that cannot be used, for bodies in a folder or list of meshes, and
//! for a size that no mouth has in mm
[[nodiscard]] ImportedSolids import_solids(const std::vector<std::string>& sources,
                                           std::optional<double> mm_per_unit,
                                           TeethSource teeth = TeethSource::none);

}  // namespace intercusp
