// Invariances: the pose of a case, the order of vertices and faces in its files, the fineness of the triangulation, and
// exchanging the jaws or the sides must not matter. Numbers of real scans stay within their stated errors.

#include <gtest/gtest.h>

#include <algorithm>
#include <numbers>
#include <numeric>
#include <random>

#include "io/case/import_jaw.h"
#include "occlusion/geometry/shapes.h"
#include "occlusion/inspect.h"
#include "tests/support/dentitions.h"
#include "tests/support/real_scans.h"
#include "tests/support/wide.h"

namespace intercusp {
namespace {

//! Rounding of coordinates of some 100 mm in double, through a few dozen operations.
constexpr double rounding_mm = 1e-9;

Inspection inspected(const Bite& bite, const Eigen::Vector3d& direction) {
  return inspect(prepare_case(bite), {.engine = EngineKind::zlist,
                                      .pixel_mm = 0.1,
                                      .direction = direction,
                                      .bite_error = {.poses = 0},
                                      .first_contact = false});
}

Eigen::Vector3d chosen_direction(const Bite& bite) {
  return inspect(prepare_case(bite), {.engine = EngineKind::zlist,
                                      .pixel_mm = 0.3,
                                      .surface_distance = false,
                                      .bite_error = {.poses = 0},
                                      .first_contact = false})
      .map.view.direction();
}

class Invariance : public ::testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    const std::filesystem::path folder = testing::real_scans() / GetParam();
    if (!std::filesystem::exists(folder)) GTEST_SKIP() << "no real scans at " << folder;
    const ImportOptions unnumbered = {.teeth = TeethSource::none};
    bite_ = {import_jaw((folder / "upper_open.ply").string(), Jaw::upper, unnumbered).solid,
             import_jaw((folder / "lower_open.ply").string(), Jaw::lower, unnumbered).solid};
    direction_ = chosen_direction(bite_);  // both pairs are in bite as registered
    before_ = inspected(bite_, direction_);
    ASSERT_TRUE(before_.surface && before_.surface->least);
    ASSERT_FALSE(before_.surface->contacts.lower.areas.empty());
  }

  //! The least distance within the rounding of its bounds, areas within the sum of their stated errors (95 % each).
  void expect_same(const Inspection& after, const std::vector<AreaTotal>& areas_before,
                   const std::vector<AreaTotal>& areas_after) const {
    const LeastDistance& least = *before_.surface->least;
    ASSERT_TRUE(after.surface && after.surface->least);
    EXPECT_LE(after.surface->least->bound_mm, least.distance_mm + rounding_mm);
    EXPECT_LE(least.bound_mm, after.surface->least->distance_mm + rounding_mm);
    ASSERT_EQ(areas_before.size(), areas_after.size());
    for (std::size_t i = 0; i < areas_before.size(); ++i) {
      const double error = areas_before[i].error_mm2.value_or(0) + areas_after[i].error_mm2.value_or(0);
      EXPECT_GT(error, 0);
      EXPECT_NEAR(areas_after[i].surface_mm2, areas_before[i].surface_mm2, error)
          << "up to " << areas_before[i].threshold_mm << " mm";
    }
  }

  void expect_same_lower(const Inspection& after) const {
    expect_same(after, before_.surface->contacts.lower.areas, after.surface->contacts.lower.areas);
    expect_same(after, before_.contacts.areas, after.contacts.areas);
  }

  Bite bite_;
  Eigen::Vector3d direction_;
  Inspection before_;
};

double angle_deg(const Eigen::Vector3d& one, const Eigen::Vector3d& other) {
  return std::atan2(one.cross(other).norm(), one.dot(other)) * 180 / std::numbers::pi;
}

std::shared_ptr<const Solid> with_mesh(const Solid& solid, TriangleMesh mesh) {
  Solid copy = solid;
  copy.mesh = std::move(mesh);
  return std::make_shared<const Solid>(std::move(copy));
}

