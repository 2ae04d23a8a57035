#include "occlusion/case/bite_relations.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "occlusion/case/case.h"
#include "tests/support/bites.h"
#include "tests/support/dentitions.h"

namespace intercusp {
namespace {

BiteRelations relations_of(const Bite& bite) {
  const auto prepared = prepare_case(bite);
  return bite_relations(prepared->bite, prepared->upper_axes, prepared->lower_axes, *prepared->anatomy.axes,
                        landmarks_of(*prepared));
}

//! The dentition with the lower moved; in LPS.
BiteRelations with_lower_moved(double left_mm, double posterior_mm, double superior_mm) {
  Bite bite = testing::dentition_bite();
  bite.upper_from_lower = Eigen::Isometry3d(Eigen::Translation3d(left_mm, posterior_mm, superior_mm));
  return relations_of(bite);
}

//! The highest z of teeth of the generated lower jaw, or the lowest of the upper.
double extreme_z(const Solid& jaw, int fdi, double sign) {
  double extreme = -std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < jaw.labels.size(); ++i) {
    if (jaw.labels[i] == fdi) extreme = std::max(extreme, sign * jaw.mesh.vertices[i].z());
  }
  return sign * extreme;
}

//! The place, between two places from mesial, where the outline of a crown's buccal half is highest (sign 1) or lowest
//! (−1).
Eigen::Vector3d outline_extreme(const PlacedTooth& made, double from_mm, double to_mm, double sign) {
  double best = -std::numeric_limits<double>::infinity();
  Eigen::Vector3d place = made.origin;
  for (double x = from_mm; x <= to_mm; x += 0.02) {
    Eigen::Vector3d crest(x, 0, -std::numeric_limits<double>::infinity());
    for (double y = 1; y < 4; y += 0.02) {
      const double z = occlusal_height(made.shape, x, y);
      if (z > crest.z()) crest = {x, y, z};
    }
    if (sign * crest.z() <= best) continue;
    best = sign * crest.z();
    place = made.origin + crest.x() * made.distal + crest.y() * made.buccal + crest.z() * made.occlusal;
  }
  return place;
}

TEST(BiteRelations, of_a_generated_bite_are_those_it_was_made_with) {
  for (const std::uint64_t seed : {0U, 1U}) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const Bite& bite = testing::dentition_bite(seed);
    const BiteRelations found = relations_of(bite);
    const double overbite = 0.5 * (extreme_z(*bite.lower, 31, 1) + extreme_z(*bite.lower, 41, 1)) -
                            0.5 * (extreme_z(*bite.upper, 11, -1) + extreme_z(*bite.upper, 21, -1));
    EXPECT_NEAR(found.overbite->mm, overbite, 0.3);  // edges slope: their corners are highest
    EXPECT_GT(found.overjet->mm, 1.0);
    EXPECT_LT(found.overjet->mm, 3.0);
    EXPECT_NEAR(found.midline_shift->mm, 0, 0.3);
    EXPECT_EQ(found.midline_shift->teeth, (std::vector{11, 21, 41, 31}));
    for (const bool left : {false, true}) {
      const PlacedTooth& upper = testing::placed_tooth(left ? 26 : 16, seed);
      const PlacedTooth& lower = testing::placed_tooth(left ? 36 : 46, seed);
      const Eigen::Vector3d cusp = outline_extreme(upper, -4, -1, 1);
      const Eigen::Vector3d groove = outline_extreme(lower, -3, -0.3, -1);
      const Eigen::Vector3d mesial = (-lower.distal).cwiseProduct(Eigen::Vector3d(1, 1, 0)).normalized();
      const auto& molar = left ? found.left_molar : found.right_molar;
      ASSERT_TRUE(molar);
      // Edges of 0.4 mm, worn cusps, and a groove whose sides rise by 1 in 10.
      EXPECT_NEAR(molar->mesial_mm, mesial.dot(cusp - groove), 0.5) << left;
      EXPECT_EQ(molar->sagittal_class, SagittalClass::class_1) << left;
      EXPECT_NEAR(molar->half_cusp_mm, 2.5, 0.3);
      EXPECT_EQ(molar->teeth, left ? (std::vector{26, 36}) : (std::vector{16, 46}));
    }
    EXPECT_EQ(found.right_canine->sagittal_class, SagittalClass::class_1);
    EXPECT_EQ(found.left_canine->teeth, (std::vector{23, 33, 34}));
  }
}

