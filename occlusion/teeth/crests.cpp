#include "occlusion/teeth/crests.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>

#include "occlusion/geometry/adjacency.h"
#include "occlusion/geometry/decompositions.h"
#include "occlusion/geometry/union_find.h"

namespace intercusp {
namespace {

constexpr double valley_bend = 0.15;  //!< 1/mm; a vertex that is bent more than this parts crests
constexpr double longest_crest =
    1.4;  //!< of a tooth's width; a longer one runs across a valley that is too shallow
constexpr double smallest_crest_mm2 = 10, top_depth_mm = 3;
constexpr int no_crest = -1;

struct Crest {
  std::map<int, double> core_mm2;  //!< of each tooth whose core has a part of it
  double first_mm = 1e9, last_mm = -1e9;
  int tooth = -1;
  [[nodiscard]] double of(int number) const {
    const auto at = core_mm2.find(number);
    return at == core_mm2.end() ? 0 : at->second;
  }
};

std::map<int, Crest> crests_of(std::span<const int> crest, std::span<const int> seed,
                               const SurfaceShape& shape, std::span<const ArchPoint> places) {
  std::map<int, Crest> crests;
  for (std::size_t v = 0; v < crest.size(); ++v) {
    if (crest[v] == no_crest) continue;
    Crest& c = crests[crest[v]];
    c.first_mm = std::min(c.first_mm, places[v].along_mm);
    c.last_mm = std::max(c.last_mm, places[v].along_mm);
    if (seed[v] >= 0) c.core_mm2[seed[v]] += shape.area_mm2[v];
  }
  return crests;
}

//! Each crest goes to the tooth with the largest part of it, but no tooth loses its last one to a tooth that has others.
void give_to_teeth(std::map<int, Crest>& crests, const ArchReading& reading) {
  std::vector<int> owned(reading.teeth.size(), 0);
  for (auto& [id, crest] : crests) {
    for (const auto& [tooth, mm2] : crest.core_mm2)
      if (mm2 > crest.of(crest.tooth)) crest.tooth = tooth;
    if (crest.tooth < 0) continue;
    const ArchTooth& tooth = reading.teeth[static_cast<std::size_t>(crest.tooth)];
    if (crest.last_mm - crest.first_mm >
        longest_crest * reading.size * tooth_size(reading.jaw, tooth.place, tooth.milk).mesiodistal_mm)
      crest.tooth = -1;
    else
      ++owned[static_cast<std::size_t>(crest.tooth)];
  }
  for (std::size_t t = 0; t < owned.size(); ++t) {
    if (owned[t] > 0) continue;
    const int tooth = static_cast<int>(t);
    Crest* best = nullptr;
    for (auto& [id, crest] : crests) {
      if (crest.tooth >= 0 && owned[static_cast<std::size_t>(crest.tooth)] > 1 && crest.of(tooth) > 0 &&
          (!best || crest.of(tooth) > best->of(tooth)))
        best = &crest;
    }
    if (!best) continue;
    --owned[static_cast<std::size_t>(best->tooth)];
    best->tooth = tooth;
    ++owned[t];
  }
}

}  // namespace

std::vector<int> crest_of_each_vertex(std::span<const char> top, const TriangleMesh& mesh,
                                      const SurfaceShape& shape) {
  const std::size_t n = mesh.vertices.size();
  std::vector<char> on_crest(n);
  for (std::size_t v = 0; v < n; ++v) on_crest[v] = top[v] && !is_concave(shape.curvature[v], valley_bend);
  UnionFind joined(n);
  for_each_edge(mesh, [&](std::uint32_t a, std::uint32_t b, std::span<const EdgeSide>) {
    if (on_crest[a] && on_crest[b]) joined.join(a, b);
  });
  std::vector<int> crest(n, no_crest);
  for (std::size_t v = 0; v < n; ++v)
    if (on_crest[v]) crest[v] = static_cast<int>(joined.root(static_cast<std::uint32_t>(v)));
  return crest;
}

std::vector<double> crest_middles_mm(const TriangleMesh& mesh, const SurfaceShape& shape,
                                     std::span<const ArchPoint> places, const ArchProfile& profile) {
  std::vector<char> top(places.size(), 0);
  for (std::size_t v = 0; v < top.size(); ++v) {
    const auto column = std::lround(places[v].along_mm / ArchProfile::step_mm);
    if (column < 0 || column >= static_cast<long>(profile.columns.size()) || shape.near_margin[v]) continue;
    const ArchProfile::Column& c = profile.columns[static_cast<std::size_t>(column)];
    top[v] = std::abs(places[v].across_mm) < 7 && places[v].height_mm < stray_height_mm &&
             places[v].height_mm > c.top_mm - top_depth_mm;
  }
  const std::vector<int> crest = crest_of_each_vertex(top, mesh, shape);
  std::map<int, std::pair<double, double>> sums;  // area, and area times along
  for (std::size_t v = 0; v < crest.size(); ++v) {
    if (crest[v] == no_crest) continue;
    auto& [area, moment] = sums[crest[v]];
    area += shape.area_mm2[v];
    moment += shape.area_mm2[v] * places[v].along_mm;
  }
  std::vector<double> middles;
  for (const auto& [id, sum] : sums)
    if (sum.first >= smallest_crest_mm2) middles.push_back(sum.second / sum.first);
  std::sort(middles.begin(), middles.end());
  return middles;
}

std::vector<int> seeds_with_whole_crests(std::vector<int> seed, std::span<const char> top,
                                         const TriangleMesh& mesh, const SurfaceShape& shape,
                                         std::span<const ArchPoint> places, const ArchReading& reading) {
  const std::vector<int> crest = crest_of_each_vertex(top, mesh, shape);
  std::map<int, Crest> crests = crests_of(crest, seed, shape, places);
  give_to_teeth(crests, reading);
  for (std::size_t v = 0; v < seed.size(); ++v) {
    if (crest[v] == no_crest) continue;
    const Crest& c = crests[crest[v]];
    if (c.tooth >= 0 && c.core_mm2.size() > 1) seed[v] = c.tooth;
  }
  return seed;
}

namespace {

constexpr double clear_difference = 0.1;  //!< 1/mm; what is less says nothing of the side
constexpr int smoothing_rounds = 3;       //!< of the step from crown to gum, to see which way it faces
constexpr double ahead = 0.5;             //!< cosine within which a neighbour lies in a direction

struct ScanEdge {
  std::uint32_t a, b;
};

std::vector<ScanEdge> edges_of(std::size_t vertices, std::span<const Face> faces) {
  std::vector<ScanEdge> edges;
  for_each_edge(vertices, faces, [&](std::uint32_t a, std::uint32_t b, std::span<const EdgeSide>) {
    edges.push_back({a, b});
  });
  return edges;
}

//! Vertices with a neighbour on the other side.
std::vector<char> at_border(const std::vector<int>& tooth, const std::vector<ScanEdge>& edges) {
  std::vector<char> border(tooth.size(), 0);
  for (const ScanEdge& e : edges)
    if ((tooth[e.a] < 0) != (tooth[e.b] < 0)) border[e.a] = border[e.b] = 1;
  return border;
}

//! 1 on crowns, 0 on gum, and in between near the border.
std::vector<double> smooth_step(const std::vector<int>& tooth, const std::vector<ScanEdge>& edges) {
  std::vector<double> value(tooth.size());
  std::vector<int> degree(tooth.size(), 0);
  for (std::size_t v = 0; v < value.size(); ++v) value[v] = tooth[v] < 0 ? 0 : 1;
  for (const ScanEdge& e : edges) {
    ++degree[e.a];
    ++degree[e.b];
  }
  for (int round = 0; round < smoothing_rounds; ++round) {
    std::vector<double> sum(value.size(), 0);
    for (const ScanEdge& e : edges) {
      sum[e.a] += value[e.b];
      sum[e.b] += value[e.a];
    }
    for (std::size_t v = 0; v < value.size(); ++v)
      if (degree[v] > 0) value[v] = 0.5 * (value[v] + sum[v] / degree[v]);
  }
  return value;
}

//! Unit vectors in the surface towards the crown; zero without a step.
std::vector<Eigen::Vector3d> towards_crown(const std::vector<double>& step,
                                           const std::vector<ScanEdge>& edges,
                                           const std::vector<Eigen::Vector3d>& vertices,
                                           const SurfaceShape& shape) {
  std::vector<Eigen::Vector3d> slope(step.size(), Eigen::Vector3d::Zero());
  for (const ScanEdge& e : edges) {
    const Eigen::Vector3d along = vertices[e.b] - vertices[e.a];
    const Eigen::Vector3d rise = (step[e.b] - step[e.a]) / along.squaredNorm() * along;
    slope[e.a] += rise;
    slope[e.b] += rise;
  }
  for (std::size_t v = 0; v < slope.size(); ++v) {
    slope[v] -= slope[v].dot(shape.normal[v]) * shape.normal[v];
    slope[v] = slope[v].stableNormalized();
  }
  return slope;
}

//! The neighbours of a vertex in one direction: sums of their curvature, of their distance and of how far they lie below its
//! tangent plane, as a share of the distance.
struct Side {
  double bend = 0, length_mm = 0, fall = 0, count = 0;
  //! Averaged and bare curvature, 1/mm, positive where convex.
  [[nodiscard]] double convexity() const { return bend / count + 2 * fall / length_mm; }
};

}  // namespace

std::vector<int> moved_to_valleys(std::vector<int> tooth, const std::vector<Eigen::Vector3d>& vertices,
                                  std::span<const Face> faces, const SurfaceShape& shape) {
  const std::vector<ScanEdge> edges = edges_of(tooth.size(), faces);
  const std::vector<char> border = at_border(tooth, edges);
  const std::vector<Eigen::Vector3d> to_crown =
      towards_crown(smooth_step(tooth, edges), edges, vertices, shape);
  std::vector<double> least_bend(tooth.size(), 0);
  std::vector<char> wanted = border;
  for (const ScanEdge& e : edges)
    if (border[e.a] || border[e.b]) wanted[e.a] = wanted[e.b] = 1;
  for (std::size_t v = 0; v < tooth.size(); ++v) {
    if (wanted[v]) least_bend[v] = eigenvalues(shape.curvature[v])[0];
  }
  std::vector<Side> crown_side(tooth.size()), gum_side(tooth.size());
  std::vector<int> nearest(tooth.size(), -1);  // the tooth of a neighbour
  for (const ScanEdge& e : edges) {
    for (const auto& [v, w] : {std::pair{e.a, e.b}, std::pair{e.b, e.a}}) {
      if (!border[v] || shape.near_margin[v]) continue;
      if (tooth[w] >= 0) nearest[v] = nearest[v] < 0 ? tooth[w] : std::min(nearest[v], tooth[w]);
      const Eigen::Vector3d along = vertices[w] - vertices[v];
      const double length = along.norm();
      const double cosine = along.dot(to_crown[v]) / length;
      if (std::abs(cosine) <= ahead) continue;
      Side& side = cosine > 0 ? crown_side[v] : gum_side[v];
      side.bend += least_bend[w];
      side.length_mm += length;
      side.fall -= along.dot(shape.normal[v]) / length;
      ++side.count;
    }
  }
  for (std::size_t v = 0; v < tooth.size(); ++v) {
    if (crown_side[v].count == 0 || gum_side[v].count == 0) continue;
    const double gain = crown_side[v].convexity() - gum_side[v].convexity();
    if (gain < -clear_difference)
      tooth[v] = -1;
    else if (gain > clear_difference && tooth[v] < 0)
      tooth[v] = nearest[v];
  }
  return tooth;
}

}  // namespace intercusp
