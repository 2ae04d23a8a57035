#include "occlusion/registration/compare_scans.h"

#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include <bit>

#include "occlusion/base/angles.h"
#include "occlusion/case/fdi.h"
#include "occlusion/geometry/shapes.h"
#include "tests/occlusion/registration/scan_pairs.h"
#include "tests/occlusion/registration/tooth_of.h"
#include "tests/support/wide.h"

namespace intercusp {
namespace {

using testing::moved;

std::shared_ptr<const JawScan> shared(LabelledMesh surface) {
  return std::make_shared<const JawScan>(scan_of(std::move(surface)));
}

double in_files(const ChangeFigure& figure) { return figure.beyond_noise().value_or(0); }

//! Facets on cusps and edges, cut across the tooth and tilted to the side.
std::map<int, WearFacet> wear_teeth(LabelledMesh& scan, const std::map<int, double>& depths_mm) {
  std::map<int, WearFacet> facets;
  for (const auto& [fdi, depth_mm] : depths_mm) {
    const Eigen::Vector3d direction = facing_of_tooth(scan, fdi) + 0.3 * Eigen::Vector3d::UnitX();
    facets[fdi] = wear_tooth(scan, fdi, direction.normalized(), depth_mm);
  }
  return facets;
}

TEST(CompareScans, worn_teeth_are_found_and_no_others) {
  for (const double noise_mm : {0.01, 0.03}) {
    for (const std::uint64_t seed : testing::samples({1, 2})) {
      const LabelledMesh before = noisy(scanned_teeth(150000, seed, 1).upper, noise_mm, 11);
      LabelledMesh after = scanned_teeth(150000, seed, 2).upper;
      const auto facets =
          wear_teeth(after, {{16, 0.2}, {14, 0.1}, {11, 0.05}, {23, 0.15}, {26, 0.05}, {27, 0.02}});
      const ScanComparison found =
          compare_scans(shared(before), shared(moved(noisy(after, noise_mm, 12), random_pose(seed))));
      ASSERT_TRUE(found.determined());
      for (const ToothChange& tooth : found.teeth) {
        ASSERT_TRUE(tooth.change.has_value()) << tooth.fdi;
        const ChangeFigure &lost_mm3 = tooth.change->lost_mm3, &deepest_mm = tooth.change->deepest_loss_mm;
        EXPECT_EQ(in_files(tooth.change->gained_mm3), 0) << tooth.fdi;
        const auto facet = facets.find(tooth.fdi);
        if (facet == facets.end()) {
          EXPECT_EQ(in_files(lost_mm3), 0) << tooth.fdi;
          EXPECT_EQ(in_files(deepest_mm), 0) << tooth.fdi;
          continue;
        }
        const double error_mm3 = std::abs(in_files(lost_mm3) - facet->second.volume_mm3);
        const double error_mm = std::abs(in_files(deepest_mm) - facet->second.depth_mm);
        // With more noise facets of half a square millimetre and 0.06 mm³ are not told from it.
        EXPECT_LT(error_mm3, noise_mm < 0.02 ? 0.05 : 0.065)
            << "tooth " << tooth.fdi << " noise " << noise_mm;
        // Narrower ones have a vertex or two, and with more noise are not told from it.
        const double wide_mm2 = noise_mm < 0.02 ? 0.5 : 1;
        if (facet->second.area_mm2 > wide_mm2) {
          EXPECT_LT(error_mm, 0.03) << "tooth " << tooth.fdi << " noise " << noise_mm << " area "
                                    << facet->second.area_mm2;
        }
      }
    }
  }
}

TEST(CompareScans, where_nothing_changed_nothing_is_reported) {
  for (const std::uint64_t run : testing::samples({1, 2, 3, 4, 5, 6, 7, 8}, 2)) {
    const bool upper = run % 2 == 0;
    const double noise_mm = run % 4 < 2 ? 0.01 : 0.03;
    const auto scan = [&](std::uint64_t mesh) {
      const Dentition& teeth = scanned_teeth(60000, run % 3 + 1, mesh);
      return noisy(upper ? teeth.upper : teeth.lower, noise_mm, 100 * run + mesh);
    };
    const ScanComparison found = compare_scans(shared(scan(1)), shared(moved(scan(2), random_pose(run))));
    ASSERT_TRUE(found.determined());
    EXPECT_TRUE(found.left_out_teeth.empty()) << run << " tooth " << found.left_out_teeth.front();
    ASSERT_EQ(found.teeth.size(), 14U);
    for (const ToothChange& tooth : found.teeth) {
      EXPECT_EQ(in_files(tooth.change->lost_mm3), 0) << run << " tooth " << tooth.fdi;
      EXPECT_EQ(in_files(tooth.change->gained_mm3), 0) << run << " tooth " << tooth.fdi;
    }
  }
}

TEST(CompareScans, teeth_that_moved_are_told_in_their_own_axes) {
  for (const std::uint64_t seed : testing::samples({1, 2, 3})) {
    const LabelledMesh before = noisy(scanned_teeth(100000, seed, 1).upper, 0.01, 11);
    LabelledMesh after = scanned_teeth(100000, seed, 2).upper;
    const std::vector<ToothAxes> axes = axes_of_teeth(in_order(scan_of(before)));
    std::map<int, Eigen::Isometry3d> motions;
    SeededRandom random(seed);
    for (const int fdi : {16, 14, 12, 21, 24, 27}) {
      const double shift_mm = random.uniform(0.1, 2), turn_deg = random.uniform(1, 10);
      motions[fdi] = testing::small_motion(random.bits(), shift_mm, turn_deg, tooth_named(axes, fdi)->origin);
      move_tooth(after, fdi, motions[fdi]);
    }
    const ScanComparison found =
        compare_scans(shared(before), shared(moved(noisy(after, 0.01, 12), random_pose(seed))));
    ASSERT_TRUE(found.determined());
    std::vector<int> expected;
    for (const auto& [fdi, motion] : motions) expected.push_back(fdi);
    EXPECT_EQ(found.left_out_teeth, expected);
    for (const auto& [fdi, motion] : motions) {
      const auto& movement = tooth_of(found, fdi).movement;
      ASSERT_TRUE(movement.has_value());
      const ToothAxes& tooth = *tooth_named(axes, fdi);
      const Eigen::Vector3d middle = *tooth_of(found, fdi).middle;
      const Eigen::Vector3d shift = motion * middle - middle;
      const double error_mm = std::hypot(movement->buccal_mm.value - shift.dot(tooth.buccal),
                                         movement->mesial_mm.value - shift.dot(tooth.mesial),
                                         movement->occlusal_mm.value - shift.dot(tooth.occlusal));
      const double error_deg = testing::turn_error_deg(movement->motion, motion);
      EXPECT_LT(error_mm, 0.05) << fdi;
      EXPECT_LT(error_deg, 0.5) << fdi;
    }
    for (const ToothChange& tooth : found.teeth) EXPECT_EQ(in_files(tooth.change->lost_mm3), 0) << tooth.fdi;
  }
}

TEST(CompareScans, gum_may_change_and_patients_may_not) {
  const LabelledMesh before = noisy(scanned_teeth(60000, 1, 1).upper, 0.01, 11);
  for (const double grown_mm : {0.1, 0.3}) {
    LabelledMesh after = scanned_teeth(60000, 1, 2).upper;
    grow_gum(after, grown_mm);
    const Eigen::Isometry3d truth = random_pose(4);
    const LabelledMesh moved_after = moved(noisy(after, 0.01, 12), truth.inverse());
    const ScanComparison found = compare_scans(shared(before), shared(moved_after));
    ASSERT_TRUE(found.determined());
    EXPECT_EQ(found.gum_fits, grown_mm < 0.2);
    EXPECT_LT(testing::greatest_error_mm(moved_after.mesh, found.before_from_after(), truth), 0.01);
    EXPECT_TRUE(found.left_out_teeth.empty());
    for (const ToothChange& tooth : found.teeth) EXPECT_EQ(in_files(tooth.change->lost_mm3), 0) << tooth.fdi;
  }
  for (const std::uint64_t other : testing::samples({2, 3})) {
    EXPECT_FALSE(compare_scans(shared(before), shared(scanned_teeth(60000, other, 2).upper)).determined());
  }
}

TEST(CompareScans, estimated_numbers_are_those_of_the_scan_before) {
  const LabelledMesh before = scanned_teeth(40000, 1, 1).upper;
  LabelledMesh after = moved(scanned_teeth(40000, 1, 2).upper, random_pose(3));
  for (int& label : after.labels) {  // the right side is counted from one tooth further back; 17 is missed
    if (side_of(label) == PatientSide::right) label = label == 17 ? 0 : label + 1;
  }
  const auto compared = [&](bool estimated) {
    return compare_scans(shared(before), shared(after), {.numbers_estimated = estimated});
  };
  const ScanComparison found = compared(true);
  ASSERT_TRUE(found.determined());
  EXPECT_TRUE(found.left_out_teeth.empty());
  EXPECT_EQ(tooth_of(found, 17).state, ToothState::unchanged) << "the scan after shows it without its number";
  EXPECT_TRUE(tooth_of(found, 16).movement.has_value());
  EXPECT_FALSE(tooth_of(compared(false), 11).movement.has_value());
}

TEST(CompareScans, signs_of_movement_are_those_of_the_words) {
  LabelledMesh after = scanned_teeth(60000, 1, 1).upper;
  const LabelledMesh before = after;
  const ToothAxes tooth = *tooth_named(axes_of_teeth(in_order(scan_of(before))), 15);
  const auto about = [&](const Eigen::Vector3d& from, const Eigen::Vector3d& to, double deg) {
    return Eigen::AngleAxisd(deg * rad_per_deg, from.cross(to));
  };
  const Eigen::Isometry3d turn(about(tooth.occlusal, tooth.buccal, 3));  // the crown leans buccally
  move_tooth(after, 15,
             Eigen::Translation3d(tooth.origin + 0.4 * tooth.mesial - 0.3 * tooth.occlusal) * turn *
                 Eigen::Translation3d(-tooth.origin));
  const ScanComparison found = compare_scans(shared(before), shared(after));
  const ToothMovement& movement = *tooth_of(found, 15).movement;
  // The middle of the surface lies beside that of the extents, about which the crown was turned.
  const Eigen::Vector3d middle = *tooth_of(found, 15).middle, turned = turn * (middle - tooth.origin);
  const Eigen::Vector3d beside = turned - (middle - tooth.origin);
  EXPECT_NEAR(movement.mesial_mm.value, 0.4 + beside.dot(tooth.mesial), 0.005);
  EXPECT_NEAR(movement.occlusal_mm.value, -0.3 + beside.dot(tooth.occlusal), 0.005);
  EXPECT_NEAR(movement.buccal_mm.value, beside.dot(tooth.buccal), 0.005);
  EXPECT_NEAR(movement.torque_rad.value, 3 * rad_per_deg, 0.1 * rad_per_deg);
  EXPECT_NEAR(movement.tip_rad.value, 0, 0.1 * rad_per_deg);
  EXPECT_NEAR(movement.rotation_rad.value, 0, 0.1 * rad_per_deg);
  // 15 is on the patient's right: buccal is −x in LPS, mesial forwards.
  EXPECT_LT(tooth.buccal.x(), -0.5);
  EXPECT_LT(tooth.mesial.y(), -0.3);
}

TEST(CompareScans, change_at_vertices_is_that_of_a_ball_that_shrinks) {
  const auto ball = [](double radius_mm, int rings) {
    return std::make_shared<const JawScan>(JawScan{shapes::sphere({0, 0, 0}, radius_mm, rings), {}});
  };
  const ScanComparison found =
      compare_scans(ball(5, 150), ball(4.9, 160), {.before_from_after = Eigen::Isometry3d::Identity()});
  ASSERT_TRUE(found.determined());
  for (const double change_mm : found.before_change_mm) EXPECT_NEAR(change_mm, -0.1, 0.001);
  for (const double change_mm : found.after_change_mm) EXPECT_NEAR(change_mm, -0.1, 0.001);
  EXPECT_TRUE(found.teeth.empty());
}

TEST(CompareScans, gives_the_same_bits_for_any_number_of_threads_and_order_of_vertices) {
  const LabelledMesh before = noisy(scanned_teeth(20000, 1, 1).upper, 0.01, 11);
  const LabelledMesh after = noisy(scanned_teeth(20000, 1, 2).upper, 0.01, 12);
  const ScanComparison first = compare_scans(shared(before), shared(after));
  LabelledMesh other_before = before, other_after = after;
  shuffle(other_before, 5);
  shuffle(other_after, 6);
  const tbb::global_control one(tbb::global_control::max_allowed_parallelism, 1);
  const ScanComparison second = compare_scans(shared(other_before), shared(other_after));
  EXPECT_EQ(first.before_from_after().matrix(), second.before_from_after().matrix());
  const auto sorted_bits = [](const std::vector<double>& values) {
    std::vector<std::uint64_t> bits;
    for (const double value : values)
      bits.push_back(std::isnan(value) ? 0 : std::bit_cast<std::uint64_t>(value));
    std::ranges::sort(bits);
    return bits;
  };
  EXPECT_EQ(sorted_bits(first.before_change_mm), sorted_bits(second.before_change_mm));
  EXPECT_EQ(sorted_bits(first.after_change_mm), sorted_bits(second.after_change_mm));
}

}  // namespace
}  // namespace intercusp
