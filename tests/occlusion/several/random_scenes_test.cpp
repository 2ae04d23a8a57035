// `interfere` on random pairs of solids against exact arithmetic and a second search for the depth.
//
//     INTERCUSP_SCENES=10000 build/bin/occlusion_tests --gtest_filter='RandomScenes.*'
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <memory>
#include <random>
#include <string>

#include "occlusion/geometry/shapes.h"
#include "occlusion/several/interference.h"
#include "tests/occlusion/several/other_depth.h"
#include "tests/occlusion/several/random_scenes.h"
#include "tests/support/bites.h"

namespace intercusp {
namespace {

using testing::first_scene;
using testing::RandomScene;
using testing::scene_count;

constexpr double tolerance_mm = default_depth_tolerance_mm;
//! The second method's bound. The program's is stated with each depth.
constexpr double gap_mm = 1e-4;

PairInterference found_in(TriangleMesh a, TriangleMesh b, const InterferenceOptions& options = {}) {
  const std::vector<SolidOrBody> solids = {{std::make_shared<const Solid>(solid_of(std::move(a)))},
                                           {std::make_shared<const Solid>(solid_of(std::move(b)))}};
  const Interference found = find_interference(solids, options);
  return found.near_pairs.empty() ? PairInterference{} : found.near_pairs.front();
}

std::string name_of(const RandomScene& scene, std::uint32_t number) {
  return "scene " + std::to_string(number) + ", " + scene.kind;
}

//! Checks the deepest place: it lies on the named face, inside the other solid, at the stated depth below its face.
void expect_true_place(const RandomScene& scene, const PairInterference& pair) {
  const auto off_face = [](const TriangleMesh& mesh, std::int32_t face, const Eigen::Vector3d& point) {
    const auto& [a, b, c] = mesh.faces[static_cast<std::size_t>(face)];
    return testing::distance_to({{mesh.vertices[a], mesh.vertices[b], mesh.vertices[c]}, {{0, 1, 2}}}, point);
  };
  const double off_a = off_face(scene.a.mesh, pair.a_face, pair.point),
               off_b = off_face(scene.b.mesh, pair.b_face, pair.point);
  // A wall of the one may lie where an inner wall of the other does.
  const bool both = std::abs(off_a - off_b) < 1e-9;
  const bool on_a =
      both ? testing::distance_to(scene.b.shape, pair.point) > testing::distance_to(scene.a.shape, pair.point)
           : off_a < off_b;
  EXPECT_NEAR(std::min(off_a, off_b), 0, 1e-9);
  if (scene.kind != "parts of one solid") {  // a nearest face may lie inside another part
    EXPECT_NEAR(std::max(off_a, off_b), pair.depth_mm, 1e-9);
  }
  const testing::Polyhedron& around = (on_a ? scene.b : scene.a).shape;
  EXPECT_TRUE(testing::is_inside(around, pair.point));
  EXPECT_NEAR(testing::distance_to(around, pair.point), pair.depth_mm, 1e-9);
  const Eigen::Vector3d closest = pair.point + (on_a ? -1 : 1) * pair.depth_mm * pair.direction;
  EXPECT_NEAR(testing::distance_to(around, closest), 0, 1e-9) << "the direction leads to the other surface";
}

void expect_true(const RandomScene& scene, const PairInterference& pair, std::map<std::string, int>& counts) {
  const testing::DepthRange truth = testing::other_depth(scene.a.shape, scene.b.shape, gap_mm);
  if (truth.low_mm > tolerance_mm || truth.high_mm - gap_mm < tolerance_mm / 2) {
    EXPECT_EQ(pair.interference, truth.low_mm > tolerance_mm) << truth.low_mm;
  }
  if (!pair.interference) {
    const double apart = testing::surfaces_meet(scene.a.mesh, scene.b.mesh)
                             ? 0
                             : testing::other_distance(scene.a.shape, scene.b.shape);
    if (std::abs(apart - tolerance_mm) > 1e-6) {
      EXPECT_EQ(pair.touching, apart < tolerance_mm) << apart << " mm apart";
    }
    EXPECT_EQ(pair.depth_mm, 0);
    ++counts[pair.touching ? "touching" : "free"];
    return;
  }
  EXPECT_FALSE(pair.touching);
  EXPECT_GE(pair.depth_mm + pair.depth_error_mm, truth.low_mm - 1e-9);
  EXPECT_LE(pair.depth_mm, truth.high_mm + 1e-9);
  EXPECT_LE(pair.depth_error_mm, gap_mm + 1e-12);
  expect_true_place(scene, pair);
  ++counts["interfering"];
}

TEST(RandomScenes, are_told_as_exact_numbers_and_another_search_say) {
  std::map<std::string, int> counts;
  const std::uint32_t first = first_scene(), count = scene_count(360);
  for (std::uint32_t number = first; number < first + count; ++number) {
    const RandomScene scene = testing::random_scene(number);
    SCOPED_TRACE(name_of(scene, number));
    ASSERT_GT(signed_volume(scene.a.mesh), 0);
    ASSERT_GT(signed_volume(scene.b.mesh), 0);
    expect_true(scene, found_in(scene.a.mesh, scene.b.mesh), counts);
  }
  for (const auto& [verdict, number] : counts) RecordProperty(verdict, number);
  if (count < 300) return;
  EXPECT_GT(counts["interfering"], static_cast<int>(count / 4));
  EXPECT_GT(counts["touching"], static_cast<int>(count / 50));
  EXPECT_GT(counts["free"], static_cast<int>(count / 20));
}

void expect_same(const PairInterference& pair, const PairInterference& other, const char* change) {
  SCOPED_TRACE(change);
  EXPECT_EQ(pair.interference, other.interference);
  EXPECT_EQ(pair.touching, other.touching);
  EXPECT_NEAR(pair.depth_mm, other.depth_mm, pair.depth_error_mm + other.depth_error_mm + 1e-9);
  EXPECT_NEAR(pair.volume_mm3, other.volume_mm3,
              pair.volume_error_mm3 + other.volume_error_mm3 + 1e-6 * (1 + pair.volume_mm3));
}

TEST(RandomScenes, are_told_the_same_moved_exchanged_subdivided_and_by_any_engine) {
  const std::uint32_t first = first_scene(), count = scene_count(180) / 2;
  std::mt19937 random(11);
  for (std::uint32_t number = first; number < first + count; ++number) {
    const RandomScene scene = testing::random_scene(number);
    SCOPED_TRACE(name_of(scene, number));
    const PairInterference pair = found_in(scene.a.mesh, scene.b.mesh);
    expect_same(pair, found_in(scene.b.mesh, scene.a.mesh), "exchanged");
    const Eigen::Isometry3d pose = testing::random_pose(random, 20);
    expect_same(pair, found_in(shapes::moved(scene.a.mesh, pose), shapes::moved(scene.b.mesh, pose)),
                "moved");
    expect_same(pair, found_in(shapes::subdivided(scene.a.mesh), scene.b.mesh), "subdivided");
    expect_same(pair, found_in(scene.a.mesh, scene.b.mesh, {.engine = InterferenceEngine::ray}), "by rays");
  }
}

}  // namespace
}  // namespace intercusp
