// Finds the faces of a placed cluster that may cover a centre, and sorts them by size.
//
// Internal to draw_faces.cpp.
#pragma once

#include "occlusion/engines/zlist/kernels/cells.h"
#include "occlusion/engines/zlist/kernels/isa.h"
#include "occlusion/engines/zlist/kernels/placed_vertices.h"

namespace intercusp::zlist::INTERCUSP_ISA {
namespace {

//! Which faces to draw.
enum Facings : unsigned { entering = 1, leaving = 2, both_facings = 3 };

//! y grows downwards: a left edge runs up, a top edge to the right. They own the centres on them; the other edges are
//! moved inwards by one.
template <class T>
inline T edge_bias(T dx, T dy) {
  return ((dy < 0) | ((dy == 0) & (dx > 0))) ? T{0} : T{1};
}

//! Faces by size of box.
struct alignas(64) SortedFaces {
  static constexpr int large = small_sizes;
  int count[small_sizes + 1] = {};
  PackedFace faces[small_sizes + 1][cluster_faces + padded_faces];  // more are written than are kept
};

//! Centres that a face may cover: columns of the map, rows of the band.
struct Box {
  std::int32_t column, row, end_column, end_row;
};
//! A face owns no centre on its right or bottom side, so it covers none outside [least, greatest) of the
//! first centres at or after its corners.
inline Box box_of(Place a, Place b, Place c, const BandView& band) {
  return {first_centre(least(least(a.x, b.x), c.x), band.shift),
          first_centre(least(least(a.y, b.y), c.y), band.shift) - band.first_row,
          first_centre(most(most(a.x, b.x), c.x), band.shift),
          first_centre(most(most(a.y, b.y), c.y), band.shift) - band.first_row};
}
inline Box clipped(const Box& box, const BandView& band) {
  return {most(box.column, 0), most(box.row, 0), least(box.end_column, band.width),
          least(box.end_row, band.end_row - band.first_row)};
}

//! Like find_sizes, for a cluster with too many cells for it.
void find_sizes_of_boxes(const ClusterView& cluster, const BandView& band, const PlacedVertices& placed,
                         std::uint8_t* sizes) {
  for (int face = 0; face < cluster.face_count; ++face) {
    const PackedFace packed = cluster.corners[face];
    const auto place = [&](int corner) { return placed.vertex[corner_of(packed, corner)].place; };
    const Box box = box_of(place(0), place(1), place(2), band);
    const Box seen = clipped(box, band);
    const bool any = (seen.column < seen.end_column) & (seen.row < seen.end_row);
    const std::int32_t size = most(box.end_column - box.column, box.end_row - box.row);
    sizes[face] = static_cast<std::uint8_t>(any ? least(size, most_cells) : 0);
  }
}

//! Drops the faces whose boxes hold no centre of the band.
void sort_by_size(const ClusterView& cluster, const BandView& band, const PlacedVertices& placed,
                  SortedFaces& sorted) {
  // A box of n centres spans less than n + 1 pixels.
  const std::int32_t exact = small_extent >> band.shift;
  const std::int32_t largest_small = exact - 1 < small_sizes ? exact - 1 : small_sizes;
  alignas(64) std::uint8_t all_sizes[cluster_faces] = {};
  if (placed.few_cells) {
    find_sizes(cluster, placed.cells, placed.window, all_sizes);
  } else {
    find_sizes_of_boxes(cluster, band, placed, all_sizes);
  }
  for (int base = 0; base < cluster.face_count; base += many) {
    const std::uint8_t* sizes = all_sizes + base;
    const auto keep = [&](std::uint32_t chosen, int list) {
      PackedFace* kept = sorted.faces[list];
      int count = sorted.count[list];
      for (int first = base; first < base + many && first < cluster.face_count; first += lanes) {
        const std::uint32_t some = chosen & lane_bits;
        write_chosen(some, load(cluster.corners + first), kept + count);
        count += bits_set(some);
        chosen >>= lanes;
      }
      sorted.count[list] = count;
    };
    std::uint32_t left = bits_above(sizes, 0);
    for (int size = 1; left != 0; ++size) {
      const std::uint32_t larger = size > largest_small ? 0 : bits_above(sizes, size);
      keep(left & ~larger, size > largest_small ? SortedFaces::large : size - 1);
      left = larger;
    }
  }
}

//! A bit for each of `lanes` small faces through which lines leave or enter, as `facing` says. Twice the projected area
//! of a face is positive if the outward normal has a positive depth component: there the line leaves. The area may wrap
//! in unused lanes.
inline std::uint32_t bits_facing(const PackedFace* faces, const PlacedVertices& placed, Facings facing) {
  const Corners a = fetch_corners(faces, 0, placed), b = fetch_corners(faces, 1, placed),
                c = fetch_corners(faces, 2, placed);
  const auto difference = [](const Ints& to, const Ints& from) {
    return reinterpret_cast<Bits>(to) - reinterpret_cast<Bits>(from);
  };
  const Bits twice_area =
      difference(b.x, a.x) * difference(c.y, a.y) - difference(b.y, a.y) * difference(c.x, a.x);
  const Ints area = reinterpret_cast<Ints>(twice_area);
  return top_bits(facing == leaving ? area > 0 : area < 0);
}

//! Drops the small faces that are not to be drawn.
void drop_facing_away(const PlacedVertices& placed, Facings facing, SortedFaces& sorted) {
  for (int size = 0; size < small_sizes; ++size) {
    PackedFace* faces = sorted.faces[size];
    const int count = sorted.count[size];
    int kept = 0;
    for (int first = 0; first < count; first += lanes) {
      const std::uint32_t there = count - first < lanes ? (1U << (count - first)) - 1 : ~0U;
      const std::uint32_t chosen = bits_facing(faces + first, placed, facing) & there & lane_bits;
      write_chosen(chosen, load(faces + first), faces + kept);
      kept += bits_set(chosen);
    }
    sorted.count[size] = kept;
  }
}

//! If the last faces of one size and those of the next fit together, they are drawn together.
void fill_lanes(SortedFaces& sorted) {
  for (int size = 0; size + 1 < small_sizes; ++size) {
    const int rest = sorted.count[size] % lanes, next = sorted.count[size + 1] % lanes;
    if (rest == 0 || next == 0 || rest + next > lanes) continue;
    sorted.count[size] -= rest;
    const PackedFace* from = sorted.faces[size] + sorted.count[size];
    PackedFace* to = sorted.faces[size + 1] + sorted.count[size + 1];
    for (int lane = 0; lane < lanes; ++lane) to[lane] = from[lane];  // more than the rest, in one move
    sorted.count[size + 1] += rest;
  }
}

}  // namespace
}  // namespace intercusp::zlist::INTERCUSP_ISA
