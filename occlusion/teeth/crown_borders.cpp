#include "occlusion/teeth/crowns.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <utility>

#include "occlusion/geometry/adjacency.h"
#include "occlusion/geometry/decompositions.h"
#include "occlusion/teeth/tuning.h"

namespace intercusp {
namespace {

//! Smoothing of the step from crown to gum, whose slope gives the direction to the crown.
constexpr int smoothing_rounds = 3;

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

//! Marks vertices with a neighbour on the other side.
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

//! Unit tangent vectors towards the crown; zero where the step is flat.
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

//! Sums over the neighbours of a vertex on one side: their curvature, their distance, and their depth below
//! its tangent plane per distance.
struct Side {
  double bend = 0, length_mm = 0, fall = 0, count = 0;
  //! Sum of averaged and bare curvature, 1/mm, positive where convex.
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
  std::vector<int> nearest(tooth.size(), -1);  // the tooth of some neighbour
  for (const ScanEdge& e : edges) {
    for (const auto& [v, w] : {std::pair{e.a, e.b}, std::pair{e.b, e.a}}) {
      if (!border[v] || shape.near_margin[v]) continue;
      if (tooth[w] >= 0) nearest[v] = nearest[v] < 0 ? tooth[w] : std::min(nearest[v], tooth[w]);
      const Eigen::Vector3d along = vertices[w] - vertices[v];
      const double length = along.norm();
      const double cosine = along.dot(to_crown[v]) / length;
      if (std::abs(cosine) <= tuning.crowns.ahead) continue;
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
    if (gain < -tuning.crowns.clear_difference)
      tooth[v] = -1;
    else if (gain > tuning.crowns.clear_difference && tooth[v] < 0)
      tooth[v] = nearest[v];
  }
  return tooth;
}

namespace {

constexpr int rounds = 2;  //!< more rounds change nothing on scans with edges of 0.2 to 0.35 mm

using Link = std::pair<std::uint32_t, std::uint32_t>;
using Vote = std::pair<std::uint32_t, int>;  // a vertex, and its own or a neighbour's label

std::vector<Link> edges_between_labels(const std::vector<int>& label, const std::vector<Link>& edges) {
  std::vector<char> at_border(label.size(), 0);
  for (const auto& [a, b] : edges)
    if (label[a] != label[b]) at_border[a] = at_border[b] = 1;
  std::vector<Link> near;
  for (const Link& e : edges)
    if (at_border[e.first] || at_border[e.second]) near.push_back(e);
  return near;
}

//! The most frequent label among the sorted votes of one vertex. Its own label
//! counts once more and wins ties.
int elected(std::vector<Vote>::const_iterator vote, std::vector<Vote>::const_iterator end, int own) {
  int best = own;
  auto most = 1 + std::count(vote, end, Vote{vote->first, own});
  while (vote != end) {
    const auto next = std::find_if(vote, end, [&](const Vote& v) { return v.second != vote->second; });
    if (next - vote > most) {
      most = next - vote;
      best = vote->second;
    }
    vote = next;
  }
  return best;
}

void vote_once(std::vector<int>& label, const std::vector<Link>& edges) {
  std::vector<Vote> votes;
  for (const auto& [a, b] : edges_between_labels(label, edges)) {
    votes.push_back({a, label[b]});
    votes.push_back({b, label[a]});
  }
  std::sort(votes.begin(), votes.end());
  for (auto vote = votes.cbegin(); vote != votes.cend();) {
    const std::uint32_t vertex = vote->first;
    const auto end = std::find_if(vote, votes.cend(), [&](const Vote& v) { return v.first != vertex; });
    label[vertex] = elected(vote, end, label[vertex]);
    vote = end;
  }
}

}  // namespace

std::vector<int> with_smooth_borders(std::vector<int> label, const TriangleMesh& mesh) {
  std::vector<Link> edges;
  for_each_edge(mesh, [&](std::uint32_t a, std::uint32_t b, std::span<const EdgeSide>) {
    edges.push_back({a, b});
  });
  for (int round = 0; round < rounds; ++round) vote_once(label, edges);
  return label;
}

std::vector<int> whole_pieces(std::vector<int> tooth, std::span<const int> piece, const SurfaceShape& shape) {
  std::map<int, std::map<int, double>> shares;
  for (std::size_t v = 0; v < piece.size(); ++v) {
    if (piece[v] >= 0 && tooth[v] >= 0) shares[piece[v]][tooth[v]] += shape.area_mm2[v];
  }
  for (std::size_t v = 0; v < piece.size(); ++v) {
    const auto at = piece[v] < 0 ? shares.end() : shares.find(piece[v]);
    if (at == shares.end()) continue;
    tooth[v] = std::max_element(at->second.begin(), at->second.end(), [](const auto& a, const auto& b) {
                 return a.second < b.second;
               })->first;
  }
  return tooth;
}

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

constexpr int fewest_border_edges = 12;

//! Edges between a crown and the gum.
struct GumBorder {
  int edges = 0, in_valley = 0;
  double concave = 0;  //!< sum of the edges' concavity, 1/mm
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
    border.in_valley += concave > tuning.crowns.border_valley_bend ? 1 : 0;
    border.concave += std::clamp(concave, -1.0, 1.0);
  });
  std::vector<CrownBorder> result(count, CrownBorder::valley);
  for (std::size_t t = 0; t < count; ++t) {
    const GumBorder& b = borders[t];
    if (b.edges < fewest_border_edges || b.concave > tuning.crowns.clear_border_bend * b.edges) continue;
    if (b.in_valley < tuning.crowns.clear_valley_share * b.edges) result[t] = CrownBorder::doubtful;
    if (b.in_valley < tuning.crowns.least_valley_share * b.edges) result[t] = CrownBorder::none;
  }
  return result;
}

std::vector<char> too_high_crowns(const ArchReading& reading, std::span<const double> height_mm) {
  std::vector<char> too_high;
  for (std::size_t t = 0; t < height_mm.size(); ++t)
    too_high.push_back(height_mm[t] >
                       tuning.crowns.highest_crown * expected_height_mm(reading, reading.teeth[t]));
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

struct Part {
  double mm2 = 0;
  std::map<int, int> edges_to;  //!< edges to each adjacent crown or to gum
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
    if (part.mm2 < tuning.crowns.island_share * crown_mm2[crown[v]]) result[v] = part.surroundings(crown[v]);
  }
  return result;
}

}  // namespace intercusp
