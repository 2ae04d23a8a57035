#include "occlusion/inspect.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <iterator>
#include <stdexcept>
#include <string>

#include "occlusion/base/finding_codes.h"
#include "occlusion/base/free_memory.h"
#include "occlusion/base/limits.h"
#include "occlusion/base/ms_since.h"
#include "occlusion/base/run_both.h"
#include "occlusion/case/bite.h"
#include "occlusion/contacts/contact_table.h"
#include "occlusion/contacts/map_contacts.h"
#include "occlusion/contacts/refined_least.h"
#include "occlusion/contacts/refined_tiles.h"
#include "occlusion/directions/choose_projection.h"
#include "occlusion/directions/sector_choice.h"
#include "occlusion/engines/zlist/zlist_engine.h"
#include "occlusion/geometry/triangle_mesh.h"

namespace intercusp {
namespace {

using Clock = std::chrono::steady_clock;

//! The input of every step.
struct Subject {
  const Case& bite_case;
  const InspectionOptions& options;

  [[nodiscard]] const Bite& bite() const { return bite_case.bite; }
  [[nodiscard]] const std::optional<AnatomicalAxes>& axes() const { return bite_case.anatomy.axes; }
};

struct Maps {
  ClearanceMap whole;
  std::optional<SectoredArch> arch;
  //! Maps for areas and contacts: one per sector of the arch, or `whole`.
  std::vector<CountedMap> parts;
  Quantisation quantisation;
};

Maps make_maps(const Subject& subject, const View& view, MapEngine& engine, MapEngine& live) {
  const InspectionOptions& options = subject.options;
  const Bite& bite = subject.bite();
  Maps maps{
      .whole = engine.compute(view, bite.upper_from_lower), .arch = {}, .parts = {}, .quantisation = {}};
  if (options.sectors > 1 && !options.direction && subject.axes())
    maps.arch = cut_into_sectors(bite, *subject.axes(), maps.whole, options.sectors, live);
  if (!maps.arch || maps.arch->sectors.empty()) {
    maps.arch.reset();
    maps.parts.push_back({maps.whole, {}});
  } else {
    for (const Sector& sector : maps.arch->sectors)
      maps.parts.push_back({engine.compute(sector.view, bite.upper_from_lower), {}});
    const SectorChoice choice(bite, *maps.arch, maps.parts);
    for (std::size_t i = 0; i < maps.parts.size(); ++i)
      maps.parts[i].counts = choice.counted_pixels(i, maps.parts[i].map);
  }
  maps.quantisation = engine.quantisation();
  return maps;
}

//! Figures over all maps.
struct MapSummary {
  bool interference = false;
  std::optional<double> min_clearance_mm;
  double min_clearance_error_mm = 0;
  double overlap_volume_mm3 = 0;
  MapCounts pixels;

