// Where vertical lines run inside a closed body, by plain search through its faces.
#pragma once

#include <algorithm>
#include <array>
#include <limits>
#include <vector>

#include "occlusion/geometry/triangle_mesh.h"

namespace intercusp::test {

//! Heights at which the line through (x, y) crosses the mesh, ascending. Lines through edges are not handled: use
//! places away from vertices and edges.
inline std::vector<double> crossings(const TriangleMesh& mesh, double x, double y) {
  std::vector<double> heights;
  for (const Face& face : mesh.faces) {
    const Eigen::Vector3d& a = mesh.vertices[face[0]];
    const Eigen::Vector3d ab = mesh.vertices[face[1]] - a;
    const Eigen::Vector3d ac = mesh.vertices[face[2]] - a;
    const double area = ab.x() * ac.y() - ab.y() * ac.x();
    if (area == 0) continue;
    const double u = ((x - a.x()) * ac.y() - (y - a.y()) * ac.x()) / area;
    const double v = (ab.x() * (y - a.y()) - ab.y() * (x - a.x())) / area;
    if (u > 0 && v > 0 && u + v < 1) heights.push_back(a.z() + u * ab.z() + v * ac.z());
  }
  std::sort(heights.begin(), heights.end());
  return heights;
}

//! Clearance of two bodies without overlapping parts on one line: the least gap from an end of `below` to the next
//! start of `above`, or minus the longest overlap; infinite if they do not face each other.
inline double clearance(const std::vector<double>& below, const std::vector<double>& above) {
  double gap = std::numeric_limits<double>::infinity();
  double overlap = 0;
  for (std::size_t i = 0; i + 1 < below.size(); i += 2) {
    for (std::size_t j = 0; j + 1 < above.size(); j += 2) {
      overlap = std::max(overlap, std::min(below[i + 1], above[j + 1]) - std::max(below[i], above[j]));
      if (above[j] >= below[i + 1]) gap = std::min(gap, above[j] - below[i + 1]);
    }
  }
  return overlap > 0 ? -overlap : gap;
}

}  // namespace intercusp::test
