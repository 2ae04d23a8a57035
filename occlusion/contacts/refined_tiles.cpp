#include "occlusion/contacts/refined_tiles.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "occlusion/base/for_all.h"
#include "occlusion/contacts/areas.h"
#include "occlusion/contacts/pixel_contacts.h"

namespace intercusp {
namespace {

constexpr int tile_pixels = 32;  // a tile takes about as long to draw as to set up at the second level

//! Standard deviation of the covered share of a rim pixel, which is uniform between 0 and 1; in pixels.
const double rim_deviation = 1 / std::sqrt(12.0);

struct Sums {
  double projected_mm2 = 0, surface_mm2 = 0;
};

//! The state of one tile at one threshold.
struct TileAtThreshold {
  Sums area;
  Sums change;         //!< change of the area from the previous level
  Sums rim;            //!< standard deviation; pixels along a straight rim may all have the same error
  Sums seam_variance;  //!< mm⁴; along a border between maps, errors of pixels are independent
  std::vector<PixelContact> pixels;
};

struct Tile {
  std::size_t map = 0;
  int column = 0, row = 0, width = 0, height = 0;  //!< in pixels of the initial map
  int level = 0;
  std::vector<TileAtThreshold> at;  //!< per threshold
};

//! A map at one resolution, with the share of contact in each pixel at every threshold.
class Shares {
 public:
  Shares(const CountedMap& map, const Bite& bite, std::span<const double> thresholds_mm)
      : counted_(map), surface_mm2_(lower_surface_per_pixel(map.map, bite)) {
    for (const double threshold_mm : thresholds_mm) shares_.push_back(contact_shares(map.map, threshold_mm));
  }

  [[nodiscard]] const ClearanceMap& map() const { return counted_.map; }
  [[nodiscard]] std::size_t index(int column, int row) const { return map().view.grid.index(column, row); }
  //! \param t number of the threshold
  //! \return 0 for pixels that do not count
  [[nodiscard]] double share(std::size_t t, std::size_t pixel) const {
    return counted_.count(pixel) ? static_cast<double>(shares_[t][pixel]) : 0;
  }
  [[nodiscard]] double surface_mm2(std::size_t pixel) const {
    return static_cast<double>(surface_mm2_[pixel]);
  }
  [[nodiscard]] double area_mm2(std::size_t t) const {
    double area = 0;
    for (std::size_t pixel = 0; pixel < surface_mm2_.size(); ++pixel)
      area += share(t, pixel) * surface_mm2(pixel);
    return area;
  }

  enum class Edge { none, rim, seam };
  //! Rim: the pixel is in contact and the measured surface ends beside it. Seam: the pixel beside it
  //! does not count.
  [[nodiscard]] Edge edge(std::size_t t, int column, int row) const {
    if (!(share(t, index(column, row)) > 0)) return Edge::none;
    const PixelGrid& grid = map().view.grid;
    Edge found = Edge::none;
    for (const auto& [dc, dr] : {std::pair{-1, 0}, {1, 0}, {0, -1}, {0, 1}}) {
      const int c = column + dc, r = row + dr;
      if (c < 0 || r < 0 || c >= grid.width || r >= grid.height) continue;
      if (!std::isfinite(map().clearance_mm[index(c, r)])) return Edge::rim;
      if (!counted_.count(index(c, r))) found = Edge::seam;
    }
    return found;
  }

