// From a mesh as read to a solid. Each step counts what it changed (io/README.md, "From scan to solid").
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include "io/mesh/mesh_report.h"
#include "io/mesh/raw_mesh.h"
#include "occlusion/base/finding.h"
#include "occlusion/geometry/solid.h"

namespace intercusp {

//! The mesh cannot be made a solid; the caller adds the file's name.
class RepairError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

//! Why a solid of that size is refused.
[[nodiscard]] std::string tiny_solid_text(double size_mm);

//! Why a mesh that reaches further than limits::farthest_vertex_mm from the origin is refused.
[[nodiscard]] std::string huge_mesh_text(double farthest_m);

struct RepairedSolid {
  Solid solid;  //!< labels are kept through all steps; skirt and base vertices get 0
  RepairCounts counts;
  std::size_t components = 0;
  bool closed_by_import = false;  //!< the solid has faces that are not anatomy
  std::vector<Finding> remarks;   //!< what the user should know about it
};

//! Gives the same bits for the same input. Closed parts keep their vertices and faces, in the order of the file.
//! \param raw mesh in mm; it may combine several files of one jaw, whose parts may overlap.
//! \throw RepairError where no solid can be made, with what is wrong and where (mm coordinates).
[[nodiscard]] RepairedSolid make_solid(const RawMesh& raw);

}  // namespace intercusp
