#include "viewer/tools/several/tool.h"

#include <algorithm>
#include <array>
#include <utility>

#include "io/case/bodies_file.h"
#include "io/files/errors.h"
#include "occlusion/distance/deepest.h"
#include "occlusion/several/interference.h"
#include "viewer/app/derived.h"
#include "viewer/app/state_json.h"

namespace intercusp::viewer {
namespace {

BodyGap gap_of(const std::shared_ptr<const Solid>& jaw, const NamedSolid& body) {
  const std::array<SolidOrBody, 2> pair = {SolidOrBody{jaw}, SolidOrBody{body.solid, body.body}};
  const Interference found = find_interference(pair);
  BodyGap gap;
  if (!found.near_pairs.empty()) {
    const PairInterference& near = found.near_pairs.front();
    gap = {.depth_mm = near.depth_mm, .touching = near.touching, .case_point = near.point};
    if (near.interference) return gap;
  }
  const Bite bite{.upper = jaw, .lower = body.solid};
  const PreparedJaws jaws = prepare_jaws(bite);
  if (const auto least = least_distance(bite, jaws, surface_distances(bite, jaws))) {
    gap.distance_mm = least->distance_mm;
    gap.case_point = least->case_point;
  }
  return gap;
}

//! The solid where the pose puts it.
std::shared_ptr<const Solid> posed_solid(const std::shared_ptr<const Solid>& solid,
                                         const Eigen::Isometry3d& pose) {
  if (pose.matrix().isIdentity(0)) return solid;
  Solid moved = *solid;
  for (Eigen::Vector3d& vertex : moved.mesh.vertices) vertex = pose * vertex;
  return std::make_shared<const Solid>(std::move(moved));
}

constexpr auto reading_bodies = Text("Reading the bodies…");

}  // namespace

std::shared_ptr<const Bodies> read_bodies_of(const std::vector<std::string>& files) {
  for (const std::string& file : files)
    if (!is_json_file(file)) throw InputError(file, Text("describes no bodies; a body file does"));
  Bodies bodies{.files = files, .solids = import_solids(files, 1.0).solids, .meshes = {}};
  for (const NamedSolid& body : bodies.solids) {
    const JawMesh mesh = jaw_mesh(*body.solid);
    bodies.meshes.push_back(std::make_shared<const DrawnMeshes>(DrawnMeshes{mesh, mesh}));
  }
  return std::make_shared<const Bodies>(std::move(bodies));
}

BodiesReading measured_bodies(const LoadedCase& loaded, const Eigen::Isometry3d& upper_from_lower,
                              const std::shared_ptr<const Bodies>& bodies, const Progress& progress) {
  BodiesReading reading{.bodies = bodies, .upper_from_lower = upper_from_lower, .figures = {}};
  const std::shared_ptr<const Solid> lower = posed_solid(loaded.bite.lower, upper_from_lower);
  const double count = static_cast<double>(bodies->solids.size());
  for (const NamedSolid& body : bodies->solids) {
    report_progress(progress, static_cast<double>(reading.figures.size()) / count);
    reading.figures.push_back({gap_of(loaded.bite.upper, body), gap_of(lower, body)});
  }
  return reading;
}

BodyFiles body_files(const AppState& state) { return state.document.parts.get<BodyFiles>(); }

std::shared_ptr<const Bodies> bodies_of(const AppState& state) {
  return state.parts.get<BodiesWork>().bodies.shared();
}

const BodiesReading* bodies_reading(const AppState& state) {
  return state.parts.get<BodiesWork>().reading.get();
}

void add_bodies(const AppState& state, Actions& actions, const std::vector<std::string>& added) {
  if (!state.loaded)
    return actions.messages.refuse(Text("Open a case first; bodies are shown beside its jaws."));
  // Together with the present ones, so that no two have the same name.
  BodyFiles files = body_files(state);
  for (const std::string& file : absolute_paths(added))
    if (std::ranges::find(files.paths, file) == files.paths.end()) files.paths.push_back(file);
  if (files == body_files(state)) return actions.messages.refuse(Text("These bodies are there already."));
  const auto take = [&actions, files](const std::shared_ptr<const Bodies>& bodies) {
    actions.state().parts.of<BodiesWork>().bodies.set(files.paths, bodies);
    actions.pose.set_part(Text("adding bodies"), files);
  };
  actions.work.compute(reading_bodies, [take, files](const Progress&) -> std::function<void()> {
    const std::shared_ptr<const Bodies> bodies = read_bodies_of(files.paths);
    return [=] { take(bodies); };
  });
}

void remove_bodies(Actions& actions) { actions.pose.set_part(Text("removing bodies"), BodyFiles()); }

void want_bodies(AppState& state) {
  auto& [bodies, reading] = state.parts.of<BodiesWork>();
  const BodyFiles files = body_files(state);
  bodies.want(files.paths.empty() ? std::nullopt : std::optional(files.paths));
  const bool rests = bodies && state.rest;
  reading.want(rests ? std::optional(BodiesKey{bodies.shared(), {state.document.upper_from_lower}})
                     : std::nullopt);
}

bool begin_bodies(const AppState& state, Actions& actions) {
  auto& [bodies, reading] = actions.state().parts.of<BodiesWork>();
  const auto read = [](const std::vector<std::string>& files, const Progress&) {
    return read_bodies_of(files);
  };
  const auto measure = [loaded = state.loaded](const BodiesKey& key, const Progress& progress) {
    return std::make_shared<const BodiesReading>(
        measured_bodies(*loaded, key.pose.upper_from_lower, key.bodies, progress));
  };
  return actions.work.begin(
             due_work(place_of(bodies), {.what = reading_bodies, .in_background = false}, read)) ||
         actions.work.begin(due_work(place_of(reading), {.what = Text("Measuring the bodies…")}, measure));
}

void add_body_surfaces(const AppState& state, std::vector<ExtraSurface>& surfaces) {
  const std::shared_ptr<const Bodies> bodies = bodies_of(state);
  if (!bodies) return;
  for (std::size_t i = 0; i < bodies->solids.size(); ++i) {
    const std::vector<std::string>& hidden = state.view.hidden_bodies;
    const bool is_hidden = std::ranges::find(hidden, bodies->solids[i].name) != hidden.end();
    surfaces.push_back({.kind = ExtraSurface::Kind::body,
                        .solid = nullptr,
                        .meshes = bodies->meshes[i],
                        .opacity = is_hidden ? 0.0 : 1.0});
  }
}

}  // namespace intercusp::viewer
