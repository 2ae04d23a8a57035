#include "occlusion/zlist/layer_lists.h"

#include <algorithm>

#include "occlusion/zlist/wanted_tiles.h"

namespace intercusp::zlist {
namespace {

//! Few layers as a rule: insertion beats std::sort.
void sort_layers(Layer* layers, std::size_t count) {
  if (count > 16) return std::sort(layers, layers + count);
  for (std::size_t i = 1; i < count; ++i) {
    const Layer layer = layers[i];
    std::size_t place = i;
    for (; place > 0 && layer < layers[place - 1]; --place) layers[place] = layers[place - 1];
    layers[place] = layer;
  }
}

struct WantedFragments {
  std::vector<PixelLayer>& fragments;
  std::span<const std::uint8_t> wanted;
};

void take_all(void* owner, const Fragments& fragments) {
  auto& kept = static_cast<WantedFragments*>(owner)->fragments;
  const std::size_t first = kept.size();
  kept.resize(first + static_cast<std::size_t>(fragments.count));
  for (int i = 0; i < fragments.count; ++i) {
    kept[first + static_cast<std::size_t>(i)] = {fragments.pixel[i],
                                                 {fragments.depth[i], fragments.exit_face[i]}};
  }
}

void take_wanted(void* owner, const Fragments& fragments) {
  auto& [kept, wanted] = *static_cast<WantedFragments*>(owner);
  for (int i = 0; i < fragments.count; ++i) {
    if (wanted[fragments.pixel[i]] == 0) continue;
    kept.push_back({fragments.pixel[i], {fragments.depth[i], fragments.exit_face[i]}});
  }
}

}  // namespace

void BandLists::make(const PosedMesh& mesh, int band, std::span<const std::uint8_t> wanted,
                     std::span<const std::uint32_t> wanted_pixels) {
  fragments_.clear();
  WantedFragments owner{fragments_, wanted};
  const WantedTiles tiles(wanted_pixels, mesh.grid().width);
  mesh.draw_all(band, [&](PixelExtent columns, PixelExtent rows) { return tiles.any_in(columns, rows); },
                {.take = wanted.empty() ? take_all : take_wanted, .owner = &owner});
  sort_into_pixels(mesh.pixels(band));
}

//! Count, add up, fill, sort.
void BandLists::sort_into_pixels(std::size_t pixels) {
  first_.assign(pixels + 2, 0);
  for (const PixelLayer& fragment : fragments_) ++first_[fragment.pixel + 2];
  for (std::size_t i = 2; i < first_.size(); ++i) first_[i] += first_[i - 1];
  layers_.resize(fragments_.size());
  // The entry after a pixel's runs from its first to its end while it fills.
  for (const PixelLayer& fragment : fragments_) layers_[first_[fragment.pixel + 1]++] = fragment.layer;
  for (std::size_t pixel = 0; pixel < pixels; ++pixel) {
    sort_layers(layers_.data() + first_[pixel], first_[pixel + 1] - first_[pixel]);
  }
}

}  // namespace intercusp::zlist
