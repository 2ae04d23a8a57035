#include "io/results/comparison/change_scale.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <utility>
#include <vector>

#include "io/picture/legend.h"
#include "io/picture/picture.h"
#include "io/results/comparison/comparison.h"
#include "io/results/comparison/report.h"
#include "occlusion/registration/surface_change.h"

namespace intercusp {
namespace {

//! Three colours from the noise to the end of the scale. Lightness falls evenly, so that the size is readable
//! without hue. The hues differ from those of ColourScale, because distances appear beside changes. Violet
//! and olive differ for colour-blind readers too.
using Ramp = std::array<Rgb, 3>;
constexpr Ramp loss{Rgb{226, 190, 232}, Rgb{158, 70, 186}, Rgb{74, 0, 96}};
constexpr Ramp gain{Rgb{218, 218, 140}, Rgb{138, 142, 40}, Rgb{58, 62, 6}};

}  // namespace

Rgb ChangeScale::colour_at(double change_mm) const {
  if (std::isnan(change_mm)) return not_compared_colour;
  const double size = std::abs(change_mm);
  if (size <= noise_mm) return within_noise_colour;
  const double share = end_mm > noise_mm ? (size - noise_mm) / (end_mm - noise_mm) : 1;
  return colour_along(change_mm < 0 ? loss : gain, share);
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
  constexpr double least_limit_mm = 0.01;
  double wanted_mm = least_mm;
  if (!sizes_mm.empty()) {
    constexpr double share = 0.99;
    const auto place =
        sizes_mm.begin() + static_cast<std::ptrdiff_t>(share * static_cast<double>(sizes_mm.size() - 1));
    std::ranges::nth_element(sizes_mm, place);
    wanted_mm = std::max(wanted_mm, *place);
  }
  return round_number_from(std::max(least_limit_mm, wanted_mm));
}

ChangeScale change_scale(const ScanComparison& change, std::optional<double> limit_mm) {
  const double noise_mm = place_noise_mm(change);
  return {noise_mm, limit_mm ? *limit_mm : change_limit_mm(painted_sizes_mm(change), 2 * noise_mm)};
}

ChangeScale change_scale(const Comparison& comparison) {
  double noise_mm = 0;
  std::vector<double> sizes_mm;
  for (const ComparedScan& scan : comparison.scans) {
    if (!scan.change.determined()) continue;
    noise_mm = std::max(noise_mm, place_noise_mm(scan.change));
    std::ranges::copy(painted_sizes_mm(scan.change), std::back_inserter(sizes_mm));
  }
  const std::optional<double>& limit_mm = comparison.request.scale_mm;
  return {noise_mm, limit_mm ? *limit_mm : change_limit_mm(std::move(sizes_mm), 2 * noise_mm)};
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
    int lost = 0, other = 0;  // numbers of edges that lead out of the piece
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

}  // namespace intercusp
