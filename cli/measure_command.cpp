#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <memory>

#include "cli/output.h"
#include "io/language/language.h"
#include "io/wording/definitions.h"
#include "occlusion/case/bite.h"
#include "occlusion/contacts/areas.h"
#include "occlusion/directions/choose_projection.h"
#include "occlusion/distance/true_distance.h"
#include "occlusion/inspect.h"
#include "occlusion/maps/clearance_map.h"
#include "occlusion/view/measured_poses.h"

namespace intercusp::cli {
namespace {

using Clock = std::chrono::steady_clock;

constexpr double threshold_mm = 0.1;  // for the contact area

struct MeasureArguments {
  CaseOptions jaws;
  InspectionOptions map;  //!< engine, pixels and direction
  int poses = 16;
  OutputOptions output;
};

struct Spread {
  double median, min, max;
};
Spread spread_of(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t n = values.size();
  return {n % 2 == 1 ? values[n / 2] : 0.5 * (values[n / 2 - 1] + values[n / 2]), values.front(),
          values.back()};
}

struct Measurement {
  std::unique_ptr<MapEngine> engine;
  EngineKind kind;
  EngineReason engine_reason;
  View view;
  std::vector<double> map_ms;
  std::vector<double> area_mm2;
  std::vector<double> true_distance_ms;
  std::vector<bool> interference;
  std::map<std::string, std::vector<double>> stages_ms;
};

//! Times clearance map, interference and contact area of a pose and, separately, the true
//! distances near contact.
void measure_pose(Measurement& measurement, TrueDistance& true_distance, const Eigen::Isometry3d& pose) {
  const Clock::time_point start = Clock::now();
  const ClearanceMap& map = measurement.engine->compute(measurement.view, pose);
  bool interference = false;
  for (const PixelState state : map.state) interference |= state == PixelState::interfering;
  measurement.interference.push_back(interference);
  const Clock::time_point mapped = Clock::now();
  measurement.area_mm2.push_back(contact_area_mm2(map, threshold_mm));
  const Clock::time_point end = Clock::now();
  const auto ms = [](Clock::duration time) {
    return std::chrono::duration<double, std::milli>(time).count();
  };
  measurement.map_ms.push_back(ms(end - start));
  for (const StageTime& stage : measurement.engine->stage_times()) {
    measurement.stages_ms[stage.name].push_back(stage.ms);
  }
  measurement.stages_ms["contact area"].push_back(ms(end - mapped));
  (void)true_distance.compute(map, pose);
  measurement.true_distance_ms.push_back(ms(Clock::now() - end));
}

Measurement measure_by(EngineKind kind, const Bite& bite, const MeasureArguments& arguments,
                       ProgressLine& progress) {
  ChosenEngine chosen = make_engine(bite.upper, bite.lower, {.kind = kind, .live = true});
  const Eigen::Isometry3d view_from_case =
      choose_projection(bite, arguments.map.direction, find_anatomy(bite).axes, *chosen.engine);
  const View view = fit_view(bite, view_from_case, arguments.map.pixel_mm);
  Measurement measurement{.engine = std::move(chosen.engine),
                          .kind = chosen.kind,
                          .engine_reason = std::move(chosen.reason),
                          .view = view};
  // The registered bite warms up the engine and gives the distance to contact.
  const ClearanceMap& map = measurement.engine->compute(view, bite.upper_from_lower);
  const auto poses = measured_poses(bite, view_from_case,
                                    static_cast<double>(least_clearance(map.clearance_mm)), arguments.poses);
  TrueDistance true_distance(bite.upper, bite.lower);
  for (std::size_t i = 0; i < poses.size(); ++i) {
    progress.say(fmt::format("pose {} of {}", i + 1, poses.size()));
    measure_pose(measurement, true_distance, poses[i]);
  }
  return measurement;
}

Fields fields_of(const Spread& spread) {
  return {{"median", spread.median}, {"min", spread.min}, {"max", spread.max}};
}

Fields json_of(const Measurement& measurement, const Bite& bite) {
  Fields stages;
  for (const auto& [name, values] : measurement.stages_ms) stages.push_back({name, spread_of(values).median});
  Values interference;
  for (const bool found : measurement.interference) interference.emplace_back(found);
  return {{"schema", "intercusp-measure/1"},
          {"version", INTERCUSP_VERSION},
          {"engine", name_of(measurement.kind)},
          {"engine_reason", for_programs([&] { return engine_reason_in_words(measurement.engine_reason); })},
          {"triangles", face_count(bite)},
          {"upper_triangles", bite.upper->mesh.faces.size()},
          {"lower_triangles", bite.lower->mesh.faces.size()},
          {"pixels", measurement.view.grid.size()},
          {"width", measurement.view.grid.width},
          {"height", measurement.view.grid.height},
          {"pixel_mm", measurement.view.grid.pixel_mm},
          {"poses", measurement.map_ms.size()},
          {"map_ms", fields_of(spread_of(measurement.map_ms))},
          {"stages_ms", stages},
          {"true_distance_ms", fields_of(spread_of(measurement.true_distance_ms))},
          {"interference", interference},
          {"contact_area_mm2", measurement.area_mm2},
          {"contact_area_threshold_mm", threshold_mm}};
}

std::string summary_of(const Measurement& measurement, const Bite& bite) {
  const Spread total = spread_of(measurement.map_ms);
  const PixelGrid& grid = measurement.view.grid;
  const Spread distance = spread_of(measurement.true_distance_ms);
  std::string text =
      phrase("{} engine ({})\n{} × {} pixels of {} mm, {} triangles, {} poses\n", name_of(measurement.kind),
             engine_reason_in_words(measurement.engine_reason), grid.width, grid.height, grid.pixel_mm,
             face_count(bite), measurement.map_ms.size());
  text +=
      phrase("map with interference and contact area: median {:.2f} ms, least {:.2f} ms, most {:.2f} ms\n",
             total.median, total.min, total.max);
  for (const auto& [name, values] : measurement.stages_ms)
    text += phrase("  {:<28} {:8.2f} ms\n", name, spread_of(values).median);
  return text +
         phrase("in addition, true distances within {} mm of clearance: median {:.2f} ms, most {:.2f} ms",
                near_contact_mm, distance.median, distance.max);
}

void run_measure(const MeasureArguments& arguments) {
  const Output output(arguments.output, {"measure.json"}, {input_files(arguments.jaws).files});
  run_case_command(arguments.jaws, output, arguments.map.direction.has_value(),
                   [&](const ImportedCase& jaws, ProgressLine& line) {
                     const Measurement measurement = with_engine(arguments.map.engine, [&](EngineKind kind) {
                       return measure_by(kind, jaws.bite, arguments, line);
                     });
                     output.deliver({.json_name = "measure.json",
                                     .json = json_of(measurement, jaws.bite),
                                     .headline = summary_of(measurement, jaws.bite)},
                                    line);
                   });
}

}  // namespace

void add_measure_command(CLI::App& program) {
  auto [command, arguments] =
      add_command(program, "measure", "Time the clearance map on this machine", run_measure);
  const AddOption add{command};
  arguments.jaws.teeth = TeethSource::none;  // numbers affect only the time of the import
  add_case_options(command, arguments.jaws);
  each_map_option(arguments.map, add);
  add({"--poses", "poses", "Number of poses, from 3 mm open to 1 mm deep and hinge openings",
       limits::timed_poses},
      arguments.poses);
  add_output_options(command, arguments.output);
}

}  // namespace intercusp::cli
