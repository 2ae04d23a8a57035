#include "occlusion/surface/surface_distance.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <limits>

namespace intercusp {
namespace {

//! Vertices that are looked at one after the other, each search beginning at the face that the one before
//! found. Fixed, so that the faces named do not depend on the threads.
constexpr std::size_t run_length = 512;

std::vector<std::uint8_t> anatomy_vertices(const Solid& solid) {
  std::vector<std::uint8_t> used(solid.mesh.vertices.size(), 0);
  for (std::size_t face = 0; face < solid.anatomy_faces; ++face) {
    for (const std::uint32_t vertex : solid.mesh.faces[face]) used[vertex] = 1;
  }
  return used;
}

VertexDistances distances_of(const Solid& jaw, const Eigen::Isometry3d& other_from_jaw,
                             const JawDistance& other) {
  const std::vector<Eigen::Vector3d>& vertices = jaw.mesh.vertices;
  const std::vector<std::uint8_t> used = anatomy_vertices(jaw);
  VertexDistances result;
  result.mm.assign(vertices.size(), std::numeric_limits<float>::quiet_NaN());
  result.other_face.assign(vertices.size(), 0);
  result.at_rim.assign(vertices.size(), 0);
  const std::size_t runs = (vertices.size() + run_length - 1) / run_length;
  tbb::parallel_for(std::size_t{0}, runs, [&](std::size_t run) {
    std::optional<NearbyReading> nearby;
    const std::size_t end = std::min(vertices.size(), (run + 1) * run_length);
    for (std::size_t vertex = run * run_length; vertex < end; ++vertex) {
      if (used[vertex] == 0) continue;
      const Eigen::Vector3d point = other_from_jaw * vertices[vertex];
      const auto reading = nearby ? other.at(point, *nearby) : other.at(point);
      if (!reading) continue;
      nearby = {point, *reading};
      if (!reading->decided) continue;
      result.mm[vertex] = static_cast<float>(reading->distance_mm);
      result.other_face[vertex] = reading->face;
      result.at_rim[vertex] = reading->at_rim ? 1 : 0;
    }
  });
  for (std::size_t vertex = 0; vertex < vertices.size(); ++vertex) {
    if (used[vertex] == 0) continue;
    ++result.measured;
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
