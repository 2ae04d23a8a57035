// Filled areas, overlap and narrowest places of a section, against closed forms and simple reference methods.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <random>
#include <vector>

#include "tests/support/ray_hits.h"
#include "tests/viewer/case/cases.h"
#include "viewer/case/section.h"

namespace intercusp::viewer {
namespace {

using std::numbers::pi;
const Eigen::Isometry3d as_scanned = Eigen::Isometry3d::Identity();
using Rows = std::vector<std::vector<SectionSpan>>;

constexpr double row_mm = 0.005, reach_mm = 30;

Rows rows_of(const std::vector<SectionLine>& lines) {
  return filled_rows(lines, -reach_mm, row_mm, static_cast<std::size_t>(2 * reach_mm / row_mm));
}

double area_of(const Rows& rows) {
  double area = 0;
  for (const auto& row : rows)
    for (const SectionSpan& span : row) area += row_mm * (span.to - span.from);
  return area;
}

//! The common area of two circles whose centres are `apart` from each other.
double lens_area(double radius, double apart) {
  return 2 * radius * radius * std::acos(apart / (2 * radius)) -
         apart / 2 * std::sqrt(4 * radius * radius - apart * apart);
}

TEST(SectionAreas, of_two_spheres_that_overlap_are_circles_and_a_lens) {
  const double deep = 0.6;
  const auto loaded = two_spheres(-deep);
  for (const double offset : {0.0, 1.0, 2.0, 3.0}) {
    SCOPED_TRACE(offset);
    const CrossSection section =
        section_of(*loaded, as_scanned, section_through(*loaded, SectionKind::sagittal, {offset, 0, 0}));
    const double radius = std::sqrt(sphere_radius_mm * sphere_radius_mm - offset * offset);
    const double apart = 2 * sphere_radius_mm - deep, depth = 2 * radius - apart;
    const double off = sphere_sagitta_mm() * sphere_radius_mm / radius;  // of a facet, in the plane
    const Rows upper = rows_of(section.upper), lower = rows_of(section.lower);
    EXPECT_NEAR(area_of(upper), pi * radius * radius, 2 * pi * radius * off);
    EXPECT_NEAR(area_of(lower), pi * radius * radius, 2 * pi * radius * off);
    const double overlap = area_of(in_both(upper, lower));
    if (depth <= 0) {
      EXPECT_EQ(overlap, 0);
    } else {
      const double across = 2 * std::sqrt(radius * radius - apart * apart / 4);
      EXPECT_NEAR(overlap, lens_area(radius, apart), 2 * across * off + 0.01 * across * row_mm);
    }
    ASSERT_FALSE(section.gaps.empty());
    EXPECT_NEAR(section.gaps.front().distance_mm, -depth, 2 * off + 1e-3);
    EXPECT_NEAR(section.gaps.front().lower.x(), 0, std::sqrt(2 * radius * (2 * off + 1e-3)));
    EXPECT_EQ(section.gaps.size(), 1U) << "there is one narrowest place";
  }
}

TEST(SectionAreas, a_ball_over_a_plate_is_narrowest_at_its_pole) {
  const double gap = 0.4;
  const auto loaded = sphere_over_plate(gap);
  const CrossSection section =
      section_of(*loaded, as_scanned, section_through(*loaded, SectionKind::frontal, {0, 0, 0}));
  const Rows upper = rows_of(section.upper), lower = rows_of(section.lower);
  const double r = sphere_radius_mm, off = sphere_sagitta_mm();
  EXPECT_NEAR(area_of(upper), pi * r * r, 2 * pi * r * off);
  EXPECT_NEAR(area_of(lower), 30 * 5, 30 * row_mm);
  EXPECT_EQ(area_of(in_both(upper, lower)), 0);
  ASSERT_EQ(section.gaps.size(), 1U);
  EXPECT_NEAR(section.gaps[0].distance_mm, gap, off + 1e-4);
  EXPECT_NEAR(section.gaps[0].lower.x(), 0, std::sqrt(2 * r * (off + 1e-4)));
  EXPECT_NEAR(section.gaps[0].lower.y(), 0, 1e-9);
  EXPECT_NEAR(section.gaps[0].upper.y(), -gap, off + 1e-4);
}

//! The lower half of a sphere, open above.
LabelledMesh bowl() {
  const TriangleMesh sphere = shapes::sphere({0, 0, 0}, sphere_radius_mm, sphere_rings);
  LabelledMesh bowl;
  bowl.mesh.vertices = sphere.vertices;
  for (const Face& face : sphere.faces) {
    if (std::ranges::all_of(face, [&](auto vertex) { return sphere.vertices[vertex].z() < 1e-9; }))
      bowl.mesh.faces.push_back(face);
  }
  return bowl;
}

TEST(SectionAreas, an_open_scan_is_closed_straight_across_and_its_base_left_out) {
  Bite bite{intercusp::testing::labelled_solid(bowl()),
            std::make_shared<const Solid>(solid_of(shapes::box({-15, -15, -16}, {15, 15, -11}))), as_scanned};
  const auto loaded = case_of(bite);
  ASSERT_LT(loaded->bite.upper->anatomy_faces + loaded->bite.upper->cap_faces,
            loaded->bite.upper->mesh.faces.size())
      << "import adds skirt and base";
  const SectionPlane plane = section_through(*loaded, SectionKind::frontal, {0, 0, 0});
  const double r = sphere_radius_mm, half_disc = pi * r * r / 2;
  EXPECT_GT(area_of(rows_of(cut(*loaded, as_scanned, plane).upper)), half_disc + 5) << "with its base";
  const CrossSection section = section_of(*loaded, as_scanned, plane);
  EXPECT_NEAR(area_of(rows_of(section.upper)), half_disc, pi * r * sphere_sagitta_mm() + 2 * r * row_mm);
  const auto closing = std::ranges::find_if(section.upper, &SectionLine::base);
  ASSERT_NE(closing, section.upper.end());
  EXPECT_NEAR((closing->to - closing->from).norm(), 2 * r, 2 * sphere_sagitta_mm());
  EXPECT_EQ(std::ranges::count_if(section.upper, &SectionLine::base), 1);
}

//! How often a solid surrounds a point, by the faces along one line (Möller & Trumbore 1997).
int winding_in(const Solid& solid, const Eigen::Vector3d& point, const Eigen::Vector3d& direction) {
  int winding = 0;
  testing::for_each_hit(solid.mesh, solid.mesh.faces, point, direction,
                        [&](double, bool leaves) { winding += leaves ? 1 : -1; });
  return winding;
}

//! A plane near a vertex of the jaw, in a random direction.
SectionPlane random_plane(const Solid& jaw, std::mt19937& random) {
  std::uniform_int_distribution<std::size_t> vertex(0, jaw.mesh.vertices.size() - 1);
  SectionPlane plane;
  plane.case_from_plane = testing::random_pose(random, 2);
  plane.case_from_plane.translation() += jaw.mesh.vertices[vertex(random)];
  return plane;
}

TEST(SectionAreas, fill_what_is_inside_the_solids_in_any_plane_and_pose) {
  const auto loaded = small_case();
  constexpr unsigned seed = 21;
  SCOPED_TRACE(seed);
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> anywhere(-reach_mm, reach_mm);
  int inside = 0, outside = 0;
  for (int round = 0; round < 25; ++round) {
    const SectionPlane plane = random_plane(*loaded->bite.lower, random);
    const Eigen::Isometry3d pose = testing::random_pose(random, 0.5);
    const Eigen::Isometry3d lower_from_plane = pose.inverse(Eigen::Isometry) * plane.case_from_plane;
    const SectionOutline outline = cut(*loaded, pose, plane);
    for (int i = 0; i < 12; ++i) {
      const double x = anywhere(random) / 4, y = anywhere(random) / 4;
      const auto fills = [&](const std::vector<SectionLine>& lines) {
        const Rows row = filled_rows(lines, y - 0.5, 1, 1);
        return std::ranges::any_of(row[0],
                                   [&](const SectionSpan& span) { return span.from < x && x < span.to; });
      };
      const Eigen::Vector3d in_plane(x, y, 0);
      const Eigen::Vector3d along = Eigen::Vector3d(0.3, 0.2, 0.93).normalized();
      const bool in_upper = winding_in(*loaded->bite.upper, plane.case_from_plane * in_plane, along) >= 1;
      const bool in_lower = winding_in(*loaded->bite.lower, lower_from_plane * in_plane, along) >= 1;
      EXPECT_EQ(fills(outline.upper), in_upper);
      EXPECT_EQ(fills(outline.lower), in_lower);
      in_upper || in_lower ? ++inside : ++outside;
    }
  }
  EXPECT_GT(inside, 30);
  EXPECT_GT(outside, 30);
}

double distance_to(const std::vector<SectionLine>& lines, const Eigen::Vector2d& place) {
  double least = std::numeric_limits<double>::infinity();
  for (const SectionLine& line : lines) {
    if (!line.anatomy) continue;
    const Eigen::Vector2d along = line.to - line.from;
    const double share = std::clamp((place - line.from).dot(along) / along.squaredNorm(), 0.0, 1.0);
    least = std::min(least, (line.from + share * along - place).norm());
  }
  return least;
}

TEST(SectionAreas, figures_stand_at_the_narrowest_places_in_any_plane_and_pose) {
  const auto loaded = small_case();
  constexpr unsigned seed = 22;
  SCOPED_TRACE(seed);
  std::mt19937 random(seed);
  int figures = 0, overlaps = 0;
  for (int round = 0; round < 25; ++round) {
    const SectionPlane plane = random_plane(*loaded->bite.lower, random);
    const CrossSection section = section_of(*loaded, testing::random_pose(random, 0.3), plane);
    for (const auto* lines : {&section.upper, &section.lower}) {  // closed: as many lines leave as arrive
      std::map<std::pair<double, double>, int> balance;
      for (const SectionLine& line : *lines) {
        ++balance[{line.from.x(), line.from.y()}];
        --balance[{line.to.x(), line.to.y()}];
      }
      EXPECT_TRUE(std::ranges::all_of(balance, [](const auto& at) { return at.second == 0; }));
    }
    for (std::size_t i = 0; i < section.gaps.size(); ++i) {
      const SectionGap& gap = section.gaps[i];
      EXPECT_NEAR(distance_to(section.lower, gap.lower), 0, 1e-9);
      EXPECT_NEAR(distance_to(section.upper, gap.upper), 0, 1e-9);
      EXPECT_NEAR(std::abs(gap.distance_mm), (gap.upper - gap.lower).norm(), 1e-9);
      EXPECT_NEAR(std::abs(gap.distance_mm), distance_to(section.upper, gap.lower), 1e-9);
      EXPECT_LE(std::abs(gap.distance_mm), widest_gap_mm);
      const Rows row = filled_rows(section.upper, gap.lower.y() - 0.5, 1, 1);
      EXPECT_EQ(gap.distance_mm < 0, std::ranges::any_of(
                                         row[0],
                                         [&](const SectionSpan& span) {
                                           return span.from < gap.lower.x() && gap.lower.x() < span.to;
                                         }));
      EXPECT_GE(gap.distance_mm, section.gaps[i == 0 ? 0 : i - 1].distance_mm);
      // Nothing of the lower nearby is nearer to the upper, up to the distance of the samples.
      for (const SectionLine& line : section.lower) {
        if (!line.anatomy || gap.distance_mm < 0 || (line.from - gap.lower).norm() > 0.9) continue;
        EXPECT_GE(distance_to(section.upper, line.from), gap.distance_mm - 0.05);
      }
      ++figures;
      overlaps += gap.distance_mm < 0;
    }
  }
  EXPECT_GT(figures, 20);
  EXPECT_GT(overlaps, 3);
}

TEST(SectionAreas, the_window_holds_two_teeth_about_the_place) {
  const auto loaded = small_case();
  for (const int tooth : {16, 24, 11}) {
    Bounds box;
    const Solid& upper = *loaded->bite.upper;
    for (std::size_t i = 0; i < upper.labels.size(); ++i)
      if (upper.labels[i] == tooth) box.add(upper.mesh.vertices[i]);
    const Eigen::Vector3d place(box.centre().x(), box.centre().y(), box.min.z() + 0.5);
    const CrossSection section =
        section_of(*loaded, as_scanned, section_through(*loaded, SectionKind::across_arch, place));
    const Eigen::AlignedBox2d window = window_of(section);
    EXPECT_GE(window.sizes().x(), 14) << tooth;
    EXPECT_LE(window.sizes().maxCoeff(), 20) << tooth;
    EXPECT_GE(window.sizes().minCoeff(), 10) << tooth;
    EXPECT_TRUE(window.contains(Eigen::Vector2d(0, 0))) << tooth;
    EXPECT_TRUE(std::ranges::any_of(section.gaps, [&](const SectionGap& gap) {
      return window.contains(gap.lower);
    })) << tooth;
  }
}

TEST(SectionAreas, a_tooth_clicked_at_its_side_is_in_the_middle_of_the_window) {
  const auto loaded = small_case();
  const Eigen::Vector3d left = loaded->axes().left;
  const Solid& upper = *loaded->bite.upper;
  for (const int tooth : {16, 26}) {
    const Eigen::Vector3d outwards = tooth == 26 ? left : Eigen::Vector3d(-left);
    Eigen::Vector3d side = -1e9 * outwards;
    for (std::size_t i = 0; i < upper.labels.size(); ++i)
      if (upper.labels[i] == tooth && upper.mesh.vertices[i].dot(outwards) > side.dot(outwards))
        side = upper.mesh.vertices[i];
    const CrossSection section =
        section_of(*loaded, as_scanned, section_through(*loaded, SectionKind::across_arch, side));
    const Eigen::AlignedBox2d window = window_of(section);
    EXPECT_TRUE(window.contains(Eigen::Vector2d(0, 0))) << tooth;
    Eigen::AlignedBox2d crowns;
    for (const auto* lines : {&section.upper, &section.lower})
      for (const SectionLine& line : *lines)
        if (line.anatomy && window.contains(line.from)) crowns.extend(line.from);
    EXPECT_NEAR(crowns.center().x(), window.center().x(), 1.5) << tooth;
  }
}

}  // namespace
}  // namespace intercusp::viewer
