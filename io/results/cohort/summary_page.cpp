#include "io/results/cohort/collect.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

#include "io/report/html_parts.h"
#include "io/results/cohort/columns.h"

namespace intercusp {
namespace {

constexpr std::string_view style = R"(
.strip { display: block; width: 100%; height: 46px; }
.strip line { stroke: var(--line); } .strip rect { fill: var(--accent); opacity: .25; } .strip .middle { stroke: var(--ink); stroke-width: 2; }
.strip circle { fill: var(--accent); opacity: .55; } .strip .far { fill: var(--second); opacity: 1; }
.figures td { vertical-align: middle; white-space: nowrap; } .figures td.chart { width: 42%; }
)";

//! The figures that are shown as distributions, in this order.
std::vector<std::string> shown_figures(CohortAnalysis analysis) {
  switch (analysis) {
    case CohortAnalysis::compare: {
      std::vector<std::string> names;
      for (const char* const figure :
           {"lost_mm3", "gained_mm3", "deepest_loss_mm", "most_moved_mm", "teeth_changed",
            "teeth_missing_after", "teeth_not_measured", "residual_mm", "scale", "distortion_mm"}) {
        for (const char* const jaw : {"upper_", "lower_"}) names.push_back(std::string(jaw) + figure);
      }
      return names;
    }
    case CohortAnalysis::bite:
      return {"certainty", "score", "contacts", "max_penetration_mm", "residual_mm", "overlap_share"};
    case CohortAnalysis::segment:
      return {"upper_teeth", "lower_teeth", "upper_teeth_not_sure", "lower_teeth_not_sure"};
    case CohortAnalysis::model:
      return {"bolton_anterior",          "bolton_overall",          "upper_crowding",
              "lower_crowding",           "lower_intercanine_width", "upper_intermolar_width",
              "lower_little_irregularity"};
    case CohortAnalysis::inspect:
      break;
  }
  return {"contact_area_mm2",
          "contacts",
          "left_share",
          "anterior_share",
          "min_surface_distance_mm",
          "overlap_volume_mm3",
          "first_contact_opening_deg",
          "overjet_mm",
          "overbite_mm",
          "midline_shift_mm",
          "upper_teeth",
          "lower_teeth",
          "teeth_not_sure"};
}

struct Measured {
  const CollectedCase* one;
  double value;
};

//! The values of one figure, sorted.
struct Distribution {
  std::string name, definition;
  std::vector<Measured> values;
  double quartile = 0, median = 0, upper_quartile = 0;

