#include <fmt/format.h>

#include <algorithm>

#include "io/language/language.h"
#include "io/report/html_parts.h"
#include "io/report/report.h"
#include "io/report/scene_html.h"

namespace intercusp {
namespace {

std::string paragraph(const std::string& kind, const std::string& text) {
  return text.empty()
             ? ""
             : "<p" + (kind.empty() ? "" : " class=\"" + kind + "\"") + ">" + escaped(text) + "</p>\n";
}

std::string remarks_html(const std::vector<Remark>& remarks) {
  if (remarks.empty()) return {};
  std::string html =
      "<div class=\"remarks\"><p>" + escaped(phrase("Before you read the numbers")) + "</p><ul>\n";
  for (const Remark& remark : remarks) {
    const std::string about = remark.about.empty() ? "" : escaped(remark.about) + ": ";
    html += "<li>" + about + escaped(remark.text) + "</li>\n";
  }
  return html + "</ul></div>\n";
}

//! A bar whose length is the count's share of the greatest in its column.
std::string bar_html(const std::string& count, const std::string& most) {
  constexpr double longest_px = 220;
  const double share = std::stod(count) / std::max(1.0, std::stod(most));
  return fmt::format(
      "<svg width=\"{0:.0f}\" height=\"12\" role=\"img\" aria-label=\"{1}\"><rect width=\"{2:.1f}\" "
      "height=\"12\" fill=\"#2d6da3\"/></svg>",
      longest_px, escaped(count), share > 0 ? std::max(longest_px * share, 1.0) : 0.0);
}

std::string most_of(const Table& table, std::size_t column) {
  const auto row =
      std::ranges::max_element(table.rows, {}, [&](const auto& r) { return std::stod(r[column]); });
  return (*row)[column];
}

std::string table_html(const Table& table) {
  if (table.rows.empty()) return {};
  std::string html = "<div class=\"wide\" tabindex=\"0\"><table><tr>";
  for (const Column& column : table.columns)
    html += fmt::format("<th{}>{}</th>",
                        column.is_text    ? " class=\"text\""
                        : column.has_bars ? " colspan=\"2\""
                                          : "",
                        escaped(column.heading));
  html += "</tr>\n";
  for (std::size_t r = 0; r < table.rows.size(); ++r) {
    const std::vector<std::string>& row = table.rows[r];
    html += table.contacts.empty() ? "<tr>" : fmt::format("<tr data-contact=\"{}\">", table.contacts[r]);
    for (std::size_t i = 0; i < row.size(); ++i) {
      html +=
          fmt::format("<td{}>{}</td>", table.columns[i].is_text ? " class=\"text\"" : "", escaped(row[i]));
      if (table.columns[i].has_bars)
        html += "<td class=\"text\">" + bar_html(row[i], most_of(table, i)) + "</td>";
    }
    html += "</tr>\n";
  }
  return html + "</table></div>\n";
}

//! The facts as a table. Line breaks of the text stay.
std::string facts_html(const std::vector<Fact>& facts) {
  if (facts.empty()) return {};
  std::string html = "<div class=\"wide\" tabindex=\"0\"><table class=\"facts\">\n";
  for (const Fact& fact : facts)
    html += "<tr><td>" + escaped(fact.name) + "</td><td>" + escaped(fact.text) + "</td></tr>\n";
  return html + "</table></div>\n";
}

const Product& product_named(const Report& report, const std::string& name) {
  return *std::ranges::find(report.files, name, &Product::name);
}

std::string pictures_html(const Section& section, const Report& report, const std::vector<OutputFile>& made) {
  if (section.pictures.empty()) return {};
  std::string html = "<div class=\"pictures\">\n";
  for (const std::string& name : section.pictures) {
    const Product& product = product_named(report, name);
    const std::string caption = escaped(product.caption);
    html += fmt::format(
        "<figure{}><img alt=\"{}\" src=\"data:image/png;base64,{}\"><figcaption>{}</figcaption></figure>\n",
        product.wide ? " class=\"wide\"" : "", caption,
        base64(std::ranges::find(made, name, &OutputFile::name)->bytes), caption);
  }
  return html + "</div>\n";
}

std::string section_html(const Section& section, const Report& report, const std::vector<OutputFile>& made) {
  std::string html = section.title.empty() ? "" : "<h2>" + escaped(section.title) + "</h2>\n";
  for (const std::string& text : section.paragraphs) html += paragraph("", text);
  html += table_html(section.table) + facts_html(section.facts);
  for (const BarChart& chart : section.charts) html += bars_svg(chart);
  html += pictures_html(section, report, made);
  for (const std::string& note : section.notes) html += paragraph("note", note);
  return html;
}

std::string policy_of(const Report& report, const std::string& style) {
  if (!report.scene) return policy_html({&style, 1}, {});
  return policy_html({&style, 1}, scene_scripts());
}

}  // namespace

std::string page_html(const Report& report, const std::vector<OutputFile>& made) {
  const std::string style = std::string(report_style) + (report.scene ? scene_style() : "");
  std::string html = "<!DOCTYPE html>\n<html lang=\"" + std::string(code_of(language())) +
                     "\"><head><meta charset=\"utf-8\">\n" + policy_of(report, style) +
                     "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>" +
                     escaped(report.title) + "</title>\n<style>" + style + "</style></head><body>\n";
  if (report.first_page) {
    html += first_page_html(*report.first_page, report.title, made) + "<p class=\"files\">";
  } else {
    html += "<h1>" + escaped(report.title) + "</h1>\n<p class=\"files\">";
  }
  for (const Fact& file : report.input_files) html += escaped(file.name + ": " + file.text) + "<br>";
  html += "</p>\n" + remarks_html(report.remarks) + paragraph("finding", report.headline);
  if (report.scene) html += report.scene();
  for (const Section& section : report.sections) {
    if (section.on != Section::On::terminal) html += section_html(section, report, made);
  }
  return html + "<footer>" + escaped(report.footer) + "</footer>\n</body></html>\n";
}

}  // namespace intercusp
