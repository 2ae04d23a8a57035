#include <fmt/format.h>

#include <algorithm>

#include "io/language/language.h"
#include "io/report/first_page.h"
#include "io/report/html_parts.h"
#include "io/report/svg.h"

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

//! What must be known before any number, then the finding.
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

}  // namespace

std::string chart_sentence() {
  return phrase(
      "Per tooth: contact area in mm² (of the lower jaw; for upper teeth of what lies opposite) and "
      "least surface distance in mm, negative where the jaws overlap. Empty: no contact. –: no such "
      "tooth. Dashed, ?: number not sure.");
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

}  // namespace intercusp
