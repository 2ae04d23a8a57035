#include "io/report/reduced_mesh.h"

#include <meshoptimizer.h>

#include <algorithm>
#include <span>

#include "occlusion/base/for_all.h"
#include "occlusion/engines/rays/closest_points.h"

namespace intercusp {
namespace {

//! Of a jaw: two of them, pictures and the program of the view have to fit into a page of 5 MB.
constexpr std::size_t most_vertices = 30000;

using Corners = std::vector<std::uint32_t>;

//! What is held to which error. Each region keeps its border, so that all still fit together.
enum class Region : std::uint8_t { near, far, kept };

//! Per face: a face with a corner near the other jaw is near.
std::vector<Region> regions_of(std::span<const Face> faces, const std::vector<std::uint8_t>& near) {
  std::vector<Region> regions(faces.size());
  std::ranges::transform(faces, regions.begin(), [&](const Face& face) {
    const bool is_near = std::ranges::any_of(face, [&](std::uint32_t vertex) { return near[vertex] != 0; });
    return is_near ? Region::near : Region::far;
  });
  return regions;
}

Corners corners_in(std::span<const Face> faces, const std::vector<Region>& regions, Region region) {
  Corners corners;
  for (std::size_t i = 0; i < faces.size(); ++i)
    if (regions[i] == region) corners.insert(corners.end(), faces[i].begin(), faces[i].end());
  return corners;
}

class Simplifier {
 public:
  explicit Simplifier(const TriangleMesh& mesh) {
    const Eigen::Vector3d centre = bounds_of(mesh).centre();
    for (const Eigen::Vector3d& vertex : mesh.vertices) points_.emplace_back((vertex - centre).cast<float>());
    scale_ = meshopt_simplifyScale(points_.data()->data(), points_.size(), sizeof(Eigen::Vector3f));
  }

  [[nodiscard]] Corners simplified(const Corners& corners, double error_mm) const {
    Corners fewer(corners.size());
    if (corners.empty()) return fewer;
    fewer.resize(meshopt_simplify(fewer.data(), corners.data(), corners.size(), points_.data()->data(),
                                  points_.size(), sizeof(Eigen::Vector3f), 0,
                                  static_cast<float>(error_mm) / scale_, meshopt_SimplifyLockBorder,
                                  nullptr));
    return fewer;
  }

