#include "occlusion/inspect.h"

#include <chrono>
#include <cmath>

#include "occlusion/projection/choose_projection.h"
#include "occlusion/projection/sector_choice.h"
#include "occlusion/zlist/zlist_engine.h"

namespace intercusp {
namespace {

using Clock = std::chrono::steady_clock;

double ms_since(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

std::string in_mm(double length_mm) {
  char text[32];
  std::snprintf(text, sizeof text, "%.2f mm", length_mm);
  return text;
}

//! The bite with teeth numbered along the arch, where nothing is labelled and each tooth is a component of
//! its own.
bool estimate_teeth(Bite& bite, const AnatomicalAxes& axes) {
  if (!bite.upper->labels.empty() || !bite.lower->labels.empty()) return false;
  const auto labelled = [&](const Solid& solid, bool upper, const Eigen::Isometry3d& case_from_solid) {
    std::vector<int> labels = estimate_labels(solid, axes, upper, case_from_solid);
    if (labels.empty()) return std::shared_ptr<const Solid>();
    auto copy = std::make_shared<Solid>(solid);
    copy->labels = std::move(labels);
    return std::shared_ptr<const Solid>(copy);
  };
  const auto upper = labelled(*bite.upper, true, Eigen::Isometry3d::Identity());
  const auto lower = labelled(*bite.lower, false, bite.upper_from_lower);
  if (upper) bite.upper = upper;
  if (lower) bite.lower = lower;
  return upper || lower;
}

void summarise(Inspection& inspection) {
  const ClearanceMap& map = inspection.map;
  double volume = 0;
  for (std::size_t i = 0; i < map.state.size(); ++i) {
    volume += map.overlap_mm[i];
    if (!std::isfinite(map.clearance_mm[i])) continue;
    const double clearance = map.clearance_mm[i];
    if (!inspection.min_clearance_mm || clearance < *inspection.min_clearance_mm) {
      inspection.min_clearance_mm = clearance;
    }
  }
  for (const CountedMap& part : inspection.maps) inspection.pixels += count_pixels(part.map);
  inspection.interference = inspection.pixels.interfering > 0 || count_pixels(map).interfering > 0;
  inspection.overlap_volume_mm3 = volume * map.frame.grid.pixel_area_mm2();
  if (inspection.interference && !(inspection.min_clearance_mm < 0.0)) {
    // Only a sector's direction shows the overlap.
    for (const CountedMap& part : inspection.maps) {
      for (const float clearance : part.map.clearance_mm) {
        if (clearance < inspection.min_clearance_mm.value_or(0)) inspection.min_clearance_mm = clearance;
      }
    }
  }
  inspection.max_penetration_mm = std::max(0.0, -inspection.min_clearance_mm.value_or(0));
}

//! The maps that areas and contacts are read from: one per sector of the arch, or that of the whole bite.
void add_maps(Inspection& inspection, MapEngine& engine) {
  const InspectionOptions& options = inspection.options;
  if (options.sectors > 1 && !options.direction && inspection.anatomy.axes) {
    inspection.arch =
        cut_into_sectors(inspection.bite, *inspection.anatomy.axes, inspection.map, options.sectors);
  }
  if (!inspection.arch || inspection.arch->sectors.empty()) {
    inspection.arch.reset();
    inspection.maps.push_back({inspection.map, {}});
    return;
  }
  for (const Sector& sector : inspection.arch->sectors) {
    inspection.maps.push_back({engine.compute(sector.frame, inspection.bite.upper_from_lower), {}});
  }
  const SectorChoice choice(inspection.bite, *inspection.arch, inspection.maps);
  for (std::size_t i = 0; i < inspection.maps.size(); ++i) {
    inspection.maps[i].counts = choice.counted_pixels(i, inspection.maps[i].map);
  }
}

//! Areas and contacts by clearance, refined along their edges. The live path of the z-list engine draws the
//! finer tiles, whichever engine made the maps: they agree.
void add_contacts(Inspection& inspection) {
  const Bite& bite = inspection.bite;
  const InspectionOptions& options = inspection.options;
  ZListEngine engine(bite.upper, bite.lower,
                     {.depth_tolerance_mm = options.depth_tolerance_mm, .facing_only = true});
  std::optional<SectorChoice> choice;
  if (inspection.arch) choice.emplace(bite, *inspection.arch, inspection.maps);
  const auto fine_map = [&](std::size_t map, const MapFrame& window) {
    CountedMap fine{engine.compute(window, bite.upper_from_lower), {}};
    if (choice) fine.counts = choice->counted_pixels(map, fine.map);
    return fine;
  };
  const auto details = refine_contacts(inspection.maps, bite, options.thresholds_mm, fine_map,
                                       {.area_error = options.area_error});
  inspection.contacts = find_contacts(inspection.maps, bite, options.thresholds_mm, face_teeth(*bite.upper),
                                      face_teeth(*bite.lower), inspection.anatomy.axes, details);
}

//! What a user must know before reading any number.
void remark_on_the_bite(Inspection& inspection) {
  constexpr double in_bite_mm = 1.0;          // jaws in bite have contacts, or nearly so
  constexpr double plausible_depth_mm = 1.5;  // scans interpenetrate by tenths of a millimetre, not by more
  std::vector<std::string>& remarks = inspection.remarks;
  if (inspection.pixels.both == 0) {
    remarks.emplace_back(
        "the jaws have no pixel in common: along the direction of projection they pass each other; check the "
        "pose");
  } else if (!inspection.min_clearance_mm) {
    remarks.emplace_back(
        "nowhere does the upper lie above the lower: the jaws are swapped or upside down, or the "
        "direction points the wrong way");
  } else if (*inspection.min_clearance_mm > in_bite_mm) {
    remarks.push_back("the jaws are not in bite: they are at least " + in_mm(*inspection.min_clearance_mm) +
                      " apart");
  } else if (inspection.max_penetration_mm > plausible_depth_mm) {
    remarks.push_back("the jaws are not in bite: they run through each other by up to " +
                      in_mm(inspection.max_penetration_mm) + "; check the pose");
  }
}

}  // namespace

Inspection inspect(const Bite& bite, const InspectionOptions& options) {
  const Clock::time_point start = Clock::now();
  AnatomyFinding anatomy = find_anatomy(bite);
  if (!anatomy.axes && options.direction)
    anatomy.remarks.clear();  // any two bodies may be compared along a direction
  Bite labelled = bite;
  const bool estimated = anatomy.axes && estimate_teeth(labelled, *anatomy.axes);
  const Projection projection = choose_projection(labelled, options.direction, anatomy.axes);
  const MapFrame frame = fit_frame(labelled, projection, options.pixel_mm);
  const ChosenEngine chosen =
      make_engine(labelled.upper, labelled.lower,
                  {.kind = options.engine, .depth_tolerance_mm = options.depth_tolerance_mm});
  const double prepare_ms = ms_since(start);

  const Clock::time_point map_start = Clock::now();
  Inspection inspection{.bite = labelled,
                        .labels_estimated = estimated,
                        .anatomy = anatomy,
                        .map = chosen.engine->compute(frame, labelled.upper_from_lower),
                        .engine = chosen.kind,
                        .engine_reason = chosen.reason,
                        .options = options};
  add_maps(inspection, *chosen.engine);
  const double map_ms = ms_since(map_start);

  const Clock::time_point analysis_start = Clock::now();
  summarise(inspection);
  add_contacts(inspection);
  inspection.remarks = anatomy.remarks;
  if (!anatomy.axes && !options.direction) {
    inspection.remarks.emplace_back(
        "left, right and anterior cannot be told from these scans (a quadrant, or no arch): they stay out of "
        "the report");
  }
  remark_on_the_bite(inspection);
  inspection.timings = {{"prepare", prepare_ms}, {"map", map_ms}, {"analysis", ms_since(analysis_start)}};
  return inspection;
}

}  // namespace intercusp
