#include "io/results/comparison/change_scale.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "io/picture/picture.h"
#include "io/results/comparison/comparison.h"
#include "io/results/comparison/words.h"
#include "occlusion/registration/surface_change.h"

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
  constexpr double least_mm = 0.05;  // below it noise of good scans looks like change
  return {noise_mm, round_number_from(std::max({least_mm, most, 2 * noise_mm}))};
}

ChangeScale change_scale(const Comparison& comparison) {
  ChangeScale scale;
  for (const ComparedScan& scan : comparison.scans) {
    if (!scan.change.determined()) continue;
    const ChangeScale one = change_scale(scan.change);
    scale = {std::max(scale.noise_mm, one.noise_mm), std::max(scale.end_mm, one.end_mm)};
  }
  return scale;
}

std::vector<double> with_breaks(const TriangleMesh& mesh, std::vector<double> change_mm,
                                const ChangeScale& scale) {
  const VertexRings rings(mesh);
  std::vector<std::uint8_t> is_seen(change_mm.size(), 0);
  const std::vector<double> found_mm = change_mm;
  for (std::uint32_t start = 0; start < found_mm.size(); ++start) {
    if (!std::isnan(found_mm[start]) || is_seen[start] != 0) continue;
    std::vector<std::uint32_t> piece = {start};
    is_seen[start] = 1;
    int lost = 0, other = 0;  // edges that lead out of the piece
    for (std::size_t i = 0; i < piece.size(); ++i) {
      for (const std::uint32_t v : rings.of(piece[i])) {
        if (!std::isnan(found_mm[v])) {
          ++(found_mm[v] < -scale.noise_mm ? lost : other);
        } else if (std::exchange(is_seen[v], std::uint8_t{1}) == 0) {
          piece.push_back(v);
        }
      }
    }
    if (lost <= other) continue;
    for (const std::uint32_t v : piece) change_mm[v] = -scale.end_mm;
  }
  return change_mm;
}

double round_number_from(double least) {
  const double decade = std::pow(10.0, std::floor(std::log10(least)));
  constexpr double rounding = 1e-9;  // 0.05 stays 0.05
  for (const double step : {1.0, 2.0, 5.0}) {
    if (step * decade >= least * (1 - rounding)) return step * decade;
  }
  return 10 * decade;
}

}  // namespace intercusp
