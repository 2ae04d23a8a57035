// Triangles over a flat polygon.
#pragma once

#include <Eigen/Core>
#include <array>
#include <span>
#include <vector>

namespace intercusp::repair {

//! By cutting ears (Meisters 1975). \return triples of corner numbers that run as the polygon runs, which may
//! be either way; empty where no ear is left (the polygon crosses or touches itself) or it has more than 4000
//! corners (the work grows with the square).
[[nodiscard]] std::vector<std::array<std::size_t, 3>> triangulate_polygon(
    std::span<const Eigen::Vector2d> corners);

}  // namespace intercusp::repair
