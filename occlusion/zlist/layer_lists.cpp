#include "occlusion/zlist/layer_lists.h"

#include <tbb/parallel_for.h>

#include <algorithm>

namespace intercusp::zlist {
namespace {

struct Fragment {
  std::uint32_t pixel;  //!< within the band
  Layer layer;
};

bool any(std::span<const std::uint8_t> flags) {
  return std::any_of(flags.begin(), flags.end(), [](std::uint8_t flag) { return flag != 0; });
}

//! Adds the fragments of some faces in one band.
//! \param wanted of the band's pixels; empty: all.
void draw(const BinnedMesh& mesh, std::size_t band, const std::vector<std::uint32_t>& faces,
          std::uint32_t exit_bit, std::span<const std::uint8_t> wanted, std::vector<Fragment>& fragments) {
  const int width = mesh.grid().width;
  const std::int64_t first_row = static_cast<std::int64_t>(band) * band_rows;
  for (const std::uint32_t face : faces) {
    const TriangleSetup triangle = mesh.setup(face);
    const PixelRange columns = triangle.columns(width);
    const PixelRange rows = mesh.rows_in(band, triangle);
    for (std::int64_t row = rows.begin; row < rows.end; ++row) {
      const PixelRange span = triangle.span(row, columns);
      for (std::int64_t column = span.begin; column < span.end; ++column) {
        const auto pixel = static_cast<std::uint32_t>((row - first_row) * width + column);
        if (!wanted.empty() && wanted[pixel] == 0) continue;
        fragments.push_back({pixel, {static_cast<float>(triangle.depth(column, row)), face | exit_bit}});
      }
    }
  }
}

}  // namespace

LayerLists::LayerLists(const BinnedMesh& mesh, std::span<const std::uint8_t> wanted)
    : width_(mesh.grid().width), bands_(mesh.bands().size()) {
  tbb::parallel_for(std::size_t{0}, bands_.size(), [&](std::size_t index) {
    const std::size_t pixels = static_cast<std::size_t>(band_rows) * static_cast<std::size_t>(width_);
    const std::size_t first_pixel = index * pixels;
    std::span<const std::uint8_t> wanted_here;
    if (!wanted.empty()) {
      wanted_here = wanted.subspan(first_pixel, std::min(pixels, wanted.size() - first_pixel));
      if (!any(wanted_here)) return;
    }
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
