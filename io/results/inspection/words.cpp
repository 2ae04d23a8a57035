#include "io/results/inspection/parts.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <utility>

#include "io/language/language.h"
#include "io/results/inspection/contact_figures.h"
#include "io/wording/findings.h"
#include "io/wording/provenance.h"
#include "io/wording/tooth_words.h"

namespace intercusp {
namespace {

// ---- The meaning of the numbers

std::string surface_contact_sentence(const std::vector<double>& thresholds_mm) {
  return phrase(
      "Contact: surface distance of at most {}, penetration counted. Areas lie on the surface itself, "
      "clipped along the threshold's contour inside triangles.",
      in_words(thresholds_mm));
}

std::string area_error_sentence(double area_error) {
  return phrase(
      "± is the remaining computational error of an area for these meshes in this pose (95 %). The edges of "
      "contacts are refined until it is {} % or cannot be reduced further. Errors of the scans and of the "
      "bite come on top.",
      shortest(100 * area_error));
}

std::string presence_sentence() {
  return phrase(
      "A contact comes and goes if fewer than 97.5 % of these poses have it. Contacts too small for the "
      "coarser pixels are not followed.");
}

std::string sectors_sentence(const Inspection& inspection) {
  if (!inspection.arch) {
    return phrase(
        "One direction of projection serves the whole bite: every number by clearance comes from its map.");
  }
  return phrase(
      "The arch is cut into sectors, each with a direction of its own; a point of the lower counts in the "
      "sector that sees it most squarely. Areas, contacts and pixels by clearance come from the sectors; the "
      "least clearance, the volume of overlap and the pictures from the map of the whole arch.");
}

std::string exact_sentence(const ExactInterference& exact) {
  const std::size_t inside = exact.upper_pieces_inside + exact.lower_pieces_inside;
  std::string sentence = exact.interference ? phrase("The jaws interfere")
                         : exact.touching   ? phrase("The jaws touch without interfering")
                                            : phrase("The jaws neither interfere nor touch");
  if (!exact.curves.empty()) {
    const std::size_t curves = exact.curves.size();
    sentence += curves == 1
                    ? phrase("; their surfaces cross along 1 curve, {:.2f} mm in all", exact.curve_length_mm)
                    : phrase("; their surfaces cross along {} curves, {:.2f} mm in all", curves,
                             exact.curve_length_mm);
  }
  if (inside > 0) {
    sentence += inside == 1 ? phrase("; 1 piece of surface lies wholly inside the other jaw")
                            : phrase("; {} pieces of surface lie wholly inside the other jaw", inside);
  }
  return sentence + ".";
}

// ---- The findings

//! "surface distance" or "clearance".
std::string name_of(const MeasuredContacts& measured) {
  return measured.measure == surface_measure ? phrase("surface distance") : phrase("clearance");
}

std::string name_with_direction(const MeasuredContacts& measured) {
  return measured.measure == surface_measure ? phrase("surface distance, in any direction")
                                             : phrase("clearance, along the direction of projection");
}

std::vector<MeasuredContacts> surface_first(const Inspection& inspection) {
  std::vector<MeasuredContacts> measures;
  if (const auto surface = by_surface_distance(inspection)) measures.push_back(*surface);
  measures.push_back(by_clearance(inspection));
  if (!in_bite(inspection))
    for (MeasuredContacts& each : measures) each.intervals = nullptr;
  return measures;
}

//! The intervals; null if there are none or if the jaws are not in bite.
const Intervals* told(const Inspection& inspection, const std::optional<Intervals>& intervals) {
  return intervals && in_bite(inspection) ? &*intervals : nullptr;
}

std::vector<std::string> least_row(const std::string& name, const std::optional<double>& least_mm,
                                   const Intervals* intervals) {
  const bool known = least_mm && intervals != nullptr && intervals->least_mm;
  return {name, least_mm ? depth_text(*least_mm) : "–", known ? depth_text(*intervals->least_mm) : "–"};
}

Section key_figures(const Inspection& inspection) {
  Section section{.table = {.columns = {{""}, {phrase("This bite")}, {phrase("95 % interval")}}},
                  .on = Section::On::page};
  if (inspection.surface) {
    std::optional<double> least;
    if (inspection.surface->least) least = inspection.surface->least->distance_mm;
    section.table.rows.push_back(least_row(phrase("Least surface distance, in any direction"), least,
                                           told(inspection, inspection.distance_intervals)));
  }
  section.table.rows.push_back(least_row(phrase("Least clearance, along the direction of projection"),
                                         inspection.min_clearance_mm,
                                         told(inspection, inspection.clearance_intervals)));
  section.table.rows.push_back(
      {phrase("Volume of overlap"), phrase("{:.3f} mm³", inspection.overlap_volume_mm3), "–"});
  if (told(inspection, inspection.clearance_intervals) != nullptr) {
    section.notes.emplace_back(
        phrase("The interval is what the error of the bite's registration makes of the number."));
  }
  if (inspection.exact) section.paragraphs = {phrase("Exact test: {}", exact_sentence(*inspection.exact))};
  return section;
}

//! One row per threshold.
Section areas_section(const Inspection& inspection, const MeasuredContacts& measured) {
  Section section{.title = phrase("Contact area by {}", name_with_direction(measured))};
  std::vector<std::string_view> keys = {"threshold_mm", "contacts", "surface_mm2"};
  if (measured.intervals != nullptr) keys.emplace_back("interval_mm2");
  keys.emplace_back("projected_mm2");
  Figures<AreaRow> figures = chosen(area_figures(), keys);
  if (inspection.bite_case->anatomy.axes)
    figures = std::move(figures) +
              chosen(balance_figures(), {"right_share", "left_share", "anterior_share", "posterior_share"});
  section.table = table_of(figures, area_rows(measured));
  return section;
}

//! What the numbers of both tables of areas mean.
std::vector<std::string> areas_notes(const Inspection& inspection) {
  std::vector<std::string> notes = {
      phrase("Areas of the lower jaw, penetration counted; ± is the remaining error of the computation.")};
  const BiteError& error = inspection.options.bite_error;
  if (told(inspection, inspection.clearance_intervals) != nullptr) {
    notes.push_back(
        phrase("Intervals, also those beside the contacts, are over {} poses within the error of the bite: "
               "{} mm, {}°.",
               inspection.clearance_intervals->poses, shortest(error.translation_mm),
               shortest(in_degrees(error.rotation_rad))));
  }
  if (inspection.bite_case->anatomy.axes) {
    notes.emplace_back(
        phrase("Right to posterior: shares of the contact area; by surface distance of the surface, by "
               "clearance of the projected area."));
  }
  return notes;
}

//! One row per tooth, one column per threshold.
Section teeth_section(const MeasuredContacts& measured, const std::vector<double>& thresholds_mm) {
  const std::vector<ToothRow> rows = tooth_rows(measured);
  std::map<int, std::map<double, const ToothRow*>> teeth;
  for (const ToothRow& row : rows)
    if (row.entry->tooth > 0) teeth[row.entry->tooth].emplace(row.entry->threshold_mm, &row);
  const double widest = *std::ranges::max_element(thresholds_mm);
  const Figures<ToothRow> figures = tooth_figures();
  const Figure<ToothRow>& name = figure(figures, "tooth");
  Figures<ToothRow> at_widest;
  if (measured.intervals != nullptr) {
    at_widest = chosen(figures, {"interval_mm2"});
    at_widest.front().heading = phrase("95 % at {} mm", shortest(widest));
  }
  at_widest = std::move(at_widest) + chosen(figures, {"contacts", "least_mm"});
  Section section{
      .title = phrase("Contact per tooth by {}", name_of(measured)),
      .table = {.columns = {{name.heading}}},
      .notes = {phrase("Area of the lower jaw's surface in mm²; for upper teeth that of the lower's surface "
                       "opposite them. Contacts and the least value: within {} mm.",
                       shortest(widest))},
      .on = Section::On::page};
  for (const double threshold : thresholds_mm)
    section.table.columns.push_back({phrase("≤ {} mm", shortest(threshold))});
  for (const Figure<ToothRow>& each : at_widest) section.table.columns.push_back({each.heading});
  for (const auto& [tooth, by_threshold] : teeth) {
    const auto text_at = [&](const Figure<ToothRow>& each, double threshold) -> std::string {
      const auto found = by_threshold.find(threshold);
      return found == by_threshold.end() ? "–" : text_of(each, *found->second);
    };
    std::vector<std::string>& cells = section.table.rows.emplace_back();
    cells.push_back(text_of(name, *by_threshold.begin()->second));
    for (const double threshold : thresholds_mm)
      cells.push_back(text_at(figure(figures, "surface_mm2"), threshold));
    for (const Figure<ToothRow>& each : at_widest) cells.push_back(text_at(each, widest));
  }
  return section;
}

//! Which teeth meet, with both measures side by side.
Section pairs_section(const std::vector<MeasuredContacts>& measures, double threshold_mm) {
  Section section{.title = phrase("Which teeth meet within {} mm", shortest(threshold_mm)),
                  .on = Section::On::page};
  const Figures<PairRow> figures = pair_figures(), names = chosen(figures, {"upper_tooth", "lower_tooth"}),
                         numbers = chosen(figures, {"surface_mm2", "least_mm"});
  for (const Figure<PairRow>& name : names) section.table.columns.push_back({name.heading});
  std::map<std::pair<int, int>, std::vector<std::string>> cells;  // by upper tooth, then by lower tooth
  std::size_t filled = names.size();
  for (const MeasuredContacts& measured : measures) {
    section.table.columns.push_back({phrase("Surface by {}, mm²", name_of(measured))});
    section.table.columns.push_back({phrase("Least {}, mm", name_of(measured))});
    for (const PairRow& row : pair_rows(measured)) {
      const ToothPairContact& pair = *row.entry;
      if (pair.threshold_mm != threshold_mm || (pair.upper_tooth == 0 && pair.lower_tooth == 0)) continue;
      std::vector<std::string>& line = cells[{pair.upper_tooth, pair.lower_tooth}];
      if (line.empty()) line = texts_of(names, row);
      line.resize(filled, "–");
      for (std::string& text : texts_of(numbers, row)) line.push_back(std::move(text));
    }
    filled += numbers.size();
  }
  for (auto& [teeth, line] : cells) {
    line.resize(filled, "–");
    section.table.rows.push_back(std::move(line));
  }
  return section;
}

Section contacts_section(const MeasuredContacts& measured, double threshold_mm) {
  Section section{.title = phrase("Contacts within {} mm by {}", shortest(threshold_mm), name_of(measured)),
                  .on = Section::On::page};
  std::vector<std::string_view> keys = {"number",      "upper_tooth", "lower_tooth", "upper_place",
                                        "lower_place", "region",      "surface_mm2", "projected_mm2",
                                        "least_mm",    "mean_mm"};
  if (measured.intervals != nullptr) {
    keys.emplace_back("presence");
    section.notes.emplace_back(phrase(
        "Comes and goes: with the share of the poses within the error of the bite that have the contact."));
  }
  keys.emplace_back("place_mm");
  std::vector<ContactRow> rows = contact_rows(measured);
  std::erase_if(rows, [&](const ContactRow& row) { return row.entry->threshold_mm != threshold_mm; });
  const std::size_t small =
      std::erase_if(rows, [](const ContactRow& row) { return row.entry->surface_mm2 < least_listed_mm2; });
  std::ranges::sort(rows, {}, [](const ContactRow& row) { return row.entry->number; });
  section.table = table_of(chosen(contact_figures(), keys), rows);
  if (measured.measure == surface_measure) {
    for (const ContactRow& row : rows) section.table.contacts.push_back(row.entry->number);
  }
  if (small > 0)
    section.notes.push_back(phrase("{} of less than {} mm² are not listed.", small, least_listed_mm2));
  section.notes.emplace_back(
      phrase("Places are in the frame of the upper jaw's file. contacts.csv lists the contacts at every "
             "threshold."));
  return section;
}

// ---- The method

void add_jaw(std::vector<Fact>& facts, const std::string& name, const MeshReport& report) {
  for (const InputFile& file : report.files)
    facts.push_back(
        {name, fmt::format("{} ({}), SHA-256 {}", std::filesystem::path(file.path).filename().string(),
                           file.format, file.sha256)});
  facts.push_back({phrase("{}: mesh", name),
                   report.components == 1
                       ? phrase("{} triangles and {} vertices read, 1 component", report.triangles_read,
                                report.vertices_read)
                       : phrase("{} triangles and {} vertices read, {} components", report.triangles_read,
                                report.vertices_read, report.components)});
  facts.push_back({phrase("{}: repairs", name), in_words(report.repairs)});
  if (!report.label_sources.empty())
    facts.push_back({phrase("{}: tooth numbers", name), label_source_in_words(report.label_sources)});
}

std::string direction_text(const View& view) { return vector_text(view.view_from_case.linear().row(2), 4); }

std::string vertices_text(const VertexDistances& distances) {
  std::string text = phrase("{} vertices", distances.measured);
  if (distances.undecided > 0) text += phrase(", {} of them on an unknown side", distances.undecided);
  if (distances.at_rim_count > 0)
    text += phrase(", {} closest to the rim of the other scan", distances.at_rim_count);
  return text;
}

void add_definitions(std::vector<Fact>& facts, const Inspection& inspection) {
  const InspectionOptions& options = inspection.options;
  if (inspection.surface) {
    facts.push_back({phrase("Surface distance"), surface_distance_sentence()});
    facts.push_back({phrase("Contact by surface distance"), surface_contact_sentence(options.thresholds_mm)});
  }
  facts.push_back({phrase("Clearance"), measure_sentence()});
  facts.push_back({phrase("Contact by clearance"), contact_sentence(options.thresholds_mm)});
  facts.push_back({phrase("Areas, ±"), area_error_sentence(options.area_error)});
  if (!inspection.bite_case->lower_axes.empty() || !inspection.bite_case->upper_axes.empty()) {
    facts.push_back({phrase("Place on a tooth"), place_sentence()});
    facts.push_back({phrase("Relation of the arches"), relations_sentence()});
  }
  if (inspection.clearance_intervals)
    facts.push_back(
        {phrase("Error of the bite"), interval_sentence(options.bite_error) + " " + presence_sentence()});
}

void add_surface(std::vector<Fact>& facts, const SurfaceFindings& surface) {
  facts.push_back({phrase("Measured, upper"), vertices_text(surface.distances.upper)});
  facts.push_back({phrase("Measured, lower"), vertices_text(surface.distances.lower)});
  if (!surface.least) return;
  const LeastDistance& least = *surface.least;
  facts.push_back({phrase("Least surface distance"),
                   phrase("{} mm at {} on the {} jaw; no certain point is below {} mm",
                          rounded(least.distance_mm, 4), vector_text(least.case_point, 2),
                          least.on_lower ? phrase("lower") : phrase("upper"), rounded(least.bound_mm, 4))});
}

void add_maps(std::vector<Fact>& facts, const Inspection& inspection) {
  const MapCounts& pixels = inspection.pixels;
  facts.push_back({phrase("Engine"), fmt::format("{}: {}", name_of(inspection.engine),
                                                 engine_reason_in_words(inspection.engine_reason))});
  facts.push_back({phrase("Rounding"), quantisation_sentence(inspection.quantisation)});
  facts.push_back(
      {phrase("Direction of projection"),
       direction_text(inspection.map.view) +
           (inspection.options.direction ? phrase(" (as requested)") : phrase(" (found from the bite)"))});
  facts.push_back({phrase("Map"), phrase("{}; depth tolerance {} mm",
                                         map_sentence(inspection.map.view.grid, inspection.engine),
                                         shortest(inspection.options.depth_tolerance_mm))});
  facts.push_back({phrase("Sectors"), sectors_sentence(inspection)});
  if (inspection.arch) {
    for (std::size_t i = 0; i < inspection.arch->sectors.size(); ++i) {
      const Sector& sector = inspection.arch->sectors[i];
      facts.push_back({phrase("Sector {}", sector_name(*inspection.arch, i)),
                       phrase("direction {}; {} × {} pixels", direction_text(sector.view),
                              sector.view.grid.width, sector.view.grid.height)});
    }
  }
  facts.push_back({phrase("Pixels"), phrase("{} both jaws, {} upper only, {} lower only, {} overlapping, {} "
                                            "without scanned surface on both sides",
                                            pixels.both, pixels.upper_only, pixels.lower_only,
                                            pixels.interfering, pixels.not_anatomy)});
  facts.push_back({phrase("Resolved by"), phrase("pass 1: {}, pass 2: {}, layers: {}, rays: {}", pixels.pass1,
                                                 pixels.pass2, pixels.layers, pixels.rays)});
}

std::string anatomy_text(const Anatomy& anatomy) {
  if (!anatomy.axes)
    return phrase("not found (confidence {:.2f}): no sides of the patient are named", anatomy.confidence);
  return phrase("superior {}; anterior {} (confidence {:.2f}, {})", vector_text(anatomy.axes->superior, 4),
                vector_text(anatomy.axes->anterior, 4), anatomy.confidence, in_words(anatomy.method));
}

std::string stage_in_words(std::string name) {
  std::ranges::replace(name, '_', ' ');
  static const std::array stages = {Text("prepare"),  Text("map"),           Text("surface distance"),
                                    Text("analysis"), Text("first contact"), Text("exact"),
                                    Text("intervals")};
  const auto* const known =
      std::ranges::find(stages, name, [](const Text& each) { return std::string_view(each.english); });
  return known == stages.end() ? name : std::string(*known);
}

std::string times_text(const Inspection& inspection, double import_ms) {
  constexpr double shown_ms = 0.5;  // shorter stages did not run
  std::string times = phrase("import {:.0f} ms", import_ms);
  for (const StageTime& stage : inspection.timings) {
    if (stage.ms >= shown_ms) times += phrase(", {} {:.0f} ms", stage_in_words(stage.name), stage.ms);
  }
  return times;
}

std::string jaw_text(const MeshReport& report, const Solid& solid) {
  return phrase("{} ({} triangles read, {} scanned in the solid{})", file_names(report),
                report.triangles_read, solid.anatomy_faces,
                report.closed_by_import ? phrase(", closed by import") : "");
}

//! The part of the method that the terminal shows.
Section summary_section(const Inspection& inspection, const MeshReport& upper, const MeshReport& lower) {
  Section section{.on = Section::On::terminal};
  if (inspection.exact) section.facts.push_back({phrase("Exact test"), exact_sentence(*inspection.exact)});
  section.facts.push_back({phrase("Upper"), jaw_text(upper, *inspection.bite_case->bite.upper)});
  section.facts.push_back({phrase("Lower"), jaw_text(lower, *inspection.bite_case->bite.lower)});
  section.facts.push_back({phrase("Map"), map_sentence(inspection.map.view.grid, inspection.engine)});
  if (inspection.arch) {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < inspection.arch->sectors.size(); ++i)
      names.push_back(sector_name(*inspection.arch, i));
    section.facts.push_back({phrase("Sectors"), fmt::format("{}", fmt::join(names, ", "))});
  }
  return section;
}

}  // namespace

