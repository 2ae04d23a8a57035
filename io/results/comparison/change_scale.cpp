#include "io/results/comparison/change_scale.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "io/picture/picture.h"
#include "io/results/comparison/words.h"

namespace intercusp {
namespace {

//! Three colours from the noise to the end of the scale; lightness falls evenly, so that the strength is read without hue.
using Ramp = std::array<Rgb, 3>;
constexpr Ramp loss{Rgb{253, 190, 165}, Rgb{222, 62, 50}, Rgb{103, 0, 13}};
constexpr Ramp gain{Rgb{170, 205, 232}, Rgb{48, 124, 188}, Rgb{8, 40, 100}};

Rgb along(const Ramp& ramp, double share) {
  const double place = std::clamp(2 * share, 0.0, 2.0);
  const auto first = static_cast<std::size_t>(std::min(1.0, std::floor(place)));
  return blend(ramp[first], ramp[first + 1], place - static_cast<double>(first));
}

//! Those that count for the scale, as their sizes.
std::vector<double> sizes_of(const ScanComparison& change, double noise_mm) {
  const std::vector<int>& labels = change.before->labels;
  std::vector<double> everything, of_teeth;
  for (std::size_t v = 0; v < change.before_smooth_mm.size(); ++v) {
    const double size = std::abs(change.before_smooth_mm[v]);
    if (!(size > noise_mm)) continue;
    everything.push_back(size);
    const int tooth = labels.empty() ? 0 : labels[v];
    if (tooth != 0 && !std::ranges::binary_search(change.left_out_teeth, tooth)) of_teeth.push_back(size);
  }
  return of_teeth.empty() ? everything : of_teeth;
}

}  // namespace

Rgb ChangeScale::colour_at(double change_mm) const {
  if (std::isnan(change_mm)) return not_compared_colour;
  const double size = std::abs(change_mm);
  if (size <= noise_mm) return within_noise_colour;
  return along(change_mm < 0 ? loss : gain, (size - noise_mm) / (end_mm - noise_mm));
}

ChangeScale change_scale(const ScanComparison& change) {
  const double noise_mm = place_noise_mm(change);
  std::vector<double> sizes = sizes_of(change, noise_mm);
  double most = 0;
  if (!sizes.empty()) {
    constexpr double share = 0.95;  // of what is painted
    const auto place =
        sizes.begin() + static_cast<std::ptrdiff_t>(share * static_cast<double>(sizes.size() - 1));
    std::ranges::nth_element(sizes, place);
    most = *place;
  }
  constexpr std::array ends_mm = {0.05, 0.1, 0.2, 0.5, 1.0, 2.0};
  const double least = std::max(most, 2 * noise_mm);
  const auto end = std::ranges::find_if(ends_mm, [&](double mm) { return mm >= least; });
  return {noise_mm, end == ends_mm.end() ? std::max(ends_mm.back(), least) : *end};
}

}  // namespace intercusp
