// Evaluates pixels' lines from the two layers that face each other. Each kind of array has its own loop over
// some pixels at a time, so that each becomes SIMD and intermediate values stay in the nearest cache.
//
// Let U be the first interval of the line inside the upper, L the last inside the lower, and e the end of L.
//  - If U starts after e, all of the lower lies below all of the upper. There is one gap, from e to U.
//  - If U starts before e and ends after it, and the line enters the lower nowhere between U's start and e, then the
//    line is inside the lower throughout. Other intervals of the lower lie below U, and other intervals of the upper
//    above L. There is one overlap, from U's start to e.
//  - Otherwise only the lists of all layers decide. They also decide at a last exit through a sheet (sheet_bit),
//    unless the line enters the lower well below it.
#include "occlusion/engines/zlist/kernels/isa.h"

namespace intercusp::zlist::INTERCUSP_ISA {
namespace {

constexpr int chunk = chunk_columns;

//! Number of pixels in a chunk, as a constant that loops know at compile time.
struct WholeChunk {
  constexpr operator int() const { return chunk; }
};

//! These enumerators repeat those of clearance_map.h, which this file must not include. zlist_engine.cpp
//! asserts that they agree.
enum : std::uint8_t { coverage_none = 0, upper_only = 1, lower_only = 2, both_jaws = 3 };
enum : std::uint8_t { outside = 0, free_state = 1, interfering = 2, not_anatomy = 3 };
enum : std::uint8_t { stage_none = 0, stage_layers = 3 };

//! Intermediate values of the loops over one chunk.
struct alignas(64) Chunk {
  //! Flags of a pixel.
  enum : std::int32_t { upper = 1, lower = 2, counted = 4, meets = 8, open = 16, sheet = 32 };
  std::int32_t flags[chunk], lower_face[chunk];
  float gap[chunk];
  std::uint8_t narrow_flags[chunk];
};

//! Decides the pixels as if none were open.
template <class Count>
void decide(const RowLayers& layers, const CompareLimits& limits, int first, Count count, Chunk& c) {
  for (int i = 0; i < count; ++i) {
    const std::uint64_t key = layers.lower_exit[first + i];
    const float exit = depth_of_key(key);
    const std::int32_t lower_face = face_of_key(key);
    const std::int32_t upper_face = layers.upper_face[first + i];
    // Flags are integers of the same width as other values, so that the loop becomes SIMD.
    const std::int32_t upper = upper_face >= 0;
    const std::int32_t lower = key != 0;
    const float gap = layers.upper_start[first + i] - exit;
    const std::int32_t meets = gap < -limits.tolerance_mm;
    const std::int32_t sheet = sheet_of_key(key);
    const std::int32_t counted =
        upper & lower & (lower_face < limits.lower_anatomy_faces) & (upper_face < limits.upper_anatomy_faces);
    c.flags[i] = upper * Chunk::upper | lower * Chunk::lower | counted * Chunk::counted |
                 meets * Chunk::meets | sheet * Chunk::sheet;
    c.lower_face[i] = lower_face;
    c.gap[i] = gap;
  }
}

//! Finds the open pixels of a chunk that has an overlap or a sheet. Other chunks have none.
template <class Count>
void find_open(const RowLayers& layers, int first, Count count, Chunk& c) {
  for (int i = 0; i < count; ++i) {
    const std::int32_t flags = c.flags[i];
    const float exit = depth_of_key(layers.lower_exit[first + i]);
    const float limit = layers.lower_entering_limit[(first + i) >> layers.limit_shift];
    const std::int32_t upper = flags & Chunk::upper, lower = flags / Chunk::lower & 1;
    const std::int32_t meets = flags / Chunk::meets & 1, sheet = flags / Chunk::sheet & 1;
    const std::int32_t one_overlap =
        (layers.upper_end[first + i] >= exit) & (limit <= layers.upper_start[first + i]);
    const std::int32_t may_enclose_nothing = sheet & (limit >= exit - shortest_interval_mm);
    const std::int32_t open = lower & (may_enclose_nothing | (upper & meets & (one_overlap ^ 1)));
    c.flags[i] = (flags & ~(open * Chunk::counted)) | open * Chunk::open;
  }
}

//! The flags that all pixels of a chunk have, and those that any has.
struct Flags {
  std::int32_t all, any;
};
template <class Count>
Flags flags_of(const Chunk& c, Count count) {
  Flags flags{-1, 0};
  for (int i = 0; i < count; ++i) {
    flags.all &= c.flags[i];
    flags.any |= c.flags[i];
  }
  return flags;
}

ChunkHolds holds(const Flags& flags) {
  if ((flags.any & Chunk::lower) == 0) return without_lower;
  if ((flags.any & (Chunk::meets | Chunk::open)) != 0) return anything;
  return (flags.all & Chunk::counted) != 0 ? facing_jaws : no_meeting;
}

template <class Count>
void write_clearances(const RowOfMap& map, int first, Count count, const Chunk& c) {
  const float nothing = __builtin_nanf("");
  float* __restrict clearance = map.clearance_mm + first;
  std::int32_t* __restrict lower_face = map.lower_face + first;
  for (int i = 0; i < count; ++i) {
    const bool counted = (c.flags[i] & Chunk::counted) != 0;
    clearance[i] = counted ? c.gap[i] : nothing;
    lower_face[i] = counted ? c.lower_face[i] : -1;
  }
}

template <class Count>
void write_upper_faces(const RowLayers& layers, const RowOfMap& map, int first, Count count, const Chunk& c) {
  std::int32_t* __restrict upper_face = map.upper_face + first;
  for (int i = 0; i < count; ++i) {
    // Read unconditionally, so that this becomes SIMD.
    const std::int32_t face = layers.upper_face[first + i];
    upper_face[i] = (c.flags[i] & Chunk::counted) != 0 ? face : -1;
  }
}

template <class Count>
void write_states(const RowOfMap& map, int first, Count count, Chunk& c) {
  for (int i = 0; i < count; ++i) c.narrow_flags[i] = static_cast<std::uint8_t>(c.flags[i]);
  std::uint8_t* __restrict coverage = map.coverage + first;
  std::uint8_t* __restrict state = map.state + first;
  std::uint8_t* __restrict resolved_by = map.resolved_by + first;
  std::uint8_t* __restrict valued_by = map.valued_by + first;
  for (int i = 0; i < count; ++i) {
    const std::uint8_t flags = c.narrow_flags[i];
    const std::uint8_t covered = flags & both_jaws;
    const std::uint8_t counted = (flags & Chunk::counted) != 0;
    const std::uint8_t decided =
        (flags & Chunk::meets) != 0 ? std::uint8_t{interfering} : std::uint8_t{free_state};
    coverage[i] = covered;
    const std::uint8_t judged = counted != 0 ? decided : std::uint8_t{not_anatomy};
    state[i] = covered == both_jaws ? judged : std::uint8_t{outside};
    resolved_by[i] = covered == both_jaws ? std::uint8_t{stage_layers} : std::uint8_t{stage_none};
    valued_by[i] = counted != 0 ? std::uint8_t{stage_layers} : std::uint8_t{stage_none};
  }
}

template <class Count>
void write_meetings(const RowOfMap& map, int first, Count count, const Chunk& c) {
  float* __restrict overlap = map.overlap_mm + first;
  std::uint8_t* __restrict open = map.open + first;
  constexpr std::int32_t overlaps = Chunk::counted | Chunk::meets;
  for (int i = 0; i < count; ++i) {
    overlap[i] = (c.flags[i] & overlaps) == overlaps ? -c.gap[i] : 0.0F;
  }
  for (int i = 0; i < count; ++i) open[i] = (c.narrow_flags[i] & Chunk::open) != 0;
}

template <class Count>
bool any_lower(const RowLayers& layers, int first, Count count) {
  std::uint64_t any = 0;
  for (int i = 0; i < count; ++i) any |= layers.lower_exit[first + i];
  return any != 0;
}

//! \return whether any of its pixels is open
template <class Count>
bool compare_chunk(const RowLayers& layers, const CompareLimits& limits, const RowOfMap& map, int first,
                   Count count) {
  const bool lower = any_lower(layers, first, count);
  std::uint8_t& held = map.held[first / chunk];
  if (!lower && held == without_lower) return false;
  Chunk c;
  decide(layers, limits, first, count, c);
  Flags flags = flags_of(c, count);
  if ((flags.any & (Chunk::meets | Chunk::sheet)) != 0) {
    find_open(layers, first, count, c);
    flags = flags_of(c, count);
  }
  const ChunkHolds now = holds(flags);
  write_clearances(map, first, count, c);
  if (held != facing_jaws || now != facing_jaws) {
    write_upper_faces(layers, map, first, count, c);
    write_states(map, first, count, c);
    if (held == anything || now == anything) write_meetings(map, first, count, c);
  }
  held = now;
  return (flags.any & Chunk::open) != 0;
}

}  // namespace

bool compare_row(const RowLayers& layers, const CompareLimits& limits, const RowOfMap& map) {
  static_assert(int{Chunk::upper} == int{upper_only} && int{Chunk::lower} == int{lower_only});
  bool any_open = false;
  int first = 0;
  for (; first + chunk <= layers.count; first += chunk)
    any_open |= compare_chunk(layers, limits, map, first, WholeChunk());
  if (first < layers.count) any_open |= compare_chunk(layers, limits, map, first, layers.count - first);
  return any_open;
}

}  // namespace intercusp::zlist::INTERCUSP_ISA
