#include "io/mesh/repair/pairing.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <deque>
#include <numeric>
#include <tuple>

namespace intercusp::repair {
namespace {

struct Spoke {
  std::uint32_t half_edge = none;
  std::uint32_t patch = 0;
  bool forward =
      false;         //!< runs from the smaller vertex to the greater: here the solid ends, counter-clockwise
  double angle = 0;  //!< of the face about the edge
};

//! The faces around an edge, counter-clockwise seen against the edge's direction (smaller to greater vertex).
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
    // Start where the least of the solid has been entered, so that each exit finds its entry before it.
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
    constexpr std::size_t sensible =
        200;  // the work grows with the square; no sheet of a jaw has such an edge
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

}  // namespace

TurnedSets::TurnedSets(std::uint32_t count) : parent_(count), turned_(count, 0) {
  std::iota(parent_.begin(), parent_.end(), 0U);
}

std::uint32_t TurnedSets::find(std::uint32_t element) {
  std::uint32_t root = element;
  std::uint8_t turned = 0;
  for (; parent_[root] != root; root = parent_[root]) turned ^= turned_[root];
  while (parent_[element] != element) {
    const std::uint32_t up = parent_[element];
    const std::uint8_t step = turned_[element];
    parent_[element] = root;
    turned_[element] = turned;
    turned ^= step;
    element = up;
  }
  return root;
}

bool TurnedSets::is_turned(std::uint32_t element) {
  find(element);
  return turned_[element] != 0;
}

bool TurnedSets::join(std::uint32_t a, std::uint32_t b, bool opposite) {
  const std::uint32_t root_a = find(a);
  const std::uint32_t root_b = find(b);
  const bool differ = turned_[a] != turned_[b];
  if (root_a == root_b) return differ == opposite;
  const std::uint32_t below = std::max(root_a, root_b);
  parent_[below] = std::min(root_a, root_b);
  turned_[below] = differ != opposite ? 1 : 0;
  return true;
}

void pair_faces(WorkingMesh& mesh, std::span<const std::uint32_t> edge,
                const std::vector<std::uint32_t>& patch_of, TurnedSets& patches,
                const PairingOptions& options) {
  EdgePairing pairing(mesh, spokes_of(mesh, edge, patch_of), patches);
  pairing.pair_within_patches();
  pairing.pair_wedges();
  pairing.pair_flattest(options.may_turn_patches);
}

}  // namespace intercusp::repair
