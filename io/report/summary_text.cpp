#include "io/report/summary_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string_view>

#include "io/report/measured_contacts.h"
#include "io/report/validation_text.h"
#include "io/wording/definitions.h"
#include "io/wording/findings.h"

namespace intercusp {
namespace {

std::string jaw_line(std::string_view name, const MeshReport& report, const Solid& solid) {
  std::string files;
  for (const InputFile& file : report.files) files += (files.empty() ? "" : ", ") + file.path;
  return fmt::format("{}  {} ({} triangles read, {} scanned in the solid{})\n", name, files,
                     report.triangles_read, solid.anatomy_faces,
                     report.closed_by_import ? ", closed by skirt and base" : "");
}

//! Right and left as in the head of the table; nothing without anatomy.
std::string sides_text(const AreaTotal& area) {
  if (!area.left_share || !area.right_share) return {};
  return fmt::format("     {:.0f} / {:.0f} %", 100 * *area.right_share, 100 * *area.left_share);
}

std::string area_line(const MeasuredContacts& measured, std::size_t i) {
  const AreaTotal& area = measured.contacts.areas[i];
  std::string line = fmt::format("  {:<10} {:>8} {:>10.2f} ± {:<6.2f}", shortest(area.threshold_mm) + " mm",
                                 area.contacts, area.surface_mm2, area.error_mm2);
  if (measured.intervals != nullptr) {
    const AreaInterval* const interval = measured.area_interval(i);
    line += fmt::format(" {:>18}", interval != nullptr ? rounded(interval->surface_mm2, 2) : "–");
  }
  return line + fmt::format(" {:>14.2f}", area.projected_mm2) + sides_text(area) + "\n";
}

std::string areas_table(const MeasuredContacts& measured, const char* name, bool sides) {
  std::string text =
      fmt::format("  {}\n  {:<10} {:>8} {:>19}", name, "at most", "contacts", "surface mm²     ");
  if (measured.intervals != nullptr) text += fmt::format(" {:>18}", "95 % interval");
  text += fmt::format(" {:>14}{}\n", "projected mm²", sides ? "     right / left" : "");
  for (std::size_t i = 0; i < measured.contacts.areas.size(); ++i) text += area_line(measured, i);
  return text;
}

std::string areas_text(const Inspection& inspection) {
  if (inspection.contacts.areas.empty()) return {};
  const bool sides = inspection.anatomy.axes.has_value();
  std::string text;
  if (const auto surface = by_surface_distance(inspection))
    text += areas_table(*surface, "Surface distance, in any direction", sides);
  text += areas_table(by_clearance(inspection), "Clearance, along the direction of projection", sides);
  text += "  (areas of the lower jaw, penetration counted; ± is what computing leaves open";
  const BiteError& error = inspection.options.bite_error;
  if (inspection.clearance_intervals) {
    text += fmt::format(",\n   intervals are over {} poses within the error of the bite: {} mm, {}°",
                        inspection.clearance_intervals->poses, shortest(error.translation_mm),
                        shortest(in_degrees(error.rotation_rad)));
  }
  return text + ")\n\n";
}

std::string sectors_line(const Inspection& inspection) {
  if (!inspection.arch) return {};
  std::vector<std::string> names;
  for (const Sector& sector : inspection.arch->sectors) names.push_back(sector.name);
  return fmt::format("Sectors  {}\n", fmt::join(names, ", "));
}

}  // namespace

std::string summary_text(const Inspection& inspection, const MeshReport& upper, const MeshReport& lower,
                         const Validation* validation) {
  std::string text;
  for (const std::string& remark : sentences_of(inspection.findings)) text += "Note: " + remark + "\n";
  for (const std::string& remark : upper.remarks) text += "Note, upper: " + remark + "\n";
  for (const std::string& remark : lower.remarks) text += "Note, lower: " + remark + "\n";
  text += finding_sentence(inspection) + "\n\n" + areas_text(inspection);
  if (inspection.exact) text += "Exact test  " + exact_sentence(*inspection.exact) + "\n";
  text += jaw_line("Upper", upper, *inspection.bite.upper) + jaw_line("Lower", lower, *inspection.bite.lower);
  const PixelGrid& grid = inspection.map.frame.grid;
  text += fmt::format("Map    {} × {} pixels of {} mm, {} engine\n", grid.width, grid.height,
                      shortest(grid.pixel_mm), name_of(inspection.engine)) +
          sectors_line(inspection);
  if (validation != nullptr) text += "\nMaps against rays\n" + validation_text(*validation);
  return text;
}

}  // namespace intercusp
