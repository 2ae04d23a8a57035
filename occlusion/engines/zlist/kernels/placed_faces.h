// Places the vertices of a cluster over a band of the map, finds the faces that may cover a centre, and
// sorts them by size.
//
// Internal to draw_faces.cpp.
#pragma once

#include "occlusion/engines/zlist/kernels/cells.h"
#include "occlusion/engines/zlist/kernels/isa.h"

namespace intercusp::zlist::INTERCUSP_ISA {
namespace {

//! A position in snapped coordinates.
struct SnappedPlace {
  std::int32_t x, y;
};

//! As large as a register loads at once.
struct PlacedVertex {
  SnappedPlace place;
  float depth, again;  // equal; fills the register
};

struct alignas(64) PlacedVertices {
  PlacedVertex vertex[cluster_vertices];
  Cells cells;
  CellWindow window;  // in cells
  bool few_cells;     // if false, `cells` must not be used
};

//! The offset that first_centre adds before it truncates to a pixel.
inline std::int32_t up_to_centre(int shift) { return (1 << shift) - 1 - (1 << shift) / 2; }

//! First pixel whose centre is at or after a snapped coordinate; also for several coordinates.
template <class T>
inline T first_centre(const T& snapped, int shift) {
  return (snapped + up_to_centre(shift)) >> shift;
}

//! \return the origin of the cells, minus the offset to the next centre
inline SnappedPlace find_window(const ClusterView& cluster, const BandView& band, CellWindow& window) {
  const double x = cluster.x[0], y = cluster.y[0], z = cluster.z[0];
  const auto first_cell = [&](const double(&row)[4]) {
    const std::int64_t snapped = rounded_bits(row[0] * x + row[1] * y + row[2] * z + row[3]);
    return first_centre(static_cast<std::int32_t>(snapped), band.shift) - middle_cell;
  };
  const std::int32_t first_column = first_cell(band.x), first_row = first_cell(band.y);
  const auto within = [](std::int32_t cell) { return clamp(cell, 0, most_cells); };
  window = {.column = within(-first_column),
            .row = within(band.first_row - first_row),
            .end_column = within(band.width - first_column),
            .end_row = within(band.end_row - first_row)};
  const std::int32_t round_up = up_to_centre(band.shift);
  return {(first_column << band.shift) - round_up, (first_row << band.shift) - round_up};
}

inline void store_vertices(const HalfInts& x, const HalfInts& y, const HalfFloats& depth,
                           PlacedVertex* vertices) {
#if defined(__AVX512F__)
  const __m512i of_first = _mm512_setr_epi32(0, 1, 16, 16, 2, 3, 17, 17, 4, 5, 18, 18, 6, 7, 19, 19);
  const __m512i of_next = _mm512_setr_epi32(8, 9, 20, 20, 10, 11, 21, 21, 12, 13, 22, 22, 14, 15, 23, 23);
  const auto wide = [](const HalfInts& numbers) {
    return _mm512_cvtepu32_epi64(reinterpret_cast<__m256i>(numbers));
  };
  const __m512i places = _mm512_or_si512(wide(x), _mm512_slli_epi64(wide(y), 32));
  const __m512i depths = _mm512_castps_si512(_mm512_castps256_ps512(depth));
  _mm512_store_si512(vertices, _mm512_permutex2var_epi32(places, of_first, depths));
  _mm512_store_si512(vertices + 4, _mm512_permutex2var_epi32(places, of_next, depths));
#elif defined(__AVX2__)
  const __m128i u = reinterpret_cast<__m128i>(x), v = reinterpret_cast<__m128i>(y);
  const __m128i places[2] = {_mm_unpacklo_epi32(u, v), _mm_unpackhi_epi32(u, v)};
  const __m128i depths[2] = {_mm_castps_si128(_mm_unpacklo_ps(depth, depth)),
                             _mm_castps_si128(_mm_unpackhi_ps(depth, depth))};
  auto* const to = reinterpret_cast<__m128i*>(vertices);
  for (int pair = 0; pair < 2; ++pair) {
    _mm_store_si128(to + 2 * pair, _mm_unpacklo_epi64(places[pair], depths[pair]));
    _mm_store_si128(to + 2 * pair + 1, _mm_unpackhi_epi64(places[pair], depths[pair]));
  }
#else
  for (int lane = 0; lane < half_lanes; ++lane) {
    vertices[lane] = {{x[lane], y[lane]}, depth[lane], depth[lane]};
  }
#endif
}

//! Places the vertices and finds their cells.
void place_vertices(const ClusterView& cluster, const BandView& band, PlacedVertices& placed) {
  const SnappedPlace origin = find_window(cluster, band, placed.window);
  HalfInts order;
  for (int lane = 0; lane < half_lanes; ++lane) order[lane] = lane;
  HalfInts any = {};
  for (int i = 0; i < cluster.vertex_count; i += half_lanes) {
    const Doubles x = load_doubles(cluster.x + i), y = load_doubles(cluster.y + i),
                  z = load_doubles(cluster.z + i);
    const auto of_row = [&](const double(&row)[4]) { return row[0] * x + row[1] * y + row[2] * z + row[3]; };
    const HalfInts u = rounded(of_row(band.x)), v = rounded(of_row(band.y));
    store_vertices(u, v, to_floats(of_row(band.depth)), placed.vertex + i);
    const HalfInts columns = (u - origin.x) >> band.shift, rows = (v - origin.y) >> band.shift;
    placed.cells.set(i, columns, rows);
    any |= (columns | rows) & (order < cluster.vertex_count - i);  // true is -1
  }
  std::int32_t beyond = 0;
  for (int lane = 0; lane < half_lanes; ++lane) beyond |= any[lane];
  placed.few_cells = (beyond & ~most_cells) == 0;
}

//! One corner each of several faces.
struct Corners {
  Ints x, y;
  Floats depth;
};

//! \param corner 0 to 2, of each of `lanes` faces
inline Corners fetch_corners(const PackedFace* faces, int corner, const PlacedVertices& placed) {
  std::uint8_t vertices[4 * lanes];
  __builtin_memcpy(vertices, faces, sizeof vertices);
#ifdef __AVX2__
  // Replaces gathers, which fetch number by number: loads whole vertices and transposes four
  // per 128-bit lane.
  const auto at = [&](int lane) {
    return _mm_load_si128(reinterpret_cast<const __m128i*>(placed.vertex + vertices[4 * lane + corner]));
  };
#endif
#if defined(__AVX512F__)
  const auto four_at = [&](int lane) {  // corners of this face and every fourth after it
    __m512i four = _mm512_castsi128_si512(at(lane));
    four = _mm512_inserti32x4(four, at(lane + 4), 1);
    four = _mm512_inserti32x4(four, at(lane + 8), 2);
    return _mm512_inserti32x4(four, at(lane + 12), 3);
  };
  const __m512i v0 = four_at(0), v1 = four_at(1), v2 = four_at(2), v3 = four_at(3);
  const __m512i places = _mm512_unpacklo_epi32(v0, v1), next_places = _mm512_unpacklo_epi32(v2, v3);
  const __m512i depths = _mm512_unpackhi_epi32(v0, v1), next_depths = _mm512_unpackhi_epi32(v2, v3);
  return {reinterpret_cast<Ints>(_mm512_unpacklo_epi64(places, next_places)),
          reinterpret_cast<Ints>(_mm512_unpackhi_epi64(places, next_places)),
          reinterpret_cast<Floats>(_mm512_unpacklo_epi64(depths, next_depths))};
#elif defined(__AVX2__)
  const auto pair_at = [&](int lane) {  // corners of this face and the fourth after it
    return _mm256_inserti128_si256(_mm256_castsi128_si256(at(lane)), at(lane + 4), 1);
  };
  const __m256i v0 = pair_at(0), v1 = pair_at(1), v2 = pair_at(2), v3 = pair_at(3);
  const __m256i places = _mm256_unpacklo_epi32(v0, v1), next_places = _mm256_unpacklo_epi32(v2, v3);
  const __m256i depths = _mm256_unpackhi_epi32(v0, v1), next_depths = _mm256_unpackhi_epi32(v2, v3);
  return {reinterpret_cast<Ints>(_mm256_unpacklo_epi64(places, next_places)),
          reinterpret_cast<Ints>(_mm256_unpackhi_epi64(places, next_places)),
          reinterpret_cast<Floats>(_mm256_unpacklo_epi64(depths, next_depths))};
#else
  Corners corners;
  for (int lane = 0; lane < lanes; ++lane) {
    const PlacedVertex& vertex = placed.vertex[vertices[4 * lane + corner]];
    corners.x[lane] = vertex.place.x;
    corners.y[lane] = vertex.place.y;
    corners.depth[lane] = vertex.depth;
  }
  return corners;
#endif
}

//! Which faces to draw.
enum Facings : unsigned { entering = 1, leaving = 2, both_facings = 3 };

//! y grows downwards, so a left edge runs up and a top edge runs to the right. These edges own the centres on
//! them; all other edges are moved inwards by one.
template <class T>
inline T edge_bias(T dx, T dy) {
  return ((dy < 0) | ((dy == 0) & (dx > 0))) ? T{0} : T{1};
}

//! Faces sorted by the size of their boxes.
struct alignas(64) SortedFaces {
  static constexpr int large = small_sizes;
  int count[small_sizes + 1] = {};
  PackedFace faces[small_sizes + 1][cluster_faces + padded_faces];  // more are written than are kept
};

//! The centres that a face may cover: columns of the map, rows of the band.
struct Box {
  std::int32_t column, row, end_column, end_row;
};
//! A face owns no centre on its right or bottom side. So it covers none outside [least, greatest) of the
//! first centres at or after its corners.
inline Box box_of(SnappedPlace a, SnappedPlace b, SnappedPlace c, const BandView& band) {
  return {first_centre(least(least(a.x, b.x), c.x), band.shift),
          first_centre(least(least(a.y, b.y), c.y), band.shift) - band.first_row,
          first_centre(most(most(a.x, b.x), c.x), band.shift),
          first_centre(most(most(a.y, b.y), c.y), band.shift) - band.first_row};
}
inline Box clipped(const Box& box, const BandView& band) {
  return {most(box.column, 0), most(box.row, 0), least(box.end_column, band.width),
          least(box.end_row, band.end_row - band.first_row)};
}

//! Like find_sizes, for a cluster that spans too many cells.
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

//! Drops the faces whose boxes contain no centre of the band, and sorts the others.
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

//! One bit for each of `lanes` small faces through which lines leave or enter, as `facing` says. If twice the
//! projected area of a face is positive, its outward normal has a positive depth component, and lines leave
//! there. The area may overflow in unused lanes.
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

//! Drops the small faces that need not be drawn.
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

//! Draws the last faces of one size together with those of the next size if both fit into the lanes.
void fill_lanes(SortedFaces& sorted) {
  for (int size = 0; size + 1 < small_sizes; ++size) {
    const int rest = sorted.count[size] % lanes, next = sorted.count[size + 1] % lanes;
    if (rest == 0 || next == 0 || rest + next > lanes) continue;
    sorted.count[size] -= rest;
    const PackedFace* from = sorted.faces[size] + sorted.count[size];
    PackedFace* to = sorted.faces[size + 1] + sorted.count[size + 1];
    // Moves all lanes at once, more than the rest.
    for (int lane = 0; lane < lanes; ++lane) to[lane] = from[lane];
    sorted.count[size + 1] += rest;
  }
}

}  // namespace
}  // namespace intercusp::zlist::INTERCUSP_ISA
