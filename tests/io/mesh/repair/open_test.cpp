// Open meshes with known answers: which openings a patch closes, which skirt and base close, and the resulting inside.
#include <cmath>

#include "io/mesh/repair/make_solid.h"
#include "io/mesh/repair/steps.h"
#include "tests/io/mesh/repair/meshes.h"

namespace intercusp {
namespace {

using testing::expect_solid;
using testing::raw_of;
using testing::sheet;
using testing::soup_of;
using testing::together;
using testing::winding;
using testing::without_faces;

constexpr double base_depths = 1.25;  // depths of the base below the deepest point
constexpr double least_depth = 0.05;  // as a share of the size, for flat meshes

const auto everywhere = [](int, int) { return true; };
const auto flat = [](int, int) { return 0.0; };

RawMesh dome(const Eigen::Vector3d& centre, double radius, double cut_below) {
  return without_faces(raw_of(shapes::sphere(centre, radius, 16)),
                       [&](const Eigen::Vector3d& middle) { return middle.z() < centre.z() + cut_below; });
}

double area_of_polygon(double radius, int corners) {
  return 0.5 * corners * radius * radius * std::sin(2 * std::numbers::pi / corners);
}

TEST(RepairOfOpenMeshes, a_box_without_bottom_gets_skirt_and_base) {
  const RawMesh raw = without_faces(raw_of(shapes::box({0, 0, 0}, {10, 10, 10})),
                                    [](const Eigen::Vector3d& middle) { return middle.z() == 0; });
  const RepairedSolid repaired = make_solid(raw);
  EXPECT_EQ(repaired.solid.anatomy_faces, 10U);
  EXPECT_EQ(repaired.counts.closed_boundaries, 1U);
  EXPECT_EQ(repaired.counts.skirt_and_base_faces, 4U * 2 + 2);
  EXPECT_NEAR(signed_volume(repaired.solid.mesh), 100 * (10 + base_depths * 10), 1e-10);
  EXPECT_TRUE(repaired.remarks.empty());
  expect_solid(repaired);
}

TEST(RepairOfOpenMeshes, the_base_lies_away_from_the_bite_whichever_way_that_is) {
  const RawMesh raw = without_faces(raw_of(shapes::box({0, 0, 0}, {10, 10, 10})),
                                    [](const Eigen::Vector3d& middle) { return middle.x() == 10; });
  const RepairedSolid repaired = make_solid(raw);
  const Bounds bounds = bounds_of(repaired.solid.mesh);
  EXPECT_NEAR(bounds.min.x(), 0, 1e-12);
  EXPECT_NEAR(bounds.max.x(), 10 + base_depths * 10, 1e-12);
}

TEST(RepairOfOpenMeshes, half_a_sphere_stands_on_a_cylinder) {
  const RepairedSolid repaired = make_solid(dome({1, 2, 3}, 5, 0));
  const double half = 0.5 * signed_volume(shapes::sphere({1, 2, 3}, 5, 16));
  EXPECT_NEAR(signed_volume(repaired.solid.mesh), half + area_of_polygon(5, 32) * base_depths * 5, 1e-10);
  expect_solid(repaired);
}

TEST(RepairOfOpenMeshes, more_than_half_a_sphere_keeps_what_hangs_over_its_margin) {
  const RepairedSolid repaired = make_solid(dome({0, 0, 0}, 5, -3));
  expect_solid(repaired);
  EXPECT_EQ(winding(repaired.solid.mesh, {4.7, 0.1, 0.2}), 1);
  EXPECT_EQ(winding(repaired.solid.mesh, {0.1, 0.2, -8}), 1);
  EXPECT_EQ(winding(repaired.solid.mesh, {4.7, 0.1, -8}), 0);
}

TEST(RepairOfOpenMeshes, a_flat_sheet_becomes_a_block) {
  const RepairedSolid repaired = make_solid(sheet(10, 10, everywhere, flat));
  const double depth = least_depth * std::sqrt(200);
  EXPECT_NEAR(signed_volume(repaired.solid.mesh), 100 * base_depths * depth, 1e-10);
  expect_solid(repaired);
}

TEST(RepairOfOpenMeshes, a_ring_becomes_a_wall_round_an_empty_shaft) {
  const auto ring = [](int x, int y) { return x < 3 || x > 6 || y < 3 || y > 6; };
  const RepairedSolid repaired = make_solid(sheet(10, 10, ring, flat));
  expect_solid(repaired);
  EXPECT_EQ(repaired.counts.closed_boundaries, 2U);
  EXPECT_NEAR(signed_volume(repaired.solid.mesh), (100 - 16) * base_depths * least_depth * std::sqrt(200),
              1e-10);
  EXPECT_EQ(winding(repaired.solid.mesh, {1.3, 5.2, -0.4}), 1);
  EXPECT_EQ(winding(repaired.solid.mesh, {5.1, 5.2, -0.4}), 0);
  ASSERT_EQ(repaired.remarks.size(), 1U);
  EXPECT_EQ(repaired.remarks[0].code, "inner_boundary_closed");
  EXPECT_NEAR(repaired.remarks[0].number("length_mm"), 16, 1e-9);
  EXPECT_NEAR(repaired.remarks[0].number("x_mm"), 5, 1e-9);
  EXPECT_NEAR(repaired.remarks[0].number("y_mm"), 5, 1e-9);
  EXPECT_NEAR(repaired.remarks[0].number("z_mm"), 0, 1e-9);
}

TEST(RepairOfOpenMeshes, a_horseshoe_stands_on_a_horseshoe) {
  const auto horseshoe = [](int x, int y) { return x < 3 || x > 6 || y > 6; };
  const RepairedSolid repaired = make_solid(sheet(10, 10, horseshoe, flat));
  expect_solid(repaired);
  EXPECT_EQ(repaired.counts.closed_boundaries, 1U);
  // Two wall faces for each of the boundary's edges, and a cap of real triangles, without a fan's centre.
  const std::size_t edges = 40 + 2 * 7;
  EXPECT_EQ(repaired.counts.skirt_and_base_faces, 2 * edges + edges - 2);
  EXPECT_EQ(winding(repaired.solid.mesh, {1.3, 5.2, -0.4}), 1);
  EXPECT_EQ(winding(repaired.solid.mesh, {5.1, 5.2, -0.4}), 0);
}

TEST(RepairOfOpenMeshes, a_margin_that_crosses_itself_from_above_is_closed_too) {
  // A ramp of one and a half turns: where it lies over itself the winding number is 2.
  RawMesh ramp;
  constexpr std::uint32_t steps = 60;
  for (std::uint32_t i = 0; i <= steps; ++i) {
    const double turn = 3 * std::numbers::pi * i / steps;
    for (const double radius : {5.0, 8.0}) {
      ramp.vertices.emplace_back(radius * std::cos(turn), radius * std::sin(turn), 0.5 * turn);
    }
  }
  for (std::uint32_t i = 0; i < steps; ++i) {
    const std::uint32_t a = 2 * i;
    ramp.faces.push_back({a, a + 1, a + 3});
    ramp.faces.push_back({a, a + 3, a + 2});
  }
  const RepairedSolid repaired = make_solid(ramp);
  expect_solid(repaired);
  EXPECT_EQ(repaired.counts.closed_boundaries, 1U);
  const Eigen::Vector3d twice(0.3, 6.5, -0.2);
  const Eigen::Vector3d once(0.3, -6.5, -0.2);
  EXPECT_EQ(winding(repaired.solid.mesh, twice), 2);
  EXPECT_EQ(winding(repaired.solid.mesh, once), 1);
}

TEST(RepairOfOpenMeshes, the_shells_of_an_arch_share_one_base) {
  RawMesh arch;
  for (int tooth = 0; tooth < 14; ++tooth) {
    const double turn = std::numbers::pi * tooth / 13;
    arch = together(arch, dome({25 * std::cos(turn), 25 * std::sin(turn), 0.1 * tooth}, 4, 0));
  }
  const RepairedSolid repaired = make_solid(soup_of(arch));
  expect_solid(repaired);
  EXPECT_EQ(repaired.components, 14U);
  EXPECT_EQ(repaired.counts.closed_boundaries, 14U);
  const Bounds scan = bounds_of({arch.vertices, {}});
  const double base = -base_depths * (1.3 + 4);
  EXPECT_NEAR(bounds_of(repaired.solid.mesh).min.z(), base, 1e-9) << scan.size().transpose();
  for (std::size_t f = repaired.solid.anatomy_faces; f < repaired.solid.mesh.faces.size(); ++f) {
    for (const std::uint32_t v : repaired.solid.mesh.faces[f]) {
      const double z = repaired.solid.mesh.vertices[v].z();
      EXPECT_TRUE(std::abs(z - base) < 1e-9 || z > -1e-9) << z;
    }
  }
}

TEST(RepairOfOpenMeshes, a_shell_that_faces_away_from_the_bite_is_turned) {
  RawMesh arch = testing::inside_out(dome({0, 0, 0}, 3, 0));
  for (int tooth = 1; tooth < 5; ++tooth) arch = together(arch, dome({9.0 * tooth, 0, 0}, 4, 0));
  const RepairedSolid repaired = make_solid(arch);
  expect_solid(repaired);
  EXPECT_EQ(repaired.counts.flipped_components, 1U);
  EXPECT_EQ(winding(repaired.solid.mesh, {0.1, 0.2, 1.5}), 1);
}

TEST(RepairOfOpenMeshes, a_dome_whose_faces_run_at_random_bulges_outward) {
  for (unsigned seed = 1; seed <= 10; ++seed) {
    std::mt19937 random(seed);
    std::bernoulli_distribution flip(0.5);
    RawMesh raw = dome({0, 0, 0}, 5, 0);
    for (Face& face : raw.faces) {
      if (flip(random)) std::swap(face[0], face[1]);
    }
    const RepairedSolid repaired = make_solid(raw);
    expect_solid(repaired);
    EXPECT_LT(bounds_of(repaired.solid.mesh).min.z(), -5);
    EXPECT_EQ(winding(repaired.solid.mesh, {0.1, 0.2, 2}), 1);
  }
}

TEST(RepairOfOpenMeshes, a_small_hole_is_patched_as_anatomy) {
  const TriangleMesh body = shapes::fine_box({0, 0, 0}, {10, 10, 10}, 0.5);
  for (const double reach : {0.2, 0.4}) {  // one face; a square of two faces in the middle of a wall
    const Eigen::Vector3d spot =
        reach == 0.2 ? Eigen::Vector3d(5.0 + 1.0 / 3, 5.0 + 1.0 / 6, 10) : Eigen::Vector3d(5.25, 5.25, 10);
    const double near = reach == 0.2 ? 0.05 : 0.2;
    const RawMesh raw = without_faces(
        raw_of(body), [&](const Eigen::Vector3d& middle) { return (middle - spot).norm() < near; });
    const std::size_t missing = body.faces.size() - raw.faces.size();
    ASSERT_EQ(missing, reach == 0.2 ? 1U : 2U);
    const RepairedSolid repaired = make_solid(raw);
    EXPECT_EQ(repaired.counts.filled_holes, 1U);
    EXPECT_EQ(repaired.counts.faces_in_holes, missing);
    EXPECT_EQ(repaired.solid.anatomy_faces, body.faces.size());
    EXPECT_FALSE(repaired.closed_by_import);
    EXPECT_NEAR(signed_volume(repaired.solid.mesh), 1000, 1e-9);
    expect_solid(repaired);
  }
}

TEST(RepairOfOpenMeshes, a_hole_with_a_bend_in_it_is_patched_without_a_fold) {
  // An L of three cells of 0.25 mm: 2 mm around.
  const auto cells = [](int x, int y) {
    return !((x == 10 && y == 10) || (x == 11 && y == 10) || (x == 10 && y == 11));
  };
  RawMesh raw = sheet(30, 30, cells, flat);
  for (Eigen::Vector3d& vertex : raw.vertices) vertex *= 0.25;
  const RepairedSolid repaired = make_solid(raw);
  EXPECT_EQ(repaired.counts.filled_holes, 1U);
  EXPECT_EQ(repaired.counts.faces_in_holes, 6U);
  const double depth = least_depth * 7.5 * std::sqrt(2);
  EXPECT_NEAR(signed_volume(repaired.solid.mesh), 7.5 * 7.5 * base_depths * depth, 1e-10);
  for (std::size_t f = 0; f < repaired.solid.anatomy_faces; ++f) {
    EXPECT_GT(face_normal_twice_area(repaired.solid.mesh, f).z(), 0);
  }
  expect_solid(repaired);
}

TEST(RepairOfOpenMeshes, a_crack_at_a_t_junction_closes_without_a_face_without_area) {
  RawMesh raw = raw_of(shapes::box({0, 0, 0}, {10, 10, 10}));
  const auto [a, b, c] = raw.faces[0];
  const auto m = static_cast<std::uint32_t>(raw.vertices.size());
  raw.vertices.emplace_back(0.5 * (raw.vertices[a] + raw.vertices[b]));
  raw.vertices.emplace_back(0.25 * raw.vertices[a] + 0.75 * raw.vertices[b]);
  raw.faces[0] = {a, m, c};
  raw.faces.push_back({m, m + 1, c});
  raw.faces.push_back({m + 1, b, c});
  const RepairedSolid repaired = make_solid(raw);
  EXPECT_EQ(repaired.counts.filled_holes, 1U);
  EXPECT_FALSE(repaired.closed_by_import);
  EXPECT_NEAR(signed_volume(repaired.solid.mesh), 1000, 1e-10);
  EXPECT_NEAR(surface_area(repaired.solid.mesh), 600, 1e-10);
  for (std::size_t f = 0; f < repaired.solid.mesh.faces.size(); ++f) {
    EXPECT_GT(face_normal_twice_area(repaired.solid.mesh, f).norm(), 1);
  }
  expect_solid(repaired);
}

TEST(RepairOfOpenMeshes, a_large_hole_in_the_chewing_surface_is_a_shaft_and_is_remarked) {
  RawMesh raw =
      without_faces(dome({20, 0, 0}, 8, 0), [](const Eigen::Vector3d& middle) { return middle.z() > 6; });
  const RepairedSolid repaired = make_solid(raw);
  expect_solid(repaired);
  EXPECT_EQ(repaired.counts.closed_boundaries, 2U);
  EXPECT_EQ(winding(repaired.solid.mesh, {20.1, 0.2, 1}), 0);
  EXPECT_EQ(winding(repaired.solid.mesh, {27, 0.2, 1}), 1);
  ASSERT_EQ(repaired.remarks.size(), 1U);
  EXPECT_EQ(repaired.remarks[0].code, "inner_boundary_closed");
  EXPECT_NEAR(repaired.remarks[0].number("x_mm"), 20, 1e-9);
}

TEST(RepairOfOpenMeshes, a_socket_is_capped_where_it_is_and_the_crown_in_it_stays_as_it_is) {
  const auto gum = [](int x, int y) { return x < 8 || x > 11 || y < 8 || y > 11; };
  const RawMesh raw =
      together(sheet(20, 20, gum, flat), raw_of(shapes::box({7.5, 7.5, -1}, {12.5, 12.5, 6})));
  const RepairedSolid repaired = make_solid(raw);
  expect_solid(repaired);
  EXPECT_EQ(repaired.components, 2U);
  EXPECT_EQ(winding(repaired.solid.mesh, {2.1, 2.2, -3}), 1);
  EXPECT_EQ(winding(repaired.solid.mesh, {10.1, 10.2, 3}), 1);
  EXPECT_EQ(winding(repaired.solid.mesh, {10.1, 10.2, -0.5}), 2);
  EXPECT_EQ(winding(repaired.solid.mesh, {10.1, 10.2, -3}), 1);
  EXPECT_GT(repaired.solid.cap_faces, 0U);
  // The crown was closed: it is unchanged, and the base lies below it.
  EXPECT_LT(bounds_of(repaired.solid.mesh).min.z(), -1 - 7);
}

TEST(RepairOfOpenMeshes, one_triangle_alone_becomes_a_prism) {
  RawMesh raw;
  raw.vertices = {{0, 0, 0}, {0.9, 0, 0}, {0, 0.8, 0}};  // less than small_hole_mm around
  raw.faces = {{0, 1, 2}};
  const RepairedSolid repaired = make_solid(raw);
  expect_solid(repaired);
  EXPECT_EQ(repaired.counts.filled_holes, 0U);
  EXPECT_NEAR(signed_volume(repaired.solid.mesh), 0.36 * base_depths * least_depth * std::hypot(0.9, 0.8),
              1e-12);
}

TEST(RepairOfOpenMeshes, a_pipe_faces_no_side_and_is_closed_all_the_same) {
  const RawMesh raw = without_faces(
      raw_of(shapes::cylinder({0, 0, 0}, {0, 0, 10}, 4, 24)),
      [](const Eigen::Vector3d& middle) { return middle.z() < 1e-9 || middle.z() > 10 - 1e-9; });
  const RepairedSolid repaired = make_solid(raw);
  expect_solid(repaired);
  ASSERT_GE(repaired.remarks.size(), 1U);
  EXPECT_EQ(repaired.remarks[0].code, "direction_of_bite_guessed");
}

TEST(RepairOfOpenMeshes, a_sheet_in_two_copies_or_from_both_sides_is_one_sheet) {
  const RawMesh raw = sheet(10, 10, everywhere, flat);
  for (const RawMesh& again : {raw, testing::inside_out(raw)}) {
    const RepairedSolid repaired = make_solid(together(raw, again));
    EXPECT_EQ(repaired.counts.duplicate_faces, raw.faces.size());
    EXPECT_EQ(repaired.solid.mesh.faces, make_solid(raw).solid.mesh.faces);
  }
}

TEST(RepairOfOpenMeshes, sheets_that_touch_in_a_corner_get_a_boundary_each) {
  const auto bow_tie = [](int x, int y) { return (x < 5) == (y < 5); };
  const RepairedSolid repaired = make_solid(sheet(10, 10, bow_tie, flat));
  expect_solid(repaired);
  EXPECT_EQ(repaired.counts.split_vertices, 1U);
  EXPECT_EQ(repaired.counts.closed_boundaries, 2U);
  EXPECT_EQ(repaired.components, 2U);
}

TEST(RepairOfOpenMeshes, a_wall_on_a_sheet_comes_off_and_the_sheet_stays_one) {
  RawMesh raw = sheet(10, 10, everywhere, flat);
  const RawMesh wall = sheet(10, 2, everywhere, flat);
  RawMesh upright = wall;
  for (Eigen::Vector3d& v : upright.vertices) v = {5, v.x(), v.y()};
  const RepairedSolid repaired = make_solid(soup_of(together(raw, upright)));
  expect_solid(repaired);
  EXPECT_EQ(repaired.counts.split_edges, 10U);
  EXPECT_EQ(repaired.components, 2U);
  EXPECT_EQ(winding(repaired.solid.mesh, {2.1, 5.2, -1}), 1);
  EXPECT_EQ(winding(repaired.solid.mesh, {7.1, 5.2, -1}), 1);
}

TEST(RepairPatch, has_the_least_area_and_joins_no_corners_that_are_joined) {
  // A C with a narrow slit: short edges across the slit would cost a fold.
  const std::vector<Eigen::Vector3d> slit = {{0, 0, 0},     {4, 0, 0},   {4, 1, 0},   {0.2, 1, 0},
                                             {0.2, 1.2, 0}, {4, 1.2, 0}, {4, 2.2, 0}, {0, 2.2, 0}};
  double area = 0;
  for (const auto& [a, b, c] : repair::least_area_patch(slit, repair::JoinedCorners(8))) {
    area += 0.5 * (slit[b] - slit[a]).cross(slit[c] - slit[a]).norm();
  }
  EXPECT_NEAR(area, 4 * 2.2 - 3.8 * 0.2, 1e-12);

  const std::vector<Eigen::Vector3d> kite = {{0, 0, 0}, {2, -1, 0}, {3, 0, 0}, {2, 1, 0}};
  repair::JoinedCorners joined(4);
  const auto has_diagonal = [&](std::size_t a, std::size_t b) {
    const auto patch = repair::least_area_patch(kite, joined);
    return std::any_of(patch.begin(), patch.end(), [&](const auto& triangle) {
      return std::count(triangle.begin(), triangle.end(), a) +
                 std::count(triangle.begin(), triangle.end(), b) ==
             2;
    });
  };
  EXPECT_TRUE(has_diagonal(1, 3));  // the shorter one
  joined.add(1, 3);
  EXPECT_TRUE(has_diagonal(0, 2));
  joined.add(0, 2);
  EXPECT_TRUE(repair::least_area_patch(kite, joined).empty());
}

TEST(RepairOfOpenMeshes, labels_stay_with_their_places_and_the_base_has_none) {
  RawMesh raw = dome({0, 0, 0}, 5, 0);
  raw = without_faces(
      raw, [](const Eigen::Vector3d& m) { return (m - Eigen::Vector3d(3.7, 0.4, 3)).norm() < 0.6; });
  const auto label_at = [](const Eigen::Vector3d& p) { return p.x() > 0 ? 11 : 21; };
  for (const Eigen::Vector3d& p : raw.vertices) raw.labels.push_back(label_at(p));
  raw = soup_of(raw);
  raw.vertices.emplace_back(std::nan(""), 0, 0);
  raw.labels.push_back(47);
  std::swap(raw.faces[5][1], raw.faces[5][2]);
  const RepairedSolid repaired = make_solid(raw);
  expect_solid(repaired);
  EXPECT_GT(repaired.counts.filled_holes + repaired.counts.closed_boundaries, 1U);
  ASSERT_EQ(repaired.solid.labels.size(), repaired.solid.mesh.vertices.size());
  std::vector<char> on_anatomy(repaired.solid.labels.size(), 0);
  for (std::size_t f = 0; f < repaired.solid.anatomy_faces; ++f) {
    for (const std::uint32_t v : repaired.solid.mesh.faces[f]) on_anatomy[v] = 1;
  }
  for (std::size_t v = 0; v < on_anatomy.size(); ++v) {
    const int expected = on_anatomy[v] != 0 ? label_at(repaired.solid.mesh.vertices[v]) : 0;
    EXPECT_EQ(repaired.solid.labels[v], expected) << repaired.solid.mesh.vertices[v].transpose();
  }
}

}  // namespace
}  // namespace intercusp
