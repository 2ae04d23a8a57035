#include "occlusion/zlist/layer_lists.h"

#include <tbb/parallel_for.h>

#include <algorithm>

namespace intercusp::zlist {
namespace {

struct Fragment {
  std::uint32_t pixel;  //!< within the band
  Layer layer;
};

//! Which pixels of a band are wanted, and a coarser answer for whole faces.
class WantedPixels {
 public:
  //! \param flags of the band's pixels, row by row; empty: all are wanted.
  WantedPixels(std::span<const std::uint8_t> flags, int width)
      : flags_(flags),
        columns_(flags.empty() ? 0 : (static_cast<std::size_t>(width) + block - 1) / block, 0) {
    for (std::size_t pixel = 0; pixel < flags.size(); ++pixel) {
      if (flags[pixel] != 0) columns_[pixel % static_cast<std::size_t>(width) / block] = 1;
    }
  }

  [[nodiscard]] bool all() const { return flags_.empty(); }
  [[nodiscard]] bool none() const {
    return !all() && std::find(columns_.begin(), columns_.end(), 1) == columns_.end();
  }
  [[nodiscard]] bool pixel(std::uint32_t pixel) const { return all() || flags_[pixel] != 0; }
  [[nodiscard]] bool any_in(PixelRange columns) const {
    if (all()) return true;
    const auto first = columns_.begin() + columns.begin / block;
    const auto last = columns_.begin() + (columns.end - 1) / block;
    return std::find(first, last + 1, 1) != last + 1;
  }

 private:
  static constexpr int block = 16;  //!< columns that are asked for together

  std::span<const std::uint8_t> flags_;
  std::vector<std::uint8_t> columns_;
};

//! Adds the fragments of some faces in one band.
void draw(const BinnedMesh& mesh, std::size_t band, const std::vector<std::uint32_t>& faces,
          std::uint32_t exit_bit, const WantedPixels& wanted, std::vector<Fragment>& fragments) {
  for (const std::uint32_t face : faces) {
    mesh.for_each_pixel(
        band, face, [&](PixelRange columns) { return wanted.any_in(columns); },
        [&](std::uint32_t pixel, float depth) {
          if (wanted.pixel(pixel)) fragments.push_back({pixel, {depth, face | exit_bit}});
        });
  }
}

}  // namespace

LayerLists::LayerLists(const BinnedMesh& mesh, std::span<const std::uint8_t> wanted)
    : width_(mesh.grid().width), bands_(mesh.bands().size()) {
  tbb::parallel_for(std::size_t{0}, bands_.size(), [&](std::size_t index) {
    const std::size_t pixels = static_cast<std::size_t>(band_rows) * static_cast<std::size_t>(width_);
    const std::size_t first_pixel = index * pixels;
    const WantedPixels wanted_here(
        wanted.empty() ? wanted : wanted.subspan(first_pixel, std::min(pixels, wanted.size() - first_pixel)),
        width_);
    if (wanted_here.none()) return;
    std::vector<Fragment> fragments;
    draw(mesh, index, mesh.bands()[index].entering, 0, wanted_here, fragments);
    draw(mesh, index, mesh.bands()[index].leaving, Layer::exit_bit, wanted_here, fragments);

    // Count, add up, fill, sort.
    Band& band = bands_[index];
    band.first.assign(pixels + 1, 0);
    for (const Fragment& fragment : fragments) ++band.first[fragment.pixel + 1];
    for (std::size_t i = 1; i < band.first.size(); ++i) band.first[i] += band.first[i - 1];
    band.layers.resize(fragments.size());
    std::vector<std::uint32_t> next(band.first.begin(), band.first.end() - 1);
    for (const Fragment& fragment : fragments) band.layers[next[fragment.pixel]++] = fragment.layer;
    for (std::size_t pixel = 0; pixel < pixels; ++pixel) {
      std::sort(band.layers.begin() + band.first[pixel], band.layers.begin() + band.first[pixel + 1]);
    }
  });
}

std::size_t LayerLists::layer_count() const {
  std::size_t count = 0;
  for (const Band& band : bands_) count += band.layers.size();
  return count;
}

double middle_depth(const Solid& upper, const MapFrame& frame) {
  return frame.projection.map(bounds_of(upper.mesh).centre()).z();
}

}  // namespace intercusp::zlist
