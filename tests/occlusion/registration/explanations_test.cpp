// Which explanation of two scans compare_scans prefers, for changes with a known truth.

#include <gtest/gtest.h>

#include <cmath>

#include "occlusion/case/fdi.h"
#include "occlusion/geometry/triangle_mesh.h"
#include "occlusion/registration/compare_scans.h"
#include "tests/changes/break_tooth.h"
#include "tests/changes/population.h"
#include "tests/occlusion/registration/scan_pairs.h"
#include "tests/occlusion/registration/tooth_of.h"
#include "tests/support/wide.h"

namespace intercusp {
namespace {

using testing::moved;

ScanComparison compared(const LabelledMesh& before, const LabelledMesh& after,
                        const CompareOptions& options = {}) {
  return compare_scans(std::make_shared<const JawScan>(scan_of(before)),
                       std::make_shared<const JawScan>(scan_of(after)), options);
}

bool lost_or_gained(const ToothChange& tooth) {
  return tooth.change && (tooth.change->lost_mm3.beyond_noise() || tooth.change->gained_mm3.beyond_noise());
}

bool has_moved(const ToothChange& tooth) { return tooth.movement && tooth.movement->has_moved; }

void expect_no_single_tooth(const ScanComparison& found) {
  ASSERT_TRUE(found.determined());
  for (const ToothChange& tooth : found.teeth) {
    EXPECT_NE(tooth.state, ToothState::changed) << tooth.fdi;
    EXPECT_FALSE(lost_or_gained(tooth)) << tooth.fdi;
    EXPECT_FALSE(has_moved(tooth)) << tooth.fdi;
  }
}

TEST(Explanations, a_lost_crown_is_missing_with_its_volume) {
  const LabelledMesh before = noisy(scanned_teeth(12000, 2, 1).lower, 0.01, 1);
  LabelledMesh after = scanned_teeth(12000, 2, 2).lower;
  const double volume_mm3 = press_down_tooth(after, 36);
  after = moved(noisy(after, 0.01, 2), random_pose(3));
  const ScanComparison found = compared(before, after);
  ASSERT_TRUE(found.determined());
  for (const ToothChange& tooth : found.teeth)
    EXPECT_EQ(tooth.state, tooth.fdi == 36 ? ToothState::missing_after : ToothState::unchanged) << tooth.fdi;
  EXPECT_FALSE(tooth_of(found, 36).change.has_value());
  EXPECT_NEAR(tooth_of(found, 36).crown_mm3->value, volume_mm3, 0.05 * volume_mm3);
  const ScanComparison reversed = compared(after, before);
  EXPECT_EQ(tooth_of(reversed, 36).state, ToothState::missing_before);
  EXPECT_NEAR(tooth_of(reversed, 36).crown_mm3->value, volume_mm3, 0.05 * volume_mm3);
}

TEST(Explanations, teeth_move_on_coarse_scans_and_on_exact_copies) {
  for (const bool exact : {false, true}) {
    const LabelledMesh base = scanned_teeth(12000, 2, 1).lower;
    LabelledMesh after = exact ? base : scanned_teeth(12000, 2, 2).lower;
    const std::vector<ToothAxes> axes = axes_of_teeth(scan_of(base));
    std::map<int, Eigen::Isometry3d> motions;
    for (const int fdi : {34, 46, 43}) {
      const Eigen::Vector3d place = tooth_named(axes, fdi)->origin;
      motions[fdi] = testing::small_motion(static_cast<std::uint64_t>(fdi), 1, 3, place);
      move_tooth(after, fdi, motions[fdi]);
    }
    const ScanComparison found =
        exact ? compared(base, after)
              : compared(noisy(base, 0.01, 1), moved(noisy(after, 0.01, 2), random_pose(5)));
    ASSERT_TRUE(found.determined());
    for (const ToothChange& tooth : found.teeth) {
      SCOPED_TRACE(tooth.fdi);
      EXPECT_FALSE(lost_or_gained(tooth));
      EXPECT_EQ(has_moved(tooth), motions.contains(tooth.fdi));
      if (!motions.contains(tooth.fdi)) continue;
      const Eigen::Isometry3d& truth = motions.at(tooth.fdi);
      const Eigen::Vector3d place = *tooth.middle;
      EXPECT_LT((tooth.movement->motion * place - truth * place).norm(), exact ? 0.001 : 0.05);
      EXPECT_LT(testing::turn_error_deg(tooth.movement->motion, truth), exact ? 0.01 : 1.0);
    }
  }
}

TEST(Explanations, erosion_of_all_crowns_is_a_layer_and_moves_none) {
  const LabelledMesh before = noisy(scanned_teeth(40000, 1, 1).upper, 0.01, 1);
  LabelledMesh after = scanned_teeth(40000, 1, 2).upper;
  std::map<int, double> area_mm2;
  for (std::size_t f = 0; f < after.mesh.faces.size(); ++f) {
    for (const std::uint32_t v : after.mesh.faces[f])
      area_mm2[after.labels[v]] += face_normal_twice_area(after.mesh, f).norm() / 6;
  }
  add_layer(after, -0.2);
  const ScanComparison found = compared(before, moved(noisy(after, 0.01, 2), random_pose(3)));
  ASSERT_TRUE(found.determined());
  EXPECT_EQ(found.explanation, Explanation::layer);
  for (const ToothChange& tooth : found.teeth) {
    SCOPED_TRACE(tooth.fdi);
    EXPECT_FALSE(has_moved(tooth));
    ASSERT_TRUE(tooth.change.has_value());
    // The layer fades over two rings at the gum, which are a fifth of a crown.
    const double most_mm3 = 0.2 * area_mm2[tooth.fdi];
    EXPECT_GT(tooth.change->lost_mm3.value, 0.7 * most_mm3);
    EXPECT_LT(tooth.change->lost_mm3.value, most_mm3);
    EXPECT_FALSE(tooth.change->gained_mm3.beyond_noise());
    EXPECT_NEAR(tooth.layer_mm, -0.2, 0.02);
    EXPECT_NEAR(tooth.change->deepest_loss_mm.value, 0.2, 0.02);
  }
}

TEST(Explanations, a_weak_layer_is_told_from_all_crowns_together) {
  const LabelledMesh before = noisy(scanned_teeth(25000, 1, 1).upper, 0.025, 1);
  LabelledMesh after = scanned_teeth(25000, 1, 2).upper;
  add_layer(after, 0.06);
  const ScanComparison found = compared(before, moved(noisy(after, 0.025, 2), random_pose(3)));
  ASSERT_TRUE(found.determined());
  EXPECT_EQ(found.explanation, Explanation::layer);
  double sum_mm = 0;
  for (const ToothChange& tooth : found.teeth) {
    EXPECT_FALSE(has_moved(tooth)) << tooth.fdi;
    const bool bears_layer = tooth.layer_mm != 0;
    EXPECT_FALSE(bears_layer && tooth.state == ToothState::unchanged) << tooth.fdi;
    EXPECT_EQ(tooth.reason.has_value(), tooth.state == ToothState::not_measured) << tooth.fdi;
    sum_mm += tooth.layer_mm;
  }
  EXPECT_NEAR(sum_mm / static_cast<double>(found.teeth.size()), 0.06, 0.006);
}

TEST(Explanations, a_low_deposit_is_seen_where_it_is_wide) {
  constexpr int fdi = 16;
  constexpr double height_mm = 0.06, radius_mm = 2;
  const LabelledMesh before = noisy(scanned_teeth(40000, 1, 1).upper, 0.01, 1);
  LabelledMesh after = scanned_teeth(40000, 1, 2).upper;
  const Eigen::Vector3d facing = facing_of_tooth(after, fdi);
  std::size_t top = 0;
  for (std::size_t v = 0; v < after.labels.size(); ++v) {
    const bool higher = facing.dot(after.mesh.vertices[v] - after.mesh.vertices[top]) > 0;
    if (after.labels[v] == fdi && (after.labels[top] != fdi || higher)) top = v;
  }
  const std::vector<Eigen::Vector3d> normals = vertex_normals(after.mesh.vertices, after.mesh.faces);
  const LabelledMesh clean = after;
  std::vector<double> added_mm(after.labels.size(), 0);
  for (std::size_t v = 0; v < after.labels.size(); ++v) {
    const double away_mm = (clean.mesh.vertices[v] - clean.mesh.vertices[top]).norm();
    if (after.labels[v] == fdi && away_mm < radius_mm) added_mm[v] = height_mm;
    after.mesh.vertices[v] += added_mm[v] * normals[v];
  }
  double volume_mm3 = 0;
  for (std::size_t f = 0; f < clean.mesh.faces.size(); ++f) {
    for (const std::uint32_t v : clean.mesh.faces[f])
      volume_mm3 += added_mm[v] * face_normal_twice_area(clean.mesh, f).norm() / 6;
  }
  const ScanComparison found = compared(before, moved(noisy(after, 0.01, 2), random_pose(3)));
  ASSERT_TRUE(found.determined());
  for (const ToothChange& tooth : found.teeth)
    EXPECT_EQ(tooth.state, tooth.fdi == fdi ? ToothState::changed : ToothState::unchanged) << tooth.fdi;
  const ChangeFigure& gained = tooth_of(found, fdi).change->gained_mm3;
  EXPECT_LE(gained.interval[0], volume_mm3);
  EXPECT_GE(gained.interval[1], volume_mm3);
  EXPECT_NEAR(gained.value, volume_mm3, 0.2 * volume_mm3);
}

//! Takes labels away near the neck of a tooth, as numbers that are found end too high.
void shorten_label(LabelledMesh& jaw, int fdi, double by_mm) {
  std::vector<Eigen::Vector3d> gum;
  for (std::size_t v = 0; v < jaw.labels.size(); ++v) {
    if (jaw.labels[v] == 0) gum.push_back(jaw.mesh.vertices[v]);
  }
  for (std::size_t v = 0; v < jaw.labels.size(); ++v) {
    const auto is_near = [&](const Eigen::Vector3d& place) {
      return (place - jaw.mesh.vertices[v]).norm() < by_mm;
    };
    if (jaw.labels[v] == fdi && std::ranges::any_of(gum, is_near)) jaw.labels[v] = 0;
  }
}

TEST(Explanations, a_place_reaches_beyond_a_number_that_ends_above_the_neck) {
  constexpr int fdi = 11;
  constexpr double depth_mm = 0.2, short_mm = 1.5;
  LabelledMesh before = scanned_teeth(60000, 1, 1).upper, after = scanned_teeth(60000, 1, 2).upper;
  const Eigen::Vector3d inwards = Eigen::Vector3d::UnitY();
  const std::vector<Eigen::Vector3d> normals = vertex_normals(after.mesh.vertices, after.mesh.faces);
  const LabelledMesh whole = after;
  double lost_mm3 = 0;
  for (std::size_t f = 0; f < whole.mesh.faces.size(); ++f) {
    for (const std::uint32_t v : whole.mesh.faces[f]) {
      if (whole.labels[v] == fdi && normals[v].dot(inwards) > 0.3)
        lost_mm3 += depth_mm * face_normal_twice_area(whole.mesh, f).norm() / 6;
    }
  }
  for (std::size_t v = 0; v < normals.size(); ++v) {
    if (whole.labels[v] == fdi && normals[v].dot(inwards) > 0.3)
      after.mesh.vertices[v] -= depth_mm * normals[v];
  }
  shorten_label(before, fdi, short_mm);
  shorten_label(after, fdi, short_mm);
  const ScanComparison found = compared(noisy(before, 0.01, 1), moved(noisy(after, 0.01, 2), random_pose(3)));
  ASSERT_TRUE(found.determined());
  const ToothChange& tooth = tooth_of(found, fdi);
  EXPECT_FALSE(has_moved(tooth));  // the lip's side slides along itself
  EXPECT_NEAR(tooth.change->lost_mm3.value, lost_mm3, 0.25 * lost_mm3);
}

TEST(Explanations, a_surface_grown_evenly_in_its_pose_has_grown_evenly) {
  const LabelledMesh before = scanned_teeth(25000, 1, 1).upper;
  LabelledMesh after = before;
  const std::vector<Eigen::Vector3d> normals = vertex_normals(after.mesh.vertices, after.mesh.faces);
  for (std::size_t v = 0; v < normals.size(); ++v) after.mesh.vertices[v] += 0.1 * normals[v];
  const ScanComparison found = compared(before, after, {.before_from_after = Eigen::Isometry3d::Identity()});
  EXPECT_LT(found.noise.smooth_mm, 0.02);
  for (const ToothChange& tooth : found.teeth) {
    EXPECT_FALSE(has_moved(tooth)) << tooth.fdi;
    EXPECT_NEAR(tooth.layer_mm, 0.1, 0.005) << tooth.fdi;
    EXPECT_TRUE(tooth.change->gained_mm3.beyond_noise()) << tooth.fdi;
  }
}

TEST(Explanations, one_scale_is_named) {
  const LabelledMesh before = noisy(scanned_teeth(25000, 1, 1).upper, 0.01, 1);
  for (const double factor : testing::samples({1.005, 0.99})) {
    LabelledMesh after = noisy(scanned_teeth(25000, 1, 2).upper, 0.01, 2);
    for (Eigen::Vector3d& vertex : after.mesh.vertices) vertex *= factor;
    const ScanComparison found = compared(before, moved(after, random_pose(3)));
    expect_no_single_tooth(found);
    EXPECT_EQ(found.explanation, Explanation::scale);
    EXPECT_TRUE(found.scale.stated);
    EXPECT_NEAR(found.scale.factor, factor, 0.0005);
  }
}

TEST(Explanations, a_smooth_spread_of_the_arch_changes_no_single_tooth) {
  const LabelledMesh before = noisy(scanned_teeth(25000, 1, 1).upper, 0.01, 1);
  for (const double spread_mm : {0.05, 0.15}) {
    LabelledMesh after = noisy(scanned_teeth(25000, 1, 2).upper, 0.01, 2);
    const Bounds box = bounds_of(after.mesh);
    for (Eigen::Vector3d& vertex : after.mesh.vertices) {
      const double back = (vertex.y() - box.min.y()) / box.size().y();
      vertex.x() += std::copysign(spread_mm * back * back, vertex.x() - box.centre().x());
    }
    const ScanComparison found = compared(before, moved(after, random_pose(3)));
    expect_no_single_tooth(found);
    if (spread_mm < 0.1) {
      EXPECT_TRUE(found.distortion_mm.has_value());
    }
  }
}

TEST(Explanations, deep_breaks_have_the_volume_between_the_surfaces) {
  for (const auto& [fdi, depth_mm] : testing::samples({std::pair{36, 4.0}, {41, 2.0}, {46, 1.0}})) {
    const LabelledMesh before = noisy(scanned_teeth(25000, 1, 1).lower, 0.01, 1);
    LabelledMesh after = scanned_teeth(25000, 1, 2).lower;
    const WearFacet break_off = wear_tooth(after, fdi, facing_of_tooth(after, fdi), depth_mm);
    const ScanComparison found = compared(before, moved(noisy(after, 0.01, 2), random_pose(3)));
    const ChangeFigure& lost = tooth_of(found, fdi).change->lost_mm3;
    // Neighbours are nearer than the break is deep.
    EXPECT_NEAR(tooth_of(found, fdi).change->deepest_loss_mm.value, depth_mm,
                (fdi == 41 ? 0.1 : 0.05) * depth_mm)
        << fdi;
    // Faces of this size cut the edges of incisors, by a tenth of what is above the break, and cusps by a twentieth.
    const double share = fdi == 41 ? 0.12 : 0.06;
    EXPECT_NEAR(lost.value, break_off.volume_mm3, share * break_off.volume_mm3) << fdi;
    if (fdi == 41) continue;
    EXPECT_LE(lost.interval[0], break_off.volume_mm3) << fdi;
    EXPECT_GE(lost.interval[1], break_off.volume_mm3) << fdi;
  }
}

TEST(Explanations, breaks_are_as_deep_and_large_as_what_is_lost) {
  const Eigen::Vector3d tilted = Eigen::Vector3d(0.2, -0.3, 1).normalized(),
                        level = Eigen::Vector3d(0, -0.3, 1).normalized();
  // Corners of incisors within 1.2 mm of a neighbour are not measured: a tilted break would be deepest there.
  for (const auto& [fdi, depth_mm, across] :
       testing::samples({std::tuple{36, 3.0, tilted}, {33, 2.5, tilted}, {41, 1.5, level}})) {
    const LabelledMesh before = noisy(scanned_teeth(60000, 1, 1).lower, 0.015, 1);
    LabelledMesh after = scanned_teeth(60000, 1, 2).lower;
    const testing::BrokenTooth truth = testing::break_tooth(after, fdi, across, depth_mm);
    const ScanComparison found = compared(before, moved(noisy(after, 0.015, 2), random_pose(3)));
    EXPECT_FALSE(has_moved(tooth_of(found, fdi))) << fdi;
    const LossAndGain& change = *tooth_of(found, fdi).change;
    for (const auto& [figure, lost] :
         {std::pair{change.lost_mm3, truth.lost_mm3}, {change.deepest_loss_mm, truth.depth_mm}}) {
      EXPECT_NEAR(figure.value, lost, 0.05 * lost) << fdi;
      EXPECT_LE(figure.interval[0], lost) << fdi;
      EXPECT_GE(figure.interval[1], lost) << fdi;
    }
  }
}

TEST(Explanations, teeth_that_all_moved_outwards_moved_against_the_gum) {
  const LabelledMesh before = scanned_teeth(25000, 1, 1).upper;
  LabelledMesh after = scanned_teeth(25000, 1, 2).upper;
  for (std::size_t v = 0; v < after.labels.size(); ++v) {  // the gum stays
    if (after.labels[v] != 0)
      after.mesh.vertices[v].x() += side_of(after.labels[v]) == PatientSide::left ? 1.5 : -1.5;
  }
  const ScanComparison found = compared(noisy(before, 0.01, 1), noisy(after, 0.01, 2));
  ASSERT_TRUE(found.determined());
  EXPECT_LT(testing::greatest_error_mm(before.mesh, found.before_from_after(), Eigen::Isometry3d::Identity()),
            0.1);
  ASSERT_TRUE(found.teeth_against_gum.has_value());
  EXPECT_NEAR(found.teeth_against_gum->moved_mm, 1.5, 0.1);
  for (const ToothChange& tooth : found.teeth) EXPECT_TRUE(has_moved(tooth)) << tooth.fdi;
}

TEST(Explanations, random_changes_of_every_kind_are_read) {
  using enum testing::ChangeKind;
  for (const testing::ChangeKind kind : testing::samples(
           {movement, none, distortion, facet, fracture, deposit, layer, missing, added, scale})) {
    const testing::ChangeOutcome one = testing::read_change(kind, 3);
    SCOPED_TRACE(one.what);
    EXPECT_TRUE(one.determined);
    EXPECT_EQ(one.false_changes, 0);
    EXPECT_EQ(one.wrong_kind, 0);
  }
}

}  // namespace
}  // namespace intercusp
