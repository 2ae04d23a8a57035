#include "io/report/svg_balance.h"

#include <fmt/format.h>

#include <algorithm>

#include "io/language/language.h"
#include "io/report/html_parts.h"

namespace intercusp {

std::string balance_svg(const BalanceShare& balance, const std::string& first, const std::string& second) {
  constexpr double width = 400, top = 22, height = 20;
  const double border = width * balance.share;
  const std::string left = phrase("{} {:.0f} %", first, 100 * balance.share),
                    right = phrase("{} {:.0f} %", second, 100 * (1 - balance.share));
  std::string svg = fmt::format(
      "<svg class=\"balance\" viewBox=\"0 0 400 62\" role=\"img\" aria-label=\"{0}, {1}\"><text x=\"0\" "
      "y=\"15\">{0}"
      "</text><text x=\"400\" y=\"15\" class=\"end\">{1}</text><rect class=\"first-part\" x=\"0\" "
      "y=\"{2:.0f}\" "
      "width=\"{3:.1f}\" height=\"{4:.0f}\"/><rect class=\"second-part\" x=\"{3:.1f}\" y=\"{2:.0f}\" "
      "width=\"{5:.1f}\" height=\"{4:.0f}\"/><path class=\"middle\" d=\"M200 {6:.0f}V{7:.0f}\"/>",
      escaped(left), escaped(right), top, border, height, width - border, top - 3, top + height + 3);
  if (balance.shows_interval()) {
    const double low = width * balance.interval->low, high = width * balance.interval->high,
                 line = top + height + 7;
    svg += fmt::format(
        "<path class=\"interval\" d=\"M{0:.1f} {2:.0f}H{1:.1f}M{0:.1f} {3:.0f}v8M{1:.1f} {3:.0f}v8\"/>", low,
        high, line, line - 4);
    const double middle = std::clamp((low + high) / 2, 70.0, width - 70);
    svg += fmt::format(
        "<text x=\"{:.1f}\" y=\"61\" class=\"small\">{}</text>", middle,
        escaped(phrase("{:.0f} to {:.0f} %", 100 * balance.interval->low, 100 * balance.interval->high)));
  }
  return svg + "</svg>";
}

}  // namespace intercusp
