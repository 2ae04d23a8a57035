#include "occlusion/teeth/crown_gaps.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <map>
#include <utility>

#include "occlusion/geometry/box_tree.h"
#include "occlusion/geometry/triangle_distance.h"
#include "occlusion/teeth/tooth_row.h"
#include "occlusion/teeth/weld.h"

namespace intercusp {
namespace {

using Triangle = std::array<Eigen::Vector3d, 3>;
using Node = BoxTree::Node;

double squared_gap(const Node& a, const Node& b) {
  const Eigen::Vector3d between = (a.centre() - b.centre()).cwiseAbs() - a.half() - b.half();
  return between.cwiseMax(0).squaredNorm();
}

bool edge_crosses(const Eigen::Vector3d& from, const Eigen::Vector3d& to, const Triangle& face) {
  const auto side = [](const Eigen::Vector3d& a, const Eigen::Vector3d& b, const Eigen::Vector3d& c,
                       const Eigen::Vector3d& d) { return (b - a).cross(c - a).dot(d - a) > 0; };
  if (side(face[0], face[1], face[2], from) == side(face[0], face[1], face[2], to)) return false;
  const bool turn = side(from, to, face[0], face[1]);
  return turn == side(from, to, face[1], face[2]) && turn == side(from, to, face[2], face[0]);
}

bool cross(const Triangle& a, const Triangle& b) {
  for (std::size_t k = 0; k < 3; ++k) {
    if (edge_crosses(a[k], a[(k + 1) % 3], b) || edge_crosses(b[k], b[(k + 1) % 3], a)) return true;
  }
  return false;
}

//! A search over two trees of boxes, the nearer children first.
class LeastGap {
 public:
  LeastGap(const TriangleMesh& mesh, const BoxTree& a, const BoxTree& b) : mesh_(mesh), a_(a), b_(b) {
    descend(a.nodes().front(), b.nodes().front());
  }
  [[nodiscard]] double mm() const { return std::sqrt(best_.squared_mm2); }
  [[nodiscard]] Eigen::Vector3d middle() const { return 0.5 * (best_.on_first + best_.on_second); }

 private:
  [[nodiscard]] Triangle triangle(std::uint32_t face) const {
    const auto& [a, b, c] = mesh_.faces[face];
    return {mesh_.vertices[a], mesh_.vertices[b], mesh_.vertices[c]};
  }

  void descend(const Node& a, const Node& b) {
    if (squared_gap(a, b) >= best_.squared_mm2) return;
    if (a.is_leaf() && b.is_leaf()) return look_at(a_.faces(a)[0], b_.faces(b)[0]);
    if (b.is_leaf() || (!a.is_leaf() && a.half().squaredNorm() > b.half().squaredNorm())) {
      auto [near, far] = a_.children(a);
      if (squared_gap(*far, b) < squared_gap(*near, b)) std::swap(near, far);
      descend(*near, b);
      descend(*far, b);
    } else {
      auto [near, far] = b_.children(b);
      if (squared_gap(a, *far) < squared_gap(a, *near)) std::swap(near, far);
      descend(a, *near);
      descend(a, *far);
    }
  }

  void look_at(std::uint32_t face, std::uint32_t other) {
    const Triangle a = triangle(face), b = triangle(other);
    TriangleGap gap = triangle_gap(a, b);
    if (cross(a, b)) gap.squared_mm2 = 0;
    if (gap.squared_mm2 < best_.squared_mm2) best_ = gap;
  }

  const TriangleMesh& mesh_;
  const BoxTree &a_, &b_;
  TriangleGap best_{std::numeric_limits<double>::infinity(), {0, 0, 0}, {0, 0, 0}};
};

//! The scan with each place once, and its faces by crown: those whose three corners have its number.
struct Crowns {
  TriangleMesh mesh;
  std::map<int, std::vector<std::uint32_t>> faces;
  std::vector<std::pair<int, int>> joined;  //!< sorted, the smaller number first
};

std::pair<int, int> sorted(int a, int b) { return {std::min(a, b), std::max(a, b)}; }

//! Pairs of teeth around some vertex, sorted, each once.
std::vector<std::pair<int, int>> joined_teeth(const TriangleMesh& mesh, const std::vector<int>& tooth) {
  std::vector<int> around(mesh.vertices.size());  // the tooth met first
  std::vector<std::pair<int, int>> joined;
  for (const bool all_met : {false, true}) {
    for (const Face& face : mesh.faces) {
      for (const std::uint32_t vertex : face) {
        for (const std::uint32_t corner : face) {
          if (tooth[corner] == 0) continue;
          if (around[vertex] == 0) around[vertex] = tooth[corner];
          if (all_met && around[vertex] != tooth[corner])
            joined.push_back(sorted(around[vertex], tooth[corner]));
        }
      }
    }
  }
  std::ranges::sort(joined);
  joined.erase(std::unique(joined.begin(), joined.end()), joined.end());
  return joined;
}

Crowns crowns_of(std::span<const Eigen::Vector3d> vertices, std::span<const Face> faces,
                 std::span<const int> labels) {
  WeldedScan scan = welded(vertices, faces);
  std::vector<int> tooth(scan.mesh.vertices.size());
  for (std::size_t v = 0; v < labels.size(); ++v) {
    if (scan.of_vertex[v] != no_vertex)
      tooth[scan.of_vertex[v]] = std::max(tooth[scan.of_vertex[v]], labels[v]);
  }
  Crowns crowns{.mesh = std::move(scan.mesh), .faces = {}, .joined = {}};
  for (std::uint32_t face = 0; face < crowns.mesh.faces.size(); ++face) {
    const auto& [a, b, c] = crowns.mesh.faces[face];
    if (tooth[a] > 0 && tooth[a] == tooth[b] && tooth[b] == tooth[c]) crowns.faces[tooth[a]].push_back(face);
  }
  crowns.joined = joined_teeth(crowns.mesh, tooth);
  return crowns;
}

}  // namespace

std::vector<CrownGap> crown_gaps(std::span<const Eigen::Vector3d> vertices, std::span<const Face> faces,
                                 const FoundTeeth& found) {
  if (found.teeth.size() < 2) return {};
  const Crowns crowns = crowns_of(vertices, faces, found.labels);
  std::vector<CrownGap> gaps;
  for (std::size_t i = 0; i + 1 < found.teeth.size(); ++i) {
    CrownGap gap{.tooth = found.teeth[i].fdi, .next = found.teeth[i + 1].fdi};
    const auto place = place_of(found.jaw, gap.tooth), next_place = place_of(found.jaw, gap.next);
    const auto crown = crowns.faces.find(gap.tooth), next_crown = crowns.faces.find(gap.next);
    if (!place || !next_place || crown == crowns.faces.end() || next_crown == crowns.faces.end()) continue;
    gap.empty_places = std::max(0, std::abs(*place - *next_place) - 1);
    gap.joined = std::ranges::binary_search(crowns.joined, sorted(gap.tooth, gap.next));
    if (!gap.joined) {
      const BoxTree tree(crowns.mesh, crown->second, 1), next_tree(crowns.mesh, next_crown->second, 1);
      const LeastGap least(crowns.mesh, tree, next_tree);
      gap.gap_mm = least.mm();
      gap.point = least.middle();
    }
    gaps.push_back(gap);
  }
  return gaps;
}

}  // namespace intercusp
