#include "occlusion/case/tooth_axes.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "occlusion/case/case.h"
#include "occlusion/case/tooth_surface.h"
#include "tests/support/bites.h"
#include "tests/support/dentitions.h"

namespace intercusp {
namespace {

double degrees_between(const Eigen::Vector3d& a, const Eigen::Vector3d& b) {
  return std::atan2(a.cross(b).norm(), a.dot(b)) * 180 / std::numbers::pi;
}

std::vector<ToothAxes> all_axes(const std::shared_ptr<const Case>& prepared) {
  std::vector<ToothAxes> teeth = prepared->upper_axes;
  teeth.insert(teeth.end(), prepared->lower_axes.begin(), prepared->lower_axes.end());
  return teeth;
}

TEST(ToothAxes, are_near_those_that_the_crowns_were_made_with) {
  for (const std::uint64_t seed : {0U, 1U}) {
    const auto prepared = prepare_case(testing::dentition_bite(seed));
    const std::vector<ToothAxes> teeth = all_axes(prepared);
    ASSERT_EQ(teeth.size(), 28U);
    for (const ToothAxes& tooth : teeth) {
      SCOPED_TRACE("tooth " + std::to_string(tooth.fdi) + ", seed " + std::to_string(seed));
      const PlacedTooth& made = testing::placed_tooth(tooth.fdi, seed);
      EXPECT_LT(degrees_between(tooth.occlusal, made.occlusal), 6.5);
      EXPECT_LT(degrees_between(tooth.mesial, -made.distal), 8);
      EXPECT_LT(degrees_between(tooth.buccal, made.buccal), 8);
      EXPECT_NEAR(tooth.mesiodistal_mm, made.shape.mesiodistal_mm, 1.0);  // with the web between neighbours
      EXPECT_NEAR(tooth.buccolingual_mm, made.shape.buccolingual_mm, 0.4);
    }
  }
}

TEST(ToothAxes, stand_at_right_angles_and_go_along_the_arch_from_right_to_left) {
  const auto prepared = prepare_case(testing::dentition_bite());
  for (const ToothAxes& tooth : all_axes(prepared))
    EXPECT_TRUE((tooth.rows() * tooth.rows().transpose()).isIdentity(1e-12)) << tooth.fdi;
  EXPECT_EQ(prepared->upper_axes.front().fdi, 17);
  EXPECT_EQ(prepared->upper_axes[7].fdi, 21);
  EXPECT_EQ(prepared->lower_axes.back().fdi, 37);
}

TEST(ToothAxes, turn_with_the_case) {
  const std::vector<ToothAxes> still = all_axes(prepare_case(testing::dentition_bite()));
  std::mt19937 random(18);
  for (int i = 0; i < 4; ++i) {
    const Eigen::Isometry3d pose = testing::random_pose(random, 100);
    const std::vector<ToothAxes> turned =
        all_axes(prepare_case(testing::moved(testing::dentition_bite(), pose)));
    ASSERT_EQ(turned.size(), still.size());
    for (std::size_t tooth = 0; tooth < still.size(); ++tooth) {
      EXPECT_LT(degrees_between(turned[tooth].mesial, pose.linear() * still[tooth].mesial), 0.2);
      EXPECT_LT(degrees_between(turned[tooth].occlusal, pose.linear() * still[tooth].occlusal), 0.2);
      EXPECT_LT((turned[tooth].origin - pose * still[tooth].origin).norm(), 0.05);
    }
  }
}

TEST(ToothAxes, of_a_mirrored_case_are_mirrored) {
  const auto still = prepare_case(testing::dentition_bite());
  const auto other = prepare_case(testing::mirrored(testing::dentition_bite()));
  for (const ToothAxes& tooth : still->lower_axes) {
    const ToothAxes* const twin = tooth_named(other->lower_axes, fellow_of(tooth.fdi));
    ASSERT_NE(twin, nullptr);
    const Eigen::Vector3d mirror(-1, 1, 1);
    // Faces where three numbers meet belong to the smallest, which is on the other side here.
    EXPECT_LT(degrees_between(twin->buccal, mirror.cwiseProduct(tooth.buccal)), 1.5) << tooth.fdi;
    EXPECT_LT(degrees_between(twin->mesial, mirror.cwiseProduct(tooth.mesial)), 1.5) << tooth.fdi;
  }
}

TEST(ToothAxes, a_single_tooth_shows_no_arch) {
  Solid jaw = solid_of(shapes::sphere({0, 0, 0}, 4, 16));
  jaw.labels.assign(jaw.mesh.vertices.size(), 36);
  const std::vector<int> teeth(jaw.mesh.faces.size(), 36);
  const AnatomicalAxes axes{.superior = {0, 0, 1}, .anterior = {0, -1, 0}, .left = {1, 0, 0}};
  EXPECT_TRUE(tooth_axes(jaw, teeth, Eigen::Isometry3d::Identity(), axes, Jaw::lower).empty());
}

//! Upper teeth, which are not worn.
struct UpperPlaces {
  std::shared_ptr<const Case> prepared = prepare_case(testing::dentition_bite());

