#include "occlusion/engines/zlist/layer_lists.h"

#include <algorithm>
#include <limits>

#include "occlusion/engines/zlist/wanted_tiles.h"

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
  std::vector<ListedLayer>& fragments;
  std::span<const std::uint8_t> wanted;
  std::span<const std::uint32_t> list_of_pixel;
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
  auto& [kept, wanted, list_of_pixel] = *static_cast<WantedFragments*>(owner);
  for (int i = 0; i < fragments.count; ++i) {
    const std::uint32_t pixel = fragments.pixel[i];
    if (wanted[pixel] == 0) continue;
    kept.push_back({list_of_pixel[pixel], {fragments.depth[i], fragments.exit_face[i]}});
  }
}

}  // namespace

void BandLists::make(const PosedMesh& mesh, int band) {
  fragments_.clear();
  WantedFragments owner{fragments_, {}, {}};
  mesh.draw_all(band, [](PixelExtent, PixelExtent, float) { return true; },
                {.take = take_all, .owner = &owner});
  sort_into_lists(mesh.pixels(band));
}

void BandLists::make(const PosedMesh& mesh, int band, std::span<const std::uint8_t> wanted,
                     std::span<const std::uint32_t> wanted_pixels) {
  fragments_.clear();
  list_of_pixel_.resize(wanted.size());  // entries of unwanted pixels are never read
  WantedTiles tiles(mesh.grid().width);
  for (std::uint32_t list = 0; list < wanted_pixels.size(); ++list) {
    const std::uint32_t pixel = wanted_pixels[list];
    list_of_pixel_[pixel] = list;
    tiles.add(pixel, -std::numeric_limits<float>::infinity());
  }
  WantedFragments owner{fragments_, wanted, list_of_pixel_};
  mesh.draw_all(band,
                [&](PixelExtent columns, PixelExtent rows, float highest) {
                  return tiles.any_in(columns, rows, highest);
                },
                {.take = take_wanted, .owner = &owner});
  sort_into_lists(wanted_pixels.size());
}

//! Count, add up, fill, sort.
void BandLists::sort_into_lists(std::size_t count) {
  first_.assign(count + 2, 0);
  for (const ListedLayer& fragment : fragments_) ++first_[fragment.list + 2];
  for (std::size_t i = 2; i < first_.size(); ++i) first_[i] += first_[i - 1];
  layers_.resize(fragments_.size());
  // While a list fills, the entry after its own moves from its first layer to its end.
  for (const ListedLayer& fragment : fragments_) layers_[first_[fragment.list + 1]++] = fragment.layer;
  for (std::size_t list = 0; list < count; ++list) {
    sort_layers(layers_.data() + first_[list], first_[list + 1] - first_[list]);
  }
}

}  // namespace intercusp::zlist
