// A jaw as the engines see it: closed, consistently oriented meshes with outward normals, whose parts may
// overlap. A point is inside where the winding number is at least 1 (docs/ARCHITECTURE.md, "Core terms").
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "occlusion/geometry/triangle_mesh.h"

namespace intercusp {

//! A tooth found on an unlabelled scan (occlusion/teeth/find_teeth.h) rather than read from a file.
struct EstimatedTooth {
  int fdi = 0;
  double confidence = 0;  //!< probability that the number is right, 0 to 1
  bool sure = false;      //!< if false, the number is shown as not sure wherever it appears
};

struct Solid {
  TriangleMesh mesh;
  //! Faces [0, anatomy_faces) were scanned. Import added the rest: caps, then skirt and base. All faces
  //! decide inside and outside, but a gap or an overlap counts only if anatomy bounds it on both sides.
  std::size_t anatomy_faces = 0;
  //! Number of faces, directly after the anatomy, that cap wide holes and sockets. Together with them, every
  //! part without a skirt has a normal sum of zero.
  std::size_t cap_faces = 0;
  std::vector<int> labels;                           //!< FDI number per vertex, 0 = gum; empty if unknown
  std::vector<EstimatedTooth> estimated_teeth = {};  //!< the teeth in `labels`; empty if a file numbers them
  bool leave_unnumbered = false;  //!< the user wants no tooth numbers, so none are estimated later

  [[nodiscard]] bool is_anatomy(std::size_t face) const { return face < anatomy_faces; }
};

//! Makes a solid of a closed mesh that is all anatomy and has no labels.
[[nodiscard]] inline Solid solid_of(TriangleMesh mesh) {
  Solid solid{.mesh = std::move(mesh), .anatomy_faces = 0, .labels = {}};
  solid.anatomy_faces = solid.mesh.faces.size();
  return solid;
}

//! Per vertex: 1 if an anatomical face uses it, else 0.
[[nodiscard]] std::vector<std::uint8_t> marked_anatomy(const Solid& jaw);

//! Number of edges that are not used by equally many faces in both directions: 0 for a closed, consistently
//! oriented mesh. Vertices are compared by index, so merge coincident vertices first.
[[nodiscard]] std::size_t count_open_edges(const TriangleMesh& mesh);

}  // namespace intercusp
