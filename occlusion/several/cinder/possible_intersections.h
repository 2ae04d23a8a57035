// The pairs of bodies that can interfere as seen in a window, and the pixels where they can: only these are drawn.
#pragma once

#include <Eigen/Geometry>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "occlusion/engines/gl/draw_state.h"
#include "occlusion/geometry/adjacency.h"
#include "occlusion/several/cinder/cinder.h"
#include "occlusion/view/view.h"

namespace intercusp::cinder {

//! Edges of one body may lie inside another at these pixels.
struct PossibleIntersection {
  Penetration possible;
  gl::Rectangle window;
};

//! In order, both ways; none for bodies whose boxes share no pixel.
//! \param boxes of the bodies, (u, v, depth)
[[nodiscard]] std::vector<PossibleIntersection> possible_intersections(
    std::span<const Eigen::AlignedBox3d> boxes, const PixelGrid& grid);

//! Indices of the edges that reach into one of these boxes. \param vertices and \param boxes in one frame
[[nodiscard]] std::vector<std::uint32_t> edges_reaching(std::span<const Edge> edges,
                                                        std::span<const Eigen::Vector3d> vertices,
                                                        std::span<const Eigen::AlignedBox3d> boxes);

//! The drawing needed to decide some pairs.
struct Drawing {
  std::vector<std::size_t> owners;   //!< bodies whose edges are wanted, in order
  std::vector<std::size_t> counted;  //!< bodies whose faces are counted, in order
  gl::Rectangle window;              //!< around all intersections
};

[[nodiscard]] Drawing drawing_of(std::span<const PossibleIntersection> intersections, std::size_t bodies);

}  // namespace intercusp::cinder
