#include "io/report/validation_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "io/wording/definitions.h"

namespace intercusp {
namespace {

std::string line_of(const std::string& name, const ErrorStatistics& statistics) {
  return fmt::format("  {:<34} {:>9} {:>12} {:>12} {:>12} {:>12}\n", name, statistics.pixels,
                     length_text(statistics.rms_mm), length_text(statistics.p99_mm),
                     length_text(statistics.max_mm), length_text(statistics.bias_mm));
}

}  // namespace

std::string validation_text(const Validation& validation) {
  std::string text = fmt::format("  {:<34} {:>9} {:>12} {:>12} {:>12} {:>12}\n", "map less rays", "pixels",
                                 "RMS", "99 % within", "largest", "bias");
  const int rays = validation.options.rays_per_pixel;
  text +=
      line_of(rays == 1 ? "one ray a pixel" : fmt::format("mean of {} rays a pixel", rays), validation.mean);
  text += line_of("  away from silhouettes", validation.mean_away);
  text += line_of("ray through the pixel's centre", validation.point);
  text += fmt::format(
      "  (away from silhouettes: more than half a pixel; the ray through the centre is compared there)\n\n"
      "An exact map would have an RMS of {} against the mean: {} of the mean square is the pixel's own "
      "spread.\n",
      length_text(validation.own_spread_mm), share_text(validation.own_spread_share));
  text += fmt::format(
      "States: {} disagreement{}; {} within twice the depth tolerance of a boundary; {} pixels are near a "
      "silhouette, {} of them differ.\n",
      validation.state_disagreements, validation.state_disagreements == 1 ? "" : "s",
      validation.near_boundary, validation.near_silhouette, validation.near_silhouette_disagreements);
  return text;
}

}  // namespace intercusp
