#include "io/mesh/repair/steps.h"

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>
#include <deque>
#include <numeric>
#include <span>
#include <tuple>

#include "io/language/language.h"
#include "io/mesh/repair/make_solid.h"

namespace intercusp::repair {
namespace {

//! Joins faces to patches, or patches to sheets, and records which of them must be turned over: a union-find
//! with parity.
class TurnedSets {
 public:
  explicit TurnedSets(std::uint32_t count) : parent_(count), turned_(count, 0) {
    std::iota(parent_.begin(), parent_.end(), 0U);
  }

  //! Whether this element is turned relative to the first of its set.
  [[nodiscard]] bool is_turned(std::uint32_t element) {
    find(element);
    return turned_[element] != 0;
  }

  //! Joins two elements.
  //! \param opposite whether one is turned relative to the other
  //! \return false if they are already joined in the other way
  [[nodiscard]] bool join(std::uint32_t a, std::uint32_t b, bool opposite) {
    const std::uint32_t root_a = find(a), root_b = find(b);
    const bool differ = turned_[a] != turned_[b];
    if (root_a == root_b) return differ == opposite;
    const std::uint32_t below = std::max(root_a, root_b);
    parent_[below] = std::min(root_a, root_b);
    turned_[below] = differ != opposite ? 1 : 0;
    return true;
  }

 private:
  std::uint32_t find(std::uint32_t element) {
    std::uint32_t root = element;
    std::uint8_t turned = 0;
    for (; parent_[root] != root; root = parent_[root]) turned ^= turned_[root];
    while (parent_[element] != element) {
      const std::uint32_t up = std::exchange(parent_[element], root);
      const std::uint8_t step = std::exchange(turned_[element], turned);
      turned ^= step;
      element = up;
    }
    return root;
  }

  std::vector<std::uint32_t> parent_;
  std::vector<std::uint8_t> turned_;  //!< relative to the parent
};

struct Spoke {
  std::uint32_t half_edge = none;
  std::uint32_t patch = 0;
  //! Whether the face runs from the smaller vertex to the greater. Counter-clockwise, the solid ends at such
  //! a face.
  bool forward = false;
  double angle = 0;  //!< angle of the face about the edge
};

//! The faces around an edge, counter-clockwise when seen against the edge's direction (smaller to greater
//! vertex).
std::vector<Spoke> spokes_of(const WorkingMesh& mesh, std::span<const std::uint32_t> edge,
                             const std::vector<std::uint32_t>& patch_of) {
  const std::uint32_t low = std::min(mesh.from(edge[0]), mesh.to(edge[0]));
  const std::uint32_t high = std::max(mesh.from(edge[0]), mesh.to(edge[0]));
  const Eigen::Vector3d origin = mesh.vertices[low];
  const Eigen::Vector3d axis = (mesh.vertices[high] - origin).stableNormalized();
  const Eigen::Vector3d u = axis.unitOrthogonal();
  const Eigen::Vector3d v = axis.cross(u);
  std::vector<Spoke> spokes;
  for (const std::uint32_t h : edge) {
    const Eigen::Vector3d arm = mesh.vertices[mesh.from(previous(h))] - origin;
    spokes.push_back({h, patch_of[h / 3], mesh.from(h) == low, std::atan2(arm.dot(v), arm.dot(u))});
  }
  std::sort(spokes.begin(), spokes.end(), [](const Spoke& a, const Spoke& b) {
    return std::tie(a.angle, a.half_edge) < std::tie(b.angle, b.half_edge);
  });
  return spokes;
}

class EdgePairing {
 public:
  EdgePairing(WorkingMesh& mesh, std::vector<Spoke> spokes, TurnedSets& patches)
      : mesh_(mesh), spokes_(std::move(spokes)), patches_(patches) {}

  void pair_within_patches() {
    for (const Spoke& a : spokes_) {
      std::vector<const Spoke*> same;
      for (const Spoke& b : spokes_) {
        if (b.patch == a.patch) same.push_back(&b);
        if (same.size() > 2) break;
      }
      if (same.size() == 2 && is_free(*same[0])) try_link(*same[0], *same[1]);
    }
    forget_linked();
  }

