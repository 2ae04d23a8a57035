// Closed meshes with every kind of damage that has a known answer.
#include "io/mesh/repair/make_solid.h"

#include <limits>

#include "tests/io/mesh/repair/meshes.h"

namespace intercusp {
namespace {

using testing::expect_solid;
using testing::inside_out;
using testing::raw_of;
using testing::soup_of;
using testing::together;
using testing::winding;

RawMesh box(double from, double to) {
  return raw_of(shapes::box(Eigen::Vector3d::Constant(from), Eigen::Vector3d::Constant(to)));
}

std::string refusal_of(const RawMesh& raw) {
  try {
    (void)make_solid(raw);
  } catch (const RepairError& error) {
    return error.what();
  }
  return "";
}

TEST(Repair, leaves_a_closed_mesh_as_it_is) {
  const RawMesh raw = raw_of(shapes::sphere({1, 2, 3}, 5, 12));
  const RepairedSolid repaired = make_solid(raw);
  EXPECT_EQ(repaired.solid.mesh.faces, raw.faces);
  EXPECT_EQ(repaired.solid.mesh.vertices, raw.vertices);
  EXPECT_EQ(repaired.solid.anatomy_faces, raw.faces.size());
  EXPECT_EQ(repaired.components, 1U);
  EXPECT_FALSE(repaired.closed_by_import);
  EXPECT_TRUE(repaired.remarks.empty());
  expect_solid(repaired);
}

TEST(Repair, welds_a_soup_and_takes_minus_zero_for_zero) {
  RawMesh soup = soup_of(box(0, 1));
  for (std::size_t v = 0; v < soup.vertices.size(); v += 2) {
    for (double& x : soup.vertices[v]) x = x == 0 ? -0.0 : x;
  }
  const RepairedSolid repaired = make_solid(soup);
  EXPECT_EQ(repaired.solid.mesh.vertices.size(), 8U);
  EXPECT_EQ(repaired.counts.merged_vertices, 36U - 8U);
  EXPECT_NEAR(signed_volume(repaired.solid.mesh), 1, 1e-14);
  expect_solid(repaired);
}

TEST(Repair, a_tooth_label_counts_before_gum_and_the_smaller_before_the_greater) {
  RawMesh soup = soup_of(box(0, 1));
  soup.labels.assign(soup.vertices.size(), 0);
  const Eigen::Vector3d corner(1, 1, 1);
  const Eigen::Vector3d other(0, 0, 0);
  int next = 48;
  for (std::size_t v = 0; v < soup.vertices.size(); ++v) {
    if (soup.vertices[v] == corner) soup.labels[v] = next--;
    if (soup.vertices[v] == other && soup.labels[0] == 0) soup.labels[v] = v == 0 ? 0 : 11;
  }
  const int smallest = next + 1;
  const RepairedSolid repaired = make_solid(soup);
  for (std::size_t v = 0; v < 8; ++v) {
    const Eigen::Vector3d& at = repaired.solid.mesh.vertices[v];
    EXPECT_EQ(repaired.solid.labels[v], at == corner ? smallest : at == other ? 11 : 0);
  }
}

TEST(Repair, drops_vertices_that_are_not_finite_with_their_faces) {
  RawMesh raw = box(0, 10);
  raw.faces_with_bad_indices = 3;
  const auto bad = static_cast<std::uint32_t>(raw.vertices.size());
  raw.vertices.emplace_back(std::numeric_limits<double>::quiet_NaN(), 0, 0);
  raw.vertices.emplace_back(0, std::numeric_limits<double>::infinity(), 0);
  raw.faces.insert(raw.faces.begin(), {0, 1, bad});
  raw.faces.push_back({2, bad + 1, bad});
  const RepairedSolid repaired = make_solid(raw);
  EXPECT_EQ(repaired.counts.non_finite_vertices, 2U);
  EXPECT_EQ(repaired.counts.faces_at_non_finite_vertices, 2U);
  EXPECT_EQ(repaired.counts.faces_with_bad_indices, 3U);
  EXPECT_EQ(repaired.solid.mesh.vertices.size(), 8U);
  EXPECT_NEAR(signed_volume(repaired.solid.mesh), 1000, 1e-11);
}

TEST(Repair, a_face_without_area_on_an_edge_is_collapsed_and_the_mesh_stays_closed) {
  RawMesh raw = box(0, 1);
  // Face 0 gets a corner in the middle of its first edge; the gap to its neighbour is a face without area.
  const auto [a, b, c] = raw.faces[0];
  const auto m = static_cast<std::uint32_t>(raw.vertices.size());
  raw.vertices.emplace_back(0.3 * raw.vertices[a] + 0.7 * raw.vertices[b]);
  raw.faces[0] = {a, m, c};
  raw.faces.push_back({m, b, c});
  raw.faces.push_back({a, b, m});
  const RepairedSolid repaired = make_solid(raw);
  EXPECT_EQ(repaired.counts.collapsed_faces, 2U);
  EXPECT_EQ(repaired.solid.mesh.faces.size(), 12U);
  EXPECT_FALSE(repaired.closed_by_import);
  EXPECT_NEAR(signed_volume(repaired.solid.mesh), 1, 1e-14);
  expect_solid(repaired);
}

TEST(Repair, a_repeated_face_is_dropped) {
  RawMesh raw = box(0, 1);
  const Face again = raw.faces[4];
  raw.faces.push_back({again[1], again[2], again[0]});
  raw.faces.push_back({again[2], again[0], again[1]});
  const RepairedSolid repaired = make_solid(raw);
  EXPECT_EQ(repaired.counts.duplicate_faces, 2U);
  EXPECT_EQ(repaired.solid.mesh.faces, box(0, 1).faces);
  expect_solid(repaired);
}

TEST(Repair, a_face_repeated_many_times_is_dropped_as_one_repeated_once) {
  for (const std::size_t copies : {1U, 2U, 7U, 8U, 9U, 10U, 30'001U, 30'002U}) {
    RawMesh raw = box(0, 1);
    for (std::size_t i = 0; i < copies; ++i) raw.faces.push_back(raw.faces[4]);
    const RepairedSolid repaired = make_solid(raw);
    EXPECT_EQ(repaired.counts.duplicate_faces, copies);
    EXPECT_EQ(repaired.solid.mesh.faces, box(0, 1).faces);
    RawMesh sheet{.vertices = {{0, 0, 0}, {9, 0, 0}, {0, 9, 0}}, .faces = {}};
    sheet.faces.assign(copies, {0, 1, 2});
    EXPECT_EQ(make_solid(sheet).counts.duplicate_faces, copies - 1);
  }
}

TEST(Repair, coincident_closed_shells_without_number_leave_a_few) {
  RawMesh shells = box(0, 1);
  for (int i = 1; i < 200; ++i) shells = together(shells, box(0, 1));
  const RepairedSolid repaired = make_solid(shells);
  EXPECT_EQ(repaired.counts.duplicate_faces, 192U * 12);
  EXPECT_EQ(winding(repaired.solid.mesh, {0.4, 0.3, 0.6}), 8);
  expect_solid(repaired);
}

TEST(Repair, two_coincident_closed_shells_stay_two) {
  const RepairedSolid repaired = make_solid(together(box(0, 1), box(0, 1)));
  EXPECT_EQ(repaired.counts.duplicate_faces, 0U);
  EXPECT_NEAR(signed_volume(repaired.solid.mesh), 2, 1e-14);
  EXPECT_EQ(winding(repaired.solid.mesh, {0.4, 0.3, 0.6}), 2);
  expect_solid(repaired);
}

TEST(Repair, of_a_closed_shell_saved_from_both_sides_the_outer_is_kept) {
  const RepairedSolid repaired = make_solid(together(inside_out(box(0, 1)), box(0, 1)));
  EXPECT_EQ(repaired.counts.duplicate_faces, 12U);
  EXPECT_NEAR(signed_volume(repaired.solid.mesh), 1, 1e-14);
  EXPECT_EQ(repaired.remarks.size(), 1U);
  expect_solid(repaired);
}

TEST(Repair, flipped_faces_are_turned_and_counted) {
  RawMesh raw = raw_of(shapes::fine_box({0, 0, 0}, {10, 10, 10}, 1));
  for (const std::size_t f : {3U, 4U, 77U, 500U}) std::swap(raw.faces[f][0], raw.faces[f][1]);
  const RepairedSolid repaired = make_solid(raw);
  EXPECT_EQ(repaired.counts.flipped_faces, 4U);
  EXPECT_EQ(repaired.counts.flipped_components, 0U);
  EXPECT_NEAR(signed_volume(repaired.solid.mesh), 1000, 1e-10);
  expect_solid(repaired);
}

TEST(Repair, a_body_inside_out_is_turned) {
  const RepairedSolid repaired = make_solid(inside_out(box(0, 2)));
  EXPECT_EQ(repaired.counts.flipped_faces, 0U);
  EXPECT_EQ(repaired.counts.flipped_components, 1U);
  EXPECT_NEAR(signed_volume(repaired.solid.mesh), 8, 1e-13);
}

TEST(Repair, a_cavity_stays_a_cavity_and_a_body_in_it_a_body) {
  const RawMesh hollow = together(box(0, 10), inside_out(box(1, 9)));
  EXPECT_NEAR(signed_volume(make_solid(hollow).solid.mesh), 1000 - 512, 1e-10);
  EXPECT_EQ(make_solid(hollow).counts.flipped_components, 0U);
  // The same with everything inside out in the file: all is turned.
  EXPECT_NEAR(signed_volume(make_solid(inside_out(hollow)).solid.mesh), 1000 - 512, 1e-10);
  const RepairedSolid core = make_solid(together(hollow, box(4, 6)));
  EXPECT_NEAR(signed_volume(core.solid.mesh), 1000 - 512 + 8, 1e-10);
  EXPECT_EQ(winding(core.solid.mesh, {5, 5, 5.1}), 1);
  EXPECT_EQ(winding(core.solid.mesh, {2, 5, 5.1}), 0);
}

TEST(Repair, a_body_in_a_body_of_the_same_orientation_is_no_cavity) {
  const RepairedSolid repaired = make_solid(together(box(0, 10), box(4, 6)));
  EXPECT_EQ(winding(repaired.solid.mesh, {5, 5, 5.1}), 2);
  EXPECT_EQ(repaired.counts.flipped_components, 0U);
}

TEST(Repair, an_inverted_body_that_sticks_out_of_another_is_no_cavity) {
  const RepairedSolid repaired = make_solid(together(box(0, 10), inside_out(box(8, 11))));
  EXPECT_EQ(repaired.counts.flipped_components, 1U);
  EXPECT_EQ(winding(repaired.solid.mesh, {9, 9.1, 9.2}), 2);
}

TEST(Repair, overlapping_bodies_are_left_alone) {
  const RawMesh raw = together(box(0, 10), box(5, 15));
  const RepairedSolid repaired = make_solid(raw);
  EXPECT_EQ(repaired.solid.mesh.faces, raw.faces);
  EXPECT_EQ(repaired.components, 2U);
  EXPECT_EQ(winding(repaired.solid.mesh, {7, 7.1, 7.2}), 2);
}

TEST(Repair, bodies_that_touch_in_an_edge_a_wall_or_a_corner_come_apart) {
  const RawMesh first = box(0, 1);
  for (const Eigen::Vector3d& shift :
       {Eigen::Vector3d(1, 1, 0), Eigen::Vector3d(1, 0, 0), Eigen::Vector3d(1, 1, 1)}) {
    RawMesh second = first;
    for (Eigen::Vector3d& vertex : second.vertices) vertex += shift;
    const RepairedSolid repaired = make_solid(soup_of(together(first, second)));
    EXPECT_EQ(repaired.components, 2U) << shift.transpose();
    EXPECT_EQ(repaired.counts.split_edges, shift.sum() == 3 ? 0U : shift.sum() == 2 ? 1U : 5U);
    EXPECT_EQ(repaired.counts.split_vertices, shift.sum() == 3 ? 1U : shift.sum() == 2 ? 2U : 4U);
    EXPECT_EQ(repaired.solid.mesh.vertices.size(), 16U);
    EXPECT_NEAR(signed_volume(repaired.solid.mesh), 2, 1e-13);
    EXPECT_FALSE(repaired.closed_by_import);
    expect_solid(repaired);
  }
}

TEST(Repair, of_two_bodies_that_touch_in_an_edge_the_one_inside_out_is_turned) {
  RawMesh second = inside_out(box(0, 1));
  for (Eigen::Vector3d& vertex : second.vertices) vertex += Eigen::Vector3d(1, 1, 0);
  const RepairedSolid repaired = make_solid(together(box(0, 1), second));
  EXPECT_EQ(repaired.components, 2U);
  EXPECT_EQ(repaired.counts.flipped_components, 1U);
  EXPECT_NEAR(signed_volume(repaired.solid.mesh), 2, 1e-13);
  expect_solid(repaired);
}

TEST(Repair, a_fin_on_a_body_is_dropped_as_loose) {
  RawMesh raw = raw_of(shapes::fine_box({0, 0, 0}, {10, 10, 10}, 1));
  const Face& on = raw.faces[10];
  raw.vertices.emplace_back(5, 5, -0.4);
  raw.faces.push_back({on[0], on[1], static_cast<std::uint32_t>(raw.vertices.size() - 1)});
  const RepairedSolid repaired = make_solid(raw);
  EXPECT_EQ(repaired.counts.split_edges, 1U);
  EXPECT_EQ(repaired.counts.loose_components, 1U);
  EXPECT_EQ(repaired.counts.faces_in_loose_components, 1U);
  EXPECT_FALSE(repaired.closed_by_import);
  EXPECT_NEAR(signed_volume(repaired.solid.mesh), 1000, 1e-10);
  expect_solid(repaired);
}

TEST(Repair, an_edge_that_a_sheet_uses_twice_gets_a_twin) {
  // The hole of a ring is contracted to a single edge, which both halves of the ring then share with both its ends.
  TriangleMesh ring = shapes::torus({0, 0, 0}, {0, 0, 1}, 3, 1, 8, 4);
  for (Eigen::Vector3d& v : ring.vertices) {
    const bool at_hole = v.head<2>().norm() < 2.5 && std::abs(v.z()) < 0.1;
    if (at_hole) v = {v.x() > 0.1 ? 1.0 : -1.0, 0, 0};
  }
  const RepairedSolid repaired = make_solid(raw_of(ring));
  EXPECT_EQ(repaired.counts.split_edges, 1U);
  EXPECT_EQ(repaired.components, 1U);
  EXPECT_NEAR(signed_volume(repaired.solid.mesh), signed_volume(ring), 1e-12);
  expect_solid(repaired);
}

TEST(Repair, crumbs_are_dropped_but_the_parts_of_an_arch_are_not) {
  RawMesh raw;
  for (int tooth = 0; tooth < 14; ++tooth) {
    raw = together(raw, raw_of(shapes::sphere({9.0 * tooth, 0, 0}, tooth % 2 == 0 ? 5 : 2.5, 8)));
  }
  const std::size_t faces = raw.faces.size();
  raw = together(raw, raw_of(shapes::sphere({0, 20, 0}, 0.1, 4)));
  raw = together(raw, raw_of(shapes::sphere({9, 20, 0}, 0.1, 4)));
  const RepairedSolid repaired = make_solid(raw);
  EXPECT_EQ(repaired.components, 14U);
  EXPECT_EQ(repaired.counts.loose_components, 2U);
  EXPECT_EQ(repaired.solid.mesh.faces.size(), faces);
}

TEST(Repair, refuses_what_has_no_inside_and_says_where) {
  EXPECT_NE(refusal_of({}).find("no faces"), std::string::npos);
  RawMesh line;
  line.vertices = {{0, 0, 0}, {1, 1, 1}, {2, 2, 2}, {3, 3, 3}};
  line.faces = {{0, 1, 2}, {1, 2, 3}, {0, 0, 3}};
  EXPECT_NE(refusal_of(line).find("none of the 3 faces"), std::string::npos);

  RawMesh moebius;
  constexpr int n = 20;
  for (int i = 0; i < n; ++i) {
    const double turn = 2 * std::numbers::pi * i / n;
    const Eigen::Vector3d outward(std::cos(turn), std::sin(turn), 0);
    const Eigen::Vector3d arm = std::cos(turn / 2) * outward + std::sin(turn / 2) * Eigen::Vector3d::UnitZ();
    moebius.vertices.emplace_back(100 * Eigen::Vector3d::UnitX() + 10 * outward - 2 * arm);
    moebius.vertices.emplace_back(100 * Eigen::Vector3d::UnitX() + 10 * outward + 2 * arm);
  }
  for (std::uint32_t i = 0; i < n; ++i) {
    const bool last = i == n - 1;
    const std::uint32_t a = 2 * i;
    const std::uint32_t b = 2 * i + 1;
    const std::uint32_t c = last ? 0 : a + 2;
    const std::uint32_t d = last ? 1 : b + 2;
    moebius.faces.push_back({a, last ? d : c, b});
    moebius.faces.push_back({b, last ? d : c, last ? c : d});
  }
  const std::string moebius_refusal = refusal_of(moebius);
  EXPECT_NE(moebius_refusal.find("one side only"), std::string::npos) << moebius_refusal;
  EXPECT_NE(moebius_refusal.find("mm"), std::string::npos);

  RawMesh pillow;
  pillow.vertices = {{0, 0, 0}, {5, 0, 0}, {0, 5, 0}, {3, 3, 0}};
  pillow.faces = {{0, 1, 3}, {0, 3, 2}, {0, 2, 1}, {1, 2, 3}};
  EXPECT_NE(refusal_of(pillow).find("no volume"), std::string::npos);

  RawMesh far = box(0, 1);
  far.vertices[3] = {1e30, 0, 0};
  EXPECT_NE(refusal_of(far).find("1e+27 m"), std::string::npos);
}

TEST(Repair, refuses_a_soup_whose_corners_do_not_meet) {
  RawMesh soup = soup_of(raw_of(shapes::sphere({0, 0, 0}, 20, 24)));
  std::mt19937 random(5);
  std::uniform_real_distribution<double> jitter(-1e-2, 1e-2);  // more than rounding, which would be repaired
  for (Eigen::Vector3d& vertex : soup.vertices) vertex.x() += jitter(random);
  EXPECT_NE(refusal_of(soup).find("do not meet"), std::string::npos);
}

}  // namespace
}  // namespace intercusp
