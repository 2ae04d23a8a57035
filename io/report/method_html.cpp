#include "io/report/method_html.h"

#include <fmt/format.h>

#include <string_view>
#include <utility>

#include "io/report/html_parts.h"
#include "io/wording/definitions.h"
#include "io/wording/findings.h"

namespace intercusp {
namespace {

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
  return rounded(vector.x(), 4) + ", " + rounded(vector.y(), 4) + ", " + rounded(vector.z(), 4);
}

std::string direction_text(const MapFrame& frame) {
  return vector_text(frame.projection.view_from_case().linear().row(2));
}

std::string vertices_text(const VertexDistances& distances) {
  std::string text = fmt::format("{} vertices", distances.measured);
  if (distances.undecided > 0) text += fmt::format(", {} of them on an unknown side", distances.undecided);
  if (distances.at_rim_count > 0)
    text += fmt::format(", {} closest to the rim of the other scan", distances.at_rim_count);
  return text;
}

//! What the numbers mean.
void add_definitions(Facts& facts, const Inspection& inspection) {
  const InspectionOptions& options = inspection.options;
  if (inspection.surface) {
    facts.add("Surface distance", escaped(surface_distance_sentence()));
    facts.add("Contact by surface distance", escaped(surface_contact_sentence(options.thresholds_mm)));
  }
  facts.add("Clearance", escaped(measure_sentence()));
  facts.add("Contact by clearance", escaped(contact_sentence(options.thresholds_mm)));
  facts.add("Areas, ±", escaped(area_error_sentence(options.area_error)));
  if (inspection.clearance_intervals) {
    facts.add("Error of the bite",
              escaped(interval_sentence(options.bite_error)) + " " + escaped(presence_sentence()));
  }
}

void add_surface(Facts& facts, const SurfaceFindings& surface) {
  facts.add("Measured, upper", vertices_text(surface.distances.upper));
  facts.add("Measured, lower", vertices_text(surface.distances.lower));
  if (!surface.least) return;
  const LeastDistance& least = *surface.least;
  facts.add("Least surface distance",
            fmt::format("{} mm at {}, {}, {} on the {} jaw; no certain point is below {} mm",
                        rounded(least.distance_mm, 4), rounded(least.case_point.x(), 2),
                        rounded(least.case_point.y(), 2), rounded(least.case_point.z(), 2),
                        least.on_lower ? "lower" : "upper", rounded(least.bound_mm, 4)));
}

void add_sectors(Facts& facts, const Inspection& inspection) {
  std::string text = escaped(sectors_sentence(inspection));
  if (inspection.arch) {
    for (const Sector& sector : inspection.arch->sectors) {
      text += fmt::format("<br>{}: direction {}; {} × {} pixels", escaped(sector.name),
                          direction_text(sector.frame), sector.frame.grid.width, sector.frame.grid.height);
    }
  }
  facts.add("Sectors", text);
}

void add_maps(Facts& facts, const Inspection& inspection) {
  const PixelGrid& grid = inspection.map.frame.grid;
  const MapCounts& pixels = inspection.pixels;
  facts.add("Engine", name_of(inspection.engine) +
                          (inspection.engine_reason.empty() ? "" : ": " + escaped(inspection.engine_reason)));
  facts.add("Rounding", escaped(quantisation_sentence(inspection.quantisation)));
  facts.add("Direction of projection",
            direction_text(inspection.map.frame) +
                (inspection.options.direction ? " (as asked for)" : " (found from the bite)"));
  facts.add("Map", fmt::format("{} × {} pixels of {} mm; depth tolerance {} mm", grid.width, grid.height,
                               shortest(grid.pixel_mm), shortest(inspection.options.depth_tolerance_mm)));
  add_sectors(facts, inspection);
  facts.add("Pixels", fmt::format("{} both jaws, {} upper only, {} lower only, {} overlapping, {} without "
                                  "scanned surface on both sides",
                                  pixels.both, pixels.upper_only, pixels.lower_only, pixels.interfering,
                                  pixels.not_anatomy));
  facts.add("Resolved by", fmt::format("pass 1: {}, pass 2: {}, layers: {}, rays: {}", pixels.pass1,
                                       pixels.pass2, pixels.layers, pixels.rays));
}

void add_exact(Facts& facts, const ExactInterference& exact) {
  facts.add("Exact test",
            escaped(exact_sentence(exact)) +
                fmt::format(" {} pairs of faces cross, {} touch; {} with skirts and bases do not count.",
                            exact.crossing.size(), exact.touching_pairs.size(), exact.not_anatomy_pairs));
}

void add_anatomy(Facts& facts, const Anatomy& anatomy) {
  facts.add("Anatomical axes",
            anatomy.axes
                ? fmt::format("superior {}; anterior {} (confidence {:.2f}, {})",
                              vector_text(anatomy.axes->superior), vector_text(anatomy.axes->anterior),
                              anatomy.confidence, in_words(anatomy.method))
                : fmt::format("not found (confidence {:.2f}): no sides of the patient are named",
                              anatomy.confidence));
}

std::string times_text(const Inspection& inspection, double import_ms) {
  std::string times = fmt::format("import {:.0f} ms", import_ms);
  constexpr double shown_ms = 0.5;  // what nobody asked for takes nothing
  for (const StageTime& stage : inspection.timings) {
    std::string name = escaped(stage.name);
    for (char& letter : name) letter = letter == '_' ? ' ' : letter;
    if (stage.ms >= shown_ms) times += fmt::format(", {} {:.0f} ms", name, stage.ms);
  }
  return times;
}

}  // namespace

std::string method_html(const Inspection& inspection, const MeshReport& upper, const MeshReport& lower,
                        double import_ms) {
  Facts facts;
  add_definitions(facts, inspection);
  if (inspection.surface) add_surface(facts, *inspection.surface);
  if (inspection.exact) add_exact(facts, *inspection.exact);
  add_maps(facts, inspection);
  add_anatomy(facts, inspection.anatomy);
  add_jaw(facts, "Upper jaw", upper);
  add_jaw(facts, "Lower jaw", lower);
  facts.add("Time", times_text(inspection, import_ms));
  facts.add("Program", "Intercusp " INTERCUSP_VERSION);
  return "<h2>How these numbers were made</h2>\n" + facts.html();
}

}  // namespace intercusp
