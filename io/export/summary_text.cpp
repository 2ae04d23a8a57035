#include "io/export/summary_text.h"

#include <fmt/format.h>

#include <string_view>

#include "io/export/definitions.h"

namespace intercusp {
namespace {

std::string jaw_line(std::string_view name, const MeshReport& report, const Solid& solid) {
  std::string files;
  for (const InputFile& file : report.files) files += (files.empty() ? "" : ", ") + file.path;
  return fmt::format("{}  {} ({} triangles read, {} scanned in the solid{})\n", name, files,
                     report.triangles_read, solid.anatomy_faces,
                     report.closed_by_import ? ", closed by skirt and base" : "");
}

std::string area_line(const AreaTotal& area) {
  std::string line = fmt::format("  {:<10} {:>8} {:>14.2f} {:>14.2f}", shortest(area.threshold_mm) + " mm",
                                 area.contacts, area.surface_mm2, area.projected_mm2);
  if (area.left_share && area.right_share) {
    line += fmt::format("     {:.0f} / {:.0f} %", 100 * *area.right_share, 100 * *area.left_share);
  }
  return line + "\n";
}

}  // namespace

std::string summary_text(const Inspection& inspection, const MeshReport& upper, const MeshReport& lower) {
  std::string text;
  for (const std::string& remark : inspection.remarks) text += "Note: " + remark + "\n";
  for (const std::string& remark : upper.remarks) text += "Note, upper: " + remark + "\n";
  for (const std::string& remark : lower.remarks) text += "Note, lower: " + remark + "\n";
  text += finding_sentence(inspection) + "\n\n";
  if (!inspection.contacts.areas.empty()) {
    text += fmt::format("  {:<10} {:>8} {:>14} {:>14}{}\n", "clearance", "contacts", "surface mm²",
                        "projected mm²", inspection.anatomy.axes ? "     right / left" : "");
    for (const AreaTotal& area : inspection.contacts.areas) text += area_line(area);
    text += "  (clearance along the projection direction, penetration counted, areas of the lower jaw)\n\n";
  }
  text += jaw_line("Upper", upper, *inspection.bite.upper) + jaw_line("Lower", lower, *inspection.bite.lower);
  const PixelGrid& grid = inspection.map.frame.grid;
  text += fmt::format("Map    {} × {} pixels of {} mm, {} engine\n", grid.width, grid.height,
                      shortest(grid.pixel_mm), name_of(inspection.engine));
  return text;
}

}  // namespace intercusp
