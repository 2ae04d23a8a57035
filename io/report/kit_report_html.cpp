#include <fmt/format.h>

#include <cmath>
#include <string_view>

#include "io/report/html_parts.h"
#include "io/report/kit_report.h"

namespace intercusp {
namespace {

constexpr std::string_view page_style = R"(
:root { color-scheme: light; }
body { font: 15px/1.5 system-ui, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; color: #222; background: #fff;
  max-width: 1120px; margin: 0 auto; padding: 28px 32px 48px; }
h1 { font-size: 26px; margin: 0 0 2px; }
h2 { font-size: 18px; margin: 34px 0 10px; padding-bottom: 4px; border-bottom: 1px solid #ddd; }
h3 { font-size: 15px; margin: 22px 0 4px; }
.finding { font-size: 18px; margin: 16px 0; padding: 14px 18px; background: #f3f6f9; border-left: 4px solid #2d6da3; }
.note { color: #666; font-size: 13px; margin: 6px 0 0; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; margin: 4px 0; }
th, td { padding: 3px 14px 3px 0; text-align: right; border-bottom: 1px solid #eee; vertical-align: top; }
th { font-weight: 600; color: #444; border-bottom: 1px solid #bbb; }
th:first-child, td:first-child, td.text, th.text { text-align: left; }
.broken { font-weight: 600; color: #b00020; }
dt { font-weight: 600; } dd { margin: 0 0 6px; color: #444; }
@media print { body { max-width: none; padding: 0; font-size: 11px; } h2, h3 { break-after: avoid; }
  tr { break-inside: avoid; } }
)";

std::string checks_html(const KitReport& report) {
  std::string html =
      "<table><tr><th>What is checked</th><th>Bound</th><th>Worst result</th><th>Results</th>"
      "<th class=\"text\">Kept</th></tr>\n";
  for (const KitCheck& check : report.checks) {
    html +=
        fmt::format("<tr><td>{}{}</td><td>{}</td><td>{}</td><td>{}</td><td class=\"text{}\">{}</td></tr>\n",
                    escaped(check.what),
                    check.where.empty() || check.is_count
                        ? ""
                        : "<br><span class=\"note\">worst: " + escaped(check.where) + "</span>",
                    kit_number(check, check.bound), kit_number(check, check.worst), check.results,
                    check.passed ? "" : " broken", check.passed ? "yes" : "no");
  }
  return html + "</table>\n";
}

std::string micrometres(double value_mm) {
  return std::isfinite(value_mm) ? fmt::format("{:.3f}", 1000 * value_mm) : std::string("–");
}

std::string error_percent(double result, double truth) {
  return fmt::format("{:+.3f}", 100 * (result / truth - 1));
}

std::string scene_html(const KitReport& report, const KitSceneText& scene) {
  std::string html =
      fmt::format("<h3>{}</h3>\n<p>{}</p>\n", escaped(scene.name), escaped(scene.what)) +
      "<table><tr><th>Engine</th><th>Triangles</th><th>Noise, µm</th><th>Pixel, mm</th><th>Pixels</th>"
      "<th>Facets: RMS, µm</th><th>max, µm</th><th>Paper: RMS, µm</th><th>max, µm</th>"
      "<th>Area, mm²</th><th>to facets, %</th><th>to paper, %</th><th>adaptive to facets, %</th></tr>\n";
  for (const KitRow& row : report.rows) {
    if (row.scene != scene.name) continue;
    html += fmt::format(
        "<tr><td>{}</td><td>{}</td><td>{:g}</td><td>{:g}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</"
        "td><td>{}</td>"
        "<td>{:.4f}</td><td>{}</td><td>{}</td><td>{}</td></tr>\n",
        escaped(row.engine), row.triangles, row.noise_um, row.pixel_mm, row.pixels,
        micrometres(row.facets_rms_mm), micrometres(row.facets_max_mm), micrometres(row.paper_rms_mm),
        micrometres(row.paper_max_mm), row.area_mm2, error_percent(row.area_mm2, row.facets_mm2),
        error_percent(row.area_mm2, row.paper_mm2),
        row.adaptive_mm2 ? error_percent(*row.adaptive_mm2, row.facets_mm2) : "–");
  }
  return html + "</table>\n";
}

std::string surface_html(const KitReport& report) {
  std::string html =
      "<table><tr><th>Scene</th><th>Threshold, mm</th><th>Lower, mm²</th><th>to paper, %</th><th>Upper, "
      "mm²</th>"
      "<th>to paper, %</th></tr>\n";
  for (const KitSurfaceRow& row : report.surface_rows) {
    html +=
        fmt::format("<tr><td>{}</td><td>{:g}</td><td>{:.4f}</td><td>{}</td><td>{:.4f}</td><td>{}</td></tr>\n",
                    escaped(row.scene), row.threshold_mm, row.lower_mm2,
                    error_percent(row.lower_mm2, row.lower_paper_mm2), row.upper_mm2,
                    error_percent(row.upper_mm2, row.upper_paper_mm2));
  }
  return html + "</table>\n";
}

std::string changes_html(const KitReport& report) {
  std::string html =
      "<table><tr><th>Scene</th><th>Area, mm²</th><th>half the triangles, %</th><th>twice the triangles, "
      "%</th>"
      "</tr>\n";
  for (const KitChange& change : report.changes) {
    html += fmt::format("<tr><td>{}</td><td>{:.4f}</td><td>{}</td><td>{}</td></tr>\n", escaped(change.scene),
                        change.area_mm2, error_percent(change.half_mm2, change.area_mm2),
                        error_percent(change.twice_mm2, change.area_mm2));
  }
  return html + "</table>\n";
}

std::string definitions_html() {
  std::string html = "<dl>\n";
  for (const KitDefinition& definition : kit_definitions()) {
    html += fmt::format("<dt>{}</dt><dd>{}</dd>\n", escaped(definition.name), escaped(definition.text));
  }
  return html + "</dl>\n";
}

}  // namespace

std::string kit_html(const KitReport& report) {
  std::string html = fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>Accuracy of Intercusp "
      "{0}</title>"
      "<style>{1}</style></head><body>\n<h1>Accuracy of Intercusp {0}</h1>\n"
      "<p class=\"note\">Bodies whose clearance and contact area are known on paper, meshed, with and "
      "without the "
      "noise of scanners, mapped by every engine. Made by "
      "“intercusp&nbsp;validate&nbsp;&#8209;&#8209;kit”.</p>\n"
      "<p class=\"finding\">{2}</p>\n",
      INTERCUSP_VERSION, page_style, escaped(kit_finding(report)));
  html += "<h2>Bounds</h2>\n" + checks_html(report);
  html += "<h2>What the words mean</h2>\n" + definitions_html();
  html += "<h2>Scenes</h2>\n";
  for (const KitSceneText& scene : report.scenes) html += scene_html(report, scene);
  html += "<h2>Area by true distance</h2>\n" + surface_html(report);
  html += "<h2>Half and twice the triangles</h2>\n" + changes_html(report);
  return html +
         "<p class=\"note\">These are errors of the program for the meshes it was given. Scans and bite "
         "registrations "
         "have their own, which are larger. For research and planning support; the user "
         "decides.</p>\n</body></html>\n";
}

}  // namespace intercusp
