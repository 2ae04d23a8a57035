#include "occlusion/motion/seating/near_vertices.h"

#include <algorithm>
#include <array>

#include "occlusion/base/for_all.h"
#include "occlusion/distance/surface_distance.h"

namespace intercusp {
namespace {

constexpr double rounding_mm = 1e-9;  // more than the rounding of a distance, a motion and a pose

//! Gathers vertices until a search for the closest faces is full, then searches for all of them.
class Undecided {
 public:
  Undecided(double reach_mm, const JawDistance& other, std::vector<std::uint8_t>& within)
      : reach_mm_(reach_mm), other_(other), within_(within) {}

  void add(std::uint32_t vertex, const Eigen::Vector3d& in_other) {
    vertices_[near_.count] = vertex;
    near_.add(in_other, reach_mm_);
    if (near_.full()) ask();
  }
  void ask() {
    if (near_.count == 0) return;
    const ClosestOfNear found = other_.closest(near_);
    for (std::size_t i = 0; i < near_.count; ++i) within_[vertices_[i]] = found[i] ? 1 : 0;
    near_.count = 0;
  }

 private:
  const double reach_mm_;
  const JawDistance& other_;
  std::vector<std::uint8_t>& within_;
  NearPoints near_;
  std::array<std::uint32_t, NearPoints::most> vertices_;
};

}  // namespace

NearVertices::NearVertices(const Solid& jaw) : mesh_(jaw.mesh), vertices_(anatomy_vertices(jaw)) {
  constexpr std::uint32_t most = 16;
  const auto count = static_cast<std::uint32_t>(vertices_.size());
  for (std::uint32_t first = 0; first < count; first += most) {
    const std::uint32_t end = std::min(first + most, count);
    Bounds bounds;
    for (std::uint32_t i = first; i < end; ++i) bounds.add(mesh_.vertices[vertices_[i]]);
    groups_.push_back({first, end, bounds.centre(), 0.5 * bounds.size().norm()});
  }
}

std::vector<std::uint8_t> NearVertices::within(double reach_mm, const JawDistance& other,
                                               const Eigen::Isometry3d& other_from_jaw) const {
  std::vector<std::uint8_t> result(mesh_.vertices.size(), 0);
  constexpr std::size_t together = NearPoints::most;
  for_all(std::size_t{0}, (groups_.size() + together - 1) / together, [&](std::size_t part) {
    const std::size_t first = part * together, end = std::min(first + together, groups_.size());
    NearPoints middles;
    for (std::size_t i = first; i < end; ++i) {
      middles.add(other_from_jaw * groups_[i].middle, reach_mm + groups_[i].radius_mm + rounding_mm);
    }
    const ClosestOfNear closest = other.closest(middles);
    Undecided undecided(reach_mm, other, result);
    for (std::size_t i = first; i < end; ++i) {
      if (!closest[i - first]) continue;
      const double distance_mm = closest[i - first]->distance_mm;
      for (std::uint32_t k = groups_[i].first; k < groups_[i].end; ++k) {
        const std::uint32_t vertex = vertices_[k];
        const Eigen::Vector3d& place = mesh_.vertices[vertex];
        const double way_mm = (place - groups_[i].middle).norm() + rounding_mm;
        if (distance_mm + way_mm <= reach_mm) {
          result[vertex] = 1;
        } else if (distance_mm - way_mm <= reach_mm) {
          undecided.add(vertex, other_from_jaw * place);
        }
      }
    }
    undecided.ask();
  });
  return result;
}

}  // namespace intercusp
