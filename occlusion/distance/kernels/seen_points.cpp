#include "occlusion/distance/kernels/kernels.h"

#include "occlusion/distance/kernels/vectors.h"

namespace intercusp::surface::INTERCUSP_ISA {
namespace {

constexpr int seen_at_once = Doubles::count;

//! Corners of the faces that some pixels see, in the mesh's frame.
struct SeenCorners {
  double at[3][3][seen_at_once];  //!< corner, axis
};

void fetch(const SeenMesh& mesh, const std::int32_t* faces, SeenCorners& corners) {
  for (int i = 0; i < seen_at_once; ++i) {
    const std::uint32_t* const face = mesh.corners + 3 * static_cast<std::int64_t>(faces[i]);
    for (int corner = 0; corner < 3; ++corner) {
      const double* const vertex = mesh.vertices + 3 * std::int64_t{face[corner]};
      for (int axis = 0; axis < 3; ++axis) corners.at[corner][axis][i] = vertex[axis];
    }
  }
}

//! Adds in the order that Eigen uses, so that the bits are equal.
Doubles moved(const double (&row)[4], const Doubles& x, const Doubles& y, const Doubles& z) {
  return Doubles::all(row[0]) * x + Doubles::all(row[1]) * y + Doubles::all(row[2]) * z +
         Doubles::all(row[3]);
}

Doubles lesser(const Doubles& a, const Doubles& b) { return choose(b < a, b, a); }
Doubles greater(const Doubles& a, const Doubles& b) { return choose(a < b, b, a); }

struct SeenCorner {
  Doubles x, y, z;
};

SeenCorner seen_corner(const SeenMesh& mesh, const double (&at)[3][seen_at_once]) {
  const Doubles x = Doubles::load(at[0]), y = Doubles::load(at[1]), z = Doubles::load(at[2]);
  return {moved(mesh.view_from_mesh[0], x, y, z), moved(mesh.view_from_mesh[1], x, y, z),
          moved(mesh.view_from_mesh[2], x, y, z)};
}

Doubles depth_at(const SeenCorner& a, const SeenCorner& b, const SeenCorner& c, const Doubles& u,
                 const Doubles& v) {
  const Doubles bx = b.x - a.x, by = b.y - a.y, bz = b.z - a.z;
  const Doubles cx = c.x - a.x, cy = c.y - a.y, cz = c.z - a.z;
  const Doubles nx = by * cz - bz * cy, ny = bz * cx - bx * cz, nz = bx * cy - by * cx;
  const Doubles low = lesser(lesser(a.z, b.z), c.z), high = greater(greater(a.z, b.z), c.z);
  const Doubles climb = (nx * (u - a.x) + ny * (v - a.y)) / nz;
  const Doubles on_plane = greater(lesser(a.z - climb, high), low);
  return choose(nz == Doubles{}, Doubles::all(0.5) * (low + high), on_plane);
}

}  // namespace

void seen_points(const SeenMesh& mesh, const SeenPixels& pixels, PointGroup& points) {
  for (int first = 0; first < lanes; first += seen_at_once) {
    SeenCorners corners;
    fetch(mesh, pixels.face + first, corners);
    const Doubles u = Doubles::load(pixels.u + first), v = Doubles::load(pixels.v + first);
    const Doubles depth = depth_at(seen_corner(mesh, corners.at[0]), seen_corner(mesh, corners.at[1]),
                                   seen_corner(mesh, corners.at[2]), u, v);
    moved(mesh.case_from_view[0], u, v, depth).store(points.x + first);
    moved(mesh.case_from_view[1], u, v, depth).store(points.y + first);
    moved(mesh.case_from_view[2], u, v, depth).store(points.z + first);
  }
}

}  // namespace intercusp::surface::INTERCUSP_ISA
