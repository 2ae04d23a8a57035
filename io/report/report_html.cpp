#include "io/report/report_html.h"

#include "io/report/contact_tables_html.h"
#include "io/report/html_parts.h"
#include "io/report/method_html.h"
#include "io/report/report_style.h"
#include "io/report/validation_html.h"
#include "io/wording/definitions.h"
#include "io/wording/findings.h"

namespace intercusp {
namespace {

std::string file_names(const MeshReport& report) {
  std::string names;
  for (const InputFile& file : report.files) names += (names.empty() ? "" : ", ") + escaped(file.path);
  return names;
}

std::string remarks_html(const Inspection& inspection, const MeshReport& upper, const MeshReport& lower) {
  std::string items;
  for (const std::string& remark : sentences_of(inspection.findings))
    items += "<li>" + escaped(remark) + "</li>\n";
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

}  // namespace

std::string report_html(const Inspection& inspection, const MeshReport& upper, const MeshReport& lower,
                        double import_ms, std::span<const ReportPicture> pictures,
                        const ReportedValidation& validation) {
  std::string html =
      "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>Bite "
      "inspection</title>\n<style>";
  html += report_style;
  html += "</style></head><body>\n<h1>Bite inspection</h1>\n";
  html += "<p class=\"files\">Upper: " + file_names(upper) + "<br>Lower: " + file_names(lower) + "</p>\n";
  html += remarks_html(inspection, upper, lower);
  html += "<p class=\"finding\">" + escaped(finding_sentence(inspection)) + "</p>\n";
  html += key_figures_html(inspection) + pictures_html(pictures);
  html += areas_html(inspection) + contacts_html(inspection);
  if (validation.figures != nullptr)
    html += validation_html(*validation.figures) + pictures_html(validation.pictures);
  html += method_html(inspection, upper, lower, import_ms);
  return html +
         "<footer>For research and planning support; not a diagnosis. The findings are as good as the scans "
         "and the "
         "bite registration they come from.</footer>\n</body></html>\n";
}

}  // namespace intercusp
