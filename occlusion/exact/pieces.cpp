#include "occlusion/exact/pieces.h"

#include <algorithm>
#include <atomic>

#include "occlusion/base/for_all.h"
#include "occlusion/exact/winding.h"
#include "occlusion/geometry/adjacency.h"
#include "occlusion/geometry/union_find.h"

namespace intercusp::exact {
namespace {

//! The piece of each face: an arbitrary number that faces of the same piece share.
using PieceOfFace = std::vector<std::uint32_t>;

PieceOfFace pieces_by_vertices(const Surface& surface) {
  UnionFind sets = joined_vertices(surface.vertices.size(), surface.faces);
  PieceOfFace pieces(surface.faces.size());
  for (std::size_t face = 0; face < pieces.size(); ++face) pieces[face] = sets.root(surface.faces[face][0]);
  return pieces;
}

PieceOfFace pieces_by_edges(const Surface& surface, const FaceMarks& marks) {
  UnionFind sets(surface.faces.size());
  const auto join = [&](std::uint32_t, std::uint32_t, std::span<const EdgeSide> sides) {
    for (std::size_t i = 1; i < sides.size(); ++i) {
      const std::uint32_t a = sides[i - 1].face, b = sides[i].face;
      if (!(marks.along_edge[a] && marks.along_edge[b])) sets.join(a, b);
    }
  };
  for_each_edge(surface.vertices.size(), surface.faces, join);
  PieceOfFace pieces(surface.faces.size());
  for (std::uint32_t face = 0; face < pieces.size(); ++face) pieces[face] = sets.root(face);
  return pieces;
}

struct Piece {
  bool crosses = false;
  bool anatomy = false;
  std::vector<std::uint32_t> faces;
};

std::vector<Piece> pieces_of(const Surface& surface, std::size_t anatomy_faces, const FaceMarks& marks) {
  // Vertices are faster, and equivalent unless the other jaw touches where only a vertex joins two faces.
  const bool touched = std::ranges::find(marks.touches, true) != marks.touches.end();
  const PieceOfFace numbers = touched ? pieces_by_edges(surface, marks) : pieces_by_vertices(surface);
  std::vector<Piece> pieces;
  std::vector<std::int64_t> place(std::max(surface.vertices.size(), surface.faces.size()), -1);
  for (std::uint32_t face = 0; face < numbers.size(); ++face) {
    std::int64_t& at = place[numbers[face]];
    if (at < 0) {
      at = static_cast<std::int64_t>(pieces.size());
      pieces.emplace_back();
    }
    Piece& piece = pieces[static_cast<std::size_t>(at)];
    piece.crosses = piece.crosses || marks.crosses[face];
    piece.anatomy = piece.anatomy || face < anatomy_faces;
    piece.faces.push_back(face);
  }
  return pieces;
}

//! A face that the other jaw touches from its front side, at points or along lines, is inside or outside it everywhere
//! else. Five points, no three on a line: a contact affects at most two of them by rounding.
bool is_inside(const Corners& corners, const Surface& other) {
  constexpr std::array<std::array<double, 3>, 5> weights = {
      {{0.34, 0.33, 0.33}, {0.61, 0.22, 0.17}, {0.19, 0.58, 0.23}, {0.15, 0.26, 0.59}, {0.42, 0.45, 0.13}}};
  int votes = 0;
  for (const auto& [a, b, c] : weights) {
    votes += side_of(other, a * corners[0] + b * corners[1] + c * corners[2]) == Side::inside;
  }
  return votes >= 3;
}

//! Decided by a vertex that touches nothing; if a piece has none, by the rounded middle of a face that is not flush
//! with one of the other's; if it has none either, the other jaw lies in front of the piece.
bool is_inside(const Piece& piece, const Surface& surface, const FaceMarks& marks,
               const std::vector<bool>& touched_vertices, const Surface& other) {
  for (const std::uint32_t face : piece.faces) {
    for (const std::uint32_t vertex : surface.faces[face]) {
      if (!touched_vertices[vertex]) return side_of(other, surface.vertices[vertex]) == Side::inside;
    }
  }
  for (const std::uint32_t face : piece.faces) {
    if (!marks.flush[face]) return is_inside(surface.corners(face), other);
  }
  return false;
}

}  // namespace

std::size_t pieces_inside(const Surface& surface, std::size_t anatomy_faces, const FaceMarks& marks,
                          const Surface& other) {
  std::vector<bool> touched_vertices(surface.vertices.size(), false);
  for (std::size_t face = 0; face < surface.faces.size(); ++face) {
    if (!marks.touches[face] && !marks.crosses[face]) continue;
    for (const std::uint32_t vertex : surface.faces[face]) touched_vertices[vertex] = true;
  }
  const std::vector<Piece> pieces = pieces_of(surface, anatomy_faces, marks);
  std::atomic<std::size_t> inside = 0;
  for_all(std::size_t{0}, pieces.size(), [&](std::size_t i) {
    const Piece& piece = pieces[i];
    if (piece.crosses || !piece.anatomy) return;
    if (is_inside(piece, surface, marks, touched_vertices, other)) ++inside;
  });
  return inside;
}

}  // namespace intercusp::exact
