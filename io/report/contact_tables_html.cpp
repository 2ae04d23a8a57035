#include "io/report/contact_tables_html.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "io/report/html_parts.h"
#include "io/report/measured_contacts.h"
#include "io/wording/definitions.h"

namespace intercusp {
namespace {

std::string percent(const std::optional<double>& share) {
  return share ? fmt::format("{:.0f} %", 100 * *share) : std::string("–");
}

std::string range(const Interval& interval, int decimals) {
  return "<span class=\"range\">" + rounded(interval, decimals) + "</span>";
}

//! For a heading.
std::string name_of(const MeasuredContacts& measured) {
  return measured.measure == surface_measure ? "surface distance" : "clearance";
}

std::string least_cell(const std::optional<double>& least_mm, const std::optional<Intervals>& intervals) {
  if (!least_mm) return "<td>–</td><td>–</td>";
  const bool known = intervals && intervals->least_mm;
  return fmt::format("<td>{} mm</td><td>{}</td>", rounded(*least_mm, 3),
                     known ? range(*intervals->least_mm, 3) : "–");
}

// ---- areas and balance

std::string area_cells(const MeasuredContacts& measured, std::size_t i) {
  const AreaTotal& area = measured.contacts.areas[i];
  const AreaInterval* const interval = measured.area_interval(i);
  std::string cells = fmt::format(
      "<td class=\"next\">{}{}</td><td>{:.2f}&nbsp;±&nbsp;{:.2f}</td>", area.contacts,
      interval != nullptr ? " <span class=\"range\">(" + rounded(interval->contacts, 0) + ")</span>" : "",
      area.surface_mm2, area.error_mm2);
  if (measured.measure == clearance_measure) cells += fmt::format("<td>{:.2f}</td>", area.projected_mm2);
  if (measured.intervals != nullptr)
    cells += "<td>" + (interval != nullptr ? range(interval->surface_mm2, 2) : "–") + "</td>";
  return cells;
}

std::string area_heads(const MeasuredContacts& measured) {
  std::string heads = "<th class=\"next\">Contacts</th><th>Surface, mm²</th>";
  if (measured.measure == clearance_measure) heads += "<th>Projected, mm²</th>";
  return heads + (measured.intervals != nullptr ? "<th>95 % interval, mm²</th>" : "");
}

int area_columns(const MeasuredContacts& measured) {
  return 2 + (measured.measure == clearance_measure ? 1 : 0) + (measured.intervals != nullptr ? 1 : 0);
}

const char* title_of(const MeasuredContacts& measured) {
  return measured.measure == surface_measure ? "Surface distance, any direction"
                                             : "Clearance, along the direction of projection";
}

//! Surface distance, where there is one, before clearance.
std::vector<MeasuredContacts> in_order(const Inspection& inspection) {
  std::vector<MeasuredContacts> measures;
  if (const auto surface = by_surface_distance(inspection)) measures.push_back(*surface);
  measures.push_back(by_clearance(inspection));
  return measures;
}

std::string areas_table(const std::vector<MeasuredContacts>& measures,
                        const std::vector<double>& thresholds_mm) {
  std::string groups, heads, rows;
  for (const MeasuredContacts& measured : measures) {
    groups += fmt::format("<th class=\"group next\" colspan=\"{}\">{}</th>", area_columns(measured),
                          title_of(measured));
    heads += area_heads(measured);
  }
  for (std::size_t i = 0; i < thresholds_mm.size(); ++i) {
    rows += fmt::format("<tr><td>{}&nbsp;mm</td>", shortest(thresholds_mm[i]));
    for (const MeasuredContacts& measured : measures) rows += area_cells(measured, i);
    rows += "</tr>\n";
  }
  return "<table><tr><th></th>" + groups + "</tr>\n<tr><th>At most</th>" + heads + "</tr>\n" + rows +
         "</table>\n";
}

std::string balance_table(const std::vector<MeasuredContacts>& measures,
                          const std::vector<double>& thresholds_mm) {
  std::string groups, heads, rows;
  for (const MeasuredContacts& measured : measures) {
    groups += fmt::format("<th class=\"group next\" colspan=\"4\">{}</th>", title_of(measured));
    heads += "<th class=\"next\">Right</th><th>Left</th><th>Anterior</th><th>Posterior</th>";
  }
  for (std::size_t i = 0; i < thresholds_mm.size(); ++i) {
    rows += fmt::format("<tr><td>{}&nbsp;mm</td>", shortest(thresholds_mm[i]));
    for (const MeasuredContacts& measured : measures) {
      const AreaTotal& area = measured.contacts.areas[i];
      rows += fmt::format("<td class=\"next\">{}</td><td>{}</td><td>{}</td><td>{}</td>",
                          percent(area.right_share), percent(area.left_share), percent(area.anterior_share),
                          percent(area.posterior_share));
    }
    rows += "</tr>\n";
  }
  return "<table><tr><th></th>" + groups + "</tr>\n<tr><th>At most</th>" + heads + "</tr>\n" + rows +
         "</table>\n<p class=\"note\">Shares of the area of contact: by surface distance of the surface, by "
         "clearance of the projected area.</p>\n";
}

// ---- teeth and contacts by one measure, at its greatest threshold

//! One row per tooth, one column per threshold.
std::string teeth_table(const MeasuredContacts& measured, const std::vector<double>& thresholds_mm) {
  std::map<int, std::map<double, std::size_t>> teeth;
  for (std::size_t i = 0; i < measured.contacts.teeth.size(); ++i) {
    const ToothContact& contact = measured.contacts.teeth[i];
    if (contact.tooth > 0) teeth[contact.tooth].emplace(contact.threshold_mm, i);
  }
  if (teeth.empty()) return {};
  const double widest = *std::max_element(thresholds_mm.begin(), thresholds_mm.end());
  std::string html = "<table><tr><th>Tooth (FDI)</th>";
  for (const double threshold : thresholds_mm) html += fmt::format("<th>≤ {} mm</th>", shortest(threshold));
  if (measured.intervals != nullptr) html += fmt::format("<th>95 % at {} mm</th>", shortest(widest));
  html += "<th>Contacts</th><th>Least, mm</th></tr>\n";
  for (const auto& [tooth, by_threshold] : teeth) {
    html += fmt::format("<tr><td>{}</td>", tooth);
    for (const double threshold : thresholds_mm) {
      const auto found = by_threshold.find(threshold);
      html += found == by_threshold.end()
                  ? "<td>–</td>"
                  : fmt::format("<td>{:.2f}</td>", measured.contacts.teeth[found->second].surface_mm2);
    }
    const auto last = by_threshold.find(widest);
    const bool there = last != by_threshold.end();
    if (measured.intervals != nullptr) {
      const ToothInterval* const interval = there ? measured.tooth_interval(last->second) : nullptr;
      html += "<td>" + (interval != nullptr ? range(interval->surface_mm2, 2) : "–") + "</td>";
    }
    html += there
                ? fmt::format("<td>{}</td><td>{}</td></tr>\n", measured.contacts.teeth[last->second].contacts,
                              rounded(measured.contacts.teeth[last->second].min_clearance_mm, 3))
                : "<td>–</td><td>–</td></tr>\n";
  }
  return html + fmt::format(
                    "</table>\n<p class=\"note\">Area of the lower jaw's surface in mm²; for upper teeth "
                    "that of the "
                    "lower's surface opposite them. Contacts and the least value: within {} mm.</p>\n",
                    shortest(widest));
}

//! Area and least value of each pair of teeth at the greatest threshold, by upper, then lower tooth.
using PairsOfTeeth = std::map<std::pair<int, int>, const ToothPairContact*>;

PairsOfTeeth pairs_at(const MeasuredContacts& measured, double threshold_mm) {
  PairsOfTeeth pairs;
  for (const ToothPairContact& pair : measured.contacts.pairs) {
    if (pair.threshold_mm != threshold_mm || (pair.upper_tooth == 0 && pair.lower_tooth == 0)) continue;
    pairs[{pair.upper_tooth, pair.lower_tooth}] = &pair;
  }
  return pairs;
}

//! Which teeth meet, both measures side by side.
std::string pairs_table(const std::vector<MeasuredContacts>& measures, double threshold_mm) {
  std::vector<PairsOfTeeth> pairs;
  PairsOfTeeth all;
  std::string groups, heads, rows;
  for (const MeasuredContacts& measured : measures) {
    pairs.push_back(pairs_at(measured, threshold_mm));
    all.insert(pairs.back().begin(), pairs.back().end());
    groups += fmt::format("<th class=\"group next\" colspan=\"2\">{}</th>", title_of(measured));
    heads += "<th class=\"next\">Surface, mm²</th><th>Least, mm</th>";
  }
  for (const auto& [teeth, any] : all) {
    rows += fmt::format("<tr><td>{}</td><td>{}</td>", tooth_name(teeth.first), tooth_name(teeth.second));
    for (const PairsOfTeeth& by_measure : pairs) {
      const auto found = by_measure.find(teeth);
      rows += found == by_measure.end()
                  ? "<td class=\"next\">–</td><td>–</td>"
                  : fmt::format("<td class=\"next\">{:.2f}</td><td>{}</td>", found->second->surface_mm2,
                                rounded(found->second->min_clearance_mm, 3));
    }
    rows += "</tr>\n";
  }
  if (rows.empty()) return {};
  return "<table><tr><th></th><th></th>" + groups + "</tr>\n<tr><th>Upper tooth</th><th>Lower tooth</th>" +
         heads + "</tr>\n" + rows + "</table>\n";
}

//! "steady", or that it comes and goes with the error of the bite.
std::string presence_text(const ContactPresence* presence) {
  if (presence == nullptr) return "–";
  return presence->vanishes() ? fmt::format("comes and goes ({:.0f} %)", 100 * presence->presence)
                              : std::string("steady");
}

std::string contact_row(const MeasuredContacts& measured, std::size_t i) {
  const ContactPatch& patch = measured.contacts.patches[i];
  std::string row = fmt::format(
      "<tr><td>{}</td><td>{}</td><td>{}</td><td class=\"text\">{}</td><td>{:.2f}</td><td>{:.2f}</td>"
      "<td>{}</td><td>{}</td>",
      measured.number_of(patch), tooth_name(patch.upper_tooth), tooth_name(patch.lower_tooth),
      patch.region.empty() ? "–" : escaped(patch.region), patch.surface_mm2, patch.projected_mm2,
      rounded(patch.min_clearance_mm, 3), rounded(patch.mean_clearance_mm, 3));
  if (measured.intervals != nullptr)
    row += "<td class=\"text\">" + presence_text(measured.presence(i)) + "</td>";
  return row + fmt::format("<td class=\"place\">{}, {}, {}</td></tr>\n", rounded(patch.centroid_mm.x(), 1),
                           rounded(patch.centroid_mm.y(), 1), rounded(patch.centroid_mm.z(), 1));
}

std::string contacts_table(const MeasuredContacts& measured, double widest_mm) {
  constexpr double shown_mm2 = 0.01;  // less would read 0.00
  std::string rows;
  std::size_t small = 0;
  for (std::size_t i = 0; i < measured.contacts.patches.size(); ++i) {
    const ContactPatch& patch = measured.contacts.patches[i];
    if (patch.threshold_mm != widest_mm) continue;
    if (patch.surface_mm2 < shown_mm2) {
      ++small;
    } else {
      rows += contact_row(measured, i);
    }
  }
  if (rows.empty() && small == 0) return {};
  std::string html =
      "<table><tr><th>No.</th><th>Upper tooth</th><th>Lower tooth</th><th class=\"text\">Region</th>"
      "<th>Surface, mm²</th><th>Projected, mm²</th><th>Least, mm</th><th>Mean, mm</th>";
  if (measured.intervals != nullptr) html += "<th class=\"text\">Error of the bite</th>";
  html += "<th>Place x, y, z, mm</th></tr>\n" + rows + "</table>\n<p class=\"note\">";
  if (measured.intervals != nullptr) {
    html +=
        "Comes and goes: with the share of the poses within the error of the bite in which the contact is "
        "there. ";
  }
  if (small > 0) html += fmt::format("{} of less than {} mm² are not listed. ", small, shown_mm2);
  return html +
         "Places are in the frame of the upper jaw's file. The contacts at every threshold are in "
         "contacts.csv.</p>\n";
}

//! Nothing at all for a table without rows.
std::string titled(const std::string& title, const std::string& table) {
  return table.empty() ? "" : "<h2>" + title + "</h2>\n" + table;
}

}  // namespace

std::string key_figures_html(const Inspection& inspection) {
  const bool intervals = inspection.clearance_intervals || inspection.distance_intervals;
  std::string rows;
  const auto add = [&](const char* name, const std::optional<double>& least_mm,
                       const std::optional<Intervals>& of_measure) {
    rows += fmt::format("<tr><td>{}</td>{}</tr>\n", name, least_cell(least_mm, of_measure));
  };
  if (inspection.surface) {
    std::optional<double> least;
    if (inspection.surface->least) least = inspection.surface->least->distance_mm;
    add("Least surface distance, in any direction", least, inspection.distance_intervals);
  }
  add("Least clearance, along the direction of projection", inspection.min_clearance_mm,
      inspection.clearance_intervals);
  rows += fmt::format("<tr><td>Volume of overlap</td><td>{:.3f} mm³</td><td>–</td></tr>\n",
                      inspection.overlap_volume_mm3);
  std::string html = "<table><tr><th></th><th>This bite</th><th>95 % interval, mm</th></tr>\n" + rows +
                     "</table>\n<p class=\"note\">Negative: the jaws overlap by that depth.";
  if (intervals) html += " The interval is what the error of the bite's registration makes of the number.";
  html += "</p>\n";
  if (inspection.exact) html += "<p>Exact test: " + escaped(exact_sentence(*inspection.exact)) + "</p>\n";
  return html;
}

std::string areas_html(const Inspection& inspection) {
  const std::vector<double>& thresholds = inspection.options.thresholds_mm;
  if (thresholds.empty()) return {};
  const std::vector<MeasuredContacts> measures = in_order(inspection);
  std::string html = "<h2>Contact area</h2>\n" + areas_table(measures, thresholds) +
                     "<p class=\"note\">Areas of the lower jaw, penetration counted; ± is what computing "
                     "leaves open.";
  if (inspection.clearance_intervals)
    html += " Intervals are over poses within the error of the bite; small figures beside contacts likewise.";
  html += "</p>\n";
  if (inspection.anatomy.axes) html += "<h2>Balance</h2>\n" + balance_table(measures, thresholds);
  return html;
}

std::string contacts_html(const Inspection& inspection) {
  const std::vector<double>& thresholds = inspection.options.thresholds_mm;
  if (thresholds.empty()) return {};
  const double widest = *std::max_element(thresholds.begin(), thresholds.end());
  const std::vector<MeasuredContacts> measures = in_order(inspection);
  std::string html;
  for (const MeasuredContacts& measured : measures)
    html += titled("Contact per tooth by " + name_of(measured), teeth_table(measured, thresholds));
  html +=
      titled(fmt::format("Which teeth meet within {} mm", shortest(widest)), pairs_table(measures, widest));
  for (const MeasuredContacts& measured : measures) {
    html += titled(fmt::format("Contacts within {} mm by {}", shortest(widest), name_of(measured)),
                   contacts_table(measured, widest));
  }
  return html;
}

}  // namespace intercusp
