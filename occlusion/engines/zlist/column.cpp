#include "occlusion/engines/zlist/column.h"

#include <tbb/enumerable_thread_specific.h>
#include <algorithm>
#include <optional>

#include "occlusion/base/for_all.h"
#include "occlusion/engines/zlist/layer_lists.h"

namespace intercusp::zlist {
namespace {

//! An overlap or gap, and the faces that bound it.
struct Stretch {
  float length;
  std::int32_t upper_face = no_face;
  std::int32_t lower_face = no_face;
  bool anatomy;
};

struct AnatomyLimits {
  std::size_t upper, lower;
  [[nodiscard]] bool upper_is(std::int32_t face) const { return static_cast<std::size_t>(face) < upper; }
  [[nodiscard]] bool lower_is(std::int32_t face) const { return static_cast<std::size_t>(face) < lower; }
};

Stretch overlap_of(const DepthInterval& upper, const DepthInterval& lower, const AnatomyLimits& limits) {
  const bool upper_begins = upper.start >= lower.start;
  const bool lower_ends = lower.end <= upper.end;
  Stretch overlap{
      .length = (lower_ends ? lower.end : upper.end) - (upper_begins ? upper.start : lower.start),
      .anatomy = (upper_begins ? limits.upper_is(upper.start_face) : limits.lower_is(lower.start_face)) &&
                 (lower_ends ? limits.lower_is(lower.end_face) : limits.upper_is(upper.end_face))};
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
                   const AnatomyLimits& limits, float tolerance, Findings& findings) {
  for (std::size_t u = 0, l = 0; u < upper.size() && l < lower.size();) {
    const Stretch overlap = overlap_of(upper[u], lower[l], limits);
    if (overlap.length > tolerance) findings.add_overlap(overlap);
    upper[u].end < lower[l].end ? ++u : ++l;
  }
}

void find_gaps(std::span<const DepthInterval> upper, std::span<const DepthInterval> lower,
               const AnatomyLimits& limits, float tolerance, Findings& findings) {
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
                      .anatomy = limits.upper_is(upper[u].start_face) && limits.lower_is(lower[l].end_face)});
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

  const AnatomyLimits limits{rules.upper_anatomy_faces, rules.lower_anatomy_faces};
  const auto tolerance = static_cast<float>(rules.depth_tolerance_mm);
  Findings findings;
  find_overlaps(upper, lower, limits, tolerance, findings);
  find_gaps(upper, lower, limits, tolerance, findings);

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
