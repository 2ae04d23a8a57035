#include "occlusion/engines/zlist/layer_lists.h"

#include <tbb/enumerable_thread_specific.h>

#include <optional>

#include "occlusion/base/for_all.h"

namespace intercusp::zlist {
namespace {

//! Insertion sort is faster than std::sort for the usual few layers.
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

//! Counts the layers per list, adds up the counts, fills and sorts the lists.
void BandLists::sort_into_lists(std::size_t count) {
  first_.assign(count + 2, 0);
  for (const ListedLayer& fragment : fragments_) ++first_[fragment.list + 2];
  for (std::size_t i = 2; i < first_.size(); ++i) first_[i] += first_[i - 1];
  layers_.resize(fragments_.size());
  // While a list is filled, the entry after its own moves from the list's first layer to its end.
  for (const ListedLayer& fragment : fragments_) layers_[first_[fragment.list + 1]++] = fragment.layer;
  for (std::size_t list = 0; list < count; ++list) {
    sort_layers(layers_.data() + first_[list], first_[list + 1] - first_[list]);
  }
}

namespace {

//! A gap or an overlap, and the faces that bound it.
struct Stretch {
  float length;
  std::int32_t upper_face = no_face;
  std::int32_t lower_face = no_face;
  bool anatomy;
};

Stretch overlap_of(const DepthInterval& upper, const DepthInterval& lower, ColumnRules rules) {
  const bool upper_begins = upper.start >= lower.start;
  const bool lower_ends = lower.end <= upper.end;
  Stretch overlap{.length = (lower_ends ? lower.end : upper.end) - (upper_begins ? upper.start : lower.start),
                  .anatomy = (upper_begins ? rules.is_upper_anatomy(upper.start_face)
                                           : rules.is_lower_anatomy(lower.start_face)) &&
                             (lower_ends ? rules.is_lower_anatomy(lower.end_face)
                                         : rules.is_upper_anatomy(upper.end_face))};
  if (!lower_ends) overlap.upper_face = upper.end_face;
  if (upper_begins) overlap.upper_face = upper.start_face;
  if (!upper_begins) overlap.lower_face = lower.start_face;
  if (lower_ends) overlap.lower_face = lower.end_face;
  return overlap;
}

//! Collects what counts, and whether anything did not count.
struct Findings {
  std::optional<Stretch> longest_overlap, smallest_gap;
  float overlap_sum = 0;
  bool something_without_anatomy = false;

  void add_overlap(const Stretch& overlap) {
    if (!overlap.anatomy) {
      something_without_anatomy = true;
      return;
    }
    overlap_sum += overlap.length;
    if (!longest_overlap || overlap.length > longest_overlap->length) longest_overlap = overlap;
  }
  void add_gap(const Stretch& gap) {
    if (!gap.anatomy) {
      something_without_anatomy = true;
    } else if (!smallest_gap || gap.length < smallest_gap->length) {
      smallest_gap = gap;
    }
  }
};

void find_overlaps(std::span<const DepthInterval> upper, std::span<const DepthInterval> lower,
                   ColumnRules rules, Findings& findings) {
  const auto tolerance = static_cast<float>(rules.depth_tolerance_mm);
  for (std::size_t u = 0, l = 0; u < upper.size() && l < lower.size();) {
    const Stretch overlap = overlap_of(upper[u], lower[l], rules);
    if (overlap.length > tolerance) findings.add_overlap(overlap);
    upper[u].end < lower[l].end ? ++u : ++l;
  }
}

void find_gaps(std::span<const DepthInterval> upper, std::span<const DepthInterval> lower, ColumnRules rules,
               Findings& findings) {
  const auto tolerance = static_cast<float>(rules.depth_tolerance_mm);
  std::size_t u = 0;
  for (std::size_t l = 0; l < lower.size(); ++l) {
    const float end = lower[l].end;
    while (u < upper.size() && upper[u].start < end - tolerance) ++u;
    if (u == upper.size()) break;
    const bool upper_between = u > 0 && upper[u - 1].end > end + tolerance;
    const bool lower_between = l + 1 < lower.size() && lower[l + 1].start < upper[u].start - tolerance;
    if (upper_between || lower_between) continue;
    findings.add_gap({.length = upper[u].start - end,
                      .upper_face = upper[u].start_face,
                      .lower_face = lower[l].end_face,
                      .anatomy = rules.is_upper_anatomy(upper[u].start_face) &&
                                 rules.is_lower_anatomy(lower[l].end_face)});
  }
}

std::uint8_t clamped(std::size_t count) {
  return static_cast<std::uint8_t>(std::min<std::size_t>(count, 255));
}

}  // namespace

void find_intervals(std::span<const Layer> layers, std::vector<DepthInterval>& intervals) {
  intervals.clear();
  if (layers.size() == 2 && !layers[0].leaves() && layers[1].leaves()) {  // in and out: the usual case
    if (layers[1].depth - layers[0].depth < shortest_interval_mm) return;
    intervals.push_back({layers[0].depth, layers[1].depth, layers[0].face(), layers[1].face()});
    return;
  }
  int winding = 0;
  for (const Layer& layer : layers) {
    winding += layer.leaves() ? -1 : 1;
    if (winding == 1 && !layer.leaves()) {
      // A part that starts where another ended extends its interval.
      if (!intervals.empty() && intervals.back().end == layer.depth) continue;
      intervals.push_back({layer.depth, layer.depth, layer.face(), layer.face()});
    } else if (winding == 0 && layer.leaves() && !intervals.empty()) {
      intervals.back().end = layer.depth;
      intervals.back().end_face = layer.face();
      if (layer.depth - intervals.back().start < shortest_interval_mm) intervals.pop_back();
    }
  }
}

PixelResult compare_intervals(std::span<const DepthInterval> upper, std::span<const DepthInterval> lower,
                              const ColumnRules& rules) {
  PixelResult pixel;
  pixel.upper_intervals = clamped(upper.size());
  pixel.lower_intervals = clamped(lower.size());
  if (upper.empty() || lower.empty()) {
    pixel.coverage =
        upper.empty() ? (lower.empty() ? Coverage::none : Coverage::lower_only) : Coverage::upper_only;
    return pixel;
  }
  pixel.coverage = Coverage::both;

  Findings findings;
  find_overlaps(upper, lower, rules, findings);
  find_gaps(upper, lower, rules, findings);

  pixel.overlap_mm = findings.overlap_sum;
  if (findings.longest_overlap) {
    pixel.state = PixelState::interfering;
    pixel.clearance_mm = -findings.longest_overlap->length;
    pixel.upper_face = findings.longest_overlap->upper_face;
    pixel.lower_face = findings.longest_overlap->lower_face;
  } else if (findings.smallest_gap) {
    pixel.state = PixelState::free;
    pixel.clearance_mm = findings.smallest_gap->length;
    pixel.upper_face = findings.smallest_gap->upper_face;
    pixel.lower_face = findings.smallest_gap->lower_face;
  } else if (findings.something_without_anatomy) {
    pixel.state = PixelState::not_anatomy;
  } else {
    pixel.state = PixelState::free;
    pixel.clearance_mm = unlimited_clearance;
  }
  return pixel;
}

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
