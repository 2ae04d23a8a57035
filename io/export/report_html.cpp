#include "io/export/report_html.h"

#include <fmt/format.h>
#include <openssl/evp.h>

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include "io/export/definitions.h"

namespace intercusp {
namespace {

constexpr std::string_view style = R"(
:root { color-scheme: light; }
body { font: 15px/1.5 system-ui, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; color: #222; background: #fff;
  max-width: 1120px; margin: 0 auto; padding: 28px 32px 48px; }
h1 { font-size: 26px; margin: 0 0 2px; }
h2 { font-size: 18px; margin: 34px 0 10px; padding-bottom: 4px; border-bottom: 1px solid #ddd; }
.files { color: #666; margin: 0 0 18px; overflow-wrap: anywhere; }
.finding { font-size: 18px; line-height: 1.45; margin: 16px 0; padding: 14px 18px; background: #f3f6f9;
  border-left: 4px solid #2d6da3; }
.remarks { margin: 16px 0; padding: 12px 18px; background: #fff6e0; border-left: 4px solid #d08a00; }
.remarks p { margin: 0 0 4px; font-weight: 600; }
.remarks ul { margin: 0; padding-left: 20px; }
.note { color: #666; font-size: 13px; margin: 6px 0 0; }
.pictures { display: grid; grid-template-columns: 1fr 1fr; gap: 18px; }
figure { margin: 0; border: 1px solid #e2e2e2; border-radius: 4px; padding: 6px; break-inside: avoid; }
figure.wide { grid-column: 1 / -1; }
figure img { width: 100%; height: auto; display: block; }
figcaption { color: #666; font-size: 13px; padding: 4px 6px 2px; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; margin: 4px 0; }
th, td { padding: 4px 14px 4px 0; text-align: right; border-bottom: 1px solid #eee; vertical-align: top; }
th { font-weight: 600; color: #444; border-bottom: 1px solid #bbb; }
th:first-child, td:first-child, td.text, th.text { text-align: left; }
td.text { overflow-wrap: anywhere; }
.facts td { text-align: left; }
.facts td:first-child { color: #666; white-space: nowrap; padding-right: 22px; }
.hash { font: 12px ui-monospace, "DejaVu Sans Mono", Consolas, monospace; }
footer { margin-top: 36px; padding-top: 10px; border-top: 1px solid #ddd; color: #666; font-size: 13px; }
@media (max-width: 760px) { .pictures { grid-template-columns: 1fr; } }
@media print { body { max-width: none; padding: 0; font-size: 12px; } h2 { break-after: avoid; }
  tr { break-inside: avoid; } .finding, .remarks { print-color-adjust: exact; -webkit-print-color-adjust: exact; } }
)";

std::string escaped(std::string_view text) {
  std::string safe;
  for (const char letter : text) {
    switch (letter) {
      case '&':
        safe += "&amp;";
        break;
      case '<':
        safe += "&lt;";
        break;
      case '>':
        safe += "&gt;";
        break;
      case '"':
        safe += "&quot;";
        break;
      case '\'':
        safe += "&#39;";
        break;
      default:
        safe += letter;
    }
  }
  return safe;
}

std::string base64(std::string_view bytes) {
  std::string text(4 * ((bytes.size() + 2) / 3) + 1, '\0');  // EVP ends it with a zero
  const int length =
      EVP_EncodeBlock(reinterpret_cast<unsigned char*>(text.data()),
                      reinterpret_cast<const unsigned char*>(bytes.data()), static_cast<int>(bytes.size()));
  text.resize(static_cast<std::size_t>(length));
  return text;
}

std::string percent(const std::optional<double>& share) {
  return share ? fmt::format("{:.0f} %", 100 * *share) : std::string("–");
}

std::string file_names(const MeshReport& report) {
  std::string names;
  for (const InputFile& file : report.files) names += (names.empty() ? "" : ", ") + escaped(file.path);
  return names;
}

std::string remarks_html(const Inspection& inspection, const MeshReport& upper, const MeshReport& lower) {
  std::string items;
  for (const std::string& remark : inspection.remarks) items += "<li>" + escaped(remark) + "</li>\n";
  for (const std::string& remark : upper.remarks) items += "<li>Upper jaw: " + escaped(remark) + "</li>\n";
  for (const std::string& remark : lower.remarks) items += "<li>Lower jaw: " + escaped(remark) + "</li>\n";
  if (inspection.labels_estimated) {
    items +=
        "<li>Tooth numbers are estimated: counted along the arch from the midline, not read from the "
        "files.</li>\n";
  }
  if (items.empty()) return {};
  return "<div class=\"remarks\"><p>Before you read the numbers</p><ul>\n" + items + "</ul></div>\n";
}

std::string pictures_html(std::span<const ReportPicture> pictures) {
  std::string html = "<div class=\"pictures\">\n";
  for (const ReportPicture& picture : pictures) {
    const std::string caption = escaped(picture.caption);
    html += std::string(picture.wide ? "<figure class=\"wide\">" : "<figure>") + "<img alt=\"" + caption +
            "\" src=\"data:image/png;base64," + base64(picture.png) + "\"><figcaption>" + caption +
            "</figcaption></figure>\n";
  }
  return html + "</div>\n";
}

std::string areas_html(const std::vector<AreaTotal>& areas, bool sides) {
  std::string html =
      "<table><tr><th>Clearance at most</th><th>Contacts</th><th>Surface, mm²</th><th>Projected, mm²</th>";
  if (sides) html += "<th>Right</th><th>Left</th><th>Anterior</th><th>Posterior</th>";
  html += "</tr>\n";
  for (const AreaTotal& area : areas) {
    html += fmt::format("<tr><td>{} mm</td><td>{}</td><td>{:.2f}</td><td>{:.2f}</td>",
                        shortest(area.threshold_mm), area.contacts, area.surface_mm2, area.projected_mm2);
    if (sides) {
      html +=
          fmt::format("<td>{}</td><td>{}</td><td>{}</td><td>{}</td>", percent(area.right_share),
                      percent(area.left_share), percent(area.anterior_share), percent(area.posterior_share));
    }
    html += "</tr>\n";
  }
  html +=
      "</table>\n<p class=\"note\">Clearance along the projection direction; penetration counted; areas of "
      "the lower "
      "jaw, clipped along the contour.";
  if (sides) html += " Right, left, anterior and posterior are shares of the projected area.";
  return html + "</p>\n";
}

//! One row per tooth, one column per threshold.
std::string teeth_html(const Inspection& inspection) {
  const std::vector<double>& thresholds = inspection.options.thresholds_mm;
  std::map<int, std::map<double, ToothContact>> teeth;
  for (const ToothContact& contact : inspection.contacts.teeth) {
    if (contact.tooth > 0) teeth[contact.tooth].emplace(contact.threshold_mm, contact);
  }
  if (teeth.empty() || thresholds.empty()) return {};
  std::string html = "<h2>Contact per tooth</h2>\n<table><tr><th>Tooth (FDI)</th>";
  for (const double threshold : thresholds) html += fmt::format("<th>≤ {} mm</th>", shortest(threshold));
  html += "<th>Contacts</th><th>Least clearance, mm</th></tr>\n";
  const double widest = *std::max_element(thresholds.begin(), thresholds.end());
  for (const auto& [tooth, by_threshold] : teeth) {
    html += fmt::format("<tr><td>{}</td>", tooth);
    for (const double threshold : thresholds) {
      const auto found = by_threshold.find(threshold);
      html += found == by_threshold.end() ? "<td>–</td>"
                                          : fmt::format("<td>{:.2f}</td>", found->second.surface_mm2);
    }
    const auto last = by_threshold.find(widest);
    html += last == by_threshold.end() ? "<td>–</td><td>–</td></tr>\n"
                                       : fmt::format("<td>{}</td><td>{:.3f}</td></tr>\n",
                                                     last->second.contacts, last->second.min_clearance_mm);
  }
  return html +
         fmt::format(
             "</table>\n<p class=\"note\">Area of the lower jaw's surface in mm² up to each clearance; for "
             "upper teeth that of the lower's surface opposite them. Contacts and least clearance: at most "
             "{} mm.</p>\n",
             shortest(widest));
}

std::string contacts_html(const Inspection& inspection) {
  const std::vector<double>& thresholds = inspection.options.thresholds_mm;
  if (inspection.contacts.patches.empty()) return {};
  const double widest = *std::max_element(thresholds.begin(), thresholds.end());
  std::string rows;
  for (const ContactPatch& patch : inspection.contacts.patches) {
    if (patch.threshold_mm != widest) continue;
    rows += fmt::format(
        "<tr><td>{}</td><td>{}</td><td>{}</td><td class=\"text\">{}</td><td>{:.2f}</td><td>{:.2f}</td>"
        "<td>{:.3f}</td><td>{:.3f}</td><td>{:.1f}, {:.1f}, {:.1f}</td></tr>\n",
        patch.id, tooth_name(patch.upper_tooth), tooth_name(patch.lower_tooth),
        patch.region.empty() ? "–" : escaped(patch.region), patch.surface_mm2, patch.projected_mm2,
        patch.min_clearance_mm, patch.mean_clearance_mm, patch.centroid_mm.x(), patch.centroid_mm.y(),
        patch.centroid_mm.z());
  }
  return fmt::format(
      "<h2>Contacts at a clearance of at most {} mm</h2>\n<table><tr><th>No.</th><th>Upper "
      "tooth</th><th>Lower tooth</th>"
      "<th class=\"text\">Region</th><th>Surface, mm²</th><th>Projected, mm²</th><th>Least, mm</th><th>Mean, "
      "mm</th>"
      "<th>Centre x, y, z, mm</th></tr>\n{}</table>\n<p class=\"note\">Least and mean are clearances; "
      "centres are in the "
      "frame of the upper jaw's file. The contacts at every threshold are in contacts.csv.</p>\n",
      shortest(widest), rows);
}

std::string pairs_html(const Inspection& inspection) {
  const std::vector<double>& thresholds = inspection.options.thresholds_mm;
  if (thresholds.empty()) return {};
  const double widest = *std::max_element(thresholds.begin(), thresholds.end());
  std::string rows;
  for (const ToothPairContact& pair : inspection.contacts.pairs) {
    if (pair.threshold_mm != widest || (pair.upper_tooth == 0 && pair.lower_tooth == 0)) continue;
    rows += fmt::format("<tr><td>{}</td><td>{}</td><td>{:.2f}</td><td>{:.2f}</td><td>{:.3f}</td></tr>\n",
                        tooth_name(pair.upper_tooth), tooth_name(pair.lower_tooth), pair.surface_mm2,
                        pair.projected_mm2, pair.min_clearance_mm);
  }
  if (rows.empty()) return {};
  return fmt::format(
      "<h2>Which teeth meet, at a clearance of at most {} mm</h2>\n<table><tr><th>Upper tooth</th><th>Lower "
      "tooth</th><th>Surface, mm²</th><th>Projected, mm²</th><th>Least clearance, mm</th></tr>\n{}</table>\n",
      shortest(widest), rows);
}

class Facts {
 public:
  void add(std::string_view name, std::string_view value_html) {
    rows_ += fmt::format("<tr><td>{}</td><td>{}</td></tr>\n", name, value_html);
  }
  [[nodiscard]] std::string html() const { return "<table class=\"facts\">\n" + rows_ + "</table>\n"; }

 private:
  std::string rows_;
};

std::string repairs_text(const RepairCounts& counts) {
  const std::pair<std::size_t, const char*> steps[] = {
      {counts.faces_with_bad_indices, "faces with bad indices dropped"},
      {counts.non_finite_vertices, "non-finite vertices dropped"},
      {counts.faces_at_non_finite_vertices, "faces at them dropped"},
      {counts.merged_vertices, "identical vertices merged"},
      {counts.collapsed_faces, "faces without area collapsed"},
      {counts.duplicate_faces, "duplicate faces dropped"},
      {counts.loose_components, "loose components dropped"},
      {counts.faces_in_loose_components, "faces in them"},
      {counts.split_edges, "non-manifold edges split"},
      {counts.split_vertices, "non-manifold vertices split"},
      {counts.flipped_faces, "faces turned"},
      {counts.flipped_components, "components turned inside out"},
      {counts.filled_holes, "small holes filled"},
      {counts.faces_in_holes, "faces added there"},
      {counts.closed_boundaries, "open margins closed by skirt and base"},
      {counts.skirt_and_base_faces, "faces added there, not counted as anatomy"}};
  std::string text;
  for (const auto& [count, what] : steps) {
    if (count > 0) text += fmt::format("{}{} {}", text.empty() ? "" : "; ", count, what);
  }
  return text.empty() ? "none was needed" : text;
}

void add_jaw(Facts& facts, std::string_view name, const MeshReport& report) {
  for (const InputFile& file : report.files) {
    facts.add(name, fmt::format("{} ({})<br><span class=\"hash\">SHA-256 {}</span>", escaped(file.path),
                                escaped(file.format), escaped(file.sha256)));
  }
  facts.add(fmt::format("{}: mesh", name),
            fmt::format("{} triangles and {} vertices read, {} component{}", report.triangles_read,
                        report.vertices_read, report.components, report.components == 1 ? "" : "s"));
  facts.add(fmt::format("{}: repairs", name), repairs_text(report.repairs));
  if (!report.label_source.empty())
    facts.add(fmt::format("{}: tooth numbers", name), escaped(report.label_source));
}

std::string vector_text(const Eigen::Vector3d& vector) {
  return fmt::format("{:.4f}, {:.4f}, {:.4f}", vector.x(), vector.y(), vector.z());
}

std::string method_html(const Inspection& inspection, const MeshReport& upper, const MeshReport& lower,
                        double import_ms) {
  const PixelGrid& grid = inspection.map.frame.grid;
  const MapCounts& pixels = inspection.pixels;
  Facts facts;
  facts.add("Clearance", escaped(measure_sentence()));
  facts.add("Contact", escaped(contact_sentence(inspection.options.thresholds_mm)));
  facts.add("Engine", name_of(inspection.engine) +
                          (inspection.engine_reason.empty() ? "" : ": " + escaped(inspection.engine_reason)));
  facts.add("Projection direction",
            vector_text(inspection.map.frame.projection.view_from_case().linear().row(2)) +
                (inspection.options.direction ? " (as asked for)" : " (found from the bite)"));
  facts.add("Map", fmt::format("{} × {} pixels of {} mm; depth tolerance {} mm", grid.width, grid.height,
                               shortest(grid.pixel_mm), shortest(inspection.options.depth_tolerance_mm)));
  facts.add("Pixels", fmt::format("{} both jaws, {} upper only, {} lower only, {} overlapping, {} without "
                                  "scanned surface on both sides",
                                  pixels.both, pixels.upper_only, pixels.lower_only, pixels.interfering,
                                  pixels.not_anatomy));
  facts.add("Resolved by", fmt::format("pass 1: {}, pass 2: {}, layers: {}, rays: {}", pixels.pass1,
                                       pixels.pass2, pixels.layers, pixels.rays));
  facts.add("Anatomical axes",
            inspection.anatomy.axes
                ? fmt::format("superior {}; anterior {} (confidence {:.2f}, {})",
                              vector_text(inspection.anatomy.axes->superior),
                              vector_text(inspection.anatomy.axes->anterior), inspection.anatomy.confidence,
                              escaped(inspection.anatomy.method))
                : fmt::format("not found (confidence {:.2f}): no sides of the patient are named",
                              inspection.anatomy.confidence));
  add_jaw(facts, "Upper jaw", upper);
  add_jaw(facts, "Lower jaw", lower);
  std::string times = fmt::format("import {:.0f} ms", import_ms);
  for (const StageTime& stage : inspection.timings)
    times += fmt::format(", {} {:.0f} ms", escaped(stage.name), stage.ms);
  facts.add("Time", times);
  facts.add("Program", "Intercusp " INTERCUSP_VERSION);
  return "<h2>How these numbers were made</h2>\n" + facts.html();
}

}  // namespace

std::string report_html(const Inspection& inspection, const MeshReport& upper, const MeshReport& lower,
                        double import_ms, std::span<const ReportPicture> pictures) {
  const bool sides = inspection.anatomy.axes.has_value();
  std::string html =
      "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>Bite "
      "inspection</title>\n<style>";
  html += style;
  html += "</style></head><body>\n<h1>Bite inspection</h1>\n";
  html += "<p class=\"files\">Upper: " + file_names(upper) + "<br>Lower: " + file_names(lower) + "</p>\n";
  html += remarks_html(inspection, upper, lower);
  html += "<p class=\"finding\">" + escaped(finding_sentence(inspection)) + "</p>\n";
  html += pictures_html(pictures);
  if (!inspection.contacts.areas.empty()) {
    html += "<h2>Contact area and balance</h2>\n" + areas_html(inspection.contacts.areas, sides);
  }
  html += teeth_html(inspection) + pairs_html(inspection) + contacts_html(inspection);
  html += method_html(inspection, upper, lower, import_ms);
  return html +
         "<footer>For research and planning support; not a diagnosis. The findings are as good as the scans "
         "and the "
         "bite registration they come from.</footer>\n</body></html>\n";
}

}  // namespace intercusp
