#include "io/report/svg_bars.h"

#include <fmt/format.h>

#include <algorithm>

#include "io/report/html_parts.h"

namespace intercusp {

std::string bars_svg(const BarChart& chart) {
  constexpr double width = 640, top = 44, height = 120, left = 60, right = 30, bottom = top + height;
  const double most = std::ranges::max(chart.bars, {}, &BarChart::Bar::height).height;
  const double step = (width - left - right) / static_cast<double>(chart.bars.size());
  std::string svg = fmt::format(
      "<svg class=\"bars\" viewBox=\"0 0 {0:.0f} {1:.0f}\" role=\"img\" aria-label=\"{2}\"><text x=\"0\" "
      "y=\"16\">{2}</text><text x=\"{3:.0f}\" y=\"{4:.0f}\" class=\"end pale\">{5}</text><path "
      "class=\"axis\" "
      "d=\"M{6:.0f} {7:.0f}H{0:.0f}M{6:.0f} {8:.0f}H{0:.0f}\"/>\n",
      width, bottom + 22, escaped(chart.title), left - 6, top + 5, escaped(chart.highest), left, top, bottom);
  for (std::size_t i = 0; i < chart.bars.size(); ++i) {
    const BarChart::Bar& bar = chart.bars[i];
    const double x = left + static_cast<double>(i) * step;
    const double high = most > 0 ? height * bar.height / most : 0;
    svg += fmt::format(
        "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"#{:02x}{:02x}{:02x}\"/>",
        x + 0.08 * step, bottom - high, 0.84 * step, high, bar.colour.red, bar.colour.green, bar.colour.blue);
    if (!bar.label.empty())
      svg += fmt::format("<text x=\"{:.1f}\" y=\"{:.0f}\" class=\"small\">{}</text>", x + step / 2,
                         bottom + 16, escaped(bar.label));
    svg += "\n";
  }
  return svg + "</svg>\n";
}

}  // namespace intercusp
