// Two dental arches made of balls, in LPS: x to the patient's left, anterior at −y.
#pragma once

#include <cmath>
#include <memory>

#include "tests/support/bites.h"

namespace intercusp::testing {

//! Crowns as balls on a parabola in LPS, closed like segmented crowns.
inline TriangleMesh arch_of_balls(double half_width_mm, double length_mm, double z, int first = -7,
                                  int last = 7) {
  TriangleMesh arch;
  for (int i = first; i <= last; ++i) {
    if (i == 0) continue;
    const double s = (std::abs(i) - 0.5) / 6.5 * (i < 0 ? -1 : 1);
    append(arch, shapes::sphere({half_width_mm * s, length_mm * (s * s - 0.5), z}, 4, 8));
  }
  return arch;
}

//! The same without the half that faces away from the bite: open, like a scan.
inline Solid open_scan(const TriangleMesh& arch, double z, bool bite_above) {
  Solid solid;
  solid.mesh.vertices = arch.vertices;
  std::vector<Face> away;
  for (const Face& face : arch.faces) {
    const double height =
        (arch.vertices[face[0]].z() + arch.vertices[face[1]].z() + arch.vertices[face[2]].z()) / 3 - z;
    ((height > 0) == bite_above ? solid.mesh.faces : away).push_back(face);
  }
  solid.anatomy_faces = solid.mesh.faces.size();
  solid.mesh.faces.insert(solid.mesh.faces.end(), away.begin(), away.end());
  return solid;
}

inline Bite closed_arches() { return bite_of(arch_of_balls(28, 45, 4), arch_of_balls(26, 43, -4)); }

inline Bite open_arches() {
  return {.upper = std::make_shared<const Solid>(open_scan(arch_of_balls(28, 45, 4), 4, false)),
          .lower = std::make_shared<const Solid>(open_scan(arch_of_balls(26, 43, -4), -4, true)),
          .upper_from_lower = Eigen::Isometry3d::Identity()};
}

}  // namespace intercusp::testing
