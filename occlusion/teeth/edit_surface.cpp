#include "occlusion/teeth/edit_surface.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <utility>

#include "occlusion/geometry/adjacency.h"
#include "occlusion/geometry/decompositions.h"
#include "occlusion/teeth/surface.h"

namespace intercusp {
namespace {

constexpr double valley_radius_mm = 0.6;

void add_edges(EditSurface& surface, const SurfaceShape& shape) {
  const TriangleMesh& mesh = surface.mesh;
  surface.first.assign(mesh.vertices.size() + 1, 0);
  struct Pair {
    std::uint32_t a, b;
  };
  std::vector<Pair> pairs;
  for_each_edge(mesh, [&](std::uint32_t a, std::uint32_t b, std::span<const EdgeSide>) {
    pairs.push_back({a, b});
    ++surface.first[a + 1];
    ++surface.first[b + 1];
  });
  std::partial_sum(surface.first.begin(), surface.first.end(), surface.first.begin());
  surface.edges.resize(2 * pairs.size());
  std::vector<std::uint32_t> next(surface.first.begin(), surface.first.end() - 1);
  for (const auto& [a, b] : pairs) {
    const Eigen::Vector3d along = mesh.vertices[b] - mesh.vertices[a];
    const double length = along.norm();
    const double bend = along.dot((shape.curvature[a] + shape.curvature[b]) * along) / (2 * length * length);
    const auto length_mm = static_cast<float>(length), curvature = static_cast<float>(bend);
    surface.edges[next[a]++] = {b, length_mm, curvature};
    surface.edges[next[b]++] = {a, length_mm, curvature};
  }
}

}  // namespace

EditSurface edit_surface(std::span<const Eigen::Vector3d> vertices, std::span<const Face> faces) {
  EditSurface surface;
  WeldedScan scan = welded(vertices, faces);
  surface.mesh = std::move(scan.mesh);
  surface.of_vertex = std::move(scan.of_vertex);
  SurfaceShape shape = surface_shape(surface.mesh, valley_radius_mm);
  add_edges(surface, shape);
  surface.valley.reserve(shape.curvature.size());
  for (const Eigen::Matrix3d& curvature : shape.curvature) {
    surface.valley.push_back(static_cast<float>(std::max(0.0, -eigenvalues(curvature)[0])));
  }
  surface.area_mm2 = std::move(shape.area_mm2);
  return surface;
}

namespace {

// Shortest paths over the surface: Dijkstra's algorithm with edges weighted by a price.

//! Price of an edge that may not be used.
constexpr float blocked = std::numeric_limits<float>::infinity();

struct SurfaceWalk {
  std::vector<float> distance;  //!< priced length to each vertex, mm; infinity where the walk does not arrive
  std::vector<std::uint32_t> from;  //!< the previous vertex; at a start, the vertex itself
  std::uint32_t end = no_vertex;    //!< where the walk was stopped
};

bool nowhere(std::uint32_t) { return false; }

//! Walks from all starts at once. Among equally long paths the one through the smaller vertex numbers is
//! kept, so the result does not depend on the order in the file.
//! \param price factor on the length of an edge: edge → > 0, or `blocked`
//! \param stop vertex → bool; the walk ends at the first vertex for which it is true
template <class Price, class Stop = decltype(nowhere)>
SurfaceWalk walk(const EditSurface& surface, std::span<const std::uint32_t> starts, const Price& price,
                 float longest_mm = blocked, const Stop& stop = nowhere) {
  SurfaceWalk result;
  result.distance.assign(surface.mesh.vertices.size(), blocked);
  result.from.assign(surface.mesh.vertices.size(), no_vertex);
  using Item = std::pair<float, std::uint32_t>;
  std::vector<Item> heap;
  for (const std::uint32_t start : starts) {
    result.distance[start] = 0;
    result.from[start] = start;
    heap.push_back({0.0F, start});
  }
  std::make_heap(heap.begin(), heap.end(), std::greater<>());
  while (!heap.empty()) {
    std::pop_heap(heap.begin(), heap.end(), std::greater<>());
    const auto [distance, v] = heap.back();
    heap.pop_back();
    if (distance > result.distance[v]) continue;
    if (stop(v)) {
      result.end = v;
      return result;
    }
    for (const EditSurface::Edge& edge : surface.around(v)) {
      const float reached = distance + edge.length_mm * price(edge);
      if (!(reached < result.distance[edge.to]) || reached > longest_mm) continue;
      result.distance[edge.to] = reached;
      result.from[edge.to] = v;
      heap.push_back({reached, edge.to});
      std::push_heap(heap.begin(), heap.end(), std::greater<>());
    }
  }
  return result;
}

//! The path from a start to `end`; empty if the walk did not arrive there.
std::vector<std::uint32_t> path_to(const SurfaceWalk& walk, std::uint32_t end) {
  std::vector<std::uint32_t> path;
  if (end == no_vertex || walk.from[end] == no_vertex) return path;
  for (std::uint32_t v = end;; v = walk.from[v]) {
    path.push_back(v);
    if (walk.from[v] == v) break;
  }
  std::reverse(path.begin(), path.end());
  return path;
}

//! Price of a step across a valley: up to 30 times that of flat enamel.
float price_across_valleys(const EditSurface::Edge& edge) {
  constexpr float concave = 0.15F;  // 1/mm
  const float steps = std::min(std::max(0.0F, -edge.bend / concave), 3.4F);
  return std::exp(steps);
}

//! A valley this close to the gum is the gum line; no cut runs along it.
constexpr float border_mm = 1;

bool at_border(const EditSurface& surface, const std::vector<char>& inside, std::uint32_t v) {
  const auto edges = surface.around(v);
  return std::any_of(edges.begin(), edges.end(),
                     [&](const EditSurface::Edge& edge) { return inside[edge.to] == 0; });
}

//! Price of each vertex: the bottom of a valley costs a fifth of flat enamel.
std::vector<float> prices_along_valleys(const EditSurface& surface, const std::vector<char>& inside) {
  constexpr float concave = 0.15F, least = 0.2F;  // 1/mm
  std::vector<std::uint32_t> border;
  for (std::uint32_t v = 0; v < inside.size(); ++v)
    if (inside[v] && at_border(surface, inside, v)) border.push_back(v);
  const SurfaceWalk from_border = walk(
      surface, border, [&](const EditSurface::Edge& edge) { return inside[edge.to] ? 1.0F : blocked; },
      border_mm);
  std::vector<float> price(inside.size(), blocked);
  for (std::size_t v = 0; v < inside.size(); ++v) {
    if (!inside[v]) continue;
    const bool gum_line = from_border.from[v] != no_vertex;
    price[v] = gum_line ? 1.0F : std::max(least, std::exp(-surface.valley[v] / concave));
  }
  return price;
}

//! Extends the path from its end to the border, without running back beside itself.
void extend_to_border(const EditSurface& surface, const std::vector<char>& inside, std::vector<float> price,
                      std::vector<std::uint32_t>& path) {
  constexpr float beside_mm = 1.5;
  const auto length = [](const EditSurface::Edge&) { return 1.0F; };
  const std::array<std::uint32_t, 1> end = {path.back()};
  const SurfaceWalk near_end = walk(surface, end, length, beside_mm);
  std::vector<std::uint32_t> way_back;
  for (const std::uint32_t v : path)
    if (near_end.from[v] == no_vertex) way_back.push_back(v);
  const SurfaceWalk beside = walk(surface, way_back, length, beside_mm);
  for (std::size_t v = 0; v < price.size(); ++v)
    if (beside.from[v] != no_vertex && near_end.from[v] == no_vertex) price[v] = blocked;
  for (const std::uint32_t v : path) price[v] = blocked;
  const SurfaceWalk out = walk(
      surface, end, [&](const EditSurface::Edge& edge) { return price[edge.to]; }, blocked,
      [&](std::uint32_t v) { return at_border(surface, inside, v); });
  const std::vector<std::uint32_t> rest = path_to(out, out.end);
  if (!rest.empty()) path.insert(path.end(), rest.begin() + 1, rest.end());
}

//! Vertices beside the path, separated by the side on which the faces at its edges lie.
std::array<std::vector<std::uint32_t>, 2> sides_of(const EditSurface& surface, const std::vector<char>& free,
                                                   const std::vector<std::uint32_t>& path) {
  std::vector<std::uint32_t> next(free.size(), no_vertex);
  for (std::size_t i = 0; i + 1 < path.size(); ++i) next[path[i]] = path[i + 1];
  std::array<std::vector<std::uint32_t>, 2> sides;
  for (const Face& face : surface.mesh.faces) {
    for (std::size_t i = 0; i < 3; ++i) {
      const std::uint32_t a = face[i], b = face[(i + 1) % 3], c = face[(i + 2) % 3];
      if (!free[c]) continue;
      if (next[a] == b) sides[0].push_back(c);
      if (next[b] == a) sides[1].push_back(c);
    }
  }
  return sides;
}

}  // namespace

GeodesicCut geodesic_cut(const EditSurface& surface, const std::vector<char>& inside, std::uint32_t from,
                         std::uint32_t to) {
  GeodesicCut cut;
  const std::vector<float> price = prices_along_valleys(surface, inside);
  const std::array<std::uint32_t, 1> start = {from};
  const SurfaceWalk along = walk(
      surface, start, [&](const EditSurface::Edge& edge) { return price[edge.to]; }, blocked,
      [&](std::uint32_t v) { return v == to; });
  cut.path = path_to(along, to);
  if (cut.path.size() < 2) return {};
  for (int end = 0; end < 2; ++end) {
    if (!at_border(surface, inside, cut.path.back())) extend_to_border(surface, inside, price, cut.path);
    std::reverse(cut.path.begin(), cut.path.end());
  }

  std::vector<char> free = inside;
  for (const std::uint32_t v : cut.path) free[v] = 0;
  const auto sides = sides_of(surface, free, cut.path);
  const auto across = [&](const EditSurface::Edge& edge) {
    return free[edge.to] ? price_across_valleys(edge) : blocked;
  };
  const SurfaceWalk first = walk(surface, sides[0], across);
  const SurfaceWalk second = walk(surface, sides[1], across);
  std::vector<std::uint32_t> apart;  // pieces that neither walk reaches
  for (std::uint32_t v = 0; v < inside.size(); ++v) {
    if (!free[v]) continue;
    if (first.distance[v] == blocked && second.distance[v] == blocked)
      apart.push_back(v);
    else
      cut.parts[first.distance[v] <= second.distance[v] ? 0 : 1].push_back(v);
  }
  const std::size_t large = cut.parts[0].size() >= cut.parts[1].size() ? 0 : 1;
  cut.parts[large].insert(cut.parts[large].end(), apart.begin(), apart.end());
  cut.parts[1 - large].insert(cut.parts[1 - large].end(), cut.path.begin(), cut.path.end());
  return cut;
}

namespace {

constexpr double reach_mm = 13;  //!< from the middle of a molar's biting surface to its neck, with a margin
constexpr double least_share = 0.5, most_share = 1.33;  //!< relative to the usual area

//! Mean concavity of the boundary of a growing flood.
struct Shore {
  double length_mm = 0, bend = 0;