std::string inspection_footer() {
  return phrase(
      "For research and planning support; not a diagnosis. The findings are as good as the scans and the "
      "bite registration they come from.");
}

std::string interval_sentence(const BiteError& error) {
  return phrase(
      "95 % interval: the lower is placed in {} poses around the registered one (normally distributed, "
      "standard deviation {} mm along and {}° about each axis, seed {}); 95 of 100 poses give a number "
      "inside the interval. The poses are computed on coarser pixels: the interval of an area is that of its "
      "ratio to the registered bite computed in the same way, the interval of a count or of the least "
      "distance that of the difference.",
      error.poses, shortest(error.translation_mm), shortest(in_degrees(error.rotation_rad)), error.seed);
}

std::vector<Fact> inspection_definitions(const Inspection& inspection) {
  const InspectionOptions& options = inspection.options;
  std::vector<Fact> sentences = {{"clearance", measure_sentence()},
                                 {"contact", contact_sentence(options.thresholds_mm)}};
  if (inspection.surface) {
    sentences.push_back({"surface_distance", surface_distance_sentence()});
    sentences.push_back({"surface_contact", surface_contact_sentence(options.thresholds_mm)});
  }
  sentences.push_back({"error", area_error_sentence(options.area_error)});
  sentences.push_back({"sectors", sectors_sentence(inspection)});
  sentences.push_back({"tooth_place", place_sentence()});
  sentences.push_back({"bite_relations", relations_sentence()});
  if (inspection.clearance_intervals) {
    sentences.push_back({"interval", interval_sentence(options.bite_error)});
    sentences.push_back({"presence", presence_sentence()});
  }
  return sentences;
}