//! The dentition with the mesiobuccal grooves of 36 and 46 filled up to 0.05 mm below the lower of the cusps beside them.
Bite with_filled_grooves() {
  Bite bite = testing::dentition_bite();
  Solid lower = *bite.lower;
  for (const int fdi : {36, 46}) {
    const PlacedTooth& made = testing::placed_tooth(fdi, 0);
    const auto height = [&](const Eigen::Vector3d& point) { return made.occlusal.dot(point - made.origin); };
    const Eigen::Vector3d groove = outline_extreme(made, -3, -0.3, -1);
    const double groove_mm = made.distal.dot(groove - made.origin);
    const double filled_mm = std::min(height(outline_extreme(made, groove_mm - 3, groove_mm, 1)),
                                      height(outline_extreme(made, groove_mm, groove_mm + 2, 1))) -
                             0.05;
    for (std::size_t v = 0; v < lower.labels.size(); ++v) {
      Eigen::Vector3d& point = lower.mesh.vertices[v];
      const bool near =
          std::abs(made.distal.dot(point - groove)) < 1.6 && made.buccal.dot(point - made.origin) > 0.8;
      const double rise_mm = filled_mm - height(point);
      if (lower.labels[v] == fdi && near && rise_mm > 0 && rise_mm < 1) point += rise_mm * made.occlusal;
    }
  }
  bite.lower = std::make_shared<const Solid>(lower);
  return bite;
}

TEST(BiteRelations, a_filled_mesiobuccal_groove_is_not_taken_for_the_next_one) {
  const BiteRelations plain = relations_of(testing::dentition_bite()),
                      filled = relations_of(with_filled_grooves());
  for (const auto side : {&BiteRelations::right_molar, &BiteRelations::left_molar}) {
    EXPECT_TRUE((plain.*side)->sure);
    ASSERT_TRUE(filled.*side);
    EXPECT_EQ((filled.*side)->sagittal_class, SagittalClass::class_1);
    EXPECT_NEAR((filled.*side)->mesial_mm, (plain.*side)->mesial_mm, 1);
    EXPECT_FALSE((filled.*side)->sure);
    EXPECT_LE((filled.*side)->interval_mm[0], (plain.*side)->mesial_mm);
    EXPECT_GE((filled.*side)->interval_mm[1], (plain.*side)->mesial_mm);
  }
}

void expect_within(const RelationInterval& interval, double mm, double widest_mm) {
  EXPECT_LE(interval[0], mm);
  EXPECT_GE(interval[1], mm);
  EXPECT_LE(interval[1] - interval[0], widest_mm);
}

TEST(BiteRelations, lie_within_their_intervals) {
  for (const std::uint64_t seed : {0U, 1U}) {
    const BiteRelations found = relations_of(testing::dentition_bite(seed));
    expect_within(found.overjet->interval_mm, found.overjet->mm, 1.5);
    expect_within(found.overbite->interval_mm, found.overbite->mm, 1);
    expect_within(found.midline_shift->interval_mm, found.midline_shift->mm, 0.6);
    expect_within(found.midline_shift->interval_mm, 0, 0.6);  // as it was made
    for (const auto side : {&BiteRelations::right_molar, &BiteRelations::left_molar,
                            &BiteRelations::right_canine, &BiteRelations::left_canine})
      expect_within((found.*side)->interval_mm, (found.*side)->mesial_mm, 3);
  }
}