std::shared_ptr<const Solid> moved(const Solid& solid, const Eigen::Isometry3d& motion) {
  TriangleMesh mesh = solid.mesh;
  for (Eigen::Vector3d& vertex : mesh.vertices) vertex = motion * vertex;
  return with_mesh(solid, std::move(mesh));
}

//! Vertices in any order, scanned faces in any order, each beginning at any corner.
std::shared_ptr<const Solid> shuffled(const Solid& solid, std::uint32_t seed) {
  std::mt19937 random(seed);
  std::vector<std::uint32_t> place(solid.mesh.vertices.size());
  std::iota(place.begin(), place.end(), 0U);
  std::ranges::shuffle(place, random);
  TriangleMesh mesh = solid.mesh;
  for (std::size_t i = 0; i < place.size(); ++i) mesh.vertices[place[i]] = solid.mesh.vertices[i];
  for (Face& face : mesh.faces) {
    for (std::uint32_t& corner : face) corner = place[corner];
    std::rotate(face.begin(), face.begin() + random() % 3, face.end());
  }
  std::shuffle(mesh.faces.begin(), mesh.faces.begin() + static_cast<std::ptrdiff_t>(solid.anatomy_faces),
               random);
  return with_mesh(solid, std::move(mesh));
}

//! Every face cut in four; the kinds of faces keep their order.
std::shared_ptr<const Solid> subdivided(const Solid& solid) {
  Solid copy = solid;
  copy.mesh = shapes::subdivided(solid.mesh);
  copy.anatomy_faces *= 4;
  copy.cap_faces *= 4;
  return std::make_shared<const Solid>(std::move(copy));
}

TEST_P(Invariance, a_rigid_motion_of_the_whole_case_changes_nothing) {
  Eigen::Isometry3d motion =
      Eigen::Translation3d(120, -340, 70) * Eigen::AngleAxisd(2.1, Eigen::Vector3d(1, -2, 0.5).normalized());
  const Bite other = {moved(*bite_.upper, motion), moved(*bite_.lower, motion)};
  expect_same_lower(inspected(other, motion.linear() * direction_));
}

TEST_P(Invariance, the_order_of_vertices_and_faces_changes_nothing) {
  expect_same_lower(inspected({shuffled(*bite_.upper, 1), shuffled(*bite_.lower, 2)}, direction_));
}

TEST_P(Invariance, cutting_every_face_in_four_changes_nothing) {
  expect_same_lower(inspected({subdivided(*bite_.upper), subdivided(*bite_.lower)}, direction_));
}

TEST_P(Invariance, the_direction_that_the_program_chooses_is_that_of_the_surface) {
  constexpr double settled_deg = 0.5;  // the search ends at turns below this
  const Bite finer = {subdivided(*bite_.upper), subdivided(*bite_.lower)};
  EXPECT_LT(angle_deg(chosen_direction(finer), direction_), settled_deg);
  const Bite mixed = {shuffled(*bite_.upper, 1), subdivided(*bite_.lower)};
  EXPECT_LT(angle_deg(chosen_direction(mixed), direction_), settled_deg);
}

TEST_P(Invariance, mirroring_changes_nothing) {
  expect_same_lower(inspected(testing::mirrored(bite_), {-direction_.x(), direction_.y(), direction_.z()}));
}

TEST_P(Invariance, exchanged_roles_exchange_the_sides) {
  const Inspection after = inspected({bite_.lower, bite_.upper}, -direction_);
  expect_same(after, before_.surface->contacts.upper, after.surface->contacts.lower.areas);
  expect_same(after, before_.surface->contacts.lower.areas, after.surface->contacts.upper);
}

INSTANTIATE_TEST_SUITE_P(Pairs, Invariance, ::testing::ValuesIn(testing::samples({"case-a", "case-b"})),
                         [](const auto& scan) { return std::string(scan.param) == "case-a" ? "a" : "b"; });

}  // namespace
}  // namespace intercusp
