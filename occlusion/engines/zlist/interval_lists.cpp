#include "occlusion/engines/zlist/interval_lists.h"

#include <tbb/enumerable_thread_specific.h>

#include "occlusion/base/for_all.h"
#include "occlusion/engines/zlist/layer_lists.h"

namespace intercusp::zlist {

void IntervalLists::make(const PosedMesh& mesh) {
  struct Scratch {
    BandLists layers;
    std::vector<DepthInterval> of_pixel;
  };
  tbb::enumerable_thread_specific<Scratch> scratch;
  bands_.resize(static_cast<std::size_t>(mesh.band_count()));
  for_all(0, mesh.band_count(), [&](int index) {
    auto& [layers, of_pixel] = scratch.local();
    layers.make(mesh, index);
    auto& [first, intervals] = bands_[static_cast<std::size_t>(index)];
    first.assign(1, 0);
    first.reserve(mesh.pixels(index) + 1);
    intervals.clear();
    for (std::size_t pixel = 0; pixel < mesh.pixels(index); ++pixel) {
      find_intervals(layers.at(pixel), of_pixel);
      intervals.insert(intervals.end(), of_pixel.begin(), of_pixel.end());
      first.push_back(static_cast<std::uint32_t>(intervals.size()));
    }
  });
}

}  // namespace intercusp::zlist
