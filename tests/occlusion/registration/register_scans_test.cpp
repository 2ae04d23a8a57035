#include "occlusion/registration/register_scans.h"

#include <gtest/gtest.h>

#include "occlusion/case/fdi.h"
#include "occlusion/geometry/shapes.h"
#include "tests/occlusion/registration/scan_pairs.h"
#include "tests/support/wide.h"

namespace intercusp {
namespace {

using testing::greatest_error_mm;
using testing::moved;

JawScan unlabelled(LabelledMesh surface) {
  surface.labels.clear();
  return scan_of(std::move(surface));
}

TEST(RegisterScans, finds_scans_without_numbers_from_any_start) {
  for (const std::uint64_t seed : testing::samples({1, 2, 3, 4, 5, 6}, 2)) {
    const Dentition& first = scanned_teeth(40000, seed % 3 + 1, 1);
    const Dentition& second = scanned_teeth(40000, seed % 3 + 1, 2);
    const bool upper = seed % 2 == 0;
    const LabelledMesh before = noisy(upper ? first.upper : first.lower, 0.01, 11);
    const Eigen::Isometry3d truth = random_pose(seed);
    const LabelledMesh after = moved(noisy(upper ? second.upper : second.lower, 0.01, 12), truth.inverse());
    const ScanRegistration found = register_scans(unlabelled(before), unlabelled(after));
    ASSERT_TRUE(found.determined()) << "seed " << seed << ": " << static_cast<int>(*found.reason);
    EXPECT_EQ(found.start, StartMethod::shape);
    EXPECT_LT(greatest_error_mm(after.mesh, found.fixed_from_moving(), truth), 0.003);
    EXPECT_LT(testing::turn_error_deg(found.fixed_from_moving(), truth), 0.02);
  }
}

TEST(RegisterScans, begins_with_teeth_where_both_scans_have_numbers) {
  const LabelledMesh& before = scanned_teeth(40000, 1, 1).upper;
  const Eigen::Isometry3d truth = random_pose(77);
  const LabelledMesh after = moved(scanned_teeth(40000, 1, 2).upper, truth.inverse());
  const ScanRegistration found = register_scans(scan_of(before), scan_of(after));
  ASSERT_TRUE(found.determined());
  EXPECT_EQ(found.start, StartMethod::teeth);
  EXPECT_LT(greatest_error_mm(after.mesh, found.fixed_from_moving(), truth), 0.003);
}

TEST(RegisterScans, finds_the_quadrant_of_a_jaw_from_any_start) {
  const LabelledMesh& whole = scanned_teeth(40000, 1, 1).upper;
  LabelledMesh part = noisy(scanned_teeth(40000, 1, 2).upper, 0.01, 3);
  std::erase_if(part.mesh.faces, [&](const Face& face) { return part.mesh.vertices[face[0]].x() < 3; });
  const Eigen::Isometry3d truth = random_pose(21);
  move(part, truth.inverse());
  const ScanRegistration found = register_scans(unlabelled(whole), unlabelled(part));
  ASSERT_TRUE(found.determined());
  LabelledMesh used = part;  // vertices that no face has lie elsewhere
  std::erase_if(used.mesh.vertices, [&](const Eigen::Vector3d& v) { return (truth * v).x() < 3; });
  EXPECT_LT(greatest_error_mm(used.mesh, found.fixed_from_moving(), truth), 0.005);
}

//! Generated dentitions differ by less than patients do: the deviations of one mouth about the same mean teeth.
TEST(RegisterScans, never_determines_other_patients_other_jaws_and_mirror_images) {
  for (const std::uint64_t seed : testing::samples({1, 2})) {
    const Dentition& mine = scanned_teeth(20000, seed, 1);
    const Dentition& others = scanned_teeth(20000, seed % 3 + 1, 2);
    for (const bool numbered : {true, false}) {
      const auto scan = [&](const LabelledMesh& surface) {
        return numbered ? scan_of(surface) : unlabelled(surface);
      };
      EXPECT_EQ(register_scans(scan(mine.upper), scan(others.upper)).reason, NotRegistered::shapes_differ);
      const auto jaws = register_scans(scan(mine.upper), scan(others.lower));
      EXPECT_FALSE(jaws.determined());
      if (numbered) {
        EXPECT_EQ(jaws.reason, NotRegistered::other_jaw);
      }
    }
    LabelledMesh image = moved(scanned_teeth(20000, seed, 2).upper, random_pose(seed));
    mirror(image);
    EXPECT_EQ(register_scans(unlabelled(mine.upper), unlabelled(image)).reason, NotRegistered::mirrored);
    LabelledMesh other_image = others.upper;
    mirror(other_image);
    EXPECT_FALSE(register_scans(unlabelled(mine.upper), unlabelled(other_image)).determined());
  }
}

TEST(RegisterScans, says_why_there_is_no_pose) {
  const LabelledMesh& jaw = scanned_teeth(20000, 1, 1).upper;
  EXPECT_EQ(register_scans(unlabelled(jaw), JawScan{}).reason, NotRegistered::no_surface);
  const JawScan triangle{.mesh = {{{0, 0, 0}, {30, 0, 0}, {0, 30, 0}}, {{0, 1, 2}}}, .labels = {}};
  EXPECT_FALSE(register_scans(triangle, unlabelled(jaw)).determined());
  EXPECT_FALSE(register_scans(unlabelled(jaw), triangle).determined());
  // All pairs of its points look alike, so few may vote.
  const JawScan ball{.mesh = shapes::sphere({0, 0, 0}, 20, 60), .labels = {}};
  const auto reason = register_scans(ball, ball).reason;
  EXPECT_TRUE(reason == NotRegistered::slides || reason == NotRegistered::several_poses);
  const TriangleMesh square = shapes::fine_box({0, 0, 0}, {20, 20, 8}, 1);  // four turns fit
  EXPECT_EQ(register_scans({square, {}}, {square, {}}).reason, NotRegistered::several_poses);
}

TEST(RegisterScans, a_region_keeps_to_what_it_names) {
  const LabelledMesh before = noisy(scanned_teeth(40000, 1, 1).upper, 0.01, 11);
  LabelledMesh after = noisy(scanned_teeth(40000, 1, 2).upper, 0.01, 12);
  // More than half of the teeth move together: without a region they are the jaw.
  const Eigen::Isometry3d motion = testing::small_motion(9, 0.3, 0, {0, 0, 0});
  std::vector<std::uint8_t> region(before.labels.size(), 0);
  for (std::size_t v = 0; v < after.labels.size(); ++v) {
    if (place_of(after.labels[v]) <= 5) after.mesh.vertices[v] = motion * after.mesh.vertices[v];
  }
  for (std::size_t v = 0; v < region.size(); ++v) region[v] = place_of(before.labels[v]) >= 6;
  const ScanRegistration found = register_scans(scan_of(before), scan_of(after), {.region = region});
  ASSERT_TRUE(found.determined());
  EXPECT_LT(greatest_error_mm(after.mesh, found.fixed_from_moving(), Eigen::Isometry3d::Identity()), 0.01);
}

}  // namespace
}  // namespace intercusp