  //! Whether a value is beyond Tukey's outer fences, which are three times the interquartile range outside
  //! the quartiles.
  [[nodiscard]] bool is_far(double value) const {
    const double room = 3 * (upper_quartile - quartile);
    return value < quartile - room || value > upper_quartile + room;
  }
};

double quantile(const std::vector<Measured>& sorted, double share) {
  const double place = share * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  return sorted[below].value +
         (place - static_cast<double>(below)) * (sorted[above].value - sorted[below].value);
}

//! Empty if no case has the figure.
//! \param place index among the figures of a record
std::optional<Distribution> distribution_of(const std::vector<CollectedCase>& cases,
                                            const Figure<nlohmann::json>& figure, std::size_t place) {
  Distribution found{.name = figure.key, .definition = figure.definition, .values = {}};
  for (const CollectedCase& one : cases) {
    if (!one.record.done()) continue;
    if (const auto value = number_of(one.record.figures[place])) found.values.push_back({&one, *value});
  }
  if (found.values.empty()) return std::nullopt;
  std::ranges::stable_sort(found.values, {}, &Measured::value);
  found.quartile = quantile(found.values, 0.25);
  found.median = quantile(found.values, 0.5);
  found.upper_quartile = quantile(found.values, 0.75);
  return found;
}

std::vector<Distribution> distributions(const std::vector<CollectedCase>& cases, CohortAnalysis analysis) {
  const Figures<nlohmann::json> figures = case_figures(analysis);
  std::vector<Distribution> all;
  for (const std::string& name : shown_figures(analysis)) {
    for (std::size_t i = 0; i < figures.size(); ++i) {
      if (figures[i].key != name) continue;
      if (auto found = distribution_of(cases, figures[i], i)) all.push_back(*std::move(found));
    }
  }
  return all;
}

//! The pages of a case, below its folder. `compare` has a page per jaw, `segment` has pictures. The subject's
//! first row has neither.
std::vector<std::string> pages_of(const CaseRecord& record) {
  if (needs_both_jaws(record.analysis)) return {"report.html"};
  const bool compares = record.analysis == CohortAnalysis::compare;
  const char* const page = compares ? "report.html" : "teeth_occlusal.png";
  std::vector<std::string> pages;
  for (const auto& [jaw, digest] :
       {std::pair("upper/", record.upper_sha256), {"lower/", record.lower_sha256}}) {
    if (!digest.empty()) pages.push_back(std::string(jaw) + page);
  }
  return pages;
}

//! The address of a case. Letters, digits and hyphens stand for themselves. A % in the folder's name must not
//! be read as part of the address.
std::string link(const CollectedCase& of) {
  std::string address;
  for (const char c : of.one.name) address += c == '%' ? "%25" : std::string(1, c);
  const std::string name = escaped(of.one.subject + " " + of.one.session);
  std::string links;
  for (const std::string& page : pages_of(of.record)) {
    const std::string jaw = page.substr(0, page.find('/') == std::string::npos ? 0 : page.find('/'));
    links += fmt::format("{}<a href=\"cases/{}/{}\">{}{}</a>", links.empty() ? "" : ", ", escaped(address),
                         page, name, jaw.empty() ? "" : " " + jaw);
  }
  return links.empty() ? name : links;
}

//! A dot per case, the quartiles as a box, and the median as a line.
std::string strip(const Distribution& figure) {
  constexpr double width = 600, margin = 8;
  const double least = figure.values.front().value, most = figure.values.back().value;
  const auto x = [&](double value) {
    return most > least ? margin + (width - 2 * margin) * (value - least) / (most - least) : width / 2;
  };
  std::string svg = fmt::format(
      "<svg class=\"strip\" viewBox=\"0 0 {:.0f} 46\" role=\"img\" aria-label=\"{} from {:.4g} to {:.4g}\">"
      "<line x1=\"0\" y1=\"23\" x2=\"{:.0f}\" y2=\"23\"/><rect x=\"{:.1f}\" y=\"7\" width=\"{:.1f}\" "
      "height=\"32\"/>",
      width, figure.name, least, most, width, x(figure.quartile),
      x(figure.upper_quartile) - x(figure.quartile));
  for (std::size_t i = 0; i < figure.values.size(); ++i) {
    const double y = 13 + 5 * static_cast<double>(i * 7 % 5);  // so that dots of equal values do not overlap
    svg += fmt::format("<circle{} cx=\"{:.1f}\" cy=\"{:.0f}\" r=\"4.5\"/>",
                       figure.is_far(figure.values[i].value) ? " class=\"far\"" : "",
                       x(figure.values[i].value), y);
  }
  return svg + fmt::format("<line class=\"middle\" x1=\"{0:.1f}\" y1=\"7\" x2=\"{0:.1f}\" y2=\"39\"/></svg>",
                           x(figure.median));
}

std::string figures_html(const std::vector<Distribution>& figures) {
  if (figures.empty()) return {};
  std::string html =
      "<h2>Figures</h2>\n<div class=\"wide\" tabindex=\"0\"><table "
      "class=\"figures\"><tr><th>Figure</th><th>Cases</th><th>Least</th>"
      "<th>Median</th><th>Quartiles</th><th>Most</th><th class=\"text\">A dot per case</th></tr>\n";
  for (const Distribution& figure : figures) {
    html += fmt::format(
        "<tr><td title=\"{}\">{}</td><td>{}</td><td>{:.4g}</td><td>{:.4g}</td><td>{:.4g} to "
        "{:.4g}</td><td>{:.4g}</td>"
        "<td class=\"chart\">{}</td></tr>\n",
        escaped(figure.definition), figure.name, figure.values.size(), figure.values.front().value,
        figure.median, figure.quartile, figure.upper_quartile, figure.values.back().value, strip(figure));
  }
  return html +
         "</table></div>\n<p class=\"note\">Hold the pointer over a name for its definition; dictionary.csv "
         "has all of them.</p>\n";
}

std::string far_html(const std::vector<Distribution>& figures) {
  std::string rows;
  for (const Distribution& figure : figures) {
    for (const Measured& measured : figure.values) {
      if (!figure.is_far(measured.value)) continue;
      rows += fmt::format(
          "<tr><td>{}</td><td class=\"text\">{}</td><td>{:.4g}</td><td>{:.4g} to {:.4g}</td></tr>\n",
          link(*measured.one), figure.name, measured.value, figure.quartile, figure.upper_quartile);
    }
  }
  if (rows.empty()) return {};
  return "<h2>Far from the others</h2>\n<table><tr><th>Case</th><th "
         "class=\"text\">Figure</th><th>Value</th><th>Quartiles</th></tr>\n" +
         rows +
         "</table>\n<p class=\"note\">More than three times the distance of the quartiles outside "
         "them.</p>\n";
}

std::string failures_html(const std::vector<CollectedCase>& cases) {
  std::string rows;
  std::map<std::string, int> codes;
  for (const auto& [one, record] : cases) {
    if (record.done()) continue;
    ++codes[record.reason_code];
    rows += fmt::format("<tr><td>{}</td><td class=\"text\">{}</td><td>{}</td></tr>\n",
                        escaped(one.subject + " " + one.session), escaped(record.reason_code),
                        escaped(record.reason));
  }
  if (rows.empty()) return {};
  std::string counts;
  for (const auto& [code, count] : codes)
    counts += fmt::format("{}{} {}", counts.empty() ? "" : ", ", count, escaped(code));
  return "<h2>Failed</h2>\n<p>" + counts +
         "</p>\n<table class=\"facts\"><tr><th>Case</th><th class=\"text\">Code</th><th "
         "class=\"text\">Reason</th></tr>\n" +
         rows + "</table>\n";
}

std::string cases_html(const std::vector<CollectedCase>& cases) {
  std::string html = "<h2>Cases</h2>\n<p>";
  for (const CollectedCase& one : cases) html += one.record.done() ? link(one) + " &nbsp; " : "";
  return html + "</p>\n";
}

std::string tables_of(CohortAnalysis analysis) {
  std::string names = "cases.csv";
  for (const CohortTable& table : case_tables(analysis)) names += ", " + table.name;
  return names;
}

}  // namespace

std::string summary_page(const std::vector<CollectedCase>& cases, CohortAnalysis analysis) {
  const auto done = std::ranges::count_if(cases, [](const CollectedCase& one) { return one.record.done(); });
  const std::vector<Distribution> figures = distributions(cases, analysis);
  const std::string styles = std::string(report_style) + std::string(style);
  return "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n" +
         policy_html({&styles, 1}, {}) +
         "<meta name=\"viewport\" content=\"width=device-width, "
         "initial-scale=1\">\n<title>Cohort</title>\n<style>" +
         styles + "</style></head><body>\n<h1>Cohort</h1>\n" +
         fmt::format("<p class=\"finding\">{} of {} cases are done.</p>\n", done, cases.size()) +
         failures_html(cases) + far_html(figures) + figures_html(figures) + cases_html(cases) +
         "<footer>For research and planning support; not a diagnosis. Tables: " + tables_of(analysis) +
         "; where they come from: "
         "provenance.csv; what columns mean: dictionary.csv.</footer>\n</body></html>\n";
}

}  // namespace intercusp
