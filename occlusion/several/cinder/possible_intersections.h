// The pairs of bodies that can interfere as seen in a window, with the pixels where they can. Only
// these are drawn.
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

//! At these pixels, edges of one body may lie inside another body.
struct PossibleIntersection {
  Penetration possible;
  gl::Rectangle window;
};

//! Sorted, with each pair in both orders; none for bodies whose boxes share no pixel.
//! \param boxes of the bodies, (u, v, depth)
[[nodiscard]] std::vector<PossibleIntersection> possible_intersections(
    std::span<const Eigen::AlignedBox3d> boxes, const PixelGrid& grid);

//! Indices of the edges that extend into one of these boxes.
//! \param vertices,boxes in a common frame
[[nodiscard]] std::vector<std::uint32_t> edges_reaching(std::span<const Edge> edges,
                                                        std::span<const Eigen::Vector3d> vertices,
                                                        std::span<const Eigen::AlignedBox3d> boxes);

//! What must be drawn to decide some pairs.
struct Drawing {
  std::vector<std::size_t> owners;   //!< bodies whose edges are drawn, sorted
  std::vector<std::size_t> counted;  //!< bodies whose faces are counted, sorted
  gl::Rectangle window;              //!< around all intersections
};

[[nodiscard]] Drawing drawing_of(std::span<const PossibleIntersection> intersections, std::size_t bodies);

}  // namespace intercusp::cinder