  void pair_wedges() {
    const auto enters = [&](const Spoke& s) { return !runs_forward(s); };
    const auto entering = std::count_if(spokes_.begin(), spokes_.end(), enters);
    if (2 * static_cast<std::size_t>(entering) != spokes_.size()) return;
    // Starts where the solid is least entered, so that each exit finds its entry before it.
    std::size_t start = 0;
    int inside = 0;
    int least = 0;
    for (std::size_t i = 0; i < spokes_.size(); ++i) {
      inside += enters(spokes_[i]) ? 1 : -1;
      if (inside < least) {
        least = inside;
        start = i + 1;
      }
    }
    std::deque<const Spoke*> entered;
    std::vector<std::pair<const Spoke*, const Spoke*>> pairs;
    for (std::size_t i = 0; i < spokes_.size(); ++i) {
      const Spoke& spoke = spokes_[(start + i) % spokes_.size()];
      if (enters(spoke)) {
        entered.push_back(&spoke);
      } else {
        pairs.emplace_back(entered.front(), &spoke);
        entered.pop_front();
      }
    }
    for (const auto& [a, b] : pairs) try_link(*a, *b);
    forget_linked();
  }

  void pair_flattest(bool may_turn_patches) {
    // The work grows with the square. No sheet of a jaw has such an edge.
    constexpr std::size_t sensible = 200;
    if (spokes_.size() > sensible) return;
    struct Candidate {
      bool needs_turning;
      double bend;
      std::size_t a, b;
      bool operator<(const Candidate& o) const {
        return std::tie(needs_turning, bend, a, b) < std::tie(o.needs_turning, o.bend, o.a, o.b);
      }
    };
    std::vector<Candidate> candidates;
    for (std::size_t a = 0; a < spokes_.size(); ++a) {
      for (std::size_t b = a + 1; b < spokes_.size(); ++b) {
        const bool needs_turning = runs_forward(spokes_[a]) == runs_forward(spokes_[b]);
        if (needs_turning && !may_turn_patches) continue;
        candidates.push_back({needs_turning, std::cos(spokes_[b].angle - spokes_[a].angle), a, b});
      }
    }
    std::sort(candidates.begin(), candidates.end());
    for (const Candidate& c : candidates) {
      if (is_free(spokes_[c.a]) && is_free(spokes_[c.b])) try_link(spokes_[c.a], spokes_[c.b]);
    }
  }

 private:
  [[nodiscard]] bool is_free(const Spoke& spoke) const { return mesh_.twin[spoke.half_edge] == none; }
  [[nodiscard]] bool runs_forward(const Spoke& s) const { return s.forward != patches_.is_turned(s.patch); }

  void try_link(const Spoke& a, const Spoke& b) {
    if (patches_.join(a.patch, b.patch, a.forward == b.forward)) link(mesh_, a.half_edge, b.half_edge);
  }
  void forget_linked() {
    std::erase_if(spokes_, [&](const Spoke& spoke) { return !is_free(spoke); });
  }

