#include "occlusion/motion/closing/unroll.h"

#include <gtest/gtest.h>

#include "tests/occlusion/motion/closing/scenes.h"

namespace intercusp {
namespace {

using testing::degree;
using testing::random_hinge_scene;
using testing::turn_about_z;
using testing::wedge;

//! The case point of a point of an unrolled solid.
Eigen::Vector3d rolled(const UnrolledBite& flat, const Eigen::Vector3d& point) {
  return flat.hinge.unmap({point.x(), point.y(), point.z() / flat.radius_mm});
}

std::array<Eigen::Vector3d, 3> corners(const Solid& solid, std::size_t face) {
  std::array<Eigen::Vector3d, 3> at;
  for (std::size_t i = 0; i < 3; ++i) at[i] = solid.mesh.vertices[solid.mesh.faces[face][i]];
  return at;
}

double area(const std::array<Eigen::Vector3d, 3>& at) {
  return 0.5 * (at[1] - at[0]).cross(at[2] - at[0]).norm();
}

Eigen::Vector3d random_point(std::mt19937& random, const std::array<Eigen::Vector3d, 3>& at) {
  std::uniform_real_distribution<double> share(0, 1);
  double s = share(random), t = share(random);
  if (s + t > 1) s = 1 - s, t = 1 - t;
  return at[0] + s * (at[1] - at[0]) + t * (at[2] - at[0]);
}

TEST(Unroll, a_wedge_becomes_a_block_between_two_planes) {
  const Bite bite = bite_of(wedge(60 * degree, 90 * degree), wedge(0, 20 * degree));
  const Unrolling unrolled = unroll(bite, turn_about_z(1));
  ASSERT_TRUE(unrolled.bite) << unrolled.why_not->text("reason");
  const Bounds upper = bounds_of(unrolled.bite->upper.solid->mesh),
               lower = bounds_of(unrolled.bite->lower.solid->mesh);
  // The inner wall is a chord: it comes nearer to the axis in its middle.
  const double inner_mm = 40 * std::cos(15 * degree), rho = unrolled.bite->radius_mm;
  EXPECT_NEAR(upper.min.y(), inner_mm, 0.001);
  EXPECT_NEAR(upper.max.y(), 50, 1e-9);
  EXPECT_NEAR(rho, 45, 1e-9) << "of the corners";
  EXPECT_NEAR(upper.size().z() / rho, 30 * degree, 1e-12);
  EXPECT_NEAR((upper.min.z() - lower.max.z()) / rho, 40 * degree, 1e-12);
  EXPECT_NEAR(upper.size().x(), 10, 1e-12);
}

TEST(Unroll, solids_stay_closed_and_outward_and_every_face_is_cut_into_pieces_of_itself) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    std::mt19937 random(seed);
    const auto scene = random_hinge_scene(random, 1);
    const Unrolling unrolled = unroll(scene.bite, scene.motion);
    ASSERT_TRUE(unrolled.bite) << "seed " << seed << ": " << unrolled.why_not->text("reason");
    const UnrolledBite& flat = *unrolled.bite;
    for (const bool upper : {true, false}) {
      const UnrolledSolid& side = upper ? flat.upper : flat.lower;
      const Solid& source = upper ? *scene.bite.upper : *scene.bite.lower;
      EXPECT_EQ(count_open_edges(side.solid->mesh), 0U) << "seed " << seed;
      EXPECT_GT(signed_volume(side.solid->mesh), 0) << "seed " << seed;
      std::vector<double> left(source.mesh.faces.size());
      for (std::size_t face = 0; face < left.size(); ++face) left[face] = area(corners(source, face));
      for (std::size_t face = 0; face < side.source_face.size(); ++face) {
        std::array<Eigen::Vector3d, 3> piece = corners(*side.solid, face);
        for (Eigen::Vector3d& corner : piece) corner = rolled(flat, corner);
        left[side.source_face[face]] -= area(piece);
      }
      for (const double rest : left) EXPECT_NEAR(rest, 0, 1e-6) << "seed " << seed;
    }
  }
}

TEST(Unroll, straight_faces_are_no_further_from_the_curved_ones_than_is_said) {
  double worst_mm = 0;
  for (unsigned seed = 0; seed < 20; ++seed) {
    std::mt19937 random(seed);
    const auto scene = random_hinge_scene(random, 1);
    const UnrolledBite flat = *unroll(scene.bite, scene.motion).bite;
    EXPECT_LE(flat.straightness_mm, most_straightness_mm);
    const Solid& straight = *flat.upper.solid;
    for (int i = 0; i < 2000; ++i) {
      const std::size_t face = random() % straight.mesh.faces.size();
      const Eigen::Vector3d point = rolled(flat, random_point(random, corners(straight, face)));
      const auto at = corners(*scene.bite.upper, flat.upper.source_face[face]);
      const Eigen::Vector3d normal = (at[1] - at[0]).cross(at[2] - at[0]).normalized();
      const double off_mm = std::abs(normal.dot(point - at[0]));
      EXPECT_LE(off_mm, flat.straightness_mm + 1e-9) << "seed " << seed;
      worst_mm = std::max(worst_mm, off_mm);
    }
  }
  EXPECT_GT(worst_mm, 0.0001) << "the faces are curved, and this test would see it";
}

