#include "viewer/case/nozzle.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace intercusp::viewer {
namespace {

constexpr double farthest_mm = 5000;

}  // namespace

std::optional<Nozzle> within_limits(Nozzle nozzle) {
  if (!nozzle.place.allFinite() || !(nozzle.place.norm() < farthest_mm)) return std::nullopt;
  const double length = nozzle.direction.norm();
  if (!(length > 1e-9) || !(length < 1e9)) return std::nullopt;
  constexpr double rounding = 1e-12;
  if (std::abs(length - 1) > rounding) nozzle.direction.normalize();
  const auto limit = [](double& number, double least, double most) {
    number = number >= least ? std::min(number, most) : least;  // NaN becomes the least
  };
  limit(nozzle.aim_mm, least_aim_mm, most_aim_mm);
  limit(nozzle.half_angle_rad, least_half_angle_rad, most_half_angle_rad);
  limit(nozzle.radius_mm, least_beam_mm, most_beam_mm);
  limit(nozzle.speed_mm_s, least_speed_mm_s, most_speed_mm_s);
  nozzle.droplets = std::clamp(nozzle.droplets, least_droplets, most_droplets);
  return nozzle;
}

Nozzle turned_to(Nozzle nozzle, const Eigen::Vector3d& direction) {
  const Eigen::Vector3d aim = nozzle.aim();
  nozzle.direction = direction;
  nozzle.place = aim - nozzle.aim_mm * direction;
  return nozzle;
}

Nozzle at_distance(Nozzle nozzle, double aim_mm) {
  nozzle.place = nozzle.aim() - aim_mm * nozzle.direction;
  nozzle.aim_mm = aim_mm;
  return nozzle;
}

NozzleSide side_of(const Nozzle& nozzle, const AnatomicalAxes& axes) {
  const Eigen::Vector3d from = -nozzle.direction;
  const std::array<std::pair<double, NozzleSide>, 6> sides = {
      {{from.dot(axes.anterior), NozzleSide::front},
       {-from.dot(axes.anterior), NozzleSide::back},
       {-from.dot(axes.left), NozzleSide::right},
       {from.dot(axes.left), NozzleSide::left},
       {from.dot(axes.superior), NozzleSide::above},
       {-from.dot(axes.superior), NozzleSide::below}}};
  return std::ranges::max_element(sides, {}, &std::pair<double, NozzleSide>::first)->second;
}

}  // namespace intercusp::viewer
