#include "occlusion/engines/zlist/facing_path.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <span>

#include "occlusion/base/for_all.h"
#include "occlusion/engines/zlist/kernels/depth_key.h"
#include "occlusion/engines/zlist/kernels/kernels.h"

namespace intercusp::zlist {
namespace {

// The kernels write these enumerators as numbers.
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

//! Consecutive pixels of a row in a band.
struct PixelRun {
  int band;
  std::size_t first;  // number in the band
  int count;
  int row = 0, column = 0;  // position of the first pixel in the band
};

//! What is known of the lower at these pixels.
struct LowerLayers {
  const std::uint64_t* exits;
  const float* entering_limits;
  int limit_shift;
};

//! \param open,held as in RowOfMap
//! \return whether any pixel is open
bool compare(const FacingJaws& jaws, const PixelRun& pixels, const LowerLayers& lower, std::uint8_t* open,
             std::uint8_t* held, ClearanceMap& map) {
  const std::size_t first = jaws.lower.first_pixel(pixels.band) + pixels.first;
  return kernels().compare_row(
      {.upper_start = jaws.upper.start.data() + first,
       .upper_end = jaws.upper.end.data() + first,
       .upper_face = jaws.upper.face.data() + first,
       .lower_exit = lower.exits,
       .lower_entering_limit = lower.entering_limits,
       .limit_shift = lower.limit_shift,
       .count = pixels.count},
      {.tolerance_mm = static_cast<float>(jaws.rules.depth_tolerance_mm),
       .upper_anatomy_faces = static_cast<std::int32_t>(jaws.rules.upper_anatomy_faces),
       .lower_anatomy_faces = static_cast<std::int32_t>(jaws.rules.lower_anatomy_faces)},
      {.clearance_mm = map.clearance_mm.data() + first,
       .overlap_mm = map.overlap_mm.data() + first,
       .upper_face = map.upper_face.data() + first,
       .lower_face = map.lower_face.data() + first,
       .coverage = bytes(map.coverage, first),
       .state = bytes(map.state, first),
       .resolved_by = bytes(map.resolved_by, first),
       .valued_by = bytes(map.valued_by, first),
       .open = open,
       .held = held});
}

//! Appends the pixels of a row whose entries are 1. Tests eight at a time, because few are 1.
//! \param first number of the row's first pixel
void find_open(std::span<const std::uint8_t> open, std::size_t first, std::vector<std::uint32_t>& pixels) {
  const auto look_at = [&](std::size_t column) {
    if (open[column] != 0) pixels.push_back(static_cast<std::uint32_t>(first + column));
  };
  std::size_t column = 0;
  for (; column + 8 <= open.size(); column += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, open.data() + column, sizeof word);  // the constant size avoids a call
    if (word == 0) continue;
    for (std::size_t i = column; i < column + 8; ++i) look_at(i);
  }
  for (; column < open.size(); ++column) look_at(column);
}

//! The chunks of rows that contain the pixels, which are sorted.
std::vector<PixelRun> chunks_of(const std::vector<std::uint32_t>& pixels, int band, int width) {
  std::vector<PixelRun> chunks;
  const auto columns = static_cast<std::uint32_t>(width);
  for (const std::uint32_t pixel : pixels) {
    if (!chunks.empty() && pixel < chunks.back().first + static_cast<std::size_t>(chunks.back().count))
      continue;
    const std::uint32_t column = pixel % columns;
    const std::uint32_t first_column = column - column % chunk_columns;
    chunks.push_back(
        {.band = band,
         .first = pixel - column + first_column,
         .count = static_cast<int>(std::min<std::uint32_t>(chunk_columns, columns - first_column)),
         .row = static_cast<int>(pixel / columns),
         .column = static_cast<int>(first_column)});
  }
  return chunks;
}

//! Whether a rectangle touches a marked tile of a band.
bool any_marked(const std::vector<std::uint8_t>& tiles, std::size_t across, PixelExtent columns,
                PixelExtent rows) {
  const int last_row = (std::min(rows.end, band_rows) - 1) / tile_rows;
  for (int row = std::max(rows.begin, 0) / tile_rows; row <= last_row; ++row) {
    const auto begin = tiles.begin() + static_cast<std::ptrdiff_t>(static_cast<std::size_t>(row) * across);
    const auto end = begin + (columns.end - 1) / tile_columns + 1;
    if (std::find(begin + columns.begin / tile_columns, end, std::uint8_t{1}) != end) return true;
  }
  return false;
}

}  // namespace