std::vector<Section> finding_sections(const Inspection& inspection,
                                      const std::vector<std::string>& pictures) {
  std::vector<Section> sections = {key_figures(inspection), {.pictures = pictures, .on = Section::On::page}};
  const std::vector<double>& thresholds = inspection.options.thresholds_mm;
  if (thresholds.empty()) return sections;
  const double widest = *std::ranges::max_element(thresholds);
  const std::vector<MeasuredContacts> measures = surface_first(inspection);
  for (const MeasuredContacts& measured : measures) sections.push_back(areas_section(inspection, measured));
  sections.back().notes = areas_notes(inspection);
  sections.push_back(relations_section(inspection.relations, inspection.bite_case->bite));
  for (const MeasuredContacts& measured : measures) sections.push_back(teeth_section(measured, thresholds));
  sections.push_back(pairs_section(measures, widest));
  for (const MeasuredContacts& measured : measures)
    sections.push_back(contacts_section(measured, headline_threshold(thresholds)));
  // Leaves out empty tables.
  std::erase_if(sections, [](const Section& s) { return !s.table.columns.empty() && s.table.rows.empty(); });
  return sections;
}

std::vector<Section> method_sections(const Inspection& inspection, const MeshReport& upper,
                                     const MeshReport& lower, double import_ms) {
  Section method{.title = phrase("How these numbers were made"), .on = Section::On::page};
  std::vector<Fact>& facts = method.facts;
  add_definitions(facts, inspection);
  if (inspection.surface) add_surface(facts, *inspection.surface);
  if (inspection.exact) {
    const ExactInterference& exact = *inspection.exact;
    facts.push_back(
        {phrase("Exact test"),
         exact_sentence(exact) +
             phrase(" {} pairs of faces cross, {} touch; {} with skirts and bases do not count.",
                    exact.crossing.size(), exact.touching_pairs.size(), exact.not_anatomy_pairs)});
  }
  add_maps(facts, inspection);
  facts.push_back({phrase("Anatomical axes"), anatomy_text(inspection.bite_case->anatomy)});
  add_jaw(facts, phrase("Upper jaw"), upper);
  add_jaw(facts, phrase("Lower jaw"), lower);
  facts.push_back({phrase("Time"), times_text(inspection, import_ms), true});
  facts.push_back({phrase("Program"), "Intercusp " INTERCUSP_VERSION});
  return {summary_section(inspection, upper, lower), method};
}

}  // namespace intercusp