  void add(const EditSurface::Edge& edge, double sign) {
    length_mm += sign * edge.length_mm;
    bend += sign * edge.length_mm * std::clamp(static_cast<double>(edge.bend), -1.0, 1.0);
  }
  [[nodiscard]] double mean_bend() const { return length_mm > 0 ? bend / length_mm : -1; }
};

}  // namespace

std::vector<std::uint32_t> grown_crown(const EditSurface& surface, const std::vector<char>& taken,
                                       std::uint32_t point, double usual_mm2) {
  const std::array<std::uint32_t, 1> start = {point};
  const Eigen::Vector3d middle = surface.mesh.vertices[point];
  const auto out_of_reach = [&](std::uint32_t v) {
    return (surface.mesh.vertices[v] - middle).squaredNorm() > reach_mm * reach_mm;
  };
  const SurfaceWalk flood = walk(surface, start, [&](const EditSurface::Edge& edge) {
    return taken[edge.to] || out_of_reach(edge.to) ? blocked : price_across_valleys(edge);
  });
  std::vector<std::uint32_t> order;
  for (std::uint32_t v = 0; v < taken.size(); ++v)
    if (flood.from[v] != no_vertex) order.push_back(v);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return flood.distance[a] < flood.distance[b]; });

  std::vector<char> crown(taken.size(), 0);
  Shore shore;
  double area_mm2 = 0, most_concave = std::numeric_limits<double>::infinity();
  std::size_t best = 0;
  for (std::size_t i = 0; i < order.size() && area_mm2 < most_share * usual_mm2; ++i) {
    crown[order[i]] = 1;
    area_mm2 += surface.area_mm2[order[i]];
    for (const EditSurface::Edge& edge : surface.around(order[i]))
      if (!taken[edge.to]) shore.add(edge, crown[edge.to] ? -1 : 1);
    if (area_mm2 < least_share * usual_mm2 || shore.mean_bend() >= most_concave) continue;
    most_concave = shore.mean_bend();
    best = i + 1;
  }
  for (std::size_t i = best; i < order.size(); ++i) crown[order[i]] = 0;

  // Vertices that the surroundings cannot reach form an island.
  std::vector<std::uint32_t> surroundings;
  for (const std::uint32_t v : order) {
    const auto edges = surface.around(v);
    if (!crown[v] &&
        std::any_of(edges.begin(), edges.end(), [&](const auto& e) { return out_of_reach(e.to); }))
      surroundings.push_back(v);
  }
  const SurfaceWalk outside = walk(surface, surroundings, [&](const EditSurface::Edge& edge) {
    return crown[edge.to] || taken[edge.to] || out_of_reach(edge.to) ? blocked : 1.0F;
  });
  std::vector<std::uint32_t> vertices;
  for (const std::uint32_t v : order)
    if (crown[v] || (best > 0 && outside.from[v] == no_vertex)) vertices.push_back(v);
  std::sort(vertices.begin(), vertices.end());
  return vertices;
}

std::vector<std::uint32_t> brushed(const EditSurface& surface, std::span<const std::uint32_t> stroke,
                                   double radius_mm) {
  const SurfaceWalk reach = walk(surface, stroke, price_across_valleys, static_cast<float>(radius_mm));
  std::vector<std::uint32_t> vertices;
  for (std::uint32_t v = 0; v < reach.from.size(); ++v)
    if (reach.from[v] != no_vertex) vertices.push_back(v);
  return vertices;
}

}  // namespace intercusp
