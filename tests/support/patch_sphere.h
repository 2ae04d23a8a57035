// A sphere of eight rational Bézier patches of degree two, each an octant whose edge at the pole is a point; also as the
// VTU file that VTK would write of it.
#pragma once

#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include "occlusion/geometry/patch_mesh.h"

namespace intercusp::testing {

inline std::vector<BezierPatch> patch_sphere(const Eigen::Vector3d& centre, double radius_mm) {
  const double half = std::sqrt(0.5);
  const double arc[3][3] = {{1, 0, 1}, {1, 1, half}, {0, 1, 1}};  // across, up, weight
  std::vector<BezierPatch> patches;
  for (const double up : {1.0, -1.0}) {
    for (int quarter = 0; quarter < 4; ++quarter) {
      const double c[4] = {1, 0, -1, 0};
      const Eigen::Vector2d x(c[quarter], c[(quarter + 3) % 4]), y(-x.y(), x.x());
      BezierPatch patch{.degree_u = 2, .degree_v = 2, .points = {}, .weights = {}};
      for (const auto& latitude : arc) {
        for (int i = 0; i < 3; ++i) {  // below, the other way round: outward again
          const auto& longitude = arc[up > 0 ? i : 2 - i];
          const Eigen::Vector2d across = latitude[0] * (longitude[0] * x + longitude[1] * y);
          patch.points.emplace_back(centre +
                                    radius_mm * Eigen::Vector3d(across.x(), across.y(), up * latitude[1]));
          patch.weights.push_back(latitude[2] * longitude[2]);
        }
      }
      patches.push_back(patch);
    }
  }
  return patches;
}

//! \pre all patches are of degree two. Each has control points of its own, as exporters write them.
inline std::string vtu_of(const std::vector<BezierPatch>& patches) {
  std::string points, weights, connectivity, offsets, types;
  for (std::size_t i = 0; i < patches.size(); ++i) {
    for (const std::size_t k : {0, 2, 8, 6, 1, 5, 7, 3, 4}) {  // corners, edges, middle
      const Eigen::Vector3d& p = patches[i].points[k];
      char text[120];
      std::snprintf(text, sizeof text, "%.17g %.17g %.17g\n", p.x(), p.y(), p.z());
      points += text;
      std::snprintf(text, sizeof text, "%.17g ", patches[i].weights[k]);
      weights += text;
    }
    for (std::size_t k = 0; k < 9; ++k) connectivity += std::to_string(9 * i + k) + " ";
    offsets += std::to_string(9 * (i + 1)) + " ";
    types += "77 ";
  }
  const std::string array = "<DataArray format=\"ascii\" ", count = std::to_string(patches.size());
  return "<VTKFile type=\"UnstructuredGrid\" version=\"2.2\" byte_order=\"LittleEndian\" "
         "header_type=\"UInt64\">\n"
         "<UnstructuredGrid><Piece NumberOfPoints=\"" +
         std::to_string(9 * patches.size()) + "\" NumberOfCells=\"" + count +
         "\">\n<PointData RationalWeights=\"RationalWeights\">" + array +
         "type=\"Float64\" Name=\"RationalWeights\">\n" + weights + "</DataArray></PointData>\n<Points>" +
         array + "type=\"Float64\" Name=\"Points\" NumberOfComponents=\"3\">\n" + points +
         "</DataArray></Points>\n<Cells>" + array + "type=\"Int64\" Name=\"connectivity\">\n" + connectivity +
         "</DataArray>" + array + "type=\"Int64\" Name=\"offsets\">\n" + offsets + "</DataArray>" + array +
         "type=\"UInt8\" Name=\"types\">\n" + types +
         "</DataArray></Cells>\n</Piece></UnstructuredGrid></VTKFile>\n";
}

}  // namespace intercusp::testing
