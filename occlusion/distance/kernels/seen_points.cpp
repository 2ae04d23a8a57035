#include "occlusion/distance/kernels/seen_points.h"

#ifndef INTERCUSP_ISA
#error "INTERCUSP_ISA names the instruction set that this file is compiled for"
#endif

namespace intercusp::surface::INTERCUSP_ISA {
namespace {

//! The corners of each pixel's face, first in the mesh's frame, then in the view's.
struct alignas(64) SeenCorners {
  double at[3][3][lanes];  //!< corner, axis
};

void fetch(const SeenMesh& mesh, const SeenPixels& pixels, SeenCorners& corners) {
  for (int i = 0; i < lanes; ++i) {
    const std::uint32_t* const face = mesh.corners + 3 * static_cast<std::int64_t>(pixels.face[i]);
    for (int corner = 0; corner < 3; ++corner) {
      const double* const vertex = mesh.vertices + 3 * std::int64_t{face[corner]};
      for (int axis = 0; axis < 3; ++axis) corners.at[corner][axis][i] = vertex[axis];
    }
  }
}

//! In the order in which Eigen adds, so that the bits are the same.
inline double moved(const double (&row)[4], double x, double y, double z) {
  return row[0] * x + row[1] * y + row[2] * z + row[3];
}

inline double lesser(double a, double b) { return b < a ? b : a; }
inline double greater(double a, double b) { return a < b ? b : a; }

}  // namespace

void seen_points(const SeenMesh& mesh, const SeenPixels& pixels, PointGroup& points) {
  SeenCorners corners;
  fetch(mesh, pixels, corners);
  for (auto& corner : corners.at) {
    for (int i = 0; i < lanes; ++i) {
      const double x = corner[0][i], y = corner[1][i], z = corner[2][i];
      for (int axis = 0; axis < 3; ++axis) corner[axis][i] = moved(mesh.view_from_mesh[axis], x, y, z);
    }
  }
  const auto& [a, b, c] = corners.at;
  for (int i = 0; i < lanes; ++i) {
    const double bx = b[0][i] - a[0][i], by = b[1][i] - a[1][i], bz = b[2][i] - a[2][i];
    const double cx = c[0][i] - a[0][i], cy = c[1][i] - a[1][i], cz = c[2][i] - a[2][i];
    const double nx = by * cz - bz * cy, ny = bz * cx - bx * cz, nz = bx * cy - by * cx;
    const double low = lesser(lesser(a[2][i], b[2][i]), c[2][i]);
    const double high = greater(greater(a[2][i], b[2][i]), c[2][i]);
    const double u = pixels.u[i], v = pixels.v[i];
    const double climb = (nx * (u - a[0][i]) + ny * (v - a[1][i])) / nz;
    const double depth = greater(lesser(a[2][i] - climb, high), low);
    const double on_plane = nz == 0 ? 0.5 * (low + high) : depth;
    points.x[i] = moved(mesh.case_from_view[0], u, v, on_plane);
    points.y[i] = moved(mesh.case_from_view[1], u, v, on_plane);
    points.z[i] = moved(mesh.case_from_view[2], u, v, on_plane);
  }
}

}  // namespace intercusp::surface::INTERCUSP_ISA
