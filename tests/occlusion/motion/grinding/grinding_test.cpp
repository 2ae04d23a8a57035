// Proposals to grind generated dentitions, judged by `inspect` and `articulate` on the ground jaw.

#include "occlusion/motion/grinding/grinding.h"

#include <gtest/gtest.h>

#include "occlusion/inspect.h"
#include "occlusion/motion/articulator/articulate.h"
#include "tests/support/dentitions.h"

namespace intercusp {
namespace {

using testing::dentition_bite;

//! The lower turned about the sagittal axis through the middle of the arch, so that one side has more contact.
Bite rolled(std::uint64_t seed, double roll_deg) {
  Bite bite = dentition_bite(seed);
  bite.upper_from_lower = Eigen::AngleAxisd(roll_deg * rad_per_deg, Eigen::Vector3d::UnitY());
  return bite;
}

Bite with_jaw(Bite bite, Jaw jaw, std::shared_ptr<const Solid> solid) {
  (jaw == Jaw::lower ? bite.lower : bite.upper) = std::move(solid);
  return bite;
}

Bite ground(const GrindProposal& proposal) {
  return with_jaw(proposal.start->bite, proposal.options.jaw, proposal.ground);
}

//! The ground bite without one of its patches.
Bite without(const GrindProposal& proposal, const GrindPatch& patch) {
  auto solid = std::make_shared<Solid>(*proposal.ground);
  const Solid& before = *proposal.start->bite.of(proposal.options.jaw);
  for (const std::uint32_t v : patch.vertices) solid->mesh.vertices[v] = before.mesh.vertices[v];
  return with_jaw(proposal.start->bite, proposal.options.jaw, solid);
}

SurfaceFindings inspected(const Bite& bite) {
  InspectionOptions options{.pixel_mm = 0.5, .sectors = 1};
  options.bite_error.poses = 0;
  options.first_contact = false;
  options.thresholds_mm = {grind_contact_mm};
  return *inspect(prepare_case(bite), options).surface;
}

double left_share(const Bite& bite) {
  return inspected(bite).contacts.lower.areas.front().left_share.value();
}
bool is_balanced(const Bite& bite) { return std::abs(left_share(bite) - 0.5) <= 0.05; }
double least_mm(const Bite& bite) { return inspected(bite).least->distance_mm; }

//! Contacts of the non-working side from 0.5 mm on.
std::size_t non_working(const Bite& bite) {
  const ArticulatedBite result = articulate(articulated_case(prepare_case(bite)), {});
  std::size_t count = 0;
  for (const MovementReport& movement : result.movements)
    for (const ContactStep& step : movement.path)
      if (movement.excursion != Excursion::protrusion && step.asked_mm > 0.45)
        for (const GroupGap& gap : step.contacts)
          count += role_of(gap.pair, movement.excursion) == ContactRole::balancing ? 1 : 0;
  return count;
}

//! Only vertices of patches move, none further than its patch says, and not upwards.
void expect_only_patches_move(const GrindProposal& proposal) {
  const Solid& before = *proposal.start->bite.of(proposal.options.jaw);
  const Solid& after = *proposal.ground;
  std::vector<double> depth_mm(before.mesh.vertices.size(), 0);
  for (const GrindPatch& patch : proposal.patches)
    for (const std::uint32_t v : patch.vertices) depth_mm[v] = patch.depth_mm;
  const double inwards = proposal.options.jaw == Jaw::lower ? -1 : 1;
  std::size_t outside = 0, too_far = 0, outwards = 0;
  for (std::size_t v = 0; v < depth_mm.size(); ++v) {
    const Eigen::Vector3d way = after.mesh.vertices[v] - before.mesh.vertices[v];
    outside += depth_mm[v] == 0 && way != Eigen::Vector3d::Zero() ? 1 : 0;
    too_far += way.norm() > depth_mm[v] + 1e-9 ? 1 : 0;
    outwards += inwards * way.z() < 0 ? 1 : 0;
  }
  EXPECT_EQ(outside, 0U);
  EXPECT_EQ(too_far, 0U);
  EXPECT_EQ(outwards, 0U);
  EXPECT_EQ(after.mesh.faces, before.mesh.faces);
}

GrindProposal proposed(const Bite& bite, const GrindOptions& options) {
  GrindProposal proposal = propose_grinding(prepare_case(bite), options);
  for (const Finding& refusal : proposal.refusals) ADD_FAILURE() << refusal.code;
  EXPECT_FALSE(proposal.patches.empty());
  return proposal;
}

class GrindingOfDentitions : public ::testing::TestWithParam<std::pair<int, Jaw>> {};

TEST_P(GrindingOfDentitions, balances_contact_and_no_patch_can_be_left_out) {
  const auto [seed, jaw] = GetParam();
  const Bite bite = rolled(static_cast<std::uint64_t>(seed), seed % 2 == 0 ? 0.06 : -0.06);
  ASSERT_FALSE(is_balanced(bite)) << left_share(bite);
  const GrindProposal proposal = proposed(bite, {.goal = GrindGoal::balance, .jaw = jaw});
  ASSERT_TRUE(proposal.ground);
  // Areas are refined to 0.5 %, so a share near one half is known to a quarter of that.
  EXPECT_NEAR(left_share(ground(proposal)), proposal.after->contact.left_share.value(), 0.00125);
  EXPECT_TRUE(is_balanced(ground(proposal))) << left_share(ground(proposal));
  for (const GrindPatch& patch : proposal.patches)
    EXPECT_FALSE(is_balanced(without(proposal, patch))) << "tooth " << patch.tooth;
  expect_only_patches_move(proposal);
}

TEST_P(GrindingOfDentitions, limits_the_depth_and_no_patch_can_be_left_out) {
  const auto [seed, jaw] = GetParam();
  const Bite bite = rolled(static_cast<std::uint64_t>(seed), 0);
  ASSERT_LT(least_mm(bite), -0.03);
  const GrindProposal proposal = proposed(bite, {.goal = GrindGoal::depth, .jaw = jaw, .depth_um = 30});
  ASSERT_TRUE(proposal.ground);
  EXPECT_GE(least_mm(ground(proposal)), -0.03);
  for (const GrindPatch& patch : proposal.patches)
    EXPECT_LT(least_mm(without(proposal, patch)), -0.03) << "tooth " << patch.tooth;
  expect_only_patches_move(proposal);
}

INSTANTIATE_TEST_SUITE_P(Seeds, GrindingOfDentitions,
                         ::testing::Values(std::pair(1, Jaw::lower), std::pair(2, Jaw::upper),
                                           std::pair(3, Jaw::lower)));

TEST(Grinding, frees_the_non_working_side_and_no_patch_can_be_left_out) {
  const Bite bite = rolled(1, 0);
  ASSERT_GT(non_working(bite), 0U);
  const GrindProposal proposal = proposed(bite, {.goal = GrindGoal::excursions});
  ASSERT_TRUE(proposal.ground);
  EXPECT_EQ(non_working(ground(proposal)), 0U);
  for (const GrindPatch& patch : proposal.patches)
    EXPECT_GT(non_working(without(proposal, patch)), 0U) << "tooth " << patch.tooth;
  expect_only_patches_move(proposal);
}

TEST(Grinding, of_a_goal_that_is_met_proposes_nothing) {
  const GrindProposal proposal =
      propose_grinding(prepare_case(rolled(1, 0)), {.goal = GrindGoal::depth, .depth_um = 500});
  EXPECT_TRUE(proposal.already_met());
  EXPECT_FALSE(proposal.ground);
  EXPECT_EQ(proposal.after->least->distance_mm, proposal.before->least->distance_mm);
}

std::string refusal_of(const Bite& bite, const GrindOptions& options) {
  const GrindProposal proposal = propose_grinding(prepare_case(bite), options);
  EXPECT_TRUE(proposal.patches.empty());
  EXPECT_FALSE(proposal.ground);
  return proposal.refusals.empty() ? "" : proposal.refusals.front().code;
}

TEST(Grinding, is_refused_with_its_reason) {
  Bite apart = rolled(1, 0);
  apart.upper_from_lower.translation().z() -= 3;
  EXPECT_EQ(refusal_of(apart, {}), "not_in_bite");
  Bite without_contact = rolled(1, 0);
  without_contact.upper_from_lower.translation().z() -= 0.5;
  EXPECT_EQ(refusal_of(without_contact, {}), "no_contact_to_balance");
  EXPECT_EQ(refusal_of(rolled(1, 0.8), {}), "contact_on_one_side");
  const Bite bite = rolled(1, 0);
  EXPECT_EQ(refusal_of({bite.lower, bite.upper, bite.upper_from_lower}, {}), "misplaced");
  EXPECT_EQ(refusal_of(bite, {.goal = GrindGoal::depth, .depth_um = 0, .limit_um = 40}), "deeper_than_limit");
}

}  // namespace
}  // namespace intercusp
