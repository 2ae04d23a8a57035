// Least clearances between pixels, against bodies whose answer is known on paper.
#include "occlusion/contacts/refined_least.h"

#include <gtest/gtest.h>

#include <random>

#include "occlusion/engines/zlist/zlist_engine.h"
#include "occlusion/geometry/shapes.h"
#include "occlusion/maps/clearance_map.h"

namespace intercusp {
namespace {

constexpr double pixel_mm = 0.05;
//! Depths are 32-bit floats of up to 16 mm, and corners are snapped to 1/512 of a pixel of 0.0001 mm.
constexpr double rounding_mm = 3e-6;

Bite jaws_of(const TriangleMesh& upper, const TriangleMesh& lower) {
  return {.upper = std::make_shared<const Solid>(solid_of(upper)),
          .lower = std::make_shared<const Solid>(solid_of(lower))};
}

struct Found {
  double at_pixels = 0;
  LeastClearance refined;
};

Found least_found(const Bite& bite) {
  ZListEngine engine(bite.upper, bite.lower);
  const View view = fit_view(bite, orthographic(Eigen::Vector3d::UnitZ()), pixel_mm);
  const ClearanceMap map = engine.compute(view, bite.upper_from_lower);
  return {static_cast<double>(least_clearance(map.clearance_mm)), refined_least(map, bite, engine).value()};
}

//! A roof along x whose ridge is at z = 0, turned about z and shifted. `up` is 1, or -1 for a roof upside down.
TriangleMesh roof(double slope, double up, double angle, const Eigen::Vector3d& at) {
  const double wall = 4;
  TriangleMesh mesh =
      shapes::prism({{-wall, -6}, {wall, -6}, {wall, -slope * wall}, {0, 0}, {-wall, -slope * wall}}, -5, 5);
  Eigen::Matrix3d axes;  // the prism's x, y and z
  axes << 0, 0, 1, -up, 0, 0, 0, up, 0;
  Eigen::Isometry3d place(Eigen::Translation3d(at) * Eigen::AngleAxisd(angle, Eigen::Vector3d::UnitZ()));
  place.linear() = place.linear() * axes;
  if (axes.determinant() < 0)
    for (Face& face : mesh.faces) std::swap(face[0], face[1]);
  return shapes::moved(mesh, place);
}

TEST(RefinedLeast, crossing_ridges_overlap_by_what_their_heights_say) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> between(0, 1);
  double worst_at_pixels = 0;
  for (int i = 0; i < 20; ++i) {
    const double overlap = 0.5 * between(random) - 0.1;
    const double slope = 0.2 + between(random), other = 0.2 + between(random);
    const double angle = 3 * between(random);
    const Eigen::Vector3d at(between(random), between(random), 0);
    const Found found = least_found(jaws_of(roof(other, -1, angle + 1.2, at - Eigen::Vector3d(0, 0, overlap)),
                                            roof(slope, 1, angle, at + Eigen::Vector3d(0.3, 0.1, 0))));
    EXPECT_GE(found.refined.mm, -overlap - rounding_mm) << i;
    EXPECT_LE(found.refined.mm - found.refined.error_mm, -overlap + rounding_mm) << i;
    EXPECT_LE(found.refined.error_mm, 2.5 * pixel_mm / 512) << i;
    worst_at_pixels = std::max(worst_at_pixels, found.at_pixels + overlap);
  }
  EXPECT_GT(worst_at_pixels, 0.01);
}

TEST(RefinedLeast, flat_walls_need_no_refinement_and_have_no_error) {
  const Found found =
      least_found(jaws_of(shapes::box({0, 0, 4.9}, {7, 7, 9}), shapes::box({1, 1, 0}, {5, 5, 5})));
  EXPECT_EQ(found.refined.mm, found.at_pixels);
  EXPECT_NEAR(found.refined.mm, -0.1, rounding_mm);
  EXPECT_EQ(found.refined.error_mm, 0);
}

TEST(RefinedLeast, of_two_tips_the_lower_counts_though_its_pixels_lie_higher) {
  // Pyramids under a plate; the second is 0.002 mm higher and its tip lies in the corner of a pixel, where the first
  // has a centre.
  const auto tip = [](double x, double top) {
    TriangleMesh cone = shapes::prism({{0, 0}, {1, 0}, {0, 1}}, 0, 1);
    cone.vertices = {
        {x - 1, -1, top - 2}, {x + 1, -1, top - 2}, {x + 1, 1, top - 2}, {x - 1, 1, top - 2}, {x, 0, top}};
    cone.faces = {{0, 1, 4}, {1, 2, 4}, {2, 3, 4}, {3, 0, 4}, {0, 3, 2}, {0, 2, 1}};
    return cone;
  };
  for (const double aside : {0.0, 0.01, 0.02, 0.03, 0.04}) {
    TriangleMesh tips = tip(0, 0);
    append(tips, tip(4 + aside, 0.002));
    const Found found = least_found(jaws_of(shapes::box({-3, -3, 1}, {9, 3, 2}), tips));
    EXPECT_GE(found.refined.mm, 0.998 - rounding_mm) << aside;
    EXPECT_LE(found.refined.mm - found.refined.error_mm, 0.998 + rounding_mm) << aside;
  }
}

TEST(RefinedLeast, is_empty_without_a_common_pixel) {
  const Bite bite = jaws_of(shapes::box({10, 0, 5}, {12, 2, 7}), shapes::box({0, 0, 0}, {2, 2, 2}));
  ZListEngine engine(bite.upper, bite.lower);
  const ClearanceMap map =
      engine.compute(fit_view(bite, orthographic(Eigen::Vector3d::UnitZ()), 0.1), bite.upper_from_lower);
  EXPECT_FALSE(refined_least(map, bite, engine));
}

}  // namespace
}  // namespace intercusp
