#include "occlusion/distance/surface_distance.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "occlusion/base/for_all.h"
#include "occlusion/distance/jaw_distance.h"
#include "occlusion/geometry/morton_curve.h"

namespace intercusp {

std::vector<std::uint32_t> anatomy_vertices(const Solid& jaw) {
  const std::vector<std::uint8_t> used = marked_anatomy(jaw);
  std::vector<std::uint32_t> vertices;
  for (std::uint32_t vertex = 0; vertex < used.size(); ++vertex)
    if (used[vertex] != 0) vertices.push_back(vertex);
  return along_curve(jaw.mesh.vertices, vertices);
}

namespace {

//! Number of vertices read in sequence, sixteen in a search. It is fixed, so that the faces named do not
//! depend on the threads.
constexpr std::size_t run_length = 512;

VertexDistances distances_of(const Solid& jaw, const Eigen::Isometry3d& other_from_jaw,
                             const JawDistance& other) {
  const std::vector<Eigen::Vector3d>& vertices = jaw.mesh.vertices;
  const std::vector<std::uint32_t> measured = anatomy_vertices(jaw);
  VertexDistances result;
  result.mm.assign(vertices.size(), std::numeric_limits<float>::quiet_NaN());
  result.other_face.assign(vertices.size(), 0);
  result.at_rim.assign(vertices.size(), 0);
  const std::size_t runs = (measured.size() + run_length - 1) / run_length;
  for_all(std::size_t{0}, runs, [&](std::size_t run) {
    NearReadings readings(other, [&](std::size_t vertex, const Eigen::Vector3d&, const JawReading& reading) {
      if (!reading.decided) return;
      result.mm[vertex] = static_cast<float>(reading.distance_mm);
      result.other_face[vertex] = reading.face;
      result.at_rim[vertex] = reading.at_rim ? 1 : 0;
    });
    const std::size_t end = std::min(measured.size(), (run + 1) * run_length);
    for (std::size_t i = run * run_length; i < end; ++i) {
      readings.add(measured[i], other_from_jaw * vertices[measured[i]], std::numeric_limits<double>::max());
    }
    readings.finish();
  });
  result.measured = measured.size();
  for (const std::uint32_t vertex : measured) {
    if (std::isnan(result.mm[vertex])) ++result.undecided;
    if (result.at_rim[vertex] != 0) ++result.at_rim_count;
  }
  return result;
}

}  // namespace

SurfaceDistances surface_distances(const Bite& bite) { return surface_distances(bite, prepare_jaws(bite)); }

SurfaceDistances surface_distances(const Bite& bite, const PreparedJaws& jaws) {
  return {.upper = distances_of(*bite.upper, bite.upper_from_lower.inverse(Eigen::Isometry), jaws.lower),
          .lower = distances_of(*bite.lower, bite.upper_from_lower, jaws.upper)};
}

}  // namespace intercusp
