#include "occlusion/geometry/triangle_mesh.h"

#include <gtest/gtest.h>

#include <numbers>

#include "occlusion/geometry/shapes.h"
#include "occlusion/geometry/solid.h"

namespace intercusp {
namespace {

using std::numbers::pi;

TEST(Shapes, are_closed_and_turned_outward) {
  const std::vector<TriangleMesh> bodies = {
      shapes::box({0, 0, 0}, {1, 2, 3}),
      shapes::fine_box({0, 0, 0}, {1, 2, 3}, 0.3),
      shapes::sphere({1, 2, 3}, 2, 12),
      shapes::cylinder({0, 0, 0}, {1, 1, 4}, 0.5, 16),
      shapes::torus({0, 0, 0}, {0, 1, 1}, 3, 1, 24, 12),
      shapes::prism({{0, 0}, {4, 0}, {4, 3}, {3, 3}, {3, 1}, {1, 1}, {1, 3}, {0, 3}}, 0, 2),
      shapes::subdivided(shapes::box({0, 0, 0}, {1, 2, 3})),
  };
  for (const TriangleMesh& body : bodies) {
    EXPECT_EQ(count_open_edges(body), 0U);
    EXPECT_GT(signed_volume(body), 0);
  }
}

TEST(TriangleMesh, volume_and_area_of_a_box) {
  for (const TriangleMesh& box :
       {shapes::box({1, 1, 1}, {2, 3, 4}), shapes::fine_box({1, 1, 1}, {2, 3, 4}, 0.25)}) {
    EXPECT_NEAR(signed_volume(box), 6, 1e-12);
    EXPECT_NEAR(surface_area(box), 22, 1e-12);
  }
}

TEST(TriangleMesh, volume_of_round_bodies_approaches_the_closed_form_from_below) {
  const double ball = 4.0 / 3 * pi * 8;
  EXPECT_LT(signed_volume(shapes::sphere({0, 0, 0}, 2, 64)), ball);
  EXPECT_NEAR(signed_volume(shapes::sphere({0, 0, 0}, 2, 64)), ball, 0.002 * ball);
  const double ring = 2 * pi * pi * 3;
  EXPECT_NEAR(signed_volume(shapes::torus({0, 0, 0}, {0, 0, 1}, 3, 1, 128, 64)), ring, 0.003 * ring);
}

TEST(Solid, a_missing_face_opens_three_edges) {
  TriangleMesh box = shapes::box({0, 0, 0}, {1, 1, 1});
  box.faces.pop_back();
  EXPECT_EQ(count_open_edges(box), 3U);
}

TEST(TriangleMesh, appended_parts_keep_their_shape) {
  TriangleMesh whole = shapes::box({0, 0, 0}, {1, 1, 1});
  append(whole, shapes::box({5, 0, 0}, {6, 1, 1}));
  EXPECT_EQ(whole.faces.size(), 24U);
  EXPECT_NEAR(signed_volume(whole), 2, 1e-12);
}

}  // namespace
}  // namespace intercusp
