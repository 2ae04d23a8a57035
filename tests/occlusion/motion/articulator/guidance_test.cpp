// The names of guidance.

#include "occlusion/motion/articulator/articulate.h"

#include <gtest/gtest.h>

namespace intercusp {
namespace {

using Pairs = std::vector<GroupPair>;
constexpr Excursion right = Excursion::laterotrusion_right, left = Excursion::laterotrusion_left,
                    forward = Excursion::protrusion;

TEST(ToothGroups, know_kind_and_side) {
  EXPECT_EQ(kind_of(13), GroupKind::canine);
  EXPECT_EQ(kind_of(41), GroupKind::incisor);
  EXPECT_EQ(kind_of(34), GroupKind::posterior);
  EXPECT_EQ(kind_of(gum_group), GroupKind::gum);
  EXPECT_EQ(kind_of(left_posterior_group), GroupKind::posterior);
  EXPECT_EQ(side_of(17), PatientSide::right);
  EXPECT_EQ(side_of(28), PatientSide::left);
  EXPECT_EQ(side_of(36), PatientSide::left);
  EXPECT_EQ(side_of(46), PatientSide::right);
  EXPECT_EQ(side_of(53), PatientSide::right) << "first teeth";
  EXPECT_EQ(side_of(75), PatientSide::left);
  EXPECT_EQ(side_of_group(anterior_group), PatientSide::neither);
  EXPECT_EQ(name_of_group(right_posterior_group), "right posterior");
}

TEST(Guidance, of_the_working_canine_alone_is_canine_guidance) {
  EXPECT_EQ(guidance_of(Pairs{{13, 43}}, right), GuidanceKind::canine);
  EXPECT_EQ(guidance_of(Pairs{{13, 44}}, right), GuidanceKind::canine) << "the upper canine on a premolar";
  EXPECT_EQ(guidance_of(Pairs{{23, 33}}, left), GuidanceKind::canine);
  EXPECT_EQ(guidance_of(Pairs{{23, 33}}, right), GuidanceKind::balancing_only) << "the other side's canine";
}

TEST(Guidance, of_premolars_and_molars_of_the_working_side_is_group_function) {
  EXPECT_EQ(guidance_of(Pairs{{13, 43}, {14, 44}, {16, 46}}, right), GuidanceKind::group);
  EXPECT_EQ(guidance_of(Pairs{{16, 46}}, right), GuidanceKind::group);
  EXPECT_FALSE(has_balancing(Pairs{{13, 43}, {14, 44}}, right));
}

TEST(Guidance, tells_balancing_contacts_beside_the_kind) {
  EXPECT_EQ(guidance_of(Pairs{{13, 43}, {27, 37}}, right), GuidanceKind::canine);
  EXPECT_TRUE(has_balancing(Pairs{{13, 43}, {27, 37}}, right));
  EXPECT_EQ(role_of({27, 37}, right), ContactRole::balancing);
  EXPECT_EQ(role_of({27, 37}, left), ContactRole::working);
}

TEST(Guidance, of_incisors_beside_the_canine_is_that_of_front_teeth) {
  EXPECT_EQ(guidance_of(Pairs{{11, 41}, {13, 43}}, right), GuidanceKind::anterior);
  EXPECT_EQ(guidance_of(Pairs{{21, 31}}, right), GuidanceKind::anterior);
}

TEST(Guidance, in_protrusion_is_by_incisors_by_front_teeth_or_by_posterior_ones) {
  EXPECT_EQ(guidance_of(Pairs{{11, 41}, {21, 32}}, forward), GuidanceKind::incisal);
  EXPECT_EQ(guidance_of(Pairs{{11, 41}, {13, 44}}, forward), GuidanceKind::anterior);
  EXPECT_EQ(guidance_of(Pairs{{11, 41}, {16, 46}}, forward), GuidanceKind::mixed);
  EXPECT_EQ(guidance_of(Pairs{{16, 46}}, forward), GuidanceKind::posterior);
  EXPECT_FALSE(has_balancing(Pairs{{16, 46}}, forward));
}

TEST(Guidance, of_gum_alone_is_none) {
  EXPECT_EQ(guidance_of(Pairs{{gum_group, 36}}, right), GuidanceKind::none);
  EXPECT_EQ(guidance_of(Pairs{}, forward), GuidanceKind::none);
}

TEST(Guidance, of_regions_stands_in_where_teeth_have_no_numbers) {
  EXPECT_EQ(guidance_of(Pairs{{anterior_group, anterior_group}}, right), GuidanceKind::anterior);
  EXPECT_EQ(guidance_of(Pairs{{right_posterior_group, right_posterior_group}}, right), GuidanceKind::group);
  EXPECT_TRUE(has_balancing(Pairs{{left_posterior_group, left_posterior_group}}, right));
  EXPECT_EQ(guidance_of(Pairs{{anterior_group, anterior_group}}, forward), GuidanceKind::anterior);
}

TEST(PosteriorPairs, need_posterior_teeth_in_both_jaws) {
  EXPECT_TRUE(is_posterior_pair({16, 46}, PatientSide::right));
  EXPECT_FALSE(is_posterior_pair({16, 46}, PatientSide::left));
  EXPECT_FALSE(is_posterior_pair({13, 44}, PatientSide::right));
}

}  // namespace
}  // namespace intercusp