TEST(BiteRelations, follow_the_lower_jaw) {
  const BiteRelations still = with_lower_moved(0, 0, 0), left = with_lower_moved(1, 0, 0),
                      back = with_lower_moved(0, 5, 0), forward = with_lower_moved(0, -5, 0),
                      open = with_lower_moved(0, 0, -4);
  EXPECT_NEAR(left.midline_shift->mm - still.midline_shift->mm, 1, 0.02);
  EXPECT_NEAR(left.overjet->mm, still.overjet->mm, 0.02);
  EXPECT_NEAR(back.overjet->mm - still.overjet->mm, 5, 0.15);  // the plane of all crowns tips by some 3°
  EXPECT_NEAR(forward.overjet->mm - still.overjet->mm, -5, 0.15);
  EXPECT_NEAR(open.overbite->mm - still.overbite->mm, -4, 0.05);
  EXPECT_LT(open.overbite->mm, 0);
  EXPECT_LT(forward.overjet->mm, 0);
  for (const auto side : {&BiteRelations::right_molar, &BiteRelations::left_molar}) {
    EXPECT_EQ((still.*side)->sagittal_class, SagittalClass::class_1);
    EXPECT_EQ((back.*side)->sagittal_class, SagittalClass::class_2);
    EXPECT_EQ((forward.*side)->sagittal_class, SagittalClass::class_3);
    EXPECT_NEAR((back.*side)->mesial_mm - (still.*side)->mesial_mm, 5, 0.3);
  }
}

void expect_same_length(const std::optional<RelationLength>& a, const std::optional<RelationLength>& b,
                        double sign = 1) {
  ASSERT_EQ(a.has_value(), b.has_value());
  EXPECT_NEAR(a->mm, sign * b->mm, 0.03);
}

void expect_same_class(const std::optional<SagittalRelation>& a, const std::optional<SagittalRelation>& b) {
  ASSERT_EQ(a.has_value(), b.has_value());
  EXPECT_NEAR(a->mesial_mm, b->mesial_mm, 0.06);
  EXPECT_EQ(a->sagittal_class, b->sagittal_class);
}

TEST(BiteRelations, are_the_same_wherever_the_case_lies) {
  const BiteRelations still = relations_of(testing::dentition_bite());
  std::mt19937 random(7);
  for (int i = 0; i < 4; ++i) {
    const BiteRelations moved =
        relations_of(testing::moved(testing::dentition_bite(), testing::random_pose(random, 100)));
    expect_same_length(moved.overjet, still.overjet);
    expect_same_length(moved.overbite, still.overbite);
    expect_same_length(moved.midline_shift, still.midline_shift);
    expect_same_class(moved.right_molar, still.right_molar);
    expect_same_class(moved.left_canine, still.left_canine);
  }
}

TEST(BiteRelations, of_a_mirrored_case_change_sides) {
  Bite bite = testing::dentition_bite();
  bite.upper_from_lower = Eigen::Isometry3d(Eigen::Translation3d(1, 3, 0));
  Bite other = testing::mirrored(bite);
  other.upper_from_lower = Eigen::Isometry3d(Eigen::Translation3d(-1, 3, 0));
  const BiteRelations found = relations_of(bite), twin = relations_of(other);
  expect_same_length(twin.overjet, found.overjet);
  expect_same_length(twin.overbite, found.overbite);
  expect_same_length(twin.midline_shift, found.midline_shift, -1);
  expect_same_class(twin.right_molar, found.left_molar);
  expect_same_class(twin.left_molar, found.right_molar);
  expect_same_class(twin.right_canine, found.left_canine);
  expect_same_class(twin.left_canine, found.right_canine);
}

TEST(BiteRelations, without_the_teeth_are_empty) {
  Bite bite = testing::dentition_bite();
  Solid lower = *bite.lower;
  for (int& label : lower.labels) {
    if (label == 36 || label == 43 || label == 31) label = 0;
  }
  bite.lower = std::make_shared<const Solid>(lower);
  const BiteRelations found = relations_of(bite);
  EXPECT_FALSE(found.left_molar);
  EXPECT_FALSE(found.right_canine);
  EXPECT_FALSE(found.midline_shift);
  ASSERT_TRUE(found.overjet);
  EXPECT_EQ(found.overjet->teeth, (std::vector{11, 21, 41}));
  EXPECT_TRUE(found.right_molar);

  Solid unlabelled = lower;
  unlabelled.labels.assign(lower.labels.size(), 0);
  bite.lower = std::make_shared<const Solid>(unlabelled);
  EXPECT_FALSE(relations_of(bite).overjet);
  EXPECT_FALSE(relations_of(bite).left_canine);
}

}  // namespace
}  // namespace intercusp