FirstStretch first_stretch(const IntervalLists& upper, const PosedMesh& mesh) {
  constexpr float infinity = std::numeric_limits<float>::infinity();
  const std::size_t size = mesh.grid().size();
  FirstStretch first{.start = std::vector<float>(size, infinity),
                     .end = std::vector<float>(size, -infinity),
                     .face = std::vector<std::int32_t>(size, no_face),
                     .starts = {}};
  first.starts.assign(static_cast<std::size_t>(mesh.band_count()), WantedTiles(mesh.grid().width));
  for_all(0, mesh.band_count(), [&](int band) {
    const std::size_t first_pixel = mesh.first_pixel(band);
    WantedTiles& starts = first.starts[static_cast<std::size_t>(band)];
    for (std::size_t pixel = 0; pixel < mesh.pixels(band); ++pixel) {
      const std::span<const DepthInterval> intervals = upper.at(band, pixel);
      if (intervals.empty()) continue;
      first.start[first_pixel + pixel] = intervals.front().start;
      first.end[first_pixel + pixel] = intervals.front().end;
      first.face[first_pixel + pixel] = intervals.front().start_face;
      starts.add(static_cast<std::uint32_t>(pixel), intervals.front().start);
    }
  });
  return first;
}

void FacingPath::run(const FacingJaws& jaws, ClearanceMap& map) {
  bands_.resize(static_cast<std::size_t>(jaws.lower.band_count()));
  if (jaws.near) {
    map_near(jaws, jaws.near->within_mm, map);
    if (jaws.near->beside > 0) map_beside(jaws, map);
    return;
  }
  const auto everything = [](PixelExtent, PixelExtent, float) { return true; };
  for_all(0, jaws.lower.band_count(), [&](int index) { map_band(jaws, index, everything, map); });
}

//! Draws only clusters that may come within the requested distance of the upper.
void FacingPath::map_near(const FacingJaws& jaws, double within_mm, ClearanceMap& map) {
  const PosedMesh& lower = jaws.lower;
  for_all(0, lower.band_count(), [&](int index) {
    const WantedTiles& starts = jaws.upper.starts[static_cast<std::size_t>(index)];
    const auto is_near = [&](PixelExtent columns, PixelExtent rows, float highest) {
      const double reach = static_cast<double>(highest) + within_mm;
      return starts.any_in(columns, rows,
                           std::nextafter(static_cast<float>(reach), std::numeric_limits<float>::infinity()));
    };
    map_band(jaws, index, is_near, map);
  });
}

//! Finds the bands with such pixels and draws them again, this time with every cluster over one of them or
//! over a neighbouring pixel.
void FacingPath::map_beside(const FacingJaws& jaws, ClearanceMap& map) {
  const PosedMesh& lower = jaws.lower;
  for_all(0, lower.band_count(), [&](int index) { mark_near_tiles(jaws, index, map); });
  for_all(0, lower.band_count(), [&](int index) {
    const std::vector<std::uint8_t>& near_tiles = bands_[static_cast<std::size_t>(index)].near_tiles;
    if (near_tiles.empty()) return;
    const auto lies_over = [&](PixelExtent columns, PixelExtent rows, float) {
      return any_marked(near_tiles, lower.tiles_across(), columns, rows);
    };
    map_band(jaws, index, lies_over, map);
  });
}

void FacingPath::mark_near_tiles(const FacingJaws& jaws, int index, const ClearanceMap& map) {
  const PosedMesh& lower = jaws.lower;
  const double within_mm = jaws.near->within_mm;
  const int beside = jaws.near->beside;
  const PixelGrid& grid = lower.grid();
  const int first_row = lower.first_row(index), end_row = lower.end_row(index);
  const std::size_t across = lower.tiles_across();
  std::vector<std::uint8_t>& tiles = bands_[static_cast<std::size_t>(index)].near_tiles;
  tiles.clear();
  const auto mark = [&](int row, int column) {
    if (tiles.empty()) tiles.assign(across * (band_rows / tile_rows), 0);
    const int top = std::max(row - beside, first_row), bottom = std::min(row + beside, end_row - 1);
    const int left = std::max(column - beside, 0), right = std::min(column + beside, grid.width - 1);
    for (int r = (top - first_row) / tile_rows; r <= (bottom - first_row) / tile_rows; ++r) {
      for (int c = left / tile_columns; c <= right / tile_columns; ++c)
        tiles[static_cast<std::size_t>(r) * across + static_cast<std::size_t>(c)] = 1;
    }
  };
  const std::size_t chunks_across = lower.chunks_across();
  for (int row = std::max(first_row - beside, 0); row < std::min(end_row + beside, grid.height); ++row) {
    const std::uint8_t* const held = bands_[static_cast<std::size_t>(row / band_rows)].held.data() +
                                     static_cast<std::size_t>(row % band_rows) * chunks_across;
    for (std::size_t chunk = 0; chunk < chunks_across; ++chunk) {
      if (held[chunk] == without_lower) continue;
      const int begin = static_cast<int>(chunk) * chunk_columns;
      const int end = std::min(begin + chunk_columns, grid.width);
      const float* const clearance = map.clearance_mm.data() + grid.index(0, row);
      for (int column = begin; column < end; ++column) {
        if (static_cast<double>(clearance[column]) <= within_mm) mark(row, column);
      }
    }
  }
}

