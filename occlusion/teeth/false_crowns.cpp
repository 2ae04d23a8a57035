#include "occlusion/teeth/false_crowns.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <utility>

#include "occlusion/geometry/adjacency.h"
#include "occlusion/geometry/union_find.h"

namespace intercusp {

std::vector<double> crown_heights_mm(std::span<const Eigen::Vector3d> vertices, std::span<const int> crown,
                                     std::size_t count, const Eigen::Vector3d& up) {
  std::vector<std::vector<double>> heights(count);
  for (std::size_t v = 0; v < crown.size(); ++v) {
    if (crown[v] >= 0) heights[static_cast<std::size_t>(crown[v])].push_back(up.dot(vertices[v]));
  }
  std::vector<double> extents;
  for (std::vector<double>& h : heights) {
    std::sort(h.begin(), h.end());
    const std::size_t stray = h.size() / 50;
    extents.push_back(h.empty() ? 0 : h[h.size() - 1 - stray] - h[stray]);
  }
  return extents;
}

namespace {

constexpr double border_valley_bend = 0.15;  //!< 1/mm
constexpr double least_valley_share = 0.25, clear_valley_share = 0.33, clear_border_bend = 0.05;
constexpr int fewest_border_edges = 12;
constexpr double highest_crown = 1.5;  //!< of the height that is expected

//! Edges that lead from a crown to the gum.
struct GumBorder {
  int edges = 0, in_valley = 0;
  double concave = 0;  //!< sum of how concave they are, 1/mm
};

}  // namespace

std::vector<CrownBorder> borders_with_gum(const TriangleMesh& mesh, const SurfaceShape& shape,
                                          const std::vector<int>& crown, std::size_t count) {
  std::vector<GumBorder> borders(count);
  for_each_edge(mesh, [&](std::uint32_t a, std::uint32_t b, std::span<const EdgeSide>) {
    if ((crown[a] < 0) == (crown[b] < 0)) return;
    const Eigen::Vector3d along = (mesh.vertices[b] - mesh.vertices[a]).normalized();
    const double concave =
        -0.5 * (along.dot(shape.curvature[a] * along) + along.dot(shape.curvature[b] * along));
    GumBorder& border = borders[static_cast<std::size_t>(std::max(crown[a], crown[b]))];
    ++border.edges;
    border.in_valley += concave > border_valley_bend ? 1 : 0;
    border.concave += std::clamp(concave, -1.0, 1.0);
  });
  std::vector<CrownBorder> result(count, CrownBorder::valley);
  for (std::size_t t = 0; t < count; ++t) {
    const GumBorder& b = borders[t];
    if (b.edges < fewest_border_edges || b.concave > clear_border_bend * b.edges) continue;
    if (b.in_valley < clear_valley_share * b.edges) result[t] = CrownBorder::doubtful;
    if (b.in_valley < least_valley_share * b.edges) result[t] = CrownBorder::none;
  }
  return result;
}

std::vector<char> too_high_crowns(const ArchReading& reading, std::span<const double> height_mm) {
  std::vector<char> too_high;
  for (std::size_t t = 0; t < height_mm.size(); ++t)
    too_high.push_back(height_mm[t] > highest_crown * expected_height_mm(reading, reading.teeth[t]));
  return too_high;
}

ArchProfile without_crown(ArchProfile profile, double first_mm, double last_mm) {
  for (std::size_t c = 0; c < profile.columns.size(); ++c) {
    const double at = static_cast<double>(c) * ArchProfile::step_mm;
    if (at > first_mm && at < last_mm) profile.columns[c].empty = true;
  }
  std::erase_if(profile.crests_mm, [&](double at) { return at > first_mm && at < last_mm; });
  return profile;
}

namespace {

constexpr double island_share = 0.2;

struct Part {
  double mm2 = 0;
  std::map<int, int> edges_to;  //!< to each adjacent crown, or to gum
  [[nodiscard]] int surroundings(int own) const {
    const auto most = std::max_element(edges_to.begin(), edges_to.end(),
                                       [](const auto& a, const auto& b) { return a.second < b.second; });
    return most == edges_to.end() ? own : most->first;
  }
};

}  // namespace

std::vector<int> without_islands(std::vector<int> crown, const TriangleMesh& mesh,
                                 const SurfaceShape& shape) {
  UnionFind joined(crown.size());
  for_each_edge(mesh, [&](std::uint32_t a, std::uint32_t b, std::span<const EdgeSide>) {
    if (crown[a] == crown[b]) joined.join(a, b);
  });
  std::map<std::uint32_t, Part> parts;
  std::map<int, double> crown_mm2;
  for (std::uint32_t v = 0; v < crown.size(); ++v) {
    if (crown[v] < 0) continue;
    parts[static_cast<std::uint32_t>(joined.root(v))].mm2 += shape.area_mm2[v];
    crown_mm2[crown[v]] += shape.area_mm2[v];
  }
  for_each_edge(mesh, [&](std::uint32_t a, std::uint32_t b, std::span<const EdgeSide>) {
    if (crown[a] == crown[b]) return;
    if (crown[a] >= 0) ++parts[static_cast<std::uint32_t>(joined.root(a))].edges_to[crown[b]];
    if (crown[b] >= 0) ++parts[static_cast<std::uint32_t>(joined.root(b))].edges_to[crown[a]];
  });
  std::vector<int> result = crown;
  for (std::uint32_t v = 0; v < crown.size(); ++v) {
    if (crown[v] < 0) continue;
    const Part& part = parts[static_cast<std::uint32_t>(joined.root(v))];
    if (part.mm2 < island_share * crown_mm2[crown[v]]) result[v] = part.surroundings(crown[v]);
  }
  return result;
}

}  // namespace intercusp
