#include "io/wording/validation_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "io/wording/definitions.h"

namespace intercusp {

std::string mean_error_sentence(int rays_per_pixel) {
  return fmt::format(
      "Clearance of the map less the mean clearance of {} ray{} spread over the pixel (those with a finite "
      "clearance). A map holds what is at a pixel's centre, which is not its mean: most of this is what "
      "sampling does, and it has no bound.",
      rays_per_pixel, rays_per_pixel == 1 ? "" : "s");
}

std::string point_error_sentence() {
  return "Clearance of the map less that of the ray through the pixel's centre, at pixels more than half a "
         "pixel from every projected silhouette of either jaw: what the engine does.";
}

std::string states_sentence(double depth_tolerance_mm) {
  return fmt::format(
      "Kinds of pixels: outside (not covered by both jaws), not anatomy (nothing between scanned surfaces), "
      "unlimited (nothing above the lower), free (clearance above {0} mm), touching (no overlap, clearance "
      "of "
      "at most {0} mm), interfering (an overlap longer than {0} mm). Map and ray disagree where the kinds "
      "differ and the clearances differ by more than {1} mm, more than half a pixel from silhouettes.",
      shortest(depth_tolerance_mm), shortest(2 * depth_tolerance_mm));
}

std::string length_text(double length_mm) {
  if (!std::isfinite(length_mm)) return "–";
  if (length_mm == 0) return "0 µm";
  const double size_um = std::abs(1000 * length_mm);
  const double unit = size_um < 999.5 ? size_um : size_um / 1000;
  constexpr double rounded_up = 1.0005;  // 9.996 shall be written as 10.0
  const int decimals = std::clamp(2 - static_cast<int>(std::floor(std::log10(unit * rounded_up))), 0, 4);
  if (size_um < 0.00005) return "below 0.0001 µm";
  return fmt::format("{}{:.{}f} {}", length_mm < 0 ? "–" : "", unit, decimals, size_um < 999.5 ? "µm" : "mm");
}

std::string share_text(double share) {
  if (!std::isfinite(share)) return "–";
  return fmt::format("{:.2f} %", 100 * share);
}

}  // namespace intercusp
