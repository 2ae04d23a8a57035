#include "occlusion/particles/deposit.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "occlusion/geometry/shapes.h"

namespace intercusp {
namespace {

using SharedSolids = std::vector<SolidOrBody>;

constexpr double wide_beam_mm = 20;
constexpr std::uint64_t pass_droplets = 100'000;

SolidOrBody shared(TriangleMesh mesh) { return {std::make_shared<const Solid>(solid_of(std::move(mesh)))}; }

//! Along the direction, centred on the origin.
Spray pass_over(const SharedSolids& solids, const Eigen::Vector3d& direction,
                std::optional<double> cell_mm2 = std::nullopt) {
  return spray(
      solids,
      {.emitter = {.place = -50 * direction, .direction = direction, .opening = DiscBeam{wide_beam_mm}},
       .particles = pass_droplets,
       .cell_mm2 = cell_mm2});
}

SolidPass first_solid(const Spray& pass) { return {&pass.solids[0].samples, pass.options.particles}; }

TEST(Deposit, one_pass_covers_what_the_spray_reaches) {
  const SharedSolids plates = {shared(shapes::box({-10, -10, -1}, {10, 10, 0})),
                               shared(shapes::box({-4, -4, 10}, {4, 4, 11}))};
  const Spray pass = pass_over(plates, -Eigen::Vector3d::UnitZ());
  const std::array passes = {first_solid(pass)};
  const DepositCover cover = deposit_of(*plates[0].solid, passes, 0).whole;
  EXPECT_EQ(cover.area_mm2, pass.solids[0].coverage.area_mm2);
  EXPECT_EQ(cover.reached_mm2, pass.solids[0].coverage.reached_mm2);
  EXPECT_EQ(cover.thin_mm2, 0);
}

TEST(Deposit, passes_from_opposite_sides_add_up) {
  const SharedSolids plate = {shared(shapes::box({-10, -10, -1}, {10, 10, 0}))};
  const Spray above = pass_over(plate, -Eigen::Vector3d::UnitZ()),
              below = pass_over(plate, Eigen::Vector3d::UnitZ());
  const std::array both = {first_solid(above), first_solid(below)};
  const DepositCover cover = deposit_of(*plate[0].solid, both, 0).whole;
  EXPECT_NEAR(cover.reached_mm2, 800, 1e-6) << "top and bottom";
  EXPECT_NEAR(cover.bare_mm2(), 80, 1e-6) << "the walls";
}

TEST(Deposit, a_second_pass_makes_thin_places_thick) {
  const SharedSolids plate = {shared(shapes::box({-10, -10, -1}, {10, 10, 0}))};
  const Spray pass = pass_over(plate, -Eigen::Vector3d::UnitZ());
  const double per_mm2 = pass_droplets / (std::numbers::pi * wide_beam_mm * wide_beam_mm);
  const double between = 1.5 * per_mm2;  // one pass has less, two have more
  const std::array once = {first_solid(pass)};
  const std::array twice = {first_solid(pass), first_solid(pass)};
  EXPECT_NEAR(deposit_of(*plate[0].solid, once, between).whole.thin_mm2, 400, 1e-6);
  EXPECT_EQ(deposit_of(*plate[0].solid, twice, between).whole.thin_mm2, 0);
  EXPECT_EQ(std::ranges::count(deposit_of(*plate[0].solid, once, between).of_vertex, Cover::covered), 0);
}

TEST(Deposit, vertices_say_what_is_around_them) {
  const SharedSolids ball = {shared(shapes::sphere({0, 0, 0}, 5, 40))};
  const Spray pass = pass_over(ball, -Eigen::Vector3d::UnitZ());
  const std::array passes = {first_solid(pass)};
  const Deposit deposit = deposit_of(*ball[0].solid, passes, 1);
  for (std::size_t vertex = 0; vertex < deposit.of_vertex.size(); ++vertex) {
    const double height_mm = ball[0].solid->mesh.vertices[vertex].z();
    if (std::abs(height_mm) < 1) continue;  // the equator
    EXPECT_EQ(deposit.of_vertex[vertex], height_mm > 0 ? Cover::covered : Cover::bare) << height_mm;
  }
}

TEST(Deposit, a_solid_that_was_moved_between_passes_keeps_its_deposit) {
  const SharedSolids plate = {shared(shapes::fine_box({-10, -10, -1}, {10, 10, 0}, 0.5))};
  const double cell_mm2 = 0.125 / 5;  // of each face five, where nothing is rounded
  Eigen::Isometry3d pose = Eigen::Isometry3d::Identity();
  pose.rotate(Eigen::AngleAxisd(0.3, Eigen::Vector3d(1, 2, 3).normalized()))
      .pretranslate(Eigen::Vector3d(3, 1, 2));
  const SharedSolids moved = {shared(shapes::moved(plate[0].solid->mesh, pose))};
  const Spray first = pass_over(plate, -Eigen::Vector3d::UnitZ(), cell_mm2),
              second = pass_over(moved, -pose.linear().col(2), cell_mm2);
  const std::array both = {first_solid(first), first_solid(second)};
  EXPECT_NEAR(deposit_of(*plate[0].solid, both, 0).whole.reached_mm2, 400, 1e-6);
}

TEST(Deposit, passes_with_other_samples_are_refused) {
  const SharedSolids plate = {shared(shapes::box({-10, -10, -1}, {10, 10, 0}))};
  const Spray fine = pass_over(plate, Eigen::Vector3d::UnitZ()),
              coarse = pass_over(plate, Eigen::Vector3d::UnitZ(), 1);
  const std::array both = {first_solid(fine), first_solid(coarse)};
  EXPECT_THROW((void)deposit_of(*plate[0].solid, both, 0), std::invalid_argument);
}

}  // namespace
}  // namespace intercusp