 private:
  std::vector<Eigen::Vector3f> points_;
  float scale_ = 1;
};

struct Wanted {
  double near_error_mm, error_mm;
  [[nodiscard]] double in(Region region) const { return region == Region::far ? error_mm : near_error_mm; }
};

//! The simplifier measures by a mean over each vertex's faces: asked for this share of an error, few vertices lie farther
//! off than the error, and fewer are left in all than when many have to be brought back.
constexpr double asked_share = 0.7;

Corners simplified(const Simplifier& simplifier, std::span<const Face> faces,
                   const std::vector<Region>& regions, const Wanted& wanted) {
  Corners corners = corners_in(faces, regions, Region::kept);
  for (const Region region : {Region::near, Region::far}) {
    const Corners fewer =
        simplifier.simplified(corners_in(faces, regions, region), asked_share * wanted.in(region));
    corners.insert(corners.end(), fewer.begin(), fewer.end());
  }
  return corners;
}

//! How far each vertex that the faces use is from the surface left.
std::vector<float> deviations(const TriangleMesh& mesh, std::span<const Face> faces, const Corners& left) {
  TriangleMesh surface{.vertices = mesh.vertices, .faces = {}};
  for (std::size_t i = 0; i < left.size(); i += 3)
    surface.faces.push_back({left[i], left[i + 1], left[i + 2]});
  const ClosestPoints closest(surface, surface.faces.size());
  std::vector<std::uint8_t> used(mesh.vertices.size()), there(mesh.vertices.size());
  for (const Face& face : faces)
    for (const std::uint32_t vertex : face) used[vertex] = 1;
  for (const std::uint32_t vertex : left) there[vertex] = 1;
  std::vector<float> off_mm(mesh.vertices.size(), 0);
  for_all(std::size_t{0}, off_mm.size(), [&](std::size_t i) {
    if (!used[i] || there[i]) return;
    constexpr double usual_mm = 0.1, any_mm = 1e3;  // a small radius makes the search quick
    auto found = closest.within(mesh.vertices[i], usual_mm);
    if (!found) found = closest.within(mesh.vertices[i], any_mm);
    off_mm[i] = found ? static_cast<float>(found->distance_mm) : static_cast<float>(any_mm);
  });
  return off_mm;
}

//! Faces around vertices that lie too far off stay as they were scanned.  \return whether there are any
bool keep_around(std::span<const Face> faces, const std::vector<std::uint8_t>& too_far,
                 std::vector<Region>& regions) {
  std::vector<std::uint8_t> around = too_far;
  for (const Face& face : faces) {
    if (std::ranges::any_of(face, [&](std::uint32_t vertex) { return too_far[vertex] != 0; }))
      for (const std::uint32_t vertex : face) around[vertex] = 1;
  }
  bool any = false;
  for (std::size_t i = 0; i < faces.size(); ++i) {
    if (std::ranges::none_of(faces[i], [&](std::uint32_t vertex) { return around[vertex] != 0; })) continue;
    any = any || regions[i] != Region::kept;
    regions[i] = Region::kept;
  }
  return any;
}

std::size_t vertices_in(Corners corners) {
  std::ranges::sort(corners);
  return static_cast<std::size_t>(std::unique(corners.begin(), corners.end()) - corners.begin());
}

struct Left {
  Corners corners;
  std::vector<float> off_mm;
};

//! The errors wanted, or larger ones, away from the other jaw above all, where a noisy scan would keep too many vertices.
Wanted within_reach(const Simplifier& simplifier, std::span<const Face> faces,
                    const std::vector<Region>& regions, Wanted wanted) {
  constexpr int steps = 20;  // faces that share no edges never get fewer
  for (int step = 0; step < steps; ++step) {
    if (vertices_in(simplified(simplifier, faces, regions, wanted)) <= most_vertices * 5 / 6) break;
    wanted = {1.2 * wanted.near_error_mm, 1.5 * wanted.error_mm};
  }
  return wanted;
}

//! Those farther off than this many times what is wanted.
std::vector<std::uint8_t> farther_off(const Left& left, const std::vector<std::uint8_t>& near,
                                      const Wanted& wanted, double times) {
  std::vector<std::uint8_t> farther(left.off_mm.size());
  for (std::size_t i = 0; i < farther.size(); ++i)
    farther[i] =
        static_cast<double>(left.off_mm[i]) > times * (near[i] ? wanted.near_error_mm : wanted.error_mm);
  return farther;
}

//! No vertex lies farther off than wanted, but for what a limited number of rounds and vertices leaves.
Left within_errors(const TriangleMesh& mesh, std::span<const Face> faces,
                   const std::vector<std::uint8_t>& near, const Wanted& asked) {
  constexpr int rounds = 6;
  const Simplifier simplifier(mesh);
  std::vector<Region> regions = regions_of(faces, near);
  const Wanted wanted = within_reach(simplifier, faces, regions, asked);
  Left best{.corners = simplified(simplifier, faces, regions, wanted), .off_mm = {}};
  best.off_mm = deviations(mesh, faces, best.corners);
  double times = 1;
  for (int round = 1; round < rounds; ++round) {
    std::vector<Region> more_kept = regions;
    if (!keep_around(faces, farther_off(best, near, wanted, times), more_kept)) break;
    Left left{.corners = simplified(simplifier, faces, more_kept, wanted), .off_mm = {}};
    if (vertices_in(left.corners) > most_vertices) {
      times *= 1.3;
      continue;
    }
    left.off_mm = deviations(mesh, faces, left.corners);
    best = std::move(left);
    regions = std::move(more_kept);
  }
  return best;
}

double greatest(const std::vector<float>& off_mm, const std::vector<std::uint8_t>& near, bool where) {
  double most = 0;
  for (std::size_t i = 0; i < off_mm.size(); ++i)
    if ((near[i] != 0) == where) most = std::max(most, static_cast<double>(off_mm[i]));
  return most;
}

}  // namespace

ReducedMesh reduced_mesh(const TriangleMesh& mesh, std::size_t face_count,
                         const std::vector<std::uint8_t>& near, double near_error_mm, double error_mm) {
  if (face_count == 0) return {};
  const std::span<const Face> faces = std::span(mesh.faces).first(face_count);
  Left left = within_errors(mesh, faces, near, {near_error_mm, error_mm});
  Corners& corners = left.corners;
  const std::size_t count = mesh.vertices.size();
  meshopt_optimizeVertexCache(corners.data(), corners.data(), corners.size(), count);
  std::vector<std::uint32_t> place(count);
  ReducedMesh reduced{.near_error_mm = greatest(left.off_mm, near, true),
                      .error_mm = greatest(left.off_mm, near, false)};
  reduced.source.resize(
      meshopt_optimizeVertexFetchRemap(place.data(), corners.data(), corners.size(), count));
  for (std::size_t vertex = 0; vertex < count; ++vertex)
    if (place[vertex] != ~0U) reduced.source[place[vertex]] = static_cast<std::uint32_t>(vertex);
  for (std::size_t i = 0; i < corners.size(); i += 3)
    reduced.faces.push_back({place[corners[i]], place[corners[i + 1]], place[corners[i + 2]]});
  return reduced;
}

}  // namespace intercusp
