#include "occlusion/inspect.h"

#include <tbb/task_arena.h>
#include <tbb/task_group.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <exception>
#include <iterator>

#include "occlusion/base/ms_since.h"
#include "occlusion/base/run_both.h"
#include "occlusion/contacts/contact_numbers.h"
#include "occlusion/contacts/contact_places.h"
#include "occlusion/contacts/map_contacts.h"
#include "occlusion/contacts/refined_tiles.h"
#include "occlusion/directions/choose_projection.h"
#include "occlusion/directions/sector_choice.h"
#include "occlusion/engines/zlist/zlist_engine.h"
#include "occlusion/maps/least_clearance.h"

namespace intercusp {
namespace {

using Clock = std::chrono::steady_clock;

void summarise(Inspection& inspection) {
  const ClearanceMap& map = inspection.map;
  double volume = 0;
  for (const float overlap : map.overlap_mm) volume += overlap;
  const float least = least_clearance(map.clearance_mm);
  if (std::isfinite(least)) inspection.min_clearance_mm = least;
  for (const CountedMap& part : inspection.maps) inspection.pixels += count_pixels(part.map);
  inspection.interference = inspection.pixels.interfering > 0 || count_pixels(map).interfering > 0;
  inspection.overlap_volume_mm3 = volume * map.view.grid.pixel_area_mm2();
  if (inspection.interference && !(inspection.min_clearance_mm < 0.0)) {
    // Only a sector's direction shows the overlap.
    for (const CountedMap& part : inspection.maps) {
      const float there = least_clearance(part.map.clearance_mm);
      if (there < inspection.min_clearance_mm.value_or(0)) inspection.min_clearance_mm = there;
    }
  }
  inspection.max_penetration_mm = std::max(0.0, -inspection.min_clearance_mm.value_or(0));
}

//! The maps that areas and contacts are read from: one per sector of the arch, or that of the whole bite.
void add_maps(Inspection& inspection, MapEngine& engine, MapEngine& live) {
  const InspectionOptions& options = inspection.options;
  if (options.sectors > 1 && !options.direction && inspection.anatomy.axes) {
    inspection.arch =
        cut_into_sectors(inspection.bite, *inspection.anatomy.axes, inspection.map, options.sectors, live);
  }
  if (!inspection.arch || inspection.arch->sectors.empty()) {
    inspection.arch.reset();
    inspection.maps.push_back({inspection.map, {}});
    return;
  }
  for (const Sector& sector : inspection.arch->sectors) {
    inspection.maps.push_back({engine.compute(sector.view, inspection.bite.upper_from_lower), {}});
  }
  const SectorChoice choice(inspection.bite, *inspection.arch, inspection.maps);
  for (std::size_t i = 0; i < inspection.maps.size(); ++i) {
    inspection.maps[i].counts = choice.counted_pixels(i, inspection.maps[i].map);
  }
}

//! Areas and contacts by clearance, refined along their edges.
void add_contacts(Inspection& inspection, MapEngine& live, const std::vector<int>& upper_teeth,
                  const std::vector<int>& lower_teeth) {
  const Bite& bite = inspection.bite;
  const InspectionOptions& options = inspection.options;
  std::optional<SectorChoice> choice;
  if (inspection.arch) choice.emplace(bite, *inspection.arch, inspection.maps);
  const auto fine_map = [&](std::size_t map, const View& window) {
    CountedMap fine{live.compute(window, bite.upper_from_lower), {}};
    if (choice) fine.counts = choice->counted_pixels(map, fine.map);
    return fine;
  };
  const auto details = refine_contacts(inspection.maps, bite, options.thresholds_mm, fine_map,
                                       {.area_error = options.area_error});
  inspection.contacts = map_contacts(inspection.maps, bite, options.thresholds_mm, upper_teeth, lower_teeth,
                                     inspection.anatomy.axes, details);
}

//! Distances and areas on the surfaces themselves. \param frame of the map
PreparedJaws add_surface(Inspection& inspection, const View& view, const std::vector<int>& upper_teeth,
                         const std::vector<int>& lower_teeth, SharedProgress& steps) {
  const Bite& bite = inspection.bite;
  PreparedJaws jaws = prepare_jaws(bite);
  steps.part_is_done();
  SurfaceFindings surface{.distances = surface_distances(bite, jaws), .least = {}, .contacts = {}};
  steps.part_is_done();
  surface.least = least_distance(bite, jaws, surface.distances);
  steps.part_is_done();
  surface.contacts = surface_contacts(bite, jaws, surface.distances, upper_teeth, lower_teeth,
                                      {.thresholds_mm = inspection.options.thresholds_mm,
                                       .direction = view.direction(),
                                       .axes = inspection.anatomy.axes,
                                       .clipping = {.area_error = inspection.options.area_error}});
  inspection.surface = std::move(surface);
  return jaws;
}

//! The exact answer, with a finding where the pixels gave another.
void add_exact(Inspection& inspection) {
  inspection.exact = exact_interference(inspection.bite);
  const bool by_pixels = inspection.interference;
  inspection.interference = inspection.exact->interference;
  if (inspection.interference && !by_pixels) {
    inspection.findings.push_back({"overlap_between_pixels"});
  } else if (by_pixels && !inspection.interference) {
    inspection.findings.push_back({"overlap_not_confirmed"});
  }
}

//! Where on the teeth the contacts lie, and how the arches stand to each other.
void add_tooth_places(Inspection& inspection, const Case& bite_case) {
  if (!inspection.anatomy.axes) return;
  inspection.upper_axes = bite_case.upper_axes;
  inspection.lower_axes = bite_case.lower_axes;
  inspection.relations =
      bite_relations(inspection.bite, inspection.upper_axes, inspection.lower_axes, *inspection.anatomy.axes);
  // Both measures at once, so that the surface of each tooth is prepared once.
  std::vector<ContactPatch> patches = std::move(inspection.contacts.patches), by_distance;
  const auto by_clearance = static_cast<std::ptrdiff_t>(patches.size());
  if (inspection.surface) by_distance = std::move(inspection.surface->contacts.lower.patches);
  std::ranges::move(by_distance, std::back_inserter(patches));
  patches = with_places(std::move(patches), inspection.bite, inspection.upper_axes, inspection.lower_axes,
                        bite_case.upper_teeth, bite_case.lower_teeth);
  std::move(patches.begin() + by_clearance, patches.end(), by_distance.begin());
  patches.resize(static_cast<std::size_t>(by_clearance));
  inspection.contacts.patches = std::move(patches);
  if (inspection.surface) inspection.surface->contacts.lower.patches = std::move(by_distance);
}

//! Without anatomy from the left of the picture to its right.
void number_contacts(Inspection& inspection) {
  const Eigen::Vector3d left = inspection.anatomy.axes
                                   ? inspection.anatomy.axes->left
                                   : Eigen::Vector3d(inspection.map.view.view_from_case.linear().row(0));
  inspection.contacts.patches = with_numbers(std::move(inspection.contacts.patches), left);
  if (!inspection.surface) return;
  std::vector<ContactPatch>& by_distance = inspection.surface->contacts.lower.patches;
  by_distance = with_numbers(std::move(by_distance), left);
}

//! What the numbers would be had the bite been registered a little differently: by both measures at once,
//! since each alone leaves a thread idle between its steps.
void add_intervals(Inspection& inspection, MapEngine& live, const PreparedJaws* jaws,
                   const std::vector<int>& upper_teeth, const std::vector<int>& lower_teeth,
                   const Progress& progress) {
  const InspectionOptions& options = inspection.options;
  const Bite& bite = inspection.bite;
  const View& view = inspection.map.view;
  if (options.bite_error.poses == 0 || view.grid.size() == 0) return;
  double widest_mm2 = 0;  // so many points, on a bite or on two plates: the error of a bite is coarser
  for (const AreaTotal& area : inspection.contacts.areas)
    widest_mm2 = std::max(widest_mm2, area.projected_mm2);
  constexpr double most_points = 8000, most_pixels = 20000;
  const double spread_mm = std::max(0.15, std::sqrt(widest_mm2 / most_points));
  const double pixel_mm = std::max(0.1, std::sqrt(widest_mm2 / most_pixels));
  const ClearanceMap points = live.compute(coarse_view(view, spread_mm), bite.upper_from_lower);
  const auto nominal = [&](const ContactTable& contacts, std::optional<double> least_mm) {
    return NominalContacts{
        .contacts = contacts,
        .least_mm = least_mm,
        .thresholds_mm = options.thresholds_mm,
        .upper_teeth = upper_teeth,
        .lower_teeth = lower_teeth,
        .axes = contacts.measure == Measure::surface_distance ? inspection.anatomy.axes : std::nullopt};
  };
  const auto steps = static_cast<std::size_t>(options.bite_error.poses) * (jaws == nullptr ? 1 : 2);
  SharedProgress shared(part_of(progress, 0.4, 1), steps);
  const Progress step = [&](double) { shared.part_is_done(); };
  const auto by_distance = [&] {
    if (jaws == nullptr) return;
    const SurfaceFindings& surface = *inspection.surface;
    const NominalContacts report = nominal(
        surface.contacts.lower, surface.least ? std::optional(surface.least->distance_mm) : std::nullopt);
    inspection.distance_intervals = distance_intervals(*jaws, points, bite, report, options.bite_error, step);
  };
  const auto by_clearance = [&] {
    const NominalContacts report = nominal(inspection.contacts, inspection.min_clearance_mm);
    inspection.clearance_intervals =
        clearance_intervals(live, coarse_view(view, pixel_mm), bite, report, options.bite_error, step);
  };
  run_both(by_distance, by_clearance);
}

//! Whether the jaws are in bite, as far as the maps show it.
void add_bite_findings(Inspection& inspection) {
  std::vector<Finding>& findings = inspection.findings;
  findings.insert(findings.begin(), inspection.anatomy.findings.begin(), inspection.anatomy.findings.end());
  if (!inspection.anatomy.axes && !inspection.options.direction)
    findings.push_back({"sides_unknown", Severity::info});
  constexpr double in_bite_mm = 1.0;          // jaws in bite have contacts, or nearly so
  constexpr double plausible_depth_mm = 1.5;  // scans overlap by tenths of a millimetre, not by more
  const std::optional<double> least_mm = inspection.min_clearance_mm;
  if (inspection.pixels.both == 0) {
    findings.push_back({"jaws_do_not_overlap"});
  } else if (!least_mm) {
    findings.push_back({"upper_not_above_lower"});
  } else if (*least_mm > in_bite_mm) {
    findings.push_back({"not_in_bite", Severity::warning, {{"reason", "apart"}, {"apart_mm", *least_mm}}});
  } else if (inspection.max_penetration_mm > plausible_depth_mm) {
    findings.push_back({"not_in_bite",
                        Severity::warning,
                        {{"reason", "overlapping"}, {"depth_mm", inspection.max_penetration_mm}}});
  }
}

}  // namespace

Inspection inspect(const Case& bite_case, const InspectionOptions& options, const Progress& progress) {
  const Clock::time_point start = Clock::now();
  Anatomy anatomy = bite_case.anatomy;
  if (!anatomy.axes && options.direction)
    anatomy.findings.clear();  // any two bodies may be compared along a direction
  const Bite& labelled = bite_case.bite;
  // The choice of directions, finer tiles and moved poses are drawn by the live path of the z-list engine,
  // whichever engine makes the maps: they agree.
  ZListEngine live(labelled.upper, labelled.lower,
                   {.depth_tolerance_mm = options.depth_tolerance_mm, .facing_only = true});
  const Eigen::Isometry3d view_from_case = choose_projection(labelled, options.direction, anatomy.axes, live);
  const View view = fit_view(labelled, view_from_case, options.pixel_mm);
  const ChosenEngine chosen = make_engine(
      labelled.upper, labelled.lower,
      {.kind = options.engine, .depth_tolerance_mm = options.depth_tolerance_mm, .prepared = &live});
  const double prepare_ms = bite_case.prepare_ms + ms_since(start);
  report_progress(progress, 0.1);

  Inspection inspection{.bite = labelled,
                        .labels_estimated = bite_case.labels_estimated,
                        .anatomy = anatomy,
                        .map = {},
                        .engine = chosen.kind,
                        .engine_reason = chosen.reason,
                        .options = options};
  const std::vector<int>&upper_teeth = bite_case.upper_teeth, &lower_teeth = bite_case.lower_teeth;
  std::optional<PreparedJaws> jaws;
  double map_ms = 0, analysis_ms = 0, surface_ms = 0;
  // Neither waits for the other, and the maps alone leave a thread idle between their steps. An engine on
  // OpenGL belongs to this thread: the maps stay on it, and it takes up nothing else meanwhile.
  // No exception passes through oneTBB, which would read freed memory (run_both.h).
  std::exception_ptr map_error, surface_error;
  tbb::task_group beside_the_maps;
  SharedProgress steps(part_of(progress, 0.1, 0.2), options.surface_distance ? 5 : 2);
  if (options.surface_distance) {
    beside_the_maps.run([&] {
      keep_error(surface_error, [&] {
        const Clock::time_point surface_start = Clock::now();
        jaws.emplace(add_surface(inspection, view, upper_teeth, lower_teeth, steps));
        surface_ms = ms_since(surface_start);
      });
    });
  }
  const auto map_and_count = [&] {
    const Clock::time_point map_start = Clock::now();
    inspection.map = chosen.engine->compute(view, labelled.upper_from_lower);
    steps.part_is_done();
    add_maps(inspection, *chosen.engine, live);
    inspection.quantisation = chosen.engine->quantisation();
    map_ms = ms_since(map_start);
    steps.part_is_done();
    const Clock::time_point analysis_start = Clock::now();
    summarise(inspection);
    add_contacts(inspection, live, upper_teeth, lower_teeth);
    analysis_ms = ms_since(analysis_start);
  };
  tbb::this_task_arena::isolate([&] { keep_error(map_error, map_and_count); });
  beside_the_maps.wait();
  for (const std::exception_ptr& error : {map_error, surface_error})
    if (error) std::rethrow_exception(error);
  const Clock::time_point places_start = Clock::now();
  add_tooth_places(inspection, bite_case);
  number_contacts(inspection);
  analysis_ms += ms_since(places_start);
  report_progress(progress, 0.2);

  const Clock::time_point exact_start = Clock::now();
  if (options.exact) add_exact(inspection);
  report_progress(progress, 0.4);
  const double exact_ms = ms_since(exact_start);

  const Clock::time_point intervals_start = Clock::now();
  add_intervals(inspection, live, jaws ? &*jaws : nullptr, upper_teeth, lower_teeth, progress);
  inspection.timings = {{"prepare", prepare_ms},   {"map", map_ms},
                        {"analysis", analysis_ms}, {"surface_distance", surface_ms},
                        {"exact", exact_ms},       {"intervals", ms_since(intervals_start)}};
  add_bite_findings(inspection);
  return inspection;
}

}  // namespace intercusp