  [[nodiscard]] double max_penetration_mm() const { return std::max(0.0, -min_clearance_mm.value_or(0)); }
};

MapSummary summary_of(const Subject& subject, const Maps& maps, MapEngine& live) {
  MapSummary summary;
  const auto take = [&](const std::optional<LeastClearance>& least) {
    if (!least) return;
    summary.min_clearance_mm = least->mm;
    summary.min_clearance_error_mm = least->error_mm;
  };
  double volume = 0;
  for (const float overlap : maps.whole.overlap_mm) volume += overlap;
  summary.overlap_volume_mm3 = volume * maps.whole.view.grid.pixel_area_mm2();
  take(refined_least(maps.whole, subject.bite(), live));
  for (const CountedMap& part : maps.parts) summary.pixels += count_pixels(part.map);
  summary.interference = summary.pixels.interfering > 0 || count_pixels(maps.whole).interfering > 0;
  if (summary.interference && !(summary.min_clearance_mm < 0.0)) {
    // Only the direction of a sector shows the overlap.
    for (const CountedMap& part : maps.parts) {
      const std::optional<LeastClearance> there = refined_least(part.map, subject.bite(), live);
      if (there && there->mm < summary.min_clearance_mm.value_or(0)) take(there);
    }
  }
  return summary;
}

//! Areas and contacts by clearance, refined along the edges of contacts.
ContactTable clearance_contacts(const Subject& subject, const Maps& maps, MapEngine& live) {
  const Bite& bite = subject.bite();
  const InspectionOptions& options = subject.options;
  std::optional<SectorChoice> choice;
  if (maps.arch) choice.emplace(bite, *maps.arch, maps.parts);
  const auto fine_map = [&](std::size_t map, const View& window) {
    CountedMap fine{live.compute(window, bite.upper_from_lower), {}};
    if (choice) fine.counts = choice->counted_pixels(map, fine.map);
    return fine;
  };
  const auto details =
      refine_contacts(maps.parts, bite, options.thresholds_mm, fine_map, {.area_error = options.area_error});
  return map_contacts(maps.parts, bite, options.thresholds_mm, subject.bite_case.upper_teeth,
                      subject.bite_case.lower_teeth, subject.axes(), details);
}

struct Surface {
  PreparedJaws jaws;
  SurfaceFindings findings;
};

//! Distances and areas on the surfaces themselves.
//! \param view of the map
Surface measure_surface(const Subject& subject, const View& view, SharedProgress& steps) {
  const Bite& bite = subject.bite();
  PreparedJaws jaws = prepare_jaws(bite);
  steps.part_is_done();
  SurfaceFindings findings{.distances = surface_distances(bite, jaws), .least = {}, .contacts = {}};
  steps.part_is_done();
  findings.least = least_distance(bite, jaws, findings.distances);
  steps.part_is_done();
  findings.contacts = surface_contacts(bite, jaws, findings.distances, subject.bite_case.upper_teeth,
                                       subject.bite_case.lower_teeth,
                                       {.thresholds_mm = subject.options.thresholds_mm,
                                        .direction = view.direction(),
                                        .axes = subject.axes(),
                                        .clipping = {.area_error = subject.options.area_error}});
  if (findings.least)
    findings.contacts.lower = with_least(std::move(findings.contacts.lower), *findings.least,
                                         subject.bite_case.upper_teeth, subject.bite_case.lower_teeth);
  return {std::move(jaws), std::move(findings)};
}

//! Finds where on the teeth the contacts lie. Handles both measures together, so that the surface of each
//! tooth is prepared once.
//! \param by_distance may be null
void add_tooth_places(ContactTable& by_clearance, ContactTable* by_distance, const Case& bite_case) {
  std::vector<ContactPatch> all = std::move(by_clearance.patches);
  const auto first_count = static_cast<std::ptrdiff_t>(all.size());
  if (by_distance != nullptr) std::ranges::move(by_distance->patches, std::back_inserter(all));
  all = with_places(std::move(all), bite_case.bite, bite_case.upper_axes, bite_case.lower_axes,
                    bite_case.upper_teeth, bite_case.lower_teeth);
  if (by_distance != nullptr) std::move(all.begin() + first_count, all.end(), by_distance->patches.begin());
  all.resize(static_cast<std::size_t>(first_count));
  by_clearance.patches = std::move(all);
}

//! Gives contacts their numbers and, if the axes are known, their places on the teeth.
//! \param by_distance may be null
//! \param view of the map; without axes contacts are numbered from left to right in the picture
void name_patches(ContactTable& by_clearance, ContactTable* by_distance, const Subject& subject,
                  const View& view) {
  const std::optional<AnatomicalAxes>& axes = subject.axes();
  if (axes) add_tooth_places(by_clearance, by_distance, subject.bite_case);
  const Eigen::Vector3d left = axes ? axes->left : Eigen::Vector3d(view.view_from_case.linear().row(0));
  for (ContactTable* table : {&by_clearance, by_distance})
    if (table != nullptr) table->patches = with_numbers(std::move(table->patches), left);
}

//! What the intervals of an inspection are computed from, after the inspection itself may be gone.
struct IntervalSource {
  std::shared_ptr<const Case> bite_case;
  InspectionOptions options;
  View view;
  std::shared_ptr<MapEngine> live;
  ContactTable by_clearance;
  std::optional<double> min_clearance_mm;
  std::optional<PreparedJaws> jaws;  //!< empty without surface distances, as are the members below
  ContactTable by_distance;
  std::optional<double> least_distance_mm;