template <class Wanted>
void FacingPath::map_band(const FacingJaws& jaws, int index, const Wanted& wanted, ClearanceMap& map) {
  Layers& layers = layers_.local();
  draw_and_compare(jaws, index, wanted, layers, map);
  const Band& band = bands_[static_cast<std::size_t>(index)];
  if (!band.open_pixels.empty()) settle_by_entries(jaws, index, layers, map);
  if (!band.open_pixels.empty()) settle_by_lists(jaws, index, layers, map);
}

template <class Wanted>
void FacingPath::draw_and_compare(const FacingJaws& jaws, int index, const Wanted& wanted, Layers& layers,
                                  ClearanceMap& map) {
  Band& band = bands_[static_cast<std::size_t>(index)];
  const PosedMesh& lower = jaws.lower;
  const auto width = static_cast<std::size_t>(lower.grid().width);
  const std::size_t chunks_across = lower.chunks_across();
  // The last pose counted intervals at these pixels.
  for (const std::uint32_t pixel : band.open_pixels) {
    const std::size_t place = lower.first_pixel(index) + pixel;
    map.upper_intervals[place] = map.lower_intervals[place] = 0;
  }
  band.open.resize(lower.pixels(index));
  band.held.resize(chunks_across * band_rows, anything);
  layers.exits.assign(lower.pixels(index), 0);
  lower.keep_last_exits(index, wanted, layers.exits.data());
  lower.find_entering_limits(index, layers.entering_limits);

  band.open_pixels.clear();
  const auto rows = static_cast<std::size_t>(lower.end_row(index) - lower.first_row(index));
  for (std::size_t row = 0; row < rows; ++row) {
    const std::size_t first = row * width;
    const bool any_open =
        compare(jaws, {.band = index, .first = first, .count = lower.grid().width},
                {.exits = layers.exits.data() + first,
                 .entering_limits = layers.entering_limits.data() + row / tile_rows * lower.tiles_across(),
                 .limit_shift = tile_shift},
                band.open.data() + first, band.held.data() + row * chunks_across, map);
    if (any_open) find_open({band.open.data() + first, width}, first, band.open_pixels);
  }
}

//! Compares again the chunks with pixels that the tile limits left undecided, this time by each pixel's
//! own last entry.
void FacingPath::settle_by_entries(const FacingJaws& jaws, int index, Layers& layers, ClearanceMap& map) {
  Band& band = bands_[static_cast<std::size_t>(index)];
  const PosedMesh& lower = jaws.lower;
  const std::vector<PixelRun> chunks = chunks_of(band.open_pixels, index, lower.grid().width);
  layers.entries.resize(lower.pixels(index));
  for (const PixelRun& pixels : chunks) {
    std::fill_n(layers.entries.begin() + static_cast<std::ptrdiff_t>(pixels.first), pixels.count, 0);
  }
  WantedTiles wanted(lower.grid().width);
  auto chunk = chunks.begin();  // the chunk of the pixel; both are sorted
  for (const std::uint32_t pixel : band.open_pixels) {
    while (pixel >= chunk->first + static_cast<std::size_t>(chunk->count)) ++chunk;
    // Entries matter above the start of the upper, or from just below the end of the lower.
    const float exit = depth_of_key(layers.exits[pixel]);
    wanted.add(chunk->row, chunk->column + static_cast<int>(pixel - chunk->first),
               std::min(jaws.upper.start[lower.first_pixel(index) + pixel], exit - 2 * shortest_interval_mm));
  }
  lower.keep_last_entries(
      index,
      [&](PixelExtent columns, PixelExtent rows, float highest) {
        return wanted.any_in(columns, rows, highest);
      },
      layers.entries.data());

  for (const PixelRun& pixels : chunks) {
    std::array<float, chunk_columns> last_entries;
    for (std::size_t i = 0; i < static_cast<std::size_t>(pixels.count); ++i) {
      const std::uint64_t key = layers.entries[pixels.first + i];
      last_entries[i] = key == 0 ? -std::numeric_limits<float>::infinity() : depth_of_key(key);
    }
    std::uint8_t held = anything;
    compare(jaws, pixels,
            {.exits = layers.exits.data() + pixels.first,
             .entering_limits = last_entries.data(),
             .limit_shift = 0},
            band.open.data() + pixels.first, &held, map);
  }
  std::erase_if(band.open_pixels, [&](std::uint32_t pixel) { return band.open[pixel] == 0; });
}

void FacingPath::settle_by_lists(const FacingJaws& jaws, int index, Layers& layers, ClearanceMap& map) {
  Band& band = bands_[static_cast<std::size_t>(index)];
  layers.lists.make(jaws.lower, index, band.open, band.open_pixels);
  for (std::size_t place = 0; place < band.open_pixels.size(); ++place) {
    const std::uint32_t pixel = band.open_pixels[place];
    find_intervals(layers.lists.at(place), layers.intervals);
    set_pixel(map, jaws.lower.first_pixel(index) + pixel,
              compare_intervals(jaws.upper_intervals.at(index, pixel), layers.intervals, jaws.rules),
              Stage::layers);
  }
}

}  // namespace intercusp::zlist
