// Meshes of analytic bodies for pictures, for CInDeR and for the exact test, which know only triangles.
//
// Theoretical bounds of the error:
// - sphere, ellipsoid with n rings and 2n meridians: longest semi-axis · (1 - √cos(π/n)), because the circle
//   about a face is at most that of a right-angled triangle with legs 2 sin(π/2n)
// - cylinder, cone with n sides: greatest radius · (1 - cos(π/n))
// - torus in steps u around the ring and v around the tube: (u²·(R + r) + 2uv·r + v²·r)/8 (Filip,
//   Magedson & Markot 1986)
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "occlusion/geometry/analytic_body.h"
#include "occlusion/geometry/triangle_mesh.h"

namespace intercusp {

//! Target error of meshes, mm. It is met as long as they stay within `most_body_faces`.
constexpr double body_mesh_error_mm = 0.001;
constexpr std::size_t most_body_faces = 100'000;

struct BodyMesh {
  TriangleMesh mesh;  //!< closed, in the case frame
  //! Bound of the error: no point of the mesh is farther from the body's surface, and no point of the surface
  //! farther from the mesh. 0 for a box. Vertices lie on the surface. The mesh of a convex body lies inside
  //! it; that of a torus lies inside its outer half and on either side elsewhere.
  double error_mm = 0;
};

[[nodiscard]] BodyMesh mesh_of(const AnalyticBody& body, double error_mm = body_mesh_error_mm);

// The surface of an analytic body as curved triangles in parameter space, which can be subdivided
// to any fineness.

//! A parametrisation of one part of a body's surface.
class BodyPatch {
 public:
  virtual ~BodyPatch() = default;
  //! Point of the surface, case frame.
  [[nodiscard]] virtual Eigen::Vector3d place(const Eigen::Vector2d& uv) const = 0;
  //! The greatest lengths of the second derivatives by uu, uv and vv in the rectangle between two corners.
  [[nodiscard]] virtual std::array<double, 3> bends(const Eigen::Vector2d& low,
                                                    const Eigen::Vector2d& high) const = 0;
};

struct PatchTriangle {
  std::shared_ptr<const BodyPatch> patch;
  std::array<Eigen::Vector2d, 3> uv;

  [[nodiscard]] std::array<Eigen::Vector3d, 3> corners() const {
    return {patch->place(uv[0]), patch->place(uv[1]), patch->place(uv[2])};
  }
  //! Bound of the deviation: no point of the surface over these parameters is farther from the point with
  //! equal barycentric weights on the flat triangle (Filip, Magedson & Markot 1986).
  [[nodiscard]] double off_mm() const;
};

//! Patches of the whole surface.
//! \pre not a box, which has an exact mesh
[[nodiscard]] std::vector<PatchTriangle> patches_of(const AnalyticBody& body);

}  // namespace intercusp
