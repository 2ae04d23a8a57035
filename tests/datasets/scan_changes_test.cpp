#include "tests/support/scan_changes.h"

#include <gtest/gtest.h>

#include "occlusion/base/nth_smallest.h"
#include "occlusion/geometry/shapes.h"
#include "tests/occlusion/registration/scan_pairs.h"
#include "tests/support/buccal_scan.h"

namespace intercusp {
namespace {

LabelledMesh labelled(TriangleMesh mesh, int label) {
  LabelledMesh surface{.mesh = std::move(mesh), .labels = {}};
  surface.labels.assign(surface.mesh.vertices.size(), label);
  return surface;
}

TEST(ScanChanges, a_ball_worn_flat_loses_a_cap) {
  LabelledMesh ball = labelled(shapes::sphere({1, 2, 3}, 4, 200), 11);
  const double before_mm3 = signed_volume(ball.mesh);
  const WearFacet facet = wear_tooth(ball, 11, Eigen::Vector3d::UnitZ(), 0.2);
  const double cap_mm3 = std::numbers::pi * 0.2 * 0.2 * (4 - 0.2 / 3);
  EXPECT_NEAR(facet.volume_mm3, cap_mm3, 0.01 * cap_mm3);
  EXPECT_NEAR(before_mm3 - signed_volume(ball.mesh), facet.volume_mm3, 1e-9);
  EXPECT_NEAR(facet.depth_mm, 0.2, 1e-9);
}

TEST(ScanChanges, a_moved_tooth_takes_its_crown_along_and_leaves_the_others) {
  const LabelledMesh& before = testing::scanned_teeth(10000, 0, 1).upper;
  LabelledMesh after = before;
  const Eigen::Isometry3d motion = testing::small_motion(5, 0.5, 3, before.mesh.vertices[0]);
  move_tooth(after, 14, motion);
  for (std::size_t v = 0; v < before.labels.size(); ++v) {
    const Eigen::Vector3d& was = before.mesh.vertices[v];
    if (before.labels[v] == 0) continue;
    const Eigen::Vector3d expected = before.labels[v] == 14 ? Eigen::Vector3d(motion * was) : was;
    EXPECT_LT((after.mesh.vertices[v] - expected).norm(), 1e-12);
  }
}

TEST(ScanChanges, noise_has_the_deviation_asked_for) {
  const LabelledMesh& before = testing::scanned_teeth(10000, 0, 1).upper;
  const LabelledMesh after = testing::noisy(before, 0.02, 7);
  double squares = 0;
  for (std::size_t v = 0; v < before.labels.size(); ++v)
    squares += (after.mesh.vertices[v] - before.mesh.vertices[v]).squaredNorm();
  EXPECT_NEAR(std::sqrt(squares / static_cast<double>(before.labels.size())), 0.02, 0.001);
}

TEST(ScanChanges, triangulations_of_one_mouth_lie_on_one_surface) {
  const LabelledMesh& first = testing::scanned_teeth(60000, 0, 1).upper;
  const LabelledMesh& second = testing::scanned_teeth(60000, 0, 2).upper;
  const MatchSurface surface(first.mesh.vertices, first.mesh.faces);
  const auto found = surface.closest(second.mesh.vertices, 1);
  std::vector<double> distances;
  for (const auto& place : found) distances.push_back(place ? place->distance_mm : 1.0);
  EXPECT_NE(first.mesh.vertices[5000], second.mesh.vertices[5000]);
  EXPECT_LT(nth_smallest(distances, distances.size() / 2), 0.01);
  EXPECT_LT(nth_smallest(distances, distances.size() * 99 / 100), 0.15);
}

TEST(ScanChanges, a_buccal_scan_lies_on_both_jaws_on_its_side) {
  const Dentition& teeth = testing::scanned_teeth(60000, 0, 1);
  const LabelledMesh scan = buccal_scan(teeth, {.side = BuccalSide::left});
  ASSERT_GT(scan.mesh.faces.size(), 3000U);
  std::size_t of_upper = 0, of_lower = 0;
  for (const Eigen::Vector3d& vertex : scan.mesh.vertices) {
    EXPECT_GT(vertex.x(), 0);
    const auto is_vertex = [&](const LabelledMesh& jaw) {
      return std::ranges::find(jaw.mesh.vertices, vertex) != jaw.mesh.vertices.end();
    };
    if (is_vertex(teeth.upper)) {
      ++of_upper;
    } else {
      EXPECT_TRUE(is_vertex(teeth.lower));
      ++of_lower;
    }
  }
  EXPECT_GT(of_upper, 500U);
  EXPECT_GT(of_lower, 500U);
}

TEST(ScanChanges, a_cut_margin_leaves_the_teeth) {
  const LabelledMesh& before = testing::scanned_teeth(10000, 0, 1).upper;
  LabelledMesh after = before;
  cut_margin(after, 3, 4);
  EXPECT_LT(after.mesh.faces.size(), before.mesh.faces.size());
  EXPECT_EQ(after.mesh.vertices.size(), after.labels.size());
  EXPECT_GT(std::ranges::count(after.labels, 16), 0.6 * std::ranges::count(before.labels, 16));
}

}  // namespace
}  // namespace intercusp
