#include "occlusion/registration/refine.h"

#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include <Eigen/Dense>
#include <cstdlib>
#include <map>

#include "datasets/seeded_random.h"
#include "occlusion/geometry/closest_on_triangle.h"
#include "tests/occlusion/registration/scan_pairs.h"

namespace intercusp {
namespace {

using testing::greatest_error_mm;
using testing::moved;
using testing::small_motion;
using testing::turn_error_deg;

MatchSurface surface_of(const LabelledMesh& scan) { return {scan.mesh.vertices, scan.mesh.faces}; }

TEST(Refine, finds_the_pose_of_another_triangulation_with_noise_to_three_micrometres) {
  for (const std::uint64_t seed : {1, 2, 3}) {
    const LabelledMesh before = noisy(scanned_teeth(60000, seed, 1).upper, 0.01, 11);
    const Eigen::Isometry3d truth = random_pose(seed);  // before_from_after
    const LabelledMesh after = moved(noisy(scanned_teeth(60000, seed, 2).upper, 0.01, 12), truth.inverse());
    const MatchSurface fixed = surface_of(before), moving = surface_of(after);
    const Refined refined = refine(fixed, moving, small_motion(seed, 1, 3, fixed.centre()) * truth);
    EXPECT_LT(greatest_error_mm(after.mesh, refined.fixed_from_moving, truth), 0.003) << "seed " << seed;
    EXPECT_LT(turn_error_deg(refined.fixed_from_moving, truth), 0.005);
    EXPECT_GT(refined.kept_share, 0.95);
    EXPECT_GT(refined.patches_alike, 0.99);
  }
}

TEST(Refine, copies_agree_to_a_nanometre) {
  const LabelledMesh& before = scanned_teeth(20000, 1, 1).lower;
  const Eigen::Isometry3d truth = random_pose(8);
  const LabelledMesh after = moved(before, truth.inverse());
  const Refined refined =
      refine(surface_of(before), surface_of(after), small_motion(4, 0.5, 1, {0, 0, 0}) * truth);
  EXPECT_LT(greatest_error_mm(after.mesh, refined.fixed_from_moving, truth), 1e-6);
}

//! Eight of 28 teeth move and gum grows: nearly a third of the surface.
LabelledMesh with_a_third_changed(LabelledMesh scan, std::uint64_t seed) {
  SeededRandom random(seed);
  for (const int fdi : {17, 15, 14, 12, 21, 23, 25, 26}) {
    const Eigen::Isometry3d motion = small_motion(
        random.bits(), random.uniform(0.1, 1), random.uniform(0, 4),
        scan.mesh
            .vertices[static_cast<std::size_t>(std::ranges::find(scan.labels, fdi) - scan.labels.begin())]);
    move_tooth(scan, fdi, motion);
  }
  return scan;
}

TEST(Refine, a_third_of_the_surface_may_change) {
  for (const std::uint64_t seed : {1, 2, 3}) {
    const LabelledMesh before = noisy(scanned_teeth(60000, seed, 1).upper, 0.01, 11);
    const LabelledMesh after =
        noisy(with_a_third_changed(scanned_teeth(60000, seed, 2).upper, seed), 0.01, 12);
    const MatchSurface fixed = surface_of(before), moving = surface_of(after);
    const Refined refined = refine(fixed, moving, small_motion(seed, 1, 3, fixed.centre()));
    EXPECT_LT(greatest_error_mm(after.mesh, refined.fixed_from_moving, Eigen::Isometry3d::Identity()), 0.02);
    EXPECT_LT(turn_error_deg(refined.fixed_from_moving, Eigen::Isometry3d::Identity()), 0.05);
    EXPECT_LT(refined.kept_share, 0.9);
  }
}

TEST(Refine, gives_the_same_bits_for_any_number_of_threads_and_order_of_vertices) {
  const LabelledMesh before = noisy(scanned_teeth(20000, 1, 1).upper, 0.01, 11);
  const LabelledMesh after = noisy(scanned_teeth(20000, 1, 2).upper, 0.01, 12);
  const auto pose_of = [&](const LabelledMesh& a, const LabelledMesh& b) {
    return refine(surface_of(a), surface_of(b), small_motion(3, 0.5, 1, {0, 0, 0}))
        .fixed_from_moving.matrix();
  };
  const Eigen::Matrix4d first = pose_of(before, after);
  LabelledMesh other_before = before, other_after = after;
  shuffle(other_before, 5);
  shuffle(other_after, 6);
  const tbb::global_control one(tbb::global_control::max_allowed_parallelism, 1);
  EXPECT_EQ(first, pose_of(other_before, other_after));
}

//! The 95 % intervals of shift and turn of many pairs that contain the truth. INTERCUSP_COVERAGE_RUNS=1000 measures
//! the share, 0.934 when this was written; a few runs tell an error a third too small.
TEST(Refine, intervals_contain_the_truth_as_often_as_they_say) {
  const char* const asked = std::getenv("INTERCUSP_COVERAGE_RUNS");
  const int runs = asked != nullptr ? std::atoi(asked) : 40;
  const double tolerance = asked != nullptr ? 0.02 : 0.045;
  int contained = 0, intervals = 0;
  for (int run = 0; run < runs;) {
    std::vector<std::uint64_t> seeds;
    for (std::uint64_t i = 0; i < 40; ++i) seeds.push_back(1000 + 40 * static_cast<std::uint64_t>(run) + i);
    const std::vector<Dentition> scans =
        make_dentitions({.triangles = 10000, .seed = static_cast<std::uint64_t>(run / 20)}, seeds);
    for (std::size_t i = 0; i + 1 < scans.size() && run < runs; i += 2) {
      for (const bool upper : {true, false}) {
        const auto jaw = [&](const Dentition& d) { return upper ? d.upper : d.lower; };
        const LabelledMesh before = noisy(jaw(scans[i]), 0.02, 2 * seeds[i]);
        const LabelledMesh after = noisy(jaw(scans[i + 1]), 0.02, 2 * seeds[i] + 1);
        const MatchSurface fixed = surface_of(before), moving = surface_of(after);
        const Refined refined = refine(fixed, moving, small_motion(seeds[i], 0.2, 0.5, fixed.centre()));
        const PoseVector error =
            pose_difference(Eigen::Isometry3d::Identity(), refined.fixed_from_moving, refined.error.centre);
        for (int k = 0; k < 6; ++k) {
          const double half = refined.error.interval_factor() * std::sqrt(refined.error.covariance(k, k));
          ++intervals;
          if (std::abs(error[k]) <= half) ++contained;
        }
        ++run;
      }
    }
  }
  const double share = static_cast<double>(contained) / intervals;
  RecordProperty("share", std::to_string(share));
  EXPECT_NEAR(share, 0.95, tolerance);
}

struct Row {
  PoseVector row;
  double residual_mm, weight;
};

//! The change of pose that makes the rows' residuals least, those beyond the limit left out.
PoseVector trimmed_change(const std::vector<const std::vector<Row>*>& patches, double limit_mm) {
  PoseVector change = PoseVector::Zero();
  for (int round = 0; round < 4; ++round) {
    PoseMatrix left = PoseMatrix::Zero();
    PoseVector right = PoseVector::Zero();
    for (const std::vector<Row>* patch : patches) {
      for (const Row& row : *patch) {
        if (std::abs(row.residual_mm + row.row.dot(change)) > limit_mm) continue;
        left += row.weight * row.row * row.row.transpose();
        right -= row.weight * row.residual_mm * row.row;
      }
    }
    change = left.fullPivLu().solve(right);
  }
  return change;
}

//! Another way to the error: patches are drawn again and again, and the pose is solved for each time.
TEST(Refine, the_covariance_is_that_of_a_bootstrap_over_patches) {
  const LabelledMesh before = noisy(scanned_teeth(20000, 2, 1).lower, 0.02, 11);
  const LabelledMesh after = noisy(scanned_teeth(20000, 2, 2).lower, 0.02, 12);
  const MatchSurface fixed = surface_of(before), moving = surface_of(after);
  const Refined refined = refine(fixed, moving, Eigen::Isometry3d::Identity());
  std::map<std::tuple<long, long, long>, std::vector<Row>> patches;
  for (const SurfaceMatch& match : surface_matches(fixed, moving, refined.fixed_from_moving, 50000, 1)) {
    const Eigen::Vector3d cell = match.middle() / 5;
    PoseVector row;
    row << match.normal, (match.middle() - refined.error.centre).cross(match.normal);
    const double weight = match.area_mm2 / (1 + std::pow(match.chord_mm / refined.noise_mm, 2));
    patches[{std::lround(cell.x()), std::lround(cell.y()), std::lround(cell.z())}].push_back(
        {row, match.residual_mm, weight});
  }
  std::vector<const std::vector<Row>*> list;
  for (const auto& [cell, rows] : patches) list.push_back(&rows);
  constexpr int draws = 300;
  SeededRandom random(3);
  PoseVector sum = PoseVector::Zero(), squares = PoseVector::Zero();
  for (int draw = 0; draw < draws; ++draw) {
    std::vector<const std::vector<Row>*> drawn;
    for (std::size_t i = 0; i < list.size(); ++i) drawn.push_back(list[random.bits() % list.size()]);
    const PoseVector change = trimmed_change(drawn, 3 * refined.noise_mm);
    sum += change;
    squares += change.cwiseAbs2();
  }
  for (int k = 0; k < 6; ++k) {
    const double deviation = std::sqrt(squares[k] / draws - std::pow(sum[k] / draws, 2));
    const double ratio = std::sqrt(refined.error.covariance(k, k)) / deviation;
    EXPECT_GT(ratio, 0.75) << k;
    EXPECT_LT(ratio, 1.3) << k;
    RecordProperty("ratio_" + std::to_string(k), std::to_string(ratio));
  }
}

//! The closest points of all faces, one after the other.
TEST(MatchSurface, finds_the_closest_points_that_a_search_over_all_faces_finds) {
  const LabelledMesh& scan = scanned_teeth(10000, 1, 1).upper;
  const MatchSurface surface = surface_of(scan);
  SeededRandom random(9);
  std::vector<Eigen::Vector3d> points;
  for (int i = 0; i < 200; ++i) {
    Eigen::Vector3d point = scan.mesh.vertices[random.bits() % scan.mesh.vertices.size()];
    for (double& mm : point) mm += random.uniform(-1, 1);
    points.push_back(point);
  }
  const auto found = surface.closest(points, 5);
  for (std::size_t i = 0; i < points.size(); ++i) {
    double least = 1e9;
    for (const auto& [a, b, c] : scan.mesh.faces) {
      const auto& v = scan.mesh.vertices;
      least = std::min(least, (closest_on_triangle(points[i], v[a], v[b], v[c]).point - points[i]).norm());
    }
    ASSERT_TRUE(found[i].has_value());
    EXPECT_NEAR(found[i]->distance_mm, least, 1e-9);
    EXPECT_NEAR((found[i]->place - points[i]).norm(), least, 1e-9);
  }
}

}  // namespace
}  // namespace intercusp
