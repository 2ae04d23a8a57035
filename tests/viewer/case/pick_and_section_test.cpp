// Picking under the cursor, and outlines in a plane, against closed forms and slow reference methods.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <span>
#include <vector>

#include "occlusion/case/teeth.h"
#include "tests/support/ray_hits.h"
#include "tests/viewer/case/cases.h"
#include "viewer/case/live_bite.h"
#include "viewer/case/pick.h"
#include "viewer/case/section.h"

namespace intercusp::viewer {
namespace {

using std::numbers::pi;
const Eigen::Isometry3d still = Eigen::Isometry3d::Identity();

Picker::Ray ray_at(const Eigen::Vector3d& origin, const Eigen::Vector3d& direction) {
  Picker::Ray ray;
  ray.origin = origin;
  ray.direction = direction;
  return ray;
}

TEST(Picker, a_sphere_above_a_plate_tells_place_clearance_and_distance) {
  const double gap = 0.4;
  const auto loaded = sphere_over_plate(gap);
  LiveBite live(loaded);
  (void)live.read(still, 0.1);
  const Picker picker(loaded);
  // From the side, down onto the plate 1 mm from the middle.
  Picker::Ray ray = ray_at({1, 0, 40}, {0, 0, -1});
  ray.upper = false;
  const auto plate = picker.pick(ray, still, live.map());
  ASSERT_TRUE(plate);
  EXPECT_EQ(plate->jaw, Jaw::lower);
  EXPECT_LT((plate->case_point - Eigen::Vector3d(1, 0, 0)).norm(), 1e-9);
  const double r = sphere_radius_mm;
  EXPECT_NEAR(plate->distance_mm.value(), std::hypot(1, r + gap) - r, sphere_sagitta_mm());
  // Between four pixels; the direction is within half a degree, which shifts where it looks by 4 µm at a
  // slope of 0.1.
  EXPECT_NEAR(plate->clearance_mm.value(), r + gap - std::sqrt(r * r - 1), sphere_sagitta_mm() + 1.5e-3);

  const auto sphere = picker.pick(ray_at({1, 0, 40}, {0, 0, -1}), still, live.map());
  ASSERT_TRUE(sphere);
  EXPECT_EQ(sphere->jaw, Jaw::upper);
  EXPECT_NEAR(sphere->case_point.z(), r + gap + std::sqrt(r * r - 1), sphere_sagitta_mm());
  EXPECT_FALSE(sphere->clearance_mm) << "the back of the sphere is not what the map measures";
  EXPECT_NEAR(sphere->distance_mm.value(), sphere->case_point.z(), 1e-9);
}

TEST(Picker, moves_with_the_lower) {
  const auto loaded = two_spheres(1);
  const LiveBite live(loaded);
  const Picker picker(loaded);
  const Eigen::Isometry3d pose = shifted(still, {30, 0, 0});
  const auto picked = picker.pick(ray_at({30, 0, -50}, {0, 0, 2}), pose, live.map());
  ASSERT_TRUE(picked);
  EXPECT_EQ(picked->jaw, Jaw::lower);
  EXPECT_NEAR(picked->case_point.z(), -0.5 - 2 * sphere_radius_mm, 1e-6);
  EXPECT_FALSE(picker.pick(ray_at({0, 0, -50}, {0, 0, -1}), pose, live.map())) << "it lies behind";
}

TEST(Picker, looks_through_what_is_cut_away_to_what_is_behind) {
  const auto loaded = two_spheres(1);
  const LiveBite live(loaded);
  const Picker picker(loaded);
  Picker::Ray ray = ray_at({0.1, -50, 10.5}, {0, 1, 0});
  const auto front = picker.pick(ray, still, live.map());
  ASSERT_TRUE(front);
  EXPECT_LT(front->case_point.y(), -9.9);
  ray.cut =
      Eigen::Hyperplane<double, 3>(-Eigen::Vector3d::UnitY(), 0);  // the part in front of y = 0 is cut away
  const auto back = picker.pick(ray, still, live.map());
  ASSERT_TRUE(back);
  EXPECT_GT(back->case_point.y(), 9.9);
}

//! The first scanned face along a pick ray, by testing all of them (Möller & Trumbore 1997).
double first_depth(const Solid& solid, const Eigen::Vector3d& origin, const Eigen::Vector3d& direction) {
  double first = std::numeric_limits<double>::infinity();
  testing::for_each_hit(solid.mesh, std::span(solid.mesh.faces).first(solid.anatomy_faces), origin, direction,
                        [&](double depth, bool) { first = std::min(first, depth); });
  return first;
}

TEST(Picker, finds_the_first_scanned_face_of_a_dentition_with_its_tooth_from_any_side) {
  const auto loaded = small_case();
  const LiveBite live(loaded);
  const Picker picker(loaded);
  const std::vector<int>&upper_teeth = loaded->upper_teeth, &lower_teeth = loaded->lower_teeth;
  constexpr unsigned seed = 4;
  SCOPED_TRACE(seed);
  std::mt19937 random(seed);
  std::uniform_int_distribution<std::size_t> vertex(0, loaded->bite.lower->mesh.vertices.size() - 1);
  std::size_t teeth = 0;
  for (int round = 0; round < 100; ++round) {
    const Eigen::Vector3d direction = testing::random_pose(random, 0).linear().col(0);
    const Eigen::Vector3d origin = loaded->bite.lower->mesh.vertices[vertex(random)] - 100 * direction +
                                   0.3 * testing::random_pose(random, 1).translation();
    const double upper = first_depth(*loaded->bite.upper, origin, direction);
    const double lower = first_depth(*loaded->bite.lower, origin, direction);
    const auto picked = picker.pick(ray_at(origin, direction), still, live.map());
    ASSERT_EQ(picked.has_value(), std::isfinite(std::min(upper, lower)));
    if (!picked) continue;
    EXPECT_NEAR((picked->case_point - origin).norm(), std::min(upper, lower), 1e-4);
    EXPECT_EQ(picked->jaw == Jaw::upper, upper < lower);
    const auto face = static_cast<std::size_t>(picked->face);
    EXPECT_EQ(picked->tooth, (picked->jaw == Jaw::upper ? upper_teeth : lower_teeth)[face]);
    EXPECT_TRUE(loaded->bite.of(picked->jaw)->is_anatomy(face));
    teeth += picked->tooth != 0 ? 1 : 0;
  }
  EXPECT_GT(teeth, 10U);
}

TEST(Picker, clearances_are_those_of_the_map_on_both_jaws) {
  const auto loaded = small_case();
  const LiveBite live(loaded);
  const Picker picker(loaded);
  const View& view = loaded->view;
  const Eigen::Vector3d up = view.direction();
  for (const bool upper : {false, true}) {
    std::size_t compared = 0;
    for (int row = 5; row < view.grid.height; row += 7) {
      for (int column = 5; column < view.grid.width; column += 7) {
        // Onto the chewing surface, from where the other jaw is.
        Picker::Ray ray =
            ray_at(view.case_point(column, row, upper ? -60 : 60), upper ? up : Eigen::Vector3d(-up));
        ray.upper = upper;
        ray.lower = !upper;
        const auto picked = picker.pick(ray, still, live.map());
        if (!picked || !picked->clearance_mm) continue;
        const std::size_t pixel = view.grid.index(column, row);
        // Through a pixel's centre its weight is 1, but for the roundings of where that is.
        EXPECT_NEAR(*picked->clearance_mm, static_cast<double>(live.map().clearance_mm[pixel]), 1e-4);
        ++compared;
      }
    }
    EXPECT_GT(compared, 300U) << upper;
  }
}

//! On a closed solid every outline forms rings: each line's end is another's start.
void expect_rings(const std::vector<SectionLine>& lines) {
  std::map<std::pair<double, double>, int> ends;
  for (const SectionLine& line : lines) {
    ++ends[{line.from.x(), line.from.y()}];
    ++ends[{line.to.x(), line.to.y()}];
  }
  for (const auto& [place, count] : ends)
    ASSERT_EQ(count % 2, 0) << "at " << place.first << ", " << place.second;
}

double length_of(const std::vector<SectionLine>& lines) {
  double length = 0;
  for (const SectionLine& line : lines) length += (line.to - line.from).norm();
  return length;
}

TEST(Section, of_a_sphere_is_a_circle) {
  const auto loaded = two_spheres(1);
  for (const double offset : {0.0, 3.0, 7.5}) {
    SCOPED_TRACE(offset);
    const SectionOutline outline =
        cut(*loaded, still, section_through(*loaded, SectionKind::sagittal, {offset, 2, 1}));
    const double radius = std::sqrt(sphere_radius_mm * sphere_radius_mm - offset * offset);
    for (const auto* lines : {&outline.upper, &outline.lower}) {
      expect_rings(*lines);
      // x is anterior from y = 2, y inferior from z = 1.
      const Eigen::Vector2d middle(
          2, lines == &outline.upper ? -(0.5 + sphere_radius_mm) + 1 : 0.5 + sphere_radius_mm + 1);
      // A facet up to the sagitta inside the sphere is further inside the circle by r over the circle's
      // radius.
      const double tolerance = sphere_sagitta_mm() * sphere_radius_mm / radius;
      for (const SectionLine& line : *lines) {
        EXPECT_NEAR((line.from - middle).norm(), radius, tolerance);
        EXPECT_TRUE(line.anatomy);
      }
      EXPECT_NEAR(length_of(*lines), 2 * pi * radius, 2 * pi * tolerance);
    }
  }
}

TEST(Section, through_corners_has_no_line_twice_and_none_missing) {
  // A plate of 1 mm cells: planes along x = whole numbers run through corners and edges, that at its wall
  // through faces.
  const auto loaded = case_of(testing::bite_of(shapes::fine_box({-10, -10, 1}, {10, 10, 5}, 1),
                                               shapes::fine_box({-10, -10, -5}, {10, 10, 0}, 1)));
  for (const double x : {0.0, 3.0, 0.5, -7.0}) {
    SCOPED_TRACE(x);
    const SectionOutline outline =
        cut(*loaded, still, section_through(*loaded, SectionKind::sagittal, {x, 0, 0}));
    expect_rings(outline.upper);
    expect_rings(outline.lower);
    EXPECT_NEAR(length_of(outline.upper), 2 * (20 + 4), 1e-9);
    EXPECT_NEAR(length_of(outline.lower), 2 * (20 + 5), 1e-9);
  }
  // In a wall's own plane the outline is that of the solid on one side: complete or empty.
  std::vector<double> at_walls;
  for (const double x : {-10.0, 10.0}) {
    const SectionOutline outline =
        cut(*loaded, still, section_through(*loaded, SectionKind::sagittal, {x, 0, 0}));
    expect_rings(outline.upper);
    at_walls.push_back(length_of(outline.upper));
  }
  std::sort(at_walls.begin(), at_walls.end());
  EXPECT_EQ(at_walls[0], 0);
  EXPECT_NEAR(at_walls[1], 2 * (20 + 4), 1e-9);
}

TEST(Section, of_closed_jaws_runs_in_rings_in_any_plane_and_pose) {
  const auto loaded = small_case();
  constexpr unsigned seed = 9;
  SCOPED_TRACE(seed);
  std::mt19937 random(seed);
  std::size_t added = 0, lines = 0;
  for (int round = 0; round < 30; ++round) {
    SectionPlane plane;
    plane.case_from_plane = testing::random_pose(random, 15);
    const SectionOutline outline = cut(*loaded, testing::random_pose(random, 5), plane);
    expect_rings(outline.upper);
    expect_rings(outline.lower);
    lines += outline.upper.size();
    added += static_cast<std::size_t>(std::count_if(outline.upper.begin(), outline.upper.end(),
                                                    [](const SectionLine& line) { return !line.anatomy; }));
  }
  EXPECT_GT(lines, 100U);
  EXPECT_GT(added, 0U) << "skirt and base are distinguished";
}

TEST(Section, directions_are_the_patients) {
  const auto loaded = small_case();
  const AnatomicalAxes axes = loaded->axes();
  const Eigen::Vector3d place(3, -20, 1);
  const auto check = [&](SectionKind kind, const Eigen::Vector3d& right, const Eigen::Vector3d& down) {
    const SectionPlane plane = section_through(*loaded, kind, place);
    EXPECT_LT((plane.case_from_plane.linear().col(0) - right).norm(), 1e-12);
    EXPECT_LT((plane.case_from_plane.linear().col(1) - down).norm(), 1e-12);
    EXPECT_NEAR(plane.case_from_plane.linear().determinant(), 1, 1e-12);
    EXPECT_NEAR(plane.offset_mm(), plane.normal().dot(place), 1e-12);
  };
  check(SectionKind::sagittal, axes.anterior, -axes.superior);
  check(SectionKind::frontal, axes.left, -axes.superior);
  check(SectionKind::horizontal, axes.left, axes.posterior());
}

TEST(Section, across_the_arch_runs_outwards_with_the_right_on_the_left) {
  const auto loaded = small_case();
  const AnatomicalAxes axes = loaded->axes();
  const Solid& upper = *loaded->bite.upper;
  const auto across_at = [&](int tooth) {
    Bounds box;
    for (std::size_t i = 0; i < upper.labels.size(); ++i) {
      if (upper.labels[i] == tooth) box.add(upper.mesh.vertices[i]);
    }
    return Eigen::Vector3d(
        section_through(*loaded, SectionKind::across_arch, box.centre()).case_from_plane.linear().col(0));
  };
  // The second molars stand at the arch's ends, where it runs nearly straight back; the central incisors in
  // front.
  EXPECT_GT(across_at(27).dot(axes.left), 0.95);
  EXPECT_GT(across_at(17).dot(axes.left), 0.95);
  EXPECT_GT(across_at(11).dot(axes.anterior), 0.9);
  EXPECT_GT(across_at(23).dot(axes.left), 0.2);
  EXPECT_GT(across_at(23).dot(axes.anterior), 0.2);
}

}  // namespace
}  // namespace intercusp::viewer
