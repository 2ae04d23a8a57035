#include "io/report/insertion.h"

#include <span>
#include <utility>

#include "occlusion/geometry/adjacency.h"
#include "occlusion/geometry/closest_on_triangle.h"

namespace intercusp {
namespace {

constexpr std::uint32_t nothing_across = ~0U;

}  // namespace

Insertion::Insertion(const std::vector<Eigen::Vector3d>& vertices, std::vector<Face> faces)
    : vertices_(vertices), faces_(std::move(faces)), changed_(faces_.size(), 0) {
  across_.assign(faces_.size(), {nothing_across, nothing_across, nothing_across});
  for_each_edge(vertices_.size(), faces_, [&](std::uint32_t, std::uint32_t, std::span<const EdgeSide> sides) {
    if (sides.size() != 2) return;
    across_[sides[0].face][sides[0].corner] = sides[1].face;
    across_[sides[1].face][sides[1].corner] = sides[0].face;
  });
}

bool Insertion::put(std::uint32_t vertex, std::uint32_t face) {
  if (changed_[face] != 0) return false;
  const auto [a, b, c] = faces_[face];
  switch (closest_on_triangle(vertices_[vertex], vertices_[a], vertices_[b], vertices_[c]).part) {
    case TrianglePart::face:
      change(face, {a, b, vertex});
      faces_.insert(faces_.end(), {{b, c, vertex}, {c, a, vertex}});
      return true;
    case TrianglePart::edge_ab:
      return split(vertex, face, 0);
    case TrianglePart::edge_bc:
      return split(vertex, face, 1);
    case TrianglePart::edge_ca:
      return split(vertex, face, 2);
    default:
      return false;
  }
}

std::vector<std::uint32_t> Insertion::changed() const {
  std::vector<std::uint32_t> numbers;
  for (std::uint32_t face = 0; face < faces_.size(); ++face)
    if (face >= changed_.size() || changed_[face] != 0) numbers.push_back(face);
  return numbers;
}

void Insertion::change(std::uint32_t face, const Face& to) {
  faces_[face] = to;
  changed_[face] = 1;
}

bool Insertion::split(std::uint32_t vertex, std::uint32_t face, std::size_t corner) {
  const std::uint32_t other = across_[face][corner];
  if (other == nothing_across || changed_[other] != 0) return false;
  const Face& beyond = faces_[other];
  for (std::size_t there = 0; there < 3; ++there) {
    if (beyond[there] != faces_[face][(corner + 1) % 3] || beyond[(there + 1) % 3] != faces_[face][corner])
      continue;
    halve(vertex, face, corner);
    halve(vertex, other, there);
    return true;
  }
  return false;
}

void Insertion::halve(std::uint32_t vertex, std::uint32_t face, std::size_t corner) {
  const Face whole = faces_[face];
  const std::uint32_t from = whole[corner], to = whole[(corner + 1) % 3], third = whole[(corner + 2) % 3];
  change(face, {from, vertex, third});
  faces_.push_back({vertex, to, third});
}

}  // namespace intercusp
