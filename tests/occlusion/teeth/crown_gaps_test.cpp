#include "occlusion/teeth/crown_gaps.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <numbers>
#include <numeric>
#include <random>

#include "occlusion/geometry/shapes.h"
#include "tests/occlusion/teeth/known_teeth.h"
#include "tests/support/dentitions.h"

namespace intercusp {
namespace {

using testing::known_teeth;

//! Crowns as blocks of 8 mm side by side along x, with these gaps between them: exact to the last bit of a coordinate.
LabelledMesh blocks(const std::vector<int>& teeth, const std::vector<double>& gaps_mm) {
  LabelledMesh row;
  double x = 0;
  for (std::size_t i = 0; i < teeth.size(); ++i) {
    const TriangleMesh block = shapes::fine_box({x, 0, 0}, {x + 8, 9, 7}, 1);
    append(row.mesh, block);
    row.labels.resize(row.mesh.vertices.size(), teeth[i]);
    if (i < gaps_mm.size()) x += 8 + gaps_mm[i];
  }
  return row;
}

std::vector<CrownGap> gaps_of(const LabelledMesh& scan, Jaw jaw) {
  return crown_gaps(scan.mesh.vertices, scan.mesh.faces, known_teeth(scan, jaw));
}

TEST(CrownGaps, spaced_crowns_have_their_gaps) {
  const std::vector<CrownGap> gaps = gaps_of(blocks({16, 15, 13, 12}, {0.3, 7.5, 0.01}), Jaw::upper);
  ASSERT_EQ(gaps.size(), 3U);
  const double expected[] = {0.3, 7.5, 0.01};
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_FALSE(gaps[i].joined);
    ASSERT_TRUE(gaps[i].gap_mm);
    EXPECT_NEAR(*gaps[i].gap_mm, expected[i], 1e-12);
    EXPECT_EQ(gaps[i].empty_places, i == 1 ? 1 : 0);
  }
  EXPECT_EQ(gaps[0].tooth, 16);
  EXPECT_EQ(gaps[0].next, 15);
  EXPECT_NEAR(gaps[0].point.x(), 8.15, 1e-12);
}

TEST(CrownGaps, with_an_unnumbered_crown_are_not_empty) {
  const LabelledMesh row = blocks({16, 15, 13, 12}, {0.3, 7.5, 0.01});
  FoundTeeth found = known_teeth(row, Jaw::upper);
  found.unnumbered = {{{20, 4, 4}, UnnumberedReason::between_teeth}};
  const std::vector<CrownGap> gaps = crown_gaps(row.mesh.vertices, row.mesh.faces, found);
  for (const CrownGap& gap : gaps) EXPECT_EQ(gap.empty_places, 0) << gap.tooth;
}

TEST(CrownGaps, between_round_crowns_is_measured_in_any_direction) {
  LabelledMesh row;
  append(row.mesh, shapes::sphere({0, 0, 0}, 4, 40));
  row.labels.resize(row.mesh.vertices.size(), 36);
  const Eigen::Vector3d centre(6, 3, 6);  // 9 mm away
  append(row.mesh, shapes::sphere(centre, 4, 40));
  row.labels.resize(row.mesh.vertices.size(), 35);
  const std::vector<CrownGap> gaps = gaps_of(row, Jaw::lower);
  ASSERT_EQ(gaps.size(), 1U);
  const double inside =
      2 * 2 * 4 * (1 - std::cos(std::numbers::pi / 80));  // both meshes lie inside their spheres
  EXPECT_GE(*gaps[0].gap_mm, 1 - 1e-12);
  EXPECT_LE(*gaps[0].gap_mm, 1 + inside);
  EXPECT_LT((gaps[0].point - 0.5 * centre).norm(), 0.3);
}

TEST(CrownGaps, separate_crowns_that_run_through_each_other_have_none) {
  const std::vector<CrownGap> gaps = gaps_of(blocks({31, 32}, {-0.25}), Jaw::lower);
  ASSERT_EQ(gaps.size(), 1U);
  EXPECT_FALSE(gaps[0].joined);
  EXPECT_EQ(gaps[0].gap_mm, 0);
}

TEST(CrownGaps, crowns_that_meet_in_the_mesh_are_joined_and_have_no_gap) {
  // One closed block, its left and right thirds two crowns, with no, one and two rows of gum between them.
  for (const int rows : {0, 1, 2}) {
    LabelledMesh block;
    block.mesh = shapes::fine_box({0, 0, 0}, {20, 9, 7}, 1);
    for (const Eigen::Vector3d& vertex : block.mesh.vertices)
      block.labels.push_back(vertex.x() < 9.5 ? 46 : vertex.x() < 9.5 + rows ? 0 : 45);
    const std::vector<CrownGap> gaps = gaps_of(block, Jaw::lower);
    ASSERT_EQ(gaps.size(), 1U);
    EXPECT_EQ(gaps[0].joined, rows < 2) << rows;
    ASSERT_EQ(gaps[0].gap_mm.has_value(), rows == 2);
    if (rows == 2) {
      EXPECT_NEAR(*gaps[0].gap_mm, 3, 1e-12) << "between the faces wholly on them";
    }
  }
}

//! Between vertices: no smaller than between faces, and larger by their longest edge at most.
double gap_of_vertices(const LabelledMesh& scan, int tooth, int other) {
  double least = 1e9;
  for (std::size_t v = 0; v < scan.labels.size(); ++v) {
    if (scan.labels[v] != tooth) continue;
    for (std::size_t w = 0; w < scan.labels.size(); ++w) {
      if (scan.labels[w] == other)
        least = std::min(least, (scan.mesh.vertices[v] - scan.mesh.vertices[w]).norm());
    }
  }
  return least;
}

TEST(CrownGaps, a_lost_tooth_leaves_a_gap_and_no_other_tooth_does) {
  const Dentition made = make_dentition({.triangles = 40000, .missing = {36, 11}});
  for (const auto& [lost, before, after] : {std::array{36, 37, 35}, {11, 12, 21}}) {
    const bool upper = lost == 11;
    const LabelledMesh& scan = upper ? made.upper : made.lower;
    const Jaw jaw = upper ? Jaw::upper : Jaw::lower;
    const double width = 2 * testing::placed_tooth(lost).half_width_mm,
                 by_vertices = gap_of_vertices(scan, before, after);
    const FoundTeeth seen = find_teeth(scan.mesh.vertices, scan.mesh.faces, jaw);
    for (const FoundTeeth& teeth : {known_teeth(scan, jaw), seen}) {
      int found = 0;
      for (const CrownGap& gap : crown_gaps(scan.mesh.vertices, scan.mesh.faces, teeth)) {
        if (gap.empty_places == 0) {
          EXPECT_LT(gap.gap_mm.value_or(0), 1) << gap.tooth << ": at most a valley of gum";
          continue;
        }
        ++found;
        EXPECT_EQ(gap.tooth, before);
        EXPECT_EQ(gap.next, after);
        EXPECT_FALSE(gap.joined);
        EXPECT_NEAR(*gap.gap_mm, by_vertices, 1)
            << lost << ": two edges of the mesh, and where the crowns were found to end";
        EXPECT_GT(*gap.gap_mm, 0.6 * width);
        EXPECT_LT(*gap.gap_mm, 1.2 * width);
      }
      EXPECT_EQ(found, 1) << lost;
    }
  }
}

TEST(CrownGaps, the_order_of_vertices_and_faces_changes_no_bit) {
  LabelledMesh scan = make_dentition({.triangles = 20000, .missing = {36, 44}}).lower;
  const std::vector<CrownGap> gaps = gaps_of(scan, Jaw::lower);
  std::mt19937 random(11);
  std::vector<std::uint32_t> order(scan.mesh.vertices.size());
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::shuffle(order, random);
  LabelledMesh shuffled = scan;
  for (std::uint32_t v = 0; v < order.size(); ++v) {
    shuffled.mesh.vertices[order[v]] = scan.mesh.vertices[v];
    shuffled.labels[order[v]] = scan.labels[v];
  }
  for (Face& face : shuffled.mesh.faces) face = {order[face[1]], order[face[2]], order[face[0]]};
  std::ranges::shuffle(shuffled.mesh.faces, random);
  const std::vector<CrownGap> again = gaps_of(shuffled, Jaw::lower);
  ASSERT_EQ(again.size(), gaps.size());
  int apart = 0;
  for (std::size_t i = 0; i < gaps.size(); ++i) {
    EXPECT_EQ(again[i].tooth, gaps[i].tooth);
    EXPECT_EQ(again[i].joined, gaps[i].joined);
    EXPECT_EQ(again[i].point, gaps[i].point);
    ASSERT_EQ(again[i].gap_mm.has_value(), gaps[i].gap_mm.has_value());
    if (!gaps[i].gap_mm) continue;
    ++apart;
    EXPECT_EQ(std::bit_cast<std::uint64_t>(*again[i].gap_mm), std::bit_cast<std::uint64_t>(*gaps[i].gap_mm));
  }
  EXPECT_GE(apart, 2);
}

TEST(CrownGaps, one_tooth_has_no_neighbour) { EXPECT_TRUE(gaps_of(blocks({36}, {}), Jaw::lower).empty()); }

}  // namespace
}  // namespace intercusp
