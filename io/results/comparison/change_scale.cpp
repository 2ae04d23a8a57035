#include "io/results/comparison/change_scale.h"

#include <algorithm>
#include <array>
#include <cmath>

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

}  // namespace

Rgb ChangeScale::colour_at(double change_mm) const {
  if (std::isnan(change_mm)) return not_compared_colour;
  const double size = std::abs(change_mm);
  if (size <= noise_mm) return within_noise_colour;
  const double share = end_mm > noise_mm ? (size - noise_mm) / (end_mm - noise_mm) : 1;
  return along(change_mm < 0 ? loss : gain, share);
}

std::vector<double> painted_sizes_mm(const ScanComparison& change) {
  const std::vector<int>& labels = change.before->labels;
  std::vector<double> everything, of_teeth;
  for (std::size_t v = 0; v < change.before_smooth_mm.size(); ++v) {
    const double size = std::abs(change.before_smooth_mm[v]);
    if (std::isnan(size)) continue;
    everything.push_back(size);
    const int tooth = labels.empty() ? 0 : labels[v];
    if (tooth != 0 && !std::ranges::binary_search(change.left_out_teeth, tooth)) of_teeth.push_back(size);
  }
  return of_teeth.empty() ? everything : of_teeth;
}

double change_limit_mm(std::vector<double> sizes_mm, double least_mm) {
  double wanted_mm = least_mm;
  if (!sizes_mm.empty()) {
    constexpr double share = 0.99;
    const auto place =
        sizes_mm.begin() + static_cast<std::ptrdiff_t>(share * static_cast<double>(sizes_mm.size() - 1));
    std::ranges::nth_element(sizes_mm, place);
    wanted_mm = std::max(wanted_mm, *place);
  }
  for (double decade_mm = 0.01;; decade_mm *= 10) {
    for (const double factor : {1, 2, 5}) {
      if (factor * decade_mm >= wanted_mm) return factor * decade_mm;
    }
  }
}

ChangeScale change_scale(const ScanComparison& change, std::optional<double> limit_mm) {
  const double noise_mm = place_noise_mm(change);
  return {noise_mm, limit_mm ? *limit_mm : change_limit_mm(painted_sizes_mm(change), 2 * noise_mm)};
}

}  // namespace intercusp
