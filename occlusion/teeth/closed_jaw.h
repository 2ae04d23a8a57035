// Closed jaws: models with a base, as they are printed and exchanged in aligner plans.
#pragma once

#include <vector>

#include "occlusion/geometry/triangle_mesh.h"
#include "occlusion/teeth/arch_path.h"

namespace intercusp {

struct Enclosure {
  bool closed = false;    //!< but for holes that are no margin: length² < 1.2 × the area of their component
  double volume_mm3 = 0;  //!< with fans over all holes; negative where the surface is inside out
};

//! A few pinholes leave a printed model "open", but its enclosed volume still tells inside from outside.
[[nodiscard]] Enclosure enclosure_of(const TriangleMesh& mesh);

//! Vertices near the outline of a closed jaw's base as seen from the biting side. The rim between the gum and the walls of the
//! base is as high and as curved as a crown, where the base ends behind the last molars.
[[nodiscard]] std::vector<char> near_outline_of_base(const TriangleMesh& mesh, const ArchPath& arch);

}  // namespace intercusp
