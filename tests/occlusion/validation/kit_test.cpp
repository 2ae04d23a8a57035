#include "occlusion/validation/kit/kit.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "occlusion/geometry/shapes.h"
#include "occlusion/validation/kit/facet_truth.h"
#include "occlusion/validation/kit/scenes.h"

namespace intercusp {
namespace {

// ---- The judgement ----

KitRow good_row(const std::string& engine) {
  return {.scene = "made up",
          .engine = engine,
          .edge_mm = 0.07,
          .pixel_mm = 0.05,
          .like_paper = true,
          .pixels = 100,
          .facets_max_mm = 1e-5,
          .paper_max_mm = 2e-4,
          .engines_apart_mm = 1e-5,
          .area_mm2 = 2.001,
          .adaptive_mm2 = 2.0001,
          .facets_mm2 = 2,
          .paper_mm2 = 2.002};
}
const KitSurfaceRow good_surface{
    .scene = "made up", .lower_mm2 = 1.001, .lower_paper_mm2 = 1, .upper_mm2 = 1, .upper_paper_mm2 = 1};
const KitChange good_change{.scene = "made up", .area_mm2 = 2, .half_mm2 = 1.99, .twice_mm2 = 2.01};

std::vector<KitCheck> judged(const KitRow& changed_row) {
  return judge({good_row("zlist"), changed_row}, {good_surface}, {good_change});
}
std::ptrdiff_t broken(const std::vector<KitCheck>& checks) {
  return std::ranges::count_if(checks, [](const KitCheck& check) { return !check.passed; });
}

TEST(KitJudgement, good_results_pass_every_check) { EXPECT_EQ(broken(judged(good_row("ray"))), 0); }

//! The single check that a falsified answer breaks, which names its place.
void expect_one_broken(const KitRow& falsified, KitBound what) {
  const std::vector<KitCheck> checks = judged(falsified);
  EXPECT_EQ(broken(checks), 1) << static_cast<int>(what);
  for (const KitCheck& check : checks) {
    if (check.passed) continue;
    EXPECT_EQ(check.what, what);
    EXPECT_EQ(check.where.scene, "made up");
    EXPECT_EQ(check.where.engine, "ray");
  }
}

TEST(KitJudgement, a_falsified_answer_breaks_its_check_alone) {
  KitRow row = good_row("ray");
  row.facets_max_mm = 0.0011;
  expect_one_broken(row, KitBound::clearance_to_facets);
  row = good_row("ray");
  row.paper_max_mm = 0.0011;
  expect_one_broken(row, KitBound::clearance_to_paper);
  row = good_row("ray");
  row.engines_apart_mm = 0.0011;
  expect_one_broken(row, KitBound::engines_apart);
  row = good_row("ray");
  row.missing = 1;
  expect_one_broken(row, KitBound::missing_pixels);
  row = good_row("ray");
  row.area_mm2 = 2 * 0.9949;
  row.paper_mm2 = row.area_mm2;
  expect_one_broken(row, KitBound::area_to_facets);
  row = good_row("ray");
  row.paper_mm2 = row.area_mm2 / 1.0051;
  expect_one_broken(row, KitBound::area_to_paper);
  row = good_row("ray");
  row.adaptive_mm2 = 2 * 1.0011;
  expect_one_broken(row, KitBound::adaptive_area);
}

TEST(KitJudgement, a_falsified_answer_of_a_command_breaks_its_check_alone) {
  const std::vector<KitAnswer> good = {{"interfere", "made up", "ray", KitAnswer::depth, 0.3, 0.3005},
                                       {"slide", "made up", "", KitAnswer::way, 1.5, 1.5},
                                       {"close", "made up", "", KitAnswer::way, 3, 3},
                                       {"spray", "made up", "", KitAnswer::share, 0.24, 0.241},
                                       {"spray", "made up", "", KitAnswer::way, 15.001, 15}};
  EXPECT_EQ(judge(good).size(), good.size());
  EXPECT_EQ(broken(judge(good)), 0);
  for (std::size_t i = 0; i < good.size(); ++i) {
    std::vector<KitAnswer> falsified = good;
    falsified[i].found *= 1.03;
    EXPECT_EQ(broken(judge(falsified)), 1) << i;
    falsified[i].found = std::nan("");
    EXPECT_EQ(broken(judge(falsified)), 1) << i;
  }
}

TEST(KitJudgement, what_is_not_a_number_or_was_not_compared_is_broken) {
  KitRow row = good_row("ray");
  row.facets_max_mm = std::numeric_limits<double>::quiet_NaN();
  expect_one_broken(row, KitBound::clearance_to_facets);
  KitRow first = good_row("zlist");
  first.facets_max_mm = row.facets_max_mm;
  EXPECT_EQ(broken(judge({first, good_row("ray")}, {good_surface}, {good_change})), 1)
      << "no later result hides it";
  row = good_row("ray");
  row.pixels = 0;
  expect_one_broken(row, KitBound::missing_pixels);
  const std::vector<KitCheck> nothing = judge({}, {}, {});
  EXPECT_EQ(broken(nothing), static_cast<std::ptrdiff_t>(nothing.size()));
  EXPECT_GT(nothing.size(), 0U);
}

TEST(KitJudgement, areas_of_large_pixels_and_coarse_meshes_on_paper_are_only_reported) {
  KitRow row = good_row("ray");
  row.pixel_mm = 0.1;
  row.area_mm2 = 1.9;
  EXPECT_EQ(broken(judged(row)), 0);
  row = good_row("ray");
  row.like_paper = false;
  row.paper_max_mm = 0.01;
  row.paper_mm2 = 3;
  EXPECT_EQ(broken(judged(row)), 0);
}

TEST(KitJudgement, surface_areas_and_changes_are_held_against_their_bounds) {
  KitSurfaceRow surface = good_surface;
  surface.upper_mm2 = 1.0051;
  EXPECT_EQ(broken(judge({good_row("zlist"), good_row("ray")}, {surface}, {good_change})), 1);
  KitChange change = good_change;
  change.half_mm2 = 2 * 0.979;
  EXPECT_EQ(broken(judge({good_row("zlist"), good_row("ray")}, {good_surface}, {change})), 1);
}

// ---- The truth of facets ----

TEST(FacetTruth, tilted_planes_have_the_strip_of_the_closed_form) {
  // Clearance 0.1 + x/10 over [0, 4] × [0, 3], turned by 30°: at most 0.3 up to x = 2.
  const auto turned = [](const TriangleMesh& mesh) {
    return shapes::moved(
        mesh, Eigen::Isometry3d(Eigen::AngleAxisd(std::numbers::pi / 6, Eigen::Vector3d::UnitZ())));
  };
  TriangleMesh upper = shapes::fine_box({0, 0, 0.1}, {4, 3, 2}, 0.7);
  for (Eigen::Vector3d& vertex : upper.vertices) vertex.z() += vertex.x() / 10.0;
  const TriangleMesh above = turned(upper), below = turned(shapes::fine_box({-1, -1, -2}, {5, 4, 0}, 0.9));
  const kit::FacetTruth truth(above, below);
  EXPECT_NEAR(truth.contact_area_mm2(0.3), 6, 1e-9);
  EXPECT_NEAR(truth.contact_area_mm2(0.05), 0, 1e-12);
  const Eigen::Vector2d place = Eigen::Rotation2Dd(std::numbers::pi / 6) * Eigen::Vector2d(1.23, 0.77);
  const auto reading = truth.at(place.x(), place.y());
  ASSERT_TRUE(reading);
  EXPECT_NEAR(reading->clearance_mm, 0.1 + 0.123, 1e-12);
  EXPECT_FALSE(truth.at(-3, 0)) << "only the plate is there";
}

TEST(FacetTruth, of_spheres_comes_to_the_closed_form_with_finer_facets) {
  const kit::KnownScene scene = kit::scenes()[2];
  double last_error = 1;
  for (const double edge_mm : {0.4, 0.2, 0.1}) {
    const kit::Bodies bodies = scene.bodies(edge_mm);
    const kit::FacetTruth truth(bodies.upper, bodies.lower);
    const double error = std::abs(truth.contact_area_mm2(scene.threshold_mm) / scene.area_mm2 - 1);
    EXPECT_LT(error, last_error) << edge_mm;
    last_error = error;
  }
  EXPECT_LT(last_error, 0.005);
}

// ---- The kit itself; LanguageProgram.the_kit_keeps_its_bounds… runs all of it ----

TEST(Kit, its_progress_never_goes_back) {
  double last = -1;
  const auto progress = [&](double done) {
    EXPECT_GE(done, last);
    last = done;
    if (done > 0.02) throw Cancelled();
  };
  EXPECT_THROW((void)run_kit(progress), Cancelled);
  EXPECT_GT(last, 0.02);
}

TEST(Kit, can_be_cancelled_before_its_first_scene) {
  EXPECT_THROW((void)run_kit([](double) { throw Cancelled(); }), Cancelled);
}

}  // namespace
}  // namespace intercusp
