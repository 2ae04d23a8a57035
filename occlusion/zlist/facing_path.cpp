#include "occlusion/zlist/facing_path.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <optional>

#include "occlusion/zlist/kernels/depth_key.h"
#include "occlusion/zlist/kernels/kernels.h"
#include "occlusion/zlist/wanted_tiles.h"

namespace intercusp::zlist {
namespace {

// The kernels write these as numbers.
static_assert(static_cast<int>(Coverage::none) == 0 && static_cast<int>(Coverage::upper_only) == 1 &&
              static_cast<int>(Coverage::lower_only) == 2 && static_cast<int>(Coverage::both) == 3);
static_assert(static_cast<int>(PixelState::outside) == 0 && static_cast<int>(PixelState::free) == 1 &&
              static_cast<int>(PixelState::interfering) == 2 &&
              static_cast<int>(PixelState::not_anatomy) == 3);
static_assert(static_cast<int>(Stage::none) == 0 && static_cast<int>(Stage::layers) == 3);

template <class T>
std::uint8_t* bytes(std::vector<T>& values, std::size_t first) {
  return reinterpret_cast<std::uint8_t*>(values.data() + first);
}

RowOfMap row_of(ClearanceMap& map, std::size_t first, std::uint8_t* open) {
  return {.clearance_mm = map.clearance_mm.data() + first,
          .overlap_mm = map.overlap_mm.data() + first,
          .upper_face = map.upper_face.data() + first,
          .lower_face = map.lower_face.data() + first,
          .coverage = bytes(map.coverage, first),
          .state = bytes(map.state, first),
          .resolved_by = bytes(map.resolved_by, first),
          .valued_by = bytes(map.valued_by, first),
          .open = open};
}

//! Which entries are 1. Eight at a time: few are.
void find_open(const std::vector<std::uint8_t>& open, std::vector<std::uint32_t>& pixels) {
  pixels.clear();
  for (std::size_t first = 0; first < open.size(); first += 8) {
    const std::size_t end = std::min(first + 8, open.size());
    std::uint64_t word = 0;
    std::memcpy(&word, open.data() + first, end - first);
    if (word == 0) continue;
    for (std::size_t pixel = first; pixel < end; ++pixel) {
      if (open[pixel] != 0) pixels.push_back(static_cast<std::uint32_t>(pixel));
    }
  }
}

//! What is known of one pixel.
struct FacingLayers {
  float upper_start, upper_end;
  std::int32_t upper_face;
  std::uint64_t lower_exit;
  float last_entry;  //!< into the lower, where that is above upper_start or just below the exit
};

//! As compare_row.cpp, for one pixel whose last entry is known; nothing where only lists tell.
std::optional<PixelResult> compare_facing(const FacingLayers& pixel, const ColumnRules& rules) {
  const float exit = depth_of_key(pixel.lower_exit);
  const bool encloses = !sheet_of_key(pixel.lower_exit) || pixel.last_entry < exit - shortest_interval_mm;
  const bool upper = pixel.upper_face != no_face;
  const float gap = pixel.upper_start - exit;
  const bool meets = gap < -static_cast<float>(rules.depth_tolerance_mm);
  const bool one_overlap = pixel.upper_end >= exit && pixel.last_entry <= pixel.upper_start;
  if (!encloses || (upper && meets && !one_overlap)) return std::nullopt;
  PixelResult result{.coverage = upper ? Coverage::both : Coverage::lower_only};
  if (!upper) return result;
  const std::int32_t lower_face = face_of_key(pixel.lower_exit);
  const bool counted = static_cast<std::size_t>(pixel.upper_face) < rules.upper_anatomy_faces &&
                       static_cast<std::size_t>(lower_face) < rules.lower_anatomy_faces;
  result.state = !counted ? PixelState::not_anatomy : meets ? PixelState::interfering : PixelState::free;
  if (!counted) return result;
  result.clearance_mm = gap;
  result.overlap_mm = meets ? -gap : 0;
  result.upper_face = pixel.upper_face;
  result.lower_face = lower_face;
  return result;
}

}  // namespace

FirstStretch first_stretch(const IntervalLists& upper, const PosedMesh& mesh) {
  constexpr float infinity = std::numeric_limits<float>::infinity();
  const std::size_t size = mesh.grid().size();
  FirstStretch first{.start = std::vector<float>(size, infinity),
                     .end = std::vector<float>(size, -infinity),
                     .face = std::vector<std::int32_t>(size, no_face)};
  tbb::parallel_for(0, mesh.band_count(), [&](int band) {
    const std::size_t first_pixel = mesh.first_pixel(band);
    for (std::size_t pixel = 0; pixel < mesh.pixels(band); ++pixel) {
      const std::span<const Interval> intervals = upper.at(band, pixel);
      if (intervals.empty()) continue;
      first.start[first_pixel + pixel] = intervals.front().start;
      first.end[first_pixel + pixel] = intervals.front().end;
      first.face[first_pixel + pixel] = intervals.front().start_face;
    }
  });
  return first;
}

void FacingPath::run(const PosedMesh& lower, const IntervalLists& upper_intervals, const FirstStretch& upper,
                     const ColumnRules& rules, ClearanceMap& map) {
  bands_.resize(static_cast<std::size_t>(lower.band_count()));
  tbb::parallel_for(0, lower.band_count(), [&](int index) {
    draw_and_compare(lower, index, upper, rules, map);
    const Band& band = bands_[static_cast<std::size_t>(index)];
    if (band.any_open) settle_by_entries(lower, index, upper, rules, map);
    if (band.any_open) settle_by_lists(lower, index, upper_intervals, rules, map);
  });
}

void FacingPath::draw_and_compare(const PosedMesh& lower, int index, const FirstStretch& upper,
                                  const ColumnRules& rules, ClearanceMap& map) {
  Band& band = bands_[static_cast<std::size_t>(index)];
  band.lower_exits.assign(lower.pixels(index), 0);
  lower.keep_last_exits(index, band.lower_exits.data());
  lower.find_entering_limits(index, band.entering_limits);

  const auto width = static_cast<std::size_t>(lower.grid().width);
  const std::size_t first_pixel = lower.first_pixel(index);
  if (band.lists_were_made) {  // in the last pose, and intervals counted
    std::fill_n(map.upper_intervals.begin() + static_cast<std::ptrdiff_t>(first_pixel), lower.pixels(index),
                0);
    std::fill_n(map.lower_intervals.begin() + static_cast<std::ptrdiff_t>(first_pixel), lower.pixels(index),
                0);
  }
  band.open.resize(lower.pixels(index));
  band.lists_were_made = band.any_open = false;
  for (int row = lower.first_row(index); row < lower.end_row(index); ++row) {
    const auto row_in_band = static_cast<std::size_t>(row - lower.first_row(index));
    const std::size_t in_band = row_in_band * width;
    const std::size_t first = first_pixel + in_band;
    band.any_open |= kernels().compare_row(
        {.upper_start = upper.start.data() + first,
         .upper_end = upper.end.data() + first,
         .upper_face = upper.face.data() + first,
         .lower_exit = band.lower_exits.data() + in_band,
         .lower_entering_limit = band.entering_limits.data() + row_in_band / tile_rows * lower.tiles_across(),
         .count = lower.grid().width},
        {.tolerance_mm = static_cast<float>(rules.depth_tolerance_mm),
         .upper_anatomy_faces = static_cast<std::int32_t>(rules.upper_anatomy_faces),
         .lower_anatomy_faces = static_cast<std::int32_t>(rules.lower_anatomy_faces)},
        row_of(map, first, band.open.data() + in_band));
  }
}

//! The last entry tells what the limits of tiles left open: see compare_row.cpp.
void FacingPath::settle_by_entries(const PosedMesh& lower, int index, const FirstStretch& upper,
                                   const ColumnRules& rules, ClearanceMap& map) {
  Band& band = bands_[static_cast<std::size_t>(index)];
  const std::size_t first_pixel = lower.first_pixel(index);
  find_open(band.open, band.open_pixels);
  // Entries matter above where the upper starts, or from just below where the lower ends.
  float lowest = std::numeric_limits<float>::infinity();
  for (const std::uint32_t pixel : band.open_pixels) {
    const float exit = depth_of_key(band.lower_exits[pixel]);
    lowest = std::min({lowest, upper.start[first_pixel + pixel], exit - shortest_interval_mm});
  }
  band.lower_entries.assign(lower.pixels(index), 0);
  const WantedTiles tiles(band.open_pixels, lower.grid().width);
  lower.keep_last_entries(
      index, lowest, [&](PixelExtent columns, PixelExtent rows) { return tiles.any_in(columns, rows); },
      band.lower_entries.data());

  const auto settle = [&](std::uint32_t pixel) {
    const std::uint64_t entry = band.lower_entries[pixel];
    const std::optional<PixelResult> result = compare_facing(
        {.upper_start = upper.start[first_pixel + pixel],
         .upper_end = upper.end[first_pixel + pixel],
         .upper_face = upper.face[first_pixel + pixel],
         .lower_exit = band.lower_exits[pixel],
         .last_entry = entry == 0 ? -std::numeric_limits<float>::infinity() : depth_of_key(entry)},
        rules);
    if (!result) return false;
    band.open[pixel] = 0;
    set_pixel(map, first_pixel + pixel, *result, Stage::layers);
    return true;
  };
  std::erase_if(band.open_pixels, settle);
  band.any_open = !band.open_pixels.empty();
}

void FacingPath::settle_by_lists(const PosedMesh& lower, int index, const IntervalLists& upper_intervals,
                                 const ColumnRules& rules, ClearanceMap& map) {
  Band& band = bands_[static_cast<std::size_t>(index)];
  band.lists_were_made = true;
  band.lists.make(lower, index, band.open, band.open_pixels);
  const std::size_t first_pixel = lower.first_pixel(index);
  for (const std::uint32_t pixel : band.open_pixels) {
    find_intervals(band.lists.at(pixel), band.intervals);
    set_pixel(map, first_pixel + pixel,
              compare_intervals(upper_intervals.at(index, pixel), band.intervals, rules), Stage::layers);
  }
}

}  // namespace intercusp::zlist
