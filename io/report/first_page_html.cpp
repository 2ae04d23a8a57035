#include <fmt/format.h>

#include <algorithm>

#include "io/language/language.h"
#include "io/language/tooth_names.h"
#include "io/picture/paint.h"
#include "io/report/first_page.h"
#include "io/report/html_parts.h"
#include "io/wording/definitions.h"

namespace intercusp {
namespace {

std::string head_html(const FirstPage& page, const std::string& title) {
  std::string html = "<header><h1>" + escaped(title) + "</h1>\n";
  const std::string heading = heading_of(page.notes);
  if (!heading.empty()) html += "<p class=\"case\">" + escaped(heading) + "</p>\n";
  html += "<p class=\"files\">" + escaped(phrase("Upper: {}", page.upper_files)) + " · " +
          escaped(phrase("Lower: {}", page.lower_files));
  if (!page.notes.notes.empty()) html += "<br>" + escaped(page.notes.notes);
  return html + "</p></header>\n";
}

std::string list_html(const std::vector<std::string>& sentences) {
  std::string html = "<ul>\n";
  for (const std::string& sentence : sentences) html += "<li>" + escaped(sentence) + "</li>\n";
  return html + "</ul>";
}

//! What the reader must know before any number, then the finding.
std::string finding_html(const FirstPage& page) {
  std::string html;
  if (!page.warnings.empty()) {
    html = "<div class=\"remarks\"><p>" + escaped(phrase("Before you read the numbers")) + "</p>" +
           list_html(page.warnings) + "</div>\n";
  }
  return html + "<p class=\"finding\">" + escaped(page.finding) + "</p>\n";
}

std::string key_figures_html(const FirstPage& page) {
  std::string html = "<dl class=\"key\">\n";
  for (const KeyFigure& figure : page.key_figures)
    html += "<div><dt>" + escaped(figure.name) + "</dt><dd>" + escaped(figure.value) +
            (figure.note.empty() ? "" : "<span>" + escaped(figure.note) + "</span>") + "</dd></div>\n";
  return html + "</dl>\n";
}

std::string pictures_html(const FirstPage& page, const std::vector<OutputFile>& made) {
  std::string html;
  for (std::size_t i = 0; i < page.pictures.size(); ++i) {
    const auto file = std::ranges::find(made, page.pictures[i], &OutputFile::name);
    if (file == made.end()) continue;
    html += fmt::format(
        "<img alt=\"{}\" src=\"data:image/png;base64,{}\">\n",
        escaped(i == 0 ? phrase("Upper jaw with its contacts") : phrase("Lower jaw with its contacts")),
        base64(file->bytes));
  }
  return html.empty() ? "" : "<div class=\"arches\">\n" + html + "</div>\n";
}

std::string chart_html(const FirstPage& page) {
  if (!page.upper.numbered && !page.lower.numbered)
    return "<p class=\"note\">" + escaped(no_chart_sentence()) + "</p>\n";
  return "<div class=\"halves\">" + tooth_chart_svg(page, true) + tooth_chart_svg(page, false) +
         "</div>\n<p class=\"note\">" + escaped(chart_sentence()) + "</p>\n";
}

std::string balance_html(const FirstPage& page) {
  std::string html;
  if (page.right) html += balance_svg(*page.right, phrase("Right"), phrase("Left"));
  if (page.anterior) html += balance_svg(*page.anterior, phrase("Anterior"), phrase("Posterior"));
  if (html.empty()) return {};
  const bool intervals = page.right && page.right->interval;
  return "<div><h3>" + escaped(phrase("Shares of the contact area")) + "</h3>" + html +
         (intervals ? "<p class=\"note\">" + escaped(share_interval_sentence()) + "</p>" : "") + "</div>\n";
}

std::string unsure_html(const FirstPage& page) {
  if (page.unsure.empty()) return {};
  return "<div><h3>" + escaped(phrase("To be read with care")) + "</h3>" + list_html(page.unsure) +
         "</div>\n";
}

// ---- Drawings

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

std::string chart_sentence() {
  return phrase(
      "Per tooth: contact area in mm² (of the lower jaw; for upper teeth of what lies opposite) and least "
      "surface distance in mm, negative where the jaws overlap. Empty: no contact. –: no such tooth. Dashed, "
      "?: number not sure.");
}

std::string no_chart_sentence() { return phrase("The teeth have no numbers: there is no tooth chart."); }

std::string share_interval_sentence() {
  return phrase("Line: 95 % interval, from the error of the bite's registration.");
}

std::string first_page_html(const FirstPage& page, const std::string& title,
                            const std::vector<OutputFile>& made) {
  return "<section class=\"first\">\n" + head_html(page, title) + finding_html(page) +
         key_figures_html(page) + pictures_html(page, made) + chart_html(page) + "<div class=\"halves\">\n" +
         balance_html(page) + unsure_html(page) + "</div>\n<p class=\"note\">" + escaped(page.measure_note) +
         "</p>\n</section>\n";
}

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

std::string balance_svg(const BalanceShare& balance, const std::string& first, const std::string& second) {
  constexpr double width = 400, top = 22, height = 20;
  const double border = width * balance.share;
  const std::string left = phrase("{} {:.0f} %", first, 100 * balance.share),
                    right = phrase("{} {:.0f} %", second, 100 * (1 - balance.share));
  std::string svg = fmt::format(
      "<svg class=\"balance\" viewBox=\"0 0 400 62\" role=\"img\" aria-label=\"{0}, {1}\"><text x=\"0\" "
      "y=\"15\">{0}</text><text x=\"400\" y=\"15\" class=\"end\">{1}</text><rect class=\"first-part\" "
      "x=\"0\" y=\"{2:.0f}\" width=\"{3:.1f}\" height=\"{4:.0f}\"/><rect class=\"second-part\" x=\"{3:.1f}\" "
      "y=\"{2:.0f}\" width=\"{5:.1f}\" height=\"{4:.0f}\"/><path class=\"middle\" d=\"M200 "
      "{6:.0f}V{7:.0f}\"/>",
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

std::string bars_svg(const BarChart& chart) {
  constexpr double width = 640, top = 44, height = 120, left = 60, right = 30, bottom = top + height;
  const double most = std::ranges::max(chart.bars, {}, &BarChart::Bar::height).height;
  const double step = (width - left - right) / static_cast<double>(chart.bars.size());
  std::string svg = fmt::format(
      "<svg class=\"bars\" viewBox=\"0 0 {0:.0f} {1:.0f}\" role=\"img\" aria-label=\"{2}\"><text x=\"0\" "
      "y=\"16\">{2}</text><text x=\"{3:.0f}\" y=\"{4:.0f}\" class=\"end pale\">{5}</text><path "
      "class=\"axis\" d=\"M{6:.0f} {7:.0f}H{0:.0f}M{6:.0f} {8:.0f}H{0:.0f}\"/>\n",
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
