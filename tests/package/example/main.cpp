// Two balls of 5 mm, 8 mm apart: how deep do they overlap?
#include <cstdio>

#include "occlusion/geometry/shapes.h"
#include "occlusion/inspect.h"

int main() {
  using namespace intercusp;
  const auto ball = [](double z) {
    return std::make_shared<const Solid>(solid_of(shapes::sphere({0, 0, z}, 5, 64)));
  };
  const auto balls = prepare_case({.upper = ball(8), .lower = ball(0)});
  const Inspection found = inspect(balls, {.direction = Eigen::Vector3d::UnitZ(), .thresholds_mm = {0.1}});
  std::printf("%.3f mm deep, %zu contact\n", found.max_penetration_mm, found.contacts.patches.size());
}
