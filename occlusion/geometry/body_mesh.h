// A mesh for an analytic body: for pictures, for CInDeR and for the exact test, which know triangles only.
//
// Bounds of the error, on paper:
//  - sphere, ellipsoid with n rings and 2n meridians: longest semi-axis · (1 - √cos(π/n)), because the circle about a
//    face is at most that of a right-angled triangle with legs 2 sin(π/2n)
//  - cylinder, cone with n sides: greatest radius · (1 - cos(π/n))
//  - torus in steps u around the ring and v around the tube: (u²·(R + r) + 2uv·r + v²·r)/8 (Filip, Magedson & Markot
//    1986)
#pragma once

#include "occlusion/geometry/analytic_body.h"
#include "occlusion/geometry/triangle_mesh.h"

namespace intercusp {

//! The target error of meshes, mm, as long as they stay within `most_body_faces`.
constexpr double body_mesh_error_mm = 0.001;
constexpr std::size_t most_body_faces = 100'000;

struct BodyMesh {
  TriangleMesh mesh;  //!< closed, in the case frame
  //! No point of the mesh is further from the body's surface, and none of the surface from the mesh. 0 for a
  //! box. Vertices lie on the surface: the mesh of a convex body lies inside it, that of a torus inside its
  //! outer half and on either side elsewhere.
  double error_mm = 0;
};

[[nodiscard]] BodyMesh mesh_of(const AnalyticBody& body, double error_mm = body_mesh_error_mm);

}  // namespace intercusp
