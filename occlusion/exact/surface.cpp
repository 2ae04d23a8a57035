#include "occlusion/exact/surface.h"

#include <algorithm>
#include <optional>
#include <stdexcept>

#include "occlusion/exact/predicates.h"

namespace intercusp::exact {
namespace {

struct Probe {
  Eigen::Vector3d point;
  Eigen::Vector3d far;  //!< above every vertex of the surface

  //! Whether the line from `point` to `far` may meet a face, judged by their boxes in x and y alone.
  [[nodiscard]] bool may_meet(const Corners& corners) const {
    for (int axis = 0; axis < 2; ++axis) {
      const auto [low, high] = std::minmax(point[axis], far[axis]);
      const auto [least, most] = std::minmax({corners[0][axis], corners[1][axis], corners[2][axis]});
      if (most < low || high < least) return false;
    }
    return std::max({corners[0].z(), corners[1].z(), corners[2].z()}) >= point.z();
  }
};

bool same_sign(const std::array<int, 3>& signs) { return signs[0] == signs[1] && signs[1] == signs[2]; }

//! A face's contribution to the winding number at the point; empty (undefined) if the line meets an edge of
//! the face or lies in its plane.
struct Crossing {
  int adds = 0;
  bool on_face = false;
};
std::optional<Crossing> cross(const Probe& probe, const Corners& corners) {
  const auto& [a, b, c] = corners;
  std::array<int, 3> edges{};
  for (int k = 0; k < 3; ++k) {
    edges[k] = side_of_plane(probe.point, probe.far, corners[k], corners[(k + 1) % 3]);
  }
  const auto has = [&](int sign) { return std::ranges::find(edges, sign) != edges.end(); };
  if (has(1) && has(-1)) return Crossing{};
  const int from = side_of_plane(a, b, c, probe.point);
  if (from == 0) {
    // Here the line leaves the plane. If the point is in the plane, it is on the line, and the signs
    // tell its position.
    if (edges == std::array{0, 0, 0}) return std::nullopt;
    return Crossing{.on_face = true};
  }
  const int to = side_of_plane(a, b, c, probe.far);
  if (from == to) return Crossing{};
  if (!same_sign(edges) || to == 0) return std::nullopt;
  return Crossing{.adds = to > 0 ? 1 : -1};
}

std::optional<Side> side_along(const Surface& surface, const Probe& probe) {
  int winding = 0;
  for (std::size_t face = 0; face < surface.faces.size(); ++face) {
    const Corners corners = surface.corners(face);
    if (!probe.may_meet(corners)) continue;
    const std::optional<Crossing> crossing = cross(probe, corners);
    if (!crossing) return std::nullopt;
    if (crossing->on_face) return Side::on_surface;
    winding += crossing->adds;
  }
  return winding >= 1 ? Side::inside : Side::outside;
}

}  // namespace

Side side_of(const Surface& surface, const Eigen::Vector3d& point) {
  double top = point.z();
  for (const Eigen::Vector3d& vertex : surface.vertices) top = std::max(top, vertex.z());
  // Steep lines in irregular directions, for which the boxes exclude nearly all faces.
  const double height = top - point.z() + 1;
  constexpr std::array<std::array<double, 2>, 8> tilts = {{{0.00137, 0.00071},
                                                           {-0.00093, 0.00181},
                                                           {0.00059, -0.00143},
                                                           {-0.00171, -0.00037},
                                                           {0.0127, 0.0311},
                                                           {-0.0293, 0.0179},
                                                           {0.137, -0.211},
                                                           {-0.311, -0.173}}};
  for (const auto& [x, y] : tilts) {
    const Probe probe{point, point + height * Eigen::Vector3d(x, y, 1)};
    if (const auto side = side_along(surface, probe)) return *side;
  }
  throw std::runtime_error("no line from a vertex of one jaw clears the edges of the other");
}

}  // namespace intercusp::exact
