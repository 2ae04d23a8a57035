// Triangulations of closed lines: in space with least area, and in a plane.
#pragma once

#include <Eigen/Core>
#include <array>
#include <span>
#include <vector>

namespace intercusp::repair {

using Triangles = std::vector<std::array<std::size_t, 3>>;  //!< corner numbers

inline constexpr std::size_t most_patch_corners = 200;  //!< the work grows with the cube

//! Pairs of corners that no triangle of a patch may join.
class JoinedCorners {
 public:
  explicit JoinedCorners(std::size_t corners) : corners_(corners), joined_(corners * corners, 0) {}
  void add(std::size_t a, std::size_t b) { joined_[a * corners_ + b] = joined_[b * corners_ + a] = 1; }
  [[nodiscard]] bool has(std::size_t a, std::size_t b) const { return joined_[a * corners_ + b] != 0; }

 private:
  std::size_t corners_;
  std::vector<char> joined_;
};

//! Triangulation of least area without new vertices, corners in the order of the line (Barequet and Sharir
//! 1995). \return triples of corner numbers; empty where the line has more than most_patch_corners or every
//! triangulation needs a pair that is joined.
[[nodiscard]] Triangles least_area_patch(std::span<const Eigen::Vector3d> corners,
                                         const JoinedCorners& joined);

//! By cutting ears (Meisters 1975). Where the polygon crosses itself, the loop between the crossing edges is
//! cut off and triangulated alone, so that triangles overlap there only. Every edge of the polygon and every
//! diagonal is used as in any triangulation. \return triples of corner numbers that run as the polygon runs,
//! which may be either way; empty where no ear is left (it touches itself), it crosses itself more than 20
//! times or has more than 12 000 corners (the work grows with the square).
[[nodiscard]] Triangles triangulate_polygon(std::span<const Eigen::Vector2d> corners);

}  // namespace intercusp::repair
