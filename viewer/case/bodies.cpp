#include "viewer/case/bodies.h"

#include <array>
#include <utility>

#include "io/case/bodies_file.h"
#include "io/files/errors.h"
#include "occlusion/distance/deepest.h"
#include "occlusion/several/interference.h"
#include "viewer/text/bodies.h"

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

}  // namespace

std::shared_ptr<const Bodies> read_bodies_of(const std::vector<std::string>& files) {
  for (const std::string& file : files)
    if (!is_json_file(file)) throw InputError(file, Text("describes no bodies; a body file does"));
  return std::make_shared<const Bodies>(Bodies{files, import_solids(files, 1.0).solids});
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

std::shared_ptr<const Solid> posed_solid(const std::shared_ptr<const Solid>& solid,
                                         const Eigen::Isometry3d& pose) {
  if (pose.matrix().isIdentity(0)) return solid;
  Solid moved = *solid;
  for (Eigen::Vector3d& vertex : moved.mesh.vertices) vertex = pose * vertex;
  return std::make_shared<const Solid>(std::move(moved));
}

}  // namespace intercusp::viewer
