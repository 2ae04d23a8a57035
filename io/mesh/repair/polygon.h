// Triangulates a flat polygon.
#pragma once

#include <Eigen/Core>
#include <array>
#include <span>
#include <vector>

namespace intercusp::repair {

//! By cutting ears (Meisters 1975). Where the polygon crosses itself, the loop between the crossing edges is
//! cut off and triangulated alone, so that triangles overlap there only. Every edge of the polygon and every
//! diagonal is used as in any triangulation. \return triples of corner numbers that run as the polygon runs,
//! which may be either way; empty where no ear is left (it touches itself), it crosses itself more than 20
//! times or has more than 12 000 corners (the work grows with the square).
[[nodiscard]] std::vector<std::array<std::size_t, 3>> triangulate_polygon(
    std::span<const Eigen::Vector2d> corners);

}  // namespace intercusp::repair
