// Imports several solids for analyses that need no jaws: restorations, splints, single teeth, and bodies that a
// formula describes.
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
  //! Name of its file or folder, or of the body; the path as given if another solid has the same name.
  std::string name;
  std::shared_ptr<const Solid> solid;  //!< mm; for a body its mesh
  MeshReport import;
  std::shared_ptr<const AnalyticBody> body = nullptr;  //!< from a BODIES.json: the body of the mesh
  double mesh_error_mm = 0;                            //!< greatest distance between that mesh and the body
  int fdi = 0;  //!< of a single tooth, by the name of its file; 0: none
};

struct ImportedSolids {
  std::vector<NamedSolid> solids;  //!< in the order given
  std::vector<Finding> remarks;    //!< on all of them together
};

//! \param sources each as for import_jaw, or a BODIES.json (bodies_file.h), which gives as many solids as it has
//! bodies. A single tooth is smaller than a mouth, so the unit is checked by the size of all meshes together.
//! \param mm_per_unit of the meshes, stated by the user: disables that check; bodies are always mm
//! \param teeth where tooth numbers come from; a solid without teeth gives no finding \throw InputError for the first
//! source that cannot be used, for bodies in a folder or list of meshes, and for a size that no mouth has in mm.
[[nodiscard]] ImportedSolids import_solids(const std::vector<std::string>& sources,
                                           std::optional<double> mm_per_unit,
                                           TeethSource teeth = TeethSource::none);

}  // namespace intercusp