  //! The feature of the surface over a point of the frame in which the tooth was made.
  [[nodiscard]] ToothPlace at(const PlacedTooth& made, double x, double y) const {
    const ToothAxes& tooth = *tooth_named(prepared->upper_axes, made.shape.fdi);
    const Solid& jaw = *prepared->bite.upper;
    const Eigen::Vector3d point =
        made.origin + x * made.distal + y * made.buccal + occlusal_height(made.shape, x, y) * made.occlusal;
    const auto distance = [&](std::uint32_t face) {
      return (jaw.mesh.vertices[jaw.mesh.faces[face][0]] - point).norm();
    };
    const std::uint32_t nearest = *std::ranges::min_element(tooth.faces, {}, distance);
    return *ToothSurface(jaw, Eigen::Isometry3d::Identity(), tooth).place_of({{nearest}});
  }
};

TEST(ToothPlaces, a_cusp_is_a_cusp_and_stands_where_it_was_put) {
  const UpperPlaces places;
  for (const int fdi : {14, 15, 16, 17, 24, 25, 26, 27}) {
    const PlacedTooth& made = testing::placed_tooth(fdi);
    for (const Cusp& cusp : made.shape.cusps) {
      const ToothPlace place = places.at(made, cusp.x, cusp.y);
      EXPECT_EQ(place.tooth, fdi);
      EXPECT_EQ(place.feature, ToothFeature::cusp) << fdi << " at " << cusp.x << ", " << cusp.y;
      EXPECT_EQ(place.buccolingual, cusp.y > 0 ? Buccolingual::buccal : Buccolingual::lingual) << fdi;
      const double share = cusp.x / (0.5 * made.shape.mesiodistal_mm);
      if (std::abs(std::abs(share) - 1.0 / 3) < 0.1) continue;  // near the border of two thirds
      EXPECT_EQ(place.mesiodistal, std::abs(share) < 1.0 / 3 ? Mesiodistal::central
                                   : share > 0               ? Mesiodistal::distal
                                                             : Mesiodistal::mesial)
          << fdi << " at " << cusp.x;
    }
  }
}

TEST(ToothPlaces, ridges_grooves_and_slopes_are_told_apart) {
  const UpperPlaces places;
  for (const int fdi : {16, 26}) {
    const PlacedTooth& made = testing::placed_tooth(fdi);
    const ToothPlace mesial = places.at(made, made.shape.ridges[0].x0, 0);
    EXPECT_EQ(mesial.feature, ToothFeature::marginal_ridge) << fdi;
    EXPECT_EQ(mesial.mesiodistal, Mesiodistal::mesial) << fdi;
    EXPECT_EQ(mesial.buccolingual, Buccolingual::central) << fdi;
    const Groove& distal_groove = made.shape.grooves[4];
    EXPECT_EQ(places.at(made, distal_groove.x0, distal_groove.y0).feature, ToothFeature::fossa) << fdi;
    const Cusp& cusp = made.shape.cusps[0];
    EXPECT_EQ(places.at(made, 0.6 * cusp.x, 0.5 * cusp.y).feature, ToothFeature::incline) << fdi;
  }
}

TEST(ToothPlaces, of_front_teeth_are_edge_labial_or_lingual) {
  const UpperPlaces places;
  for (const int fdi : {11, 12, 21, 22}) {
    const PlacedTooth& made = testing::placed_tooth(fdi);
    EXPECT_EQ(places.at(made, 0, 0).buccolingual, Buccolingual::incisal) << fdi;
    const ToothAxes& tooth = *tooth_named(places.prepared->upper_axes, fdi);
    const Solid& jaw = *places.prepared->bite.upper;
    const ToothSurface surface(jaw, Eigen::Isometry3d::Identity(), tooth);
    for (const std::uint32_t face : tooth.faces) {
      const Eigen::Vector3d normal = face_normal_twice_area(jaw.mesh, face).normalized();
      if (normal.dot(made.buccal) > 0.9) {
        EXPECT_EQ(surface.place_of({{face}})->buccolingual, Buccolingual::buccal) << fdi;
      } else if (normal.dot(made.buccal) < -0.9) {
        EXPECT_EQ(surface.place_of({{face}})->buccolingual, Buccolingual::lingual) << fdi;
      }
    }
  }
}

TEST(ToothPlaces, a_mesh_too_coarse_for_curvature_names_no_feature) {
  const auto prepared = prepare_case(testing::dentition_bite());
  Solid coarse = *prepared->bite.upper;
  ToothAxes tooth = *tooth_named(prepared->upper_axes, 16);
  tooth.faces.resize(8);
  const ToothSurface surface(coarse, Eigen::Isometry3d::Identity(), tooth);
  EXPECT_EQ(surface.place_of(tooth.faces)->feature, std::nullopt);
  EXPECT_EQ(surface.place_of({}), std::nullopt);
}

}  // namespace
}  // namespace intercusp