  WorkingMesh& mesh_;
  std::vector<Spoke> spokes_;
  TurnedSets& patches_;
};

//! Links the half-edges of one edge in pairs in mesh.twin. Patches may have to be turned over afterwards. The
//! pairs are, in this order: two faces of one patch; if the other faces are balanced, each face that enters
//! the solid with the one that leaves it, first in first out, so that touching bodies separate and crossing
//! sheets continue straight; among the remaining faces, the flattest pairs.
//! \param may_turn whether patches may be turned over, because the file's orientation is unreliable
void pair_faces(WorkingMesh& mesh, std::span<const std::uint32_t> edge,
                const std::vector<std::uint32_t>& patch_of, TurnedSets& patches, bool may_turn) {
  EdgePairing pairing(mesh, spokes_of(mesh, edge, patch_of), patches);
  pairing.pair_within_patches();
  pairing.pair_wedges();
  pairing.pair_flattest(may_turn);
}

void link_plain_edges(WorkingMesh& mesh, const EdgeTable& table) {
  mesh.twin.assign(3 * mesh.faces.size(), none);
  for (std::size_t e = 0; e < table.edge_count(); ++e) {
    const auto edge = table.edge(e);
    if (edge.size() == 2) link(mesh, edge[0], edge[1]);
  }
}

//! \return per face, whether it must be turned to agree with the first face of its patch
std::vector<std::uint8_t> turned_in_patches(const WorkingMesh& mesh) {
  TurnedSets patches(mesh.face_count());
  for (std::uint32_t h = 0; h < mesh.twin.size(); ++h) {
    const std::uint32_t twin = mesh.twin[h];
    if (twin >= h) continue;  // `none` is the greatest number
    if (!patches.join(h / 3, twin / 3, mesh.from(h) == mesh.from(twin)))
      throw RepairError(phrase("the surface has one side only (like a Möbius band), found at {}",
                               place_text(mesh.vertices[mesh.from(h)])));
  }
  std::vector<std::uint8_t> turn(mesh.faces.size());
  for (std::uint32_t face = 0; face < mesh.face_count(); ++face) turn[face] = patches.is_turned(face) ? 1 : 0;
  return turn;
}

//! Of the two ways to turn a patch, chooses the one that leaves more faces as the file has them.
void follow_majority(std::vector<std::uint8_t>& turn, const Components& patches) {
  std::vector<long> balance(patches.count, 0);
  for (std::size_t f = 0; f < turn.size(); ++f) balance[patches.of_face[f]] += turn[f] != 0 ? 1 : -1;
  for (std::size_t f = 0; f < turn.size(); ++f) turn[f] ^= balance[patches.of_face[f]] > 0 ? 1 : 0;
}

//! Updates the half-edges of a table after turn_faces.
void follow_turned(EdgeTable& table, const std::vector<std::uint8_t>& turn) {
  for (std::uint32_t& h : table.half_edges) {
    if (turn[h / 3] != 0) h = h - h % 3 + (2 - h % 3);
  }
}

void pair_crowded_edges(WorkingMesh& mesh, const EdgeTable& table, const Components& patches, bool may_turn,
                        RepairCounts& counts) {
  TurnedSets joined(patches.count);
  for (std::size_t e = 0; e < table.edge_count(); ++e) {
    const auto edge = table.edge(e);
    if (edge.size() < 3) continue;
    ++counts.split_edges;
    pair_faces(mesh, edge, patches.of_face, joined, may_turn);
  }
  std::vector<std::uint8_t> turn(mesh.faces.size());
  for (std::uint32_t f = 0; f < mesh.face_count(); ++f)
    turn[f] = joined.is_turned(patches.of_face[f]) ? 1 : 0;
  turn_faces(mesh, turn);
}

//! Adds a vertex in the middle of an edge. The two faces (or the one) at the edge become two each.
void divide_edge(WorkingMesh& mesh, std::uint32_t h) {
  const std::uint32_t t = mesh.twin[h];
  const std::uint32_t a = mesh.from(h);
  const std::uint32_t b = mesh.to(h);
  const std::uint32_t middle = add_vertex(mesh, 0.5 * (mesh.vertices[a] + mesh.vertices[b]), mesh.label(a));
  // (a, b, c) becomes (a, m, c) in place and (m, b, c) at the end. The half-edge b → c moves with the latter.
  const auto divide_face = [&](std::uint32_t half_edge) {
    const std::uint32_t added = 3 * mesh.face_count();
    const std::uint32_t onward = next(half_edge);
    mesh.faces.push_back({middle, mesh.to(half_edge), mesh.from(previous(half_edge))});
    mesh.turned.push_back(mesh.turned[half_edge / 3]);
    mesh.twin.insert(mesh.twin.end(), {none, mesh.twin[onward], none});
    if (mesh.twin[onward] != none) mesh.twin[mesh.twin[onward]] = added + 1;
    mesh.faces[half_edge / 3][onward % 3] = middle;
    link(mesh, onward, added + 2);
    return added;
  };
  const std::uint32_t second_of_h = divide_face(h);
  if (t == none) return;
  const std::uint32_t second_of_t = divide_face(t);
  link(mesh, h, second_of_t);
  link(mesh, t, second_of_h);
}

//! Divides edges that coincide, so that each pair of faces gets its own edge.
//! \return false if there are none
bool divide_shared_edges(WorkingMesh& mesh) {
  const EdgeTable table = edges_of(mesh);
  // The table is valid for untouched faces only. Edges of other faces wait for the next round.
  std::vector<std::uint8_t> touched(mesh.faces.size(), 0);
  bool shared = false;
  for (std::size_t e = 0; e < table.edge_count(); ++e) {
    const auto edge = table.edge(e);
    if (edge.size() == 1 || (edge.size() == 2 && mesh.twin[edge[0]] == edge[1])) continue;
    if (std::ranges::any_of(edge, [&](std::uint32_t h) { return touched[h / 3] != 0; })) continue;
    shared = true;
    const std::uint32_t first_twin = mesh.twin[edge[0]];
    for (const std::uint32_t h : edge.subspan(1)) {
      if (h == first_twin || touched[h / 3] != 0) continue;  // a touched face was divided with its twin
      const std::uint32_t t = mesh.twin[h];
      touched[h / 3] = 1;
      if (t != none) touched[t / 3] = 1;
      divide_edge(mesh, h);
    }
  }
  return shared;
}

}  // namespace

void connect_sheets(WorkingMesh& mesh, RepairCounts& counts) {
  mesh.turned.assign(mesh.faces.size(), 0);
  EdgeTable table = edges_of(mesh);
  if (join_seams(mesh, table, counts)) table = edges_of(mesh);
  link_plain_edges(mesh, table);
  const Components patches = components_of(mesh);
  std::vector<std::uint8_t> turn = turned_in_patches(mesh);
  follow_majority(turn, patches);
  turn_faces(mesh, turn);
  follow_turned(table, turn);

  const auto turned_faces = [&] {
    return static_cast<std::size_t>(std::count(mesh.turned.begin(), mesh.turned.end(), 1));
  };
  // If one face in a hundred has the wrong orientation, the file's orientation is unreliable for patches too.
  const bool orientation_is_noise = turned_faces() * 100 > mesh.faces.size();
  pair_crowded_edges(mesh, table, patches, orientation_is_noise, counts);
  counts.flipped_faces = turned_faces();
}

void split_vertices(WorkingMesh& mesh, RepairCounts& counts) {
  std::vector<std::uint8_t> has_ring(mesh.vertices.size(), 0);
  std::vector<std::uint8_t> seen(3 * mesh.faces.size(), 0);
  const auto corners = static_cast<std::uint32_t>(seen.size());
  for (std::uint32_t first = 0; first < corners; ++first) {
    if (seen[first] != 0) continue;
    const std::uint32_t vertex = mesh.from(first);
    std::uint32_t own = vertex;
    if (has_ring[vertex] != 0) {
      if (has_ring[vertex] == 1) ++counts.split_vertices;
      has_ring[vertex] = 2;
      own = add_vertex(mesh, mesh.vertices[vertex], mesh.label(vertex));
    } else {
      has_ring[vertex] = 1;
    }
    const auto visit = [&](std::uint32_t corner) {
      seen[corner] = 1;
      mesh.faces[corner / 3][corner % 3] = own;
    };
    // Goes around the vertex in one direction until the ring closes or ends, then from the start in the
    // other.
    std::uint32_t corner = first;
    do {
      visit(corner);
      corner = mesh.twin[previous(corner)];
    } while (corner != none && corner != first);
    if (corner == first) continue;
    for (std::uint32_t twin = mesh.twin[first]; twin != none; twin = mesh.twin[corner]) {
      corner = next(twin);
      visit(corner);
    }
  }
  if (counts.split_edges == 0) return;
  while (divide_shared_edges(mesh)) {
  }
}

}  // namespace intercusp::repair
