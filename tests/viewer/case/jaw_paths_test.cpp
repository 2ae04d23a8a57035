
#include <gtest/gtest.h>

#include "tests/viewer/case/cases.h"
#include "viewer/case/jaw_moves.h"

namespace intercusp::viewer {
namespace {

const std::vector<Eigen::Vector3d>& way(const JawPaths& paths, PathPoint point) {
  return paths[static_cast<std::size_t>(point)];
}

TracedJaw traced(const LoadedCase& loaded) {
  return {.axes = loaded.axes(),
          .condyles = condyles_of(loaded, {}),
          .incisal_point = loaded.hinged_point,
          .upper_from_lower = loaded.bite.upper_from_lower};
}

TEST(JawPaths, a_shift_moves_all_three_points_by_itself) {
  const auto loaded = small_case();
  const AnatomicalAxes axes = loaded->axes();
  const Eigen::Vector3d shift = 1.5 * axes.left + 2 * axes.anterior - 0.5 * axes.superior;
  Track track;
  track.poses = {{0, loaded->bite.upper_from_lower}, {1, shifted(loaded->bite.upper_from_lower, shift)}};
  for (const auto& places : paths_of(traced(*loaded), track)) {
    ASSERT_EQ(places.size(), 2U);
    EXPECT_LT(places[0].norm(), 1e-12);
    EXPECT_TRUE(places[1].isApprox(Eigen::Vector3d(1.5, 2, -0.5), 1e-9));
  }
}

TEST(JawPaths, a_turn_about_the_hinge_leaves_the_condyles_and_takes_the_incisal_point_down) {
  const auto loaded = small_case();
  const Condyles condyles = condyles_of(*loaded, {});
  constexpr double opening_rad = 10 * rad_per_deg;
  Track track;
  track.poses = {{0, loaded->bite.upper_from_lower},
                 {1, hinged(condyles, loaded->bite.upper_from_lower, opening_rad)}};
  const JawPaths paths = paths_of(traced(*loaded), track);
  EXPECT_LT(way(paths, PathPoint::right_condyle)[1].norm(), 1e-9);
  EXPECT_LT(way(paths, PathPoint::left_condyle)[1].norm(), 1e-9);
  const Eigen::Vector3d arm = loaded->hinged_point - condyles.middle();
  const double radius = arm.cross(condyles.axis()).norm();
  const Eigen::Vector3d& opened = way(paths, PathPoint::incisal)[1];
  EXPECT_NEAR(opened.norm(), 2 * radius * std::sin(opening_rad / 2), 1e-9);
  EXPECT_LT(opened.z(), 0);
}

}  // namespace
}  // namespace intercusp::viewer
