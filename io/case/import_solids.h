// Imports several solids for analyses that need no jaws: restorations, splints, single teeth.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "io/case/import_jaw.h"
#include "io/mesh/mesh_report.h"
#include "occlusion/base/finding.h"
#include "occlusion/geometry/solid.h"

namespace intercusp {

struct NamedSolid {
  std::string name;  //!< of its file or folder; the path as given where another solid has the same name
  std::shared_ptr<const Solid> solid;  //!< mm
  MeshReport import;
};

struct ImportedSolids {
  std::vector<NamedSolid> solids;  //!< in the order given
  std::vector<Finding> remarks;    //!< on all of them together
};

//! \param sources each as for import_jaw. A single tooth is smaller than a mouth, so the unit is checked by
//! the size of all together. \param mm_per_unit stated by the user: ends that check
//! \param teeth whether labels and names of files are looked at \throw InputError for the
//! first source that cannot be used, and for a size that no mouth has in mm.
[[nodiscard]] ImportedSolids import_solids(const std::vector<std::string>& sources,
                                           std::optional<double> mm_per_unit,
                                           TeethSource teeth = TeethSource::none);

}  // namespace intercusp