 private:
  const CountedMap& counted_;
  std::vector<float> surface_mm2_;
  std::vector<std::vector<float>> shares_;
};

void add_fine(const Shares& fine, std::size_t t, std::size_t index, const PixelField& field,
              double threshold_mm, double weight, PixelContact& pixel) {
  const double share = fine.share(t, index);
  const ClearanceMap& map = fine.map();
  if (pixel.share <= 0) {
    pixel.upper_face = map.upper_face[index];
    pixel.lower_face = map.lower_face[index];
  }
  pixel.share += weight * share;
  pixel.surface_mm2 += share * fine.surface_mm2(index);
  pixel.mean_mm += weight * share * field.clip(threshold_mm).mean;
  pixel.least_mm = std::min(pixel.least_mm, static_cast<double>(map.clearance_mm[index]));
}

void add_edge(Shares::Edge edge, double projected_mm2, double surface_mm2, TileAtThreshold& tile) {
  const double projected = projected_mm2 * rim_deviation, surface = surface_mm2 * rim_deviation;
  if (edge == Shares::Edge::rim) {
    tile.rim.projected_mm2 += projected;
    tile.rim.surface_mm2 += surface;
  } else if (edge == Shares::Edge::seam) {
    tile.seam_variance.projected_mm2 += projected * projected;
    tile.seam_variance.surface_mm2 += surface * surface;
  }
}

//! Reads a tile from a map with `across` × `across` pixels per pixel of the initial map. The tile begins
//! there at (column, row).
TileAtThreshold read_tile(const Shares& fine, const Tile& tile, const PixelGrid& grid, int column, int row,
                          int across, std::size_t t, double threshold_mm) {
  TileAtThreshold result;
  const double weight = 1.0 / (across * across);
  for (int y = 0; y < tile.height; ++y) {
    for (int x = 0; x < tile.width; ++x) {
      PixelContact pixel{.pixel = grid.index(tile.column + x, tile.row + y), .least_mm = threshold_mm};
      for (int i = 0; i < across * across; ++i) {
        const int c = column + x * across + i % across, r = row + y * across + i / across;
        const std::size_t index = fine.index(c, r);
        if (!(fine.share(t, index) > 0)) continue;
        add_fine(fine, t, index, PixelField::at(fine.map(), c, r), threshold_mm, weight, pixel);
        add_edge(fine.edge(t, c, r), weight * grid.pixel_area_mm2(), fine.surface_mm2(index), result);
      }
      if (!(pixel.share > 0)) continue;
      pixel.mean_mm /= pixel.share;
      result.area.projected_mm2 += pixel.share * grid.pixel_area_mm2();
      result.area.surface_mm2 += pixel.surface_mm2;
      result.pixels.push_back(pixel);
    }
  }
  return result;
}

//! Whether the edge of a contact (its contour or its end) crosses the tile at some threshold. Elsewhere finer
//! pixels change nothing.
bool has_edge(const Shares& shares, const Tile& tile) {
  for (std::size_t t = 0; t < tile.at.size(); ++t) {
    for (int row = tile.row; row < tile.row + tile.height; ++row) {
      for (int column = tile.column; column < tile.column + tile.width; ++column) {
        const double share = shares.share(t, shares.index(column, row));
        if (share <= 0) continue;
        if (share < 1 || shares.edge(t, column, row) != Shares::Edge::none) return true;
      }
    }
  }
  return false;
}

std::vector<Tile> tiles_with_edges(const Shares& shares, std::size_t number,
                                   std::span<const double> thresholds_mm) {
  const PixelGrid& grid = shares.map().view.grid;
  std::vector<Tile> tiles;
  for (int row = 0; row < grid.height; row += tile_pixels) {
    for (int column = 0; column < grid.width; column += tile_pixels) {
      tiles.push_back({.map = number,
                       .column = column,
                       .row = row,
                       .width = std::min(tile_pixels, grid.width - column),
                       .height = std::min(tile_pixels, grid.height - row),
                       .at = std::vector<TileAtThreshold>(thresholds_mm.size())});
    }
  }
  std::vector<char> edges(tiles.size(), 0);
  for_all(std::size_t{0}, tiles.size(), [&](std::size_t i) {
    Tile& tile = tiles[i];
    if (!has_edge(shares, tile)) return;
    edges[i] = 1;
    for (std::size_t t = 0; t < thresholds_mm.size(); ++t) {
      tile.at[t] = read_tile(shares, tile, grid, tile.column, tile.row, 1, t, thresholds_mm[t]);
    }
  });
  std::vector<Tile> with_edges;
  for (std::size_t i = 0; i < tiles.size(); ++i) {
    if (edges[i] != 0) with_edges.push_back(std::move(tiles[i]));
  }
  return with_edges;
}

void refine(Tile& tile, const PixelGrid& grid, const Eigen::Isometry3d& view_from_case, const Bite& bite,
            std::span<const double> thresholds_mm, const FineMap& fine_map) {
  ++tile.level;
  const int across = 1 << tile.level;
  const double pixel_mm = grid.pixel_mm / across;
  // One more pixel on each side, because the contour inside a pixel depends on its neighbours.
  const View window{view_from_case,
                    {.u0_mm = grid.u0_mm + tile.column * grid.pixel_mm - pixel_mm,
                     .v0_mm = grid.v0_mm + tile.row * grid.pixel_mm - pixel_mm,
                     .pixel_mm = pixel_mm,
                     .width = tile.width * across + 2,
                     .height = tile.height * across + 2}};
  const CountedMap map = fine_map(tile.map, window);
  const Shares shares(map, bite, thresholds_mm);
  for_all(std::size_t{0}, thresholds_mm.size(), [&](std::size_t t) {
    TileAtThreshold finer = read_tile(shares, tile, grid, 1, 1, across, t, thresholds_mm[t]);
    finer.change = {finer.area.projected_mm2 - tile.at[t].area.projected_mm2,
                    finer.area.surface_mm2 - tile.at[t].area.surface_mm2};
    tile.at[t] = std::move(finer);
  });
}

//! Variance of a tile's area. Its last change estimates the remaining change of its contour.
double variance_of(const TileAtThreshold& at, double Sums::*measure) {
  return std::pow(at.change.*measure, 2) + std::pow(at.rim.*measure, 2) + at.seam_variance.*measure;
}

//! Remaining error of all tiles. The error of a contour shrinks at least as fast as the pixel, so the
//! remainder of each tile is at most its last change. If tiles err alike, as on a smooth surface, the
//! error shrinks with the pixel's square, and a third of the common change remains. Rims are
//! independent of each other.
double error_of(const std::vector<Tile>& tiles, std::size_t t, double Sums::*measure) {
  double squares = 0, common = 0;
  for (const Tile& tile : tiles) {
    const TileAtThreshold& at = tile.at[t];
    squares += variance_of(at, measure);
    common += at.change.*measure;
  }
  return 2 * std::sqrt(squares) + std::abs(common) / 3;
}

//! The tiles whose error exceeds an equal share of the allowed error at some threshold.
std::vector<Tile*> tiles_to_refine(std::vector<Tile>& tiles, const std::vector<double>& allowed_mm2,
                                   const RefineOptions& options) {
  std::vector<char> failing(allowed_mm2.size());
  for (std::size_t t = 0; t < failing.size(); ++t) {
    failing[t] = error_of(tiles, t, &Sums::surface_mm2) > allowed_mm2[t];
  }
  std::vector<Tile*> chosen;
  for (Tile& tile : tiles) {
    if (tile.level >= options.most_levels) continue;
    bool wanted = tile.level == 0;  // its error is not known yet
    for (std::size_t t = 0; t < failing.size() && !wanted; ++t) {
      const double even = 0.25 * allowed_mm2[t] / std::sqrt(static_cast<double>(tiles.size()));
      wanted =
          failing[t] != 0 && std::hypot(tile.at[t].change.surface_mm2, tile.at[t].rim.surface_mm2) > even;
    }
    if (wanted) chosen.push_back(&tile);
  }
  return chosen;
}

bool in_order(const PixelContact& a, const PixelContact& b) { return a.pixel < b.pixel; }

//! The result for the tiles of one map at one threshold.
RefinedTiles refined_tiles_of(const std::vector<Tile>& tiles, std::size_t map, std::size_t t,
                              const PixelGrid& grid) {
  RefinedTiles result;
  result.refined.resize(grid.size());
  std::vector<Tile> own;
  for (const Tile& tile : tiles) {
    if (tile.map != map) continue;
    own.push_back(tile);
    for (int row = tile.row; row < tile.row + tile.height; ++row) {
      std::fill_n(result.refined.begin() + static_cast<std::ptrdiff_t>(grid.index(tile.column, row)),
                  tile.width, 1);
    }
    const TileAtThreshold& at = tile.at[t];
    const double variance = variance_of(at, &Sums::surface_mm2) / std::max<double>(1, at.pixels.size());
    for (PixelContact pixel : at.pixels) {
      pixel.variance_mm4 = variance;
      result.pixels.push_back(pixel);
    }
  }
  std::sort(result.pixels.begin(), result.pixels.end(), in_order);
  result.projected_error_mm2 = error_of(own, t, &Sums::projected_mm2);
  result.surface_error_mm2 = error_of(own, t, &Sums::surface_mm2);
  return result;
}

}  // namespace

std::vector<std::vector<RefinedTiles>> refine_contacts(std::span<const CountedMap> maps, const Bite& bite,
                                                       std::span<const double> thresholds_mm,
                                                       const FineMap& fine_map,
                                                       const RefineOptions& options) {
  std::vector<Tile> tiles;
  std::vector<double> allowed_mm2(thresholds_mm.size(), 0);
  for (std::size_t i = 0; i < maps.size(); ++i) {
    const Shares shares(maps[i], bite, thresholds_mm);
    std::vector<Tile> more = tiles_with_edges(shares, i, thresholds_mm);
    std::move(more.begin(), more.end(), std::back_inserter(tiles));
    for (std::size_t t = 0; t < thresholds_mm.size(); ++t)
      allowed_mm2[t] += options.area_error * shares.area_mm2(t);
  }
  for (double& allowed : allowed_mm2) allowed = std::max(allowed, options.least_area_error_mm2);
  for (;;) {
    const std::vector<Tile*> chosen = tiles_to_refine(tiles, allowed_mm2, options);
    if (chosen.empty()) break;
    for (Tile* tile : chosen) {
      const View& view = maps[tile->map].map.view;
      refine(*tile, view.grid, view.view_from_case, bite, thresholds_mm, fine_map);
    }
  }
  std::vector<std::vector<RefinedTiles>> results(thresholds_mm.size());
  for (std::size_t t = 0; t < thresholds_mm.size(); ++t) {
    for (std::size_t i = 0; i < maps.size(); ++i)
      results[t].push_back(refined_tiles_of(tiles, i, t, maps[i].map.view.grid));
  }
  return results;
}

std::vector<PixelContact> with_refined(const std::vector<PixelContact>& own, const RefinedTiles& tiles) {
  std::vector<PixelContact> coarse, result;
  std::copy_if(own.begin(), own.end(), std::back_inserter(coarse),
               [&](const PixelContact& contact) { return tiles.refined[contact.pixel] == 0; });
  std::merge(coarse.begin(), coarse.end(), tiles.pixels.begin(), tiles.pixels.end(),
             std::back_inserter(result), in_order);
  return result;
}

}  // namespace intercusp