  [[nodiscard]] NominalContacts nominal(const ContactTable& table, std::optional<double> least_mm) const {
    return {.contacts = table,
            .least_mm = least_mm,
            .thresholds_mm = options.thresholds_mm,
            .upper_teeth = bite_case->upper_teeth,
            .lower_teeth = bite_case->lower_teeth,
            .axes = table.measure == Measure::surface_distance ? bite_case->anatomy.axes : std::nullopt};
  }
};

//! The intervals over slightly different registrations, by both measures at the same time, because each alone
//! leaves a thread idle between its steps.
InspectionIntervals find_intervals(const IntervalSource& source, const Progress& progress) {
  const BiteError& error = source.options.bite_error;
  const Bite& bite = source.bite_case->bite;
  if (error.poses == 0 || source.view.grid.size() == 0) return {};
  // Limits the number of points, also on two plates. The error of a bite is coarser than these points.
  double widest_mm2 = 0;
  for (const AreaTotal& area : source.by_clearance.areas)
    widest_mm2 = std::max(widest_mm2, area.projected_mm2);
  constexpr double most_points = 8000, most_pixels = 20000;
  const double spread_mm = std::max(0.15, std::sqrt(widest_mm2 / most_points));
  const double pixel_mm = std::max(0.1, std::sqrt(widest_mm2 / most_pixels));
  const ClearanceMap points =
      source.live->compute(coarse_view(source.view, spread_mm), bite.upper_from_lower);
  SharedProgress shared(progress, static_cast<std::size_t>(error.poses) * (source.jaws ? 2 : 1));
  const Progress step = [&](double) { shared.part_is_done(); };
  InspectionIntervals found;
  const auto by_distance = [&] {
    if (!source.jaws) return;
    const NominalContacts report = source.nominal(source.by_distance, source.least_distance_mm);
    found.by_distance = distance_intervals(*source.jaws, points, bite, report, error, step);
  };
  const auto by_clearance = [&] {
    const NominalContacts report = source.nominal(source.by_clearance, source.min_clearance_mm);
    found.by_clearance =
        clearance_intervals(*source.live, coarse_view(source.view, pixel_mm), bite, report, error, step);
  };
  run_both(by_distance, by_clearance);
  return found;
}

//! The measurements in the registered pose, and their times.
struct Measured {
  Maps maps;
  MapSummary summary;
  ContactTable contacts;  //!< by clearance
  std::optional<Surface> surface;
  std::optional<HingeContact> first_contact;
  double map_ms = 0, analysis_ms = 0, surface_ms = 0, contact_ms = 0;
};

//! Measures maps and surfaces at the same time. They are independent, and the maps alone leave a thread idle
//! between their steps.
Measured measure(const Subject& subject, const View& view, MapEngine& engine, MapEngine& live,
                 const Progress& progress) {
  const InspectionOptions& options = subject.options;
  SharedProgress steps(progress, options.surface_distance ? 5 : 2);
  Measured measured;
  const auto on_surface = [&] {
    // First, so that its trees are freed before the largest trees, those of the surface distances, are built.
    const Clock::time_point contact_start = Clock::now();
    if (options.first_contact)
      measured.first_contact = measured.first_contact = hinge_contact(subject.bite_case, options.condyles);
    measured.contact_ms = ms_since(contact_start);
    const Clock::time_point start = Clock::now();
    if (options.surface_distance) measured.surface = measure_surface(subject, view, steps);
    measured.surface_ms = ms_since(start);
  };
  const auto on_maps = [&] {
    const Clock::time_point start = Clock::now();
    measured.maps = make_maps(subject, view, engine, live);
    measured.map_ms = ms_since(start);
    steps.part_is_done();
    const Clock::time_point analysis_start = Clock::now();
    measured.summary = summary_of(subject, measured.maps, live);
    measured.contacts = clearance_contacts(subject, measured.maps, live);
    measured.analysis_ms = ms_since(analysis_start);
    steps.part_is_done();
  };
  run_beside(on_surface, on_maps);
  const Clock::time_point names_start = Clock::now();
  name_patches(measured.contacts, measured.surface ? &measured.surface->findings.contacts.lower : nullptr,
               subject, view);
  measured.analysis_ms += ms_since(names_start);
  return measured;
}

//! Tells whether the jaws are in bite, judging by the maps.
//! \param deepest_mm by surface distance if measured, else along the projection
std::optional<Finding> bite_finding(const MapSummary& maps, double deepest_mm) {
  constexpr double in_bite_mm = 1.0;          // jaws in bite have contacts, or nearly so
  constexpr double plausible_depth_mm = 1.5;  // scans overlap by tenths of a millimetre, not by more
  const std::optional<double> least_mm = maps.min_clearance_mm;
  if (maps.pixels.both == 0) return Finding{codes::jaws_do_not_overlap};
  if (!least_mm) return Finding{codes::upper_not_above_lower};
  if (*least_mm > in_bite_mm)
    return Finding{codes::not_in_bite, Severity::warning, {{"reason", "apart"}, {"apart_mm", *least_mm}}};
  if (deepest_mm > plausible_depth_mm)
    return Finding{
        codes::not_in_bite, Severity::warning, {{"reason", "overlapping"}, {"depth_mm", deepest_mm}}};
  return std::nullopt;
}

//! By the depth of the surfaces in each other if it was measured, else by the exact test or the pixels.
//! \param surface,exact may be null
bool interferes(const InspectionOptions& options, const MapSummary& maps, const Surface* surface,
                const ExactInterference* exact) {
  if (surface != nullptr && surface->findings.least)
    return surface->findings.least->max_penetration_distance_mm() > options.depth_tolerance_mm;
  return exact != nullptr ? exact->interference : maps.interference;
}

//! All findings, those of the anatomy first.
//! \param surface may be null
std::vector<Finding> all_findings(const Subject& subject, const MapSummary& maps, const Surface* surface,
                                  bool interference) {
  std::vector<Finding> findings = anatomy_findings(subject.bite_case, subject.options.direction.has_value());
  if (interference != maps.interference)
    findings.push_back({interference ? "overlap_between_pixels" : "overlap_not_confirmed"});
  if (!subject.axes() && !subject.options.direction) findings.push_back({"sides_unknown", Severity::info});
  const bool measured = surface != nullptr && surface->findings.least;
  const Bite& bite = subject.bite_case.bite;
  const double rounding_mm = single_precision_mm(bite.upper->mesh) + single_precision_mm(bite.lower->mesh);
  if (measured && rounding_decides(-surface->findings.least->distance_mm, rounding_mm,
                                   subject.options.depth_tolerance_mm))
    findings.push_back({"rounding_decides", Severity::warning, {{"rounding_um", 1000 * rounding_mm}}});
  const double deepest_mm =
      measured ? surface->findings.least->max_penetration_distance_mm() : maps.max_penetration_mm();
  if (const std::optional<Finding> finding = bite_finding(maps, deepest_mm)) findings.push_back(*finding);
  return findings;
}

UnfinishedInspection unfinished(Inspection found, const View& view, std::shared_ptr<MapEngine> live,
                                std::optional<PreparedJaws> jaws) {
  IntervalSource source{.bite_case = found.bite_case,
                        .options = found.options,
                        .view = view,
                        .live = std::move(live),
                        .by_clearance = found.contacts,
                        .min_clearance_mm = found.min_clearance_mm,
                        .jaws = std::move(jaws)};
  if (found.surface) {
    source.by_distance = found.surface->contacts.lower;
    if (found.surface->least) source.least_distance_mm = found.surface->least->distance_mm;
  }
  return {std::move(found), [source = std::make_shared<const IntervalSource>(std::move(source))](
                                const Progress& progress) { return find_intervals(*source, progress); }};
}

//! Memory of an inspection beyond the jaws, rounded down (docs/PERFORMANCE.md, memory).
std::uint64_t least_memory_bytes(const Bite& bite) {
  constexpr std::uint64_t a_face = 200;
  return a_face * face_count(bite);
}
//! Memory that is still needed once the live engine has its copies of the faces.
std::uint64_t least_memory_bytes(const Bite& bite, const View& view) {
  constexpr std::uint64_t a_face = 100, a_pixel = 90;
  return a_face * face_count(bite) + a_pixel * view.grid.size();
}

UnfinishedInspection inspect_by(EngineKind engine, const std::shared_ptr<const Case>& bite_case,
                                const InspectionOptions& options, const Progress& progress) {
  const Clock::time_point start = Clock::now();
  const Subject subject{*bite_case, options};
  const Bite& bite = bite_case->bite;
  const std::optional<AnatomicalAxes>& axes = bite_case->anatomy.axes;
  need_memory(least_memory_bytes(bite));
  // The live path of the z-list engine always draws the choice of directions, finer tiles and moved poses,
  // because the engines agree.
  const auto live = std::make_shared<ZListEngine>(
      bite.upper, bite.lower,
      ZListOptions{.depth_tolerance_mm = options.depth_tolerance_mm, .facing_only = true});
  const View view = fit_view(bite, choose_projection(bite, options.direction, axes, *live), options.pixel_mm);
  need_memory(least_memory_bytes(bite, view));
  const ChosenEngine chosen =
      make_engine(bite.upper, bite.lower,
                  {.kind = engine, .depth_tolerance_mm = options.depth_tolerance_mm, .prepared = live.get()});
  const double prepare_ms = bite_case->prepare_ms + ms_since(start);
  report_progress(progress, 0.25);

  Measured measured = measure(subject, view, *chosen.engine, *live, part_of(progress, 0.25, 0.5));

  const Clock::time_point exact_start = Clock::now();
  const std::optional<ExactInterference> exact =
      options.exact ? std::optional(exact_interference(bite)) : std::nullopt;
  report_progress(progress, 1);
  const double exact_ms = ms_since(exact_start);

  const MapSummary& summary = measured.summary;
  const Surface* const surface = measured.surface ? &*measured.surface : nullptr;
  const bool interference = interferes(options, summary, surface, exact ? &*exact : nullptr);
  std::vector<Finding> findings = all_findings(subject, summary, surface, interference);
  std::vector<ToothLandmark> landmarks = landmarks_of(*bite_case, options.landmarks);
  BiteRelations relations;
  if (axes) relations = bite_relations(bite, bite_case->upper_axes, bite_case->lower_axes, *axes, landmarks);
  Inspection found{
      .bite_case = bite_case,
      .landmarks = std::move(landmarks),
      .relations = std::move(relations),
      .map = std::move(measured.maps.whole),
      .arch = std::move(measured.maps.arch),
      .maps = std::move(measured.maps.parts),
      .engine = chosen.kind,
      .engine_reason = chosen.reason,
      .options = options,
      .interference = interference,
      .min_clearance_mm = summary.min_clearance_mm,
      .min_clearance_error_mm = summary.min_clearance_error_mm,
      .max_penetration_mm = summary.max_penetration_mm(),
      .overlap_volume_mm3 = summary.overlap_volume_mm3,
      .pixels = summary.pixels,
      .quantisation = measured.maps.quantisation,
      .contacts = std::move(measured.contacts),
      .surface = measured.surface ? std::optional(std::move(measured.surface->findings)) : std::nullopt,
      .exact = exact,
      .first_contact = measured.first_contact,
      .findings = std::move(findings),
      .timings = {{"prepare", prepare_ms},
                  {"map", measured.map_ms},
                  {"analysis", measured.analysis_ms},
                  {"surface_distance", measured.surface_ms},
                  {"first_contact", measured.contact_ms},
                  {"exact", exact_ms}}};
  std::optional<PreparedJaws> jaws;
  if (measured.surface) jaws.emplace(std::move(measured.surface->jaws));
  return unfinished(std::move(found), view, live, std::move(jaws));
}

}  // namespace

bool in_bite(const Inspection& inspection) {
  const bool found_apart = std::ranges::any_of(inspection.findings, [](const Finding& finding) {
    return finding.code == codes::not_in_bite || finding.code == codes::jaws_do_not_overlap ||
           finding.code == codes::upper_not_above_lower;
  });
  const bool measured = inspection.surface && inspection.surface->least;
  return !found_apart &&
         !(measured && std::abs(inspection.surface->least->distance_mm) > farthest_from_bite_mm);
}

std::vector<double> each_once(const std::vector<double>& thresholds_mm) {
  std::vector<double> distinct;
  for (const double threshold : thresholds_mm)
    if (std::ranges::find(distinct, threshold) == distinct.end()) distinct.push_back(threshold);
  return distinct;
}

UnfinishedInspection inspect_pose(const std::shared_ptr<const Case>& bite_case,
                                  const InspectionOptions& given, const Progress& progress) {
  InspectionOptions options = given;
  options.thresholds_mm = each_once(given.thresholds_mm);
  if (options.thresholds_mm.size() > limits::most_thresholds)
    throw std::invalid_argument("more than " + std::to_string(limits::most_thresholds) + " thresholds");
  return with_engine(options.engine,
                     [&](EngineKind engine) { return inspect_by(engine, bite_case, options, progress); });
}

Inspection inspect(const std::shared_ptr<const Case>& bite_case, const InspectionOptions& options,
                   const Progress& progress) {
  UnfinishedInspection found = inspect_pose(bite_case, options, part_of(progress, 0, 0.4));
  const Clock::time_point start = Clock::now();
  InspectionIntervals intervals = found.find_intervals(part_of(progress, 0.4, 1));
  Inspection whole = std::move(found);
  whole.clearance_intervals = std::move(intervals.by_clearance);
  whole.distance_intervals = std::move(intervals.by_distance);
  whole.timings.push_back({"intervals", ms_since(start)});
  return whole;
}

}  // namespace intercusp
