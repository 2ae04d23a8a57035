#include "viewer/case/spray_passes.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "viewer/text/spray.h"

namespace intercusp::viewer {
namespace {

constexpr double gravity_mm_s2 = 9810;

Eigen::Vector3d origin_of(const LoadedCase& loaded) {
  return loaded.request.upper_from_lower * loaded.lower_centre;
}

std::array<Eigen::Vector3d, 3> directions_of(const AnatomicalAxes& axes) {
  return {axes.left, axes.anterior, axes.superior};
}

//! A pass is kept for as long as the case is open.
SprayedSolid without_faces(SprayedSolid sprayed) {
  sprayed.droplets = {};
  sprayed.impacts = {};
  sprayed.first_s = sprayed.speed_mm_s = sprayed.reached = sprayed.expected_per_mm2 = {};
  return sprayed;
}

}  // namespace

NozzleNumbers numbers_of(const Nozzle& nozzle, const LoadedCase& loaded) {
  const AnatomicalAxes axes = loaded.axes();
  const auto directions = directions_of(axes);
  NozzleNumbers numbers;
  for (std::size_t i = 0; i < 3; ++i)
    numbers.place_mm[i] = directions[i].dot(nozzle.place - origin_of(loaded));
  numbers.aside_rad = std::atan2(axes.left.dot(nozzle.direction), axes.posterior().dot(nozzle.direction));
  numbers.up_rad = std::asin(std::clamp(axes.superior.dot(nozzle.direction), -1.0, 1.0));
  return numbers;
}

Nozzle with_numbers(Nozzle nozzle, const NozzleNumbers& numbers, const LoadedCase& loaded) {
  const AnatomicalAxes axes = loaded.axes();
  const auto directions = directions_of(axes);
  nozzle.place = origin_of(loaded);
  for (std::size_t i = 0; i < 3; ++i) nozzle.place += numbers.place_mm[i] * directions[i];
  const double level = std::cos(numbers.up_rad);
  nozzle.direction =
      (level * std::sin(numbers.aside_rad) * axes.left +
       level * std::cos(numbers.aside_rad) * axes.posterior() + std::sin(numbers.up_rad) * axes.superior)
          .normalized();
  return nozzle;
}

bool same_spray(const SprayPass& a, const SprayPass& b) {
  return a.nozzle == b.nozzle && a.upper_from_lower.matrix() == b.upper_from_lower.matrix() &&
         a.bodies == b.bodies;
}

SprayOptions spray_options(const LoadedCase& loaded, const Nozzle& nozzle) {
  SprayOptions options{
      .emitter = {.place = nozzle.place,
                  .direction = nozzle.direction,
                  .opening = Cone{nozzle.half_angle_rad},
                  .speed_mm_s = nozzle.speed_mm_s},
      .particles = nozzle.droplets,
      .cell_mm2 = usual_cell_mm2(std::array{SolidOrBody{loaded.bite.upper}, SolidOrBody{loaded.bite.lower}})};
  if (nozzle.disc) options.emitter.opening = DiscBeam{nozzle.radius_mm};
  if (nozzle.gravity) options.emitter.acceleration = -gravity_mm_s2 * loaded.axes().superior;
  return options;
}

PassResult sprayed(const LoadedCase& loaded, const SprayPass& pass, const Bodies* bodies,
                   const Progress& progress) {
  std::vector<SolidOrBody> solids = {{loaded.bite.upper},
                                     {posed_solid(loaded.bite.lower, pass.upper_from_lower)}};
  if (bodies != nullptr)
    for (const NamedSolid& body : bodies->solids) solids.push_back({body.solid, body.body});
  if (const std::optional<std::size_t> around = solid_around(solids, pass.nozzle.place))
    throw std::runtime_error(
        *around == 0 ? std::string(Text("The nozzle lies inside the upper jaw. Move it outside."))
        : *around == 1
            ? std::string(Text("The nozzle lies inside the lower jaw. Move it outside."))
            : phrase("The nozzle lies inside {}. Move it outside.", bodies->solids[*around - 2].name));
  Spray found = spray(solids, spray_options(loaded, pass.nozzle), progress);
  return {.upper = without_faces(std::move(found.solids[0])),
          .lower = without_faces(std::move(found.solids[1])),
          .droplets = found.options.particles,
          .hits = found.hits};
}

JawDeposits deposits_of(const LoadedCase& loaded,
                        const std::vector<std::shared_ptr<const PassResult>>& passes, double thin_per_mm2) {
  std::vector<SolidPass> upper, lower;
  for (const auto& pass : passes) {
    upper.push_back({&pass->upper.samples, pass->droplets});
    lower.push_back({&pass->lower.samples, pass->droplets});
  }
  return {.upper = deposit_of(*loaded.bite.upper, upper, thin_per_mm2),
          .lower = deposit_of(*loaded.bite.lower, lower, thin_per_mm2)};
}

std::optional<Eigen::Vector3d> middle_of_tooth(const Solid& jaw, int fdi) {
  Eigen::Vector3d sum = Eigen::Vector3d::Zero();
  std::size_t count = 0;
  for (std::size_t vertex = 0; vertex < jaw.labels.size(); ++vertex) {
    if (jaw.labels[vertex] != fdi) continue;
    sum += jaw.mesh.vertices[vertex];
    ++count;
  }
  if (count == 0) return std::nullopt;
  return Eigen::Vector3d(sum / static_cast<double>(count));
}

}  // namespace intercusp::viewer
