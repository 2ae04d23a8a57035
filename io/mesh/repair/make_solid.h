// Makes a solid from a mesh as it was read. Each step counts what it changed (io/README.md, "From scan to
// solid").
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include "io/mesh/mesh_report.h"
#include "io/mesh/raw_mesh.h"
#include "occlusion/base/finding.h"
#include "occlusion/geometry/solid.h"

namespace intercusp {

//! The mesh cannot become a solid. The caller adds the file's name.
class RepairError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

//! Why a solid of this size is refused.
[[nodiscard]] std::string tiny_solid_text(double size_mm);

//! Why a mesh that reaches further than limits::farthest_vertex_mm from the origin is refused.
[[nodiscard]] std::string huge_mesh_text(double farthest_m);

struct RepairedSolid {
  Solid solid;  //!< all steps preserve labels; vertices of skirts and bases have label 0
  RepairCounts counts;
  std::size_t components = 0;
  bool closed_by_import = false;  //!< the solid has faces that are not anatomy
  std::vector<Finding> remarks;   //!< what the user should know about the solid
};

//! Equal input gives equal bits. Closed parts keep their vertices and faces, in the order of the file.
//! \param raw mesh in mm; it may combine several files of one jaw, whose parts may overlap
//! \throw RepairError if the mesh cannot become a solid, with what is wrong and where (mm coordinates)
[[nodiscard]] RepairedSolid make_solid(const RawMesh& raw);

}  // namespace intercusp
