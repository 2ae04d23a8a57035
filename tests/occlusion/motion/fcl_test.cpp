// First contacts against FCL's continuous collision of meshes, which shares no code with ours.
#include <fcl/geometry/bvh/BVH_model.h>
#include <fcl/math/motion/interp_motion.h>
#include <fcl/narrowphase/continuous_collision.h>
#include <gtest/gtest.h>

#include "tests/occlusion/motion/scenes.h"

namespace intercusp {
namespace {

using Tree = fcl::BVHModel<fcl::OBBRSSd>;

Tree tree_of(const TriangleMesh& mesh, const Eigen::Isometry3d& motion_from_mesh) {
  std::vector<fcl::Vector3d> vertices;
  for (const Eigen::Vector3d& vertex : mesh.vertices) vertices.push_back(motion_from_mesh * vertex);
  std::vector<fcl::Triangle> faces;
  for (const Face& face : mesh.faces) faces.emplace_back(face[0], face[1], face[2]);
  Tree tree;
  tree.beginModel();
  tree.addSubModel(vertices, faces);
  tree.endModel();
  return tree;
}

//! FCL's continuous collision between two amounts, by its stepping solver: the first of `steps` amounts at which the
//! surfaces cross. Its other two solvers fail on most of these scenes: conservative advancement stops up to half the
//! motion early or finds nothing, and the polynomial solver finds nothing. Motions are given with their reference
//! point, which FCL 0.7 leaves uninitialised in its own motions. Meshes are in the motion's frame, so that FCL's
//! interpolated motion is our turn or shift.
std::optional<double> fcl_first_contact(const Bite& bite, const Motion& motion, double from, double to,
                                        int steps) {
  const Eigen::Isometry3d& motion_from_case = motion.motion_from_case();
  const Tree upper = tree_of(bite.upper->mesh, motion_from_case);
  const Tree lower = tree_of(bite.lower->mesh, motion_from_case * motion.at(from) * bite.upper_from_lower);
  const Eigen::Isometry3d end =
      motion_from_case * motion.at(to - from) * motion_from_case.inverse(Eigen::Isometry);
  const fcl::Matrix3d straight = fcl::Matrix3d::Identity();
  const fcl::Vector3d origin = fcl::Vector3d::Zero();
  const fcl::InterpMotion<double> rest(straight, origin, straight, origin, origin);
  const fcl::InterpMotion<double> moving(straight, origin, end.linear(), end.translation(), origin);
  fcl::ContinuousCollisionRequestd request;
  request.ccd_solver_type = fcl::CCDC_NAIVE;
  request.num_max_iterations = static_cast<std::size_t>(steps) + 1;
  request.toc_err = 1.0 / (steps + 1);
  fcl::ContinuousCollisionResultd result;
  fcl::continuousCollide<double>(&upper, &rest, &lower, &moving, request, result);
  if (!result.is_collide) return std::nullopt;
  return from + (to - from) * result.time_of_contact;
}

class FclAgrees : public ::testing::TestWithParam<Motion::Kind> {};
INSTANTIATE_TEST_SUITE_P(Motions, FclAgrees, ::testing::Values(Motion::Kind::turn, Motion::Kind::shift),
                         [](const auto& kind) {
                           return kind.param == Motion::Kind::turn ? "turn" : "shift";
                         });

TEST_P(FclAgrees, on_the_first_contact_of_random_solids) {
  constexpr int steps = 1000;
  std::mt19937 random(17);
  int met = 0;
  for (int i = 0; i < 40; ++i) {
    const auto [bite, motion] = testing::random_scene(random, GetParam());
    const auto ours = testing::first_contact_of(bite, motion);
    // FCL interpolates the shorter way round, so the test uses at most half a turn.
    const double asked = GetParam() == Motion::Kind::turn ? 3.0 : motion.limit();
    const auto theirs = fcl_first_contact(bite, motion, 0, asked, steps);
    if (!ours || ours->amount > asked) {
      EXPECT_FALSE(theirs) << i;
      continue;
    }
    ++met;
    ASSERT_TRUE(theirs) << i;
    EXPECT_GT(*theirs, ours->amount - 1e-9) << i;
    EXPECT_LT(*theirs, ours->amount + asked / steps) << i;
    // Once more, in steps of two millionths about the contact.
    const double low = std::max(0.0, ours->amount - 0.9137e-3);
    const auto finer = fcl_first_contact(bite, motion, low, low + 2e-3, steps);
    ASSERT_TRUE(finer) << i;
    EXPECT_GT(*finer, ours->amount - 1e-9) << i;
    EXPECT_LT(*finer, ours->amount + 2e-6) << i;
  }
  EXPECT_GT(met, 12);
}

}  // namespace
}  // namespace intercusp