TEST(Unroll, the_bound_holds_for_single_faces_and_is_no_wild_guess) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> size(-1, 1), distance(4, 60), share(0, 1);
  double least_used = 1, most_used = 0;
  for (int i = 0; i < 3000; ++i) {
    const double radius_mm = distance(random);
    std::array<Eigen::Vector2d, 3> at;
    for (Eigen::Vector2d& corner : at) corner = {radius_mm + size(random), size(random)};
    const auto image = [](const Eigen::Vector2d& p) {
      return Eigen::Vector2d(p.norm(), std::atan2(p.y(), p.x()));
    };
    double edge_mm = 0, worst_mm = 0;
    for (int k = 0; k < 3; ++k) edge_mm = std::max(edge_mm, (at[k] - at[(k + 1) % 3]).norm());
    for (int k = 0; k < 40; ++k) {
      double s = share(random), t = share(random);
      if (s + t > 1) s = 1 - s, t = 1 - t;
      const Eigen::Vector2d point = at[0] + s * (at[1] - at[0]) + t * (at[2] - at[0]);
      const Eigen::Vector2d off = image(point) - (image(at[0]) + s * (image(at[1]) - image(at[0])) +
                                                  t * (image(at[2]) - image(at[0])));
      worst_mm = std::max(worst_mm, std::hypot(off.x(), point.norm() * off.y()));
    }
    const double bound_mm = straightness_bound_mm(edge_mm, radius_mm - 1);
    EXPECT_LE(worst_mm, bound_mm);
    least_used = std::min(least_used, worst_mm / bound_mm);
    most_used = std::max(most_used, worst_mm / bound_mm);
  }
  EXPECT_GT(most_used, 0.3) << "of the bound: e²/(8r) along an edge across the axis is half of it";
}

TEST(Unroll, anatomy_comes_first_and_is_told_from_the_rest) {
  Solid solid = solid_of(wedge(60 * degree, 90 * degree));
  solid.anatomy_faces = 4;
  Bite bite = bite_of({}, wedge(0, 20 * degree));
  bite.upper = std::make_shared<const Solid>(solid);
  const UnrolledSolid upper = unroll(bite, turn_about_z(6)).bite->upper;
  ASSERT_GT(upper.solid->anatomy_faces, 4U);
  ASSERT_LT(upper.solid->anatomy_faces, upper.source_face.size());
  for (std::size_t face = 0; face < upper.source_face.size(); ++face)
    EXPECT_EQ(upper.source_face[face] < 4, upper.solid->is_anatomy(face));
}

TEST(Unroll, skirt_and_base_are_cut_more_coarsely_and_the_solid_stays_closed) {
  std::size_t coarser = 0;
  for (unsigned seed = 0; seed < 10; ++seed) {
    std::mt19937 random(seed);
    auto scene = random_hinge_scene(random, 1);
    auto upper = std::make_shared<Solid>(*scene.bite.upper);
    const std::size_t pieces = unroll(scene.bite, scene.motion).bite->upper.source_face.size();
    upper->anatomy_faces /= 3;
    scene.bite.upper = upper;
    const UnrolledBite flat = *unroll(scene.bite, scene.motion).bite;
    const Solid& straight = *flat.upper.solid;
    EXPECT_LE(flat.upper.source_face.size(), pieces) << "seed " << seed;
    coarser += flat.upper.source_face.size() < pieces ? 1 : 0;
    EXPECT_EQ(count_open_edges(straight.mesh), 0U) << "seed " << seed;
    EXPECT_LE(flat.straightness_mm, most_straightness_mm);
    for (std::size_t face = 0; face < straight.mesh.faces.size(); ++face) {
      const Eigen::Vector3d point = rolled(flat, random_point(random, corners(straight, face)));
      const auto at = corners(*scene.bite.upper, flat.upper.source_face[face]);
      const Eigen::Vector3d normal = (at[1] - at[0]).cross(at[2] - at[0]).normalized();
      EXPECT_LE(std::abs(normal.dot(point - at[0])),
                straight.is_anatomy(face) ? flat.straightness_mm : most_base_straightness_mm)
          << "seed " << seed;
    }
  }
  EXPECT_GT(coarser, 5U) << "all but where every corner of a box is one of the anatomy too";
}

TEST(Unroll, the_upper_is_there_as_often_as_the_turn_can_meet_it) {
  // The upper lies 40° behind the lower: met after 320° only.
  const Bite bite = bite_of(wedge(-60 * degree, -40 * degree), wedge(0, 20 * degree));
  const auto copies = [&](double limit) {
    const UnrolledBite flat = *unroll(bite, turn_about_z(limit)).bite;
    return signed_volume(flat.upper.solid->mesh) / signed_volume(flat.lower.solid->mesh);
  };
  EXPECT_NEAR(copies(30 * degree), 1, 1e-6);
  EXPECT_NEAR(copies(310 * degree), 1, 1e-6);
  EXPECT_NEAR(copies(330 * degree), 1, 1e-6) << "the copy behind the lower is of no use and left out";
}

TEST(Unroll, says_why_there_is_no_map) {
  const TriangleMesh away = wedge(0, 20 * degree);
  const auto reason = [&](const TriangleMesh& upper) {
    const Unrolling unrolled = unroll(bite_of(upper, away), turn_about_z(1));
    EXPECT_FALSE(unrolled.bite);
    const Finding finding = unrolled.why_not.value();
    EXPECT_EQ(finding.code, "no_map_about_axis");
    EXPECT_EQ(finding.text("jaw"), "upper");
    return finding.text("reason");
  };
  EXPECT_EQ(reason(shapes::torus({0, 0, 5}, {0, 0, 1}, 30, 5, 48, 12)), "jaw_around_axis");
  EXPECT_EQ(reason(shapes::box({-20, -20, 0}, {20, 20, 5})), "jaw_at_axis");
  EXPECT_EQ(reason(shapes::box({0.9, -1, 0}, {20, 20, 5})), "jaw_at_axis");
  EXPECT_TRUE(unroll(bite_of(shapes::box({1.1, 3, 0}, {20, 20, 5}), away), turn_about_z(1)).bite);
}

}  // namespace
}  // namespace intercusp
