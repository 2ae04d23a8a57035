#include "io/report/svg_tooth_chart.h"

#include <fmt/format.h>

#include "io/language/language.h"
#include "io/language/tooth_names.h"
#include "io/picture/paint.h"
#include "io/report/html_parts.h"
#include "io/wording/definitions.h"

namespace intercusp {
namespace {

constexpr int cell_width = 50, cell_height = 40, number_height = 20;

std::string colour_text(Rgb colour) {
  return fmt::format("#{:02x}{:02x}{:02x}", colour.red, colour.green, colour.blue);
}

std::string text_svg(double x, double y, const char* kind, const std::string& fill, const std::string& text) {
  return fmt::format("<text x=\"{:.0f}\" y=\"{:.0f}\" class=\"{}\"{}>{}</text>", x, y, kind,
                     fill.empty() ? "" : " fill=\"" + fill + "\"", escaped(text));
}

std::string box_svg(int x, int y, const std::string& kind, const std::string& fill) {
  return fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" class=\"{}\"{}/>", x + 1, y + 1,
                     cell_width - 2, cell_height - 2, kind, fill.empty() ? "" : " fill=\"" + fill + "\"");
}

std::string cell_svg(const ChartTooth& tooth, int x, int y) {
  const double middle = x + cell_width / 2.0;
  if (tooth.missing) return box_svg(x, y, "missing", "") + text_svg(middle, y + 25, "pale", "", "–");
  const std::string doubt = tooth.sure ? "" : " doubt";
  if (!tooth.least_mm) return box_svg(x, y, "free" + doubt, "");
  const Rgb colour = colour_in_legend({}, *tooth.least_mm);
  const char* const letters = wants_dark_letters(colour) ? "#111" : "#fff";
  return box_svg(x, y, "contact" + doubt, colour_text(colour)) +
         text_svg(middle, y + 17, "area", letters, phrase("{:.2f}", tooth.area_mm2)) +
         text_svg(middle, y + 33, "depth", letters, rounded(*tooth.least_mm, 2));
}

std::string number_svg(const ChartTooth& tooth, int x, double y) {
  return text_svg(x + cell_width / 2.0, y, tooth.missing ? "number pale" : "number", "",
                  tooth_name(tooth.fdi) + (tooth.sure ? "" : "?"));
}

}  // namespace

std::string tooth_chart_svg(const FirstPage& page, bool right_side) {
  constexpr int width = 8 * cell_width, height = 2 * (number_height + cell_height);
  std::string svg = fmt::format(
      "<svg class=\"chart\" viewBox=\"0 0 {} {}\" role=\"img\" aria-label=\"{}\">", width, height,
      escaped(right_side ? phrase("Teeth of the patient's right") : phrase("Teeth of the patient's left")));
  for (int i = 0; i < 8; ++i) {
    const auto place = static_cast<std::size_t>(right_side ? i : 8 + i);
    const ChartTooth &upper = page.upper.teeth[place], &lower = page.lower.teeth[place];
    const int x = i * cell_width;
    svg += number_svg(upper, x, 14) + cell_svg(upper, x, number_height) +
           cell_svg(lower, x, number_height + cell_height) + number_svg(lower, x, height - 5) + "\n";
  }
  return svg + "</svg>";
}

}  // namespace intercusp
