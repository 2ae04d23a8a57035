#include "occlusion/engines/rays/ray_engine.h"

#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <numbers>
#include <optional>
#include <random>

#include "occlusion/geometry/quadric.h"
#include "occlusion/geometry/shapes.h"

namespace intercusp {
namespace {

using Mesh = TriangleMesh;
const Eigen::Isometry3d at_rest = Eigen::Isometry3d::Identity();

Eigen::Isometry3d along_z() { return orthographic({0, 0, 1}); }

View window(double u0, double v0, double pixel, int width, int height,
            const Eigen::Isometry3d& view_from_case = along_z()) {
  return {view_from_case, {.u0_mm = u0, .v0_mm = v0, .pixel_mm = pixel, .width = width, .height = height}};
}

std::shared_ptr<const Solid> solid(Mesh mesh) { return std::make_shared<Solid>(solid_of(std::move(mesh))); }

//! A jaw whose scanned faces are those with `scanned(normal)`.
template <typename Scanned>
Mesh& sort_by_anatomy(Mesh& mesh, std::size_t& anatomy_faces, const Scanned& scanned) {
  std::vector<Face> first, last;
  for (std::size_t face = 0; face < mesh.faces.size(); ++face) {
    (scanned(face_normal_twice_area(mesh, face)) ? first : last).push_back(mesh.faces[face]);
  }
  anatomy_faces = first.size();
  first.insert(first.end(), last.begin(), last.end());
  mesh.faces = first;
  return mesh;
}

//! `scanned` faces first, then the `added` ones that are not anatomy.
std::shared_ptr<const Solid> half_scanned(const Mesh& scanned, const Mesh& added) {
  Solid result = solid_of(scanned);
  append(result.mesh, added);
  return std::make_shared<Solid>(result);
}

ClearanceMap map_of(const Mesh& upper, const Mesh& lower, const View& view,
                    const Eigen::Isometry3d& upper_from_lower = at_rest) {
  return RayEngine(solid(upper), solid(lower)).compute(view, upper_from_lower);
}

//! A slab of 10 × 10 mm.
Mesh slab(double bottom, double top) { return shapes::box({0, 0, bottom}, {10, 10, top}); }

Mesh joined(std::initializer_list<Mesh> parts) {
  Mesh whole;
  for (const Mesh& part : parts) append(whole, part);
  return whole;
}

//! The one pixel in the middle of the slabs, not on a diagonal.
PixelResult over_slabs(const std::shared_ptr<const Solid>& upper, const std::shared_ptr<const Solid>& lower) {
  return RayEngine(upper, lower).at(along_z(), at_rest, 4.3, 5.1);
}
PixelResult over_slabs(const Mesh& upper, const Mesh& lower) {
  return over_slabs(solid(upper), solid(lower));
}

double normal_z(const Mesh& mesh, std::int32_t face) {
  return face_normal_twice_area(mesh, static_cast<std::size_t>(face)).normalized().z();
}

bool same_bits(const ClearanceMap& a, const ClearanceMap& b) {
  const auto same = [](const auto& x, const auto& y) {
    return x.size() == y.size() && std::memcmp(x.data(), y.data(), x.size() * sizeof(x[0])) == 0;
  };
  return same(a.clearance_mm, b.clearance_mm) && same(a.overlap_mm, b.overlap_mm) &&
         same(a.upper_face, b.upper_face) && same(a.lower_face, b.lower_face) &&
         same(a.coverage, b.coverage) && same(a.state, b.state) && same(a.resolved_by, b.resolved_by) &&
         same(a.valued_by, b.valued_by) && same(a.upper_intervals, b.upper_intervals) &&
         same(a.lower_intervals, b.lower_intervals);
}

// ---- Boxes ----

TEST(RayEngine, two_boxes_are_as_far_apart_as_their_facing_walls) {
  const Mesh upper = slab(3, 4);
  const Mesh lower = slab(0, 1);
  const ClearanceMap map = map_of(upper, lower, window(0, 0, 1, 10, 10));  // ten centres lie on a diagonal
  for (std::size_t i = 0; i < map.clearance_mm.size(); ++i) {
    EXPECT_EQ(map.clearance_mm[i], 2.0F);
    EXPECT_EQ(map.state[i], PixelState::free);
    EXPECT_EQ(map.coverage[i], Coverage::both);
    EXPECT_EQ(map.overlap_mm[i], 0.0F);
    EXPECT_EQ(map.upper_intervals[i], 1);
    EXPECT_EQ(map.lower_intervals[i], 1);
    EXPECT_EQ(map.resolved_by[i], Stage::rays);
    EXPECT_EQ(map.valued_by[i], Stage::rays);
    EXPECT_EQ(normal_z(upper, map.upper_face[i]), -1);
    EXPECT_EQ(normal_z(lower, map.lower_face[i]), 1);
  }
}

TEST(RayEngine, boxes_that_overlap_interfere_as_deep_as_they_overlap) {
  const PixelResult pixel = over_slabs(slab(0.5, 4), slab(0, 1));
  EXPECT_EQ(pixel.state, PixelState::interfering);
  EXPECT_EQ(pixel.clearance_mm, -0.5F);
  EXPECT_EQ(pixel.overlap_mm, 0.5F);
  EXPECT_EQ(normal_z(slab(0, 1), pixel.upper_face), -1);
  EXPECT_EQ(normal_z(slab(0, 1), pixel.lower_face), 1);
}

TEST(RayEngine, touching_is_not_interference_and_the_tolerance_is_where_it_begins) {
  const PixelResult touching = over_slabs(slab(1, 2), slab(0, 1));
  EXPECT_EQ(touching.state, PixelState::free);
  EXPECT_EQ(touching.clearance_mm, 0.0F);

  const PixelResult pressed = over_slabs(slab(1 - 0.5e-4, 2), slab(0, 1));
  EXPECT_EQ(pressed.state, PixelState::free);
  EXPECT_NEAR(pressed.clearance_mm, -0.5e-4, 1e-10);
  EXPECT_EQ(pressed.overlap_mm, 0.0F);

  const PixelResult sliver = over_slabs(slab(1, 2), slab(1, 1 + 0.5e-4));
  EXPECT_EQ(sliver.state, PixelState::free);
  EXPECT_NEAR(sliver.clearance_mm, -0.5e-4, 1e-10);

  const PixelResult deeper = over_slabs(slab(1 - 2e-4, 2), slab(0, 1));
  EXPECT_EQ(deeper.state, PixelState::interfering);
  EXPECT_NEAR(deeper.clearance_mm, -2e-4, 1e-10);
}

TEST(RayEngine, each_jaw_is_seen_where_it_is_alone) {
  const Mesh upper = shapes::box({0, 0, 2}, {2, 4, 3});
  const Mesh lower = shapes::box({1, 0, 0}, {3, 4, 1});
  const ClearanceMap map = map_of(upper, lower, window(-1, 1, 1, 5, 1));
  using enum Coverage;
  EXPECT_EQ(map.coverage, (std::vector<Coverage>{none, upper_only, both, lower_only, none}));
  EXPECT_EQ(map.state[1], PixelState::outside);
  EXPECT_TRUE(std::isnan(map.clearance_mm[1]));
  EXPECT_EQ(map.resolved_by[1], Stage::none);
  EXPECT_EQ(map.upper_intervals, (std::vector<std::uint8_t>{0, 1, 1, 0, 0}));
}

TEST(RayEngine, an_upper_that_lies_below_the_lower_has_unlimited_clearance) {
  const PixelResult pixel = over_slabs(slab(0, 1), slab(5, 6));
  EXPECT_EQ(pixel.state, PixelState::free);
  EXPECT_EQ(pixel.clearance_mm, unlimited_clearance);
  EXPECT_EQ(pixel.upper_face, no_face);
  EXPECT_EQ(pixel.lower_face, no_face);
}

TEST(RayEngine, a_body_inside_another_overlaps_by_its_own_thickness) {
  const PixelResult lower_inside = over_slabs(slab(0, 10), slab(4, 5.5));
  EXPECT_EQ(lower_inside.state, PixelState::interfering);
  EXPECT_EQ(lower_inside.clearance_mm, -1.5F);
  EXPECT_EQ(lower_inside.upper_face, no_face);  // the lower bounds it at both ends
  EXPECT_EQ(normal_z(slab(0, 1), lower_inside.lower_face), 1);

  const PixelResult upper_inside = over_slabs(slab(4, 5.5), slab(0, 10));
  EXPECT_EQ(upper_inside.clearance_mm, -1.5F);
  EXPECT_EQ(upper_inside.lower_face, no_face);
  EXPECT_EQ(normal_z(slab(0, 1), upper_inside.upper_face), -1);
}

// ---- Curved bodies ----

TEST(RayEngine, a_sphere_over_a_plate_has_the_gap_of_the_closed_form) {
  const double radius = 5;
  const int rings = 60;
  const Mesh sphere = shapes::sphere({0, 0, 7}, radius, rings);  // its pole is a vertex at z = 2
  const Mesh plate = shapes::fine_box({-4, -4, -1}, {4, 4, 1}, 0.5);
  RayEngine engine(solid(sphere), solid(plate));
  const View view = window(-2.55, -2.55, 0.1, 51, 51);  // the middle pixel lies on the pole
  const ClearanceMap map = engine.compute(view, at_rest);
  EXPECT_NEAR(map.clearance_mm[view.grid.index(25, 25)], 1, 1e-7);
  EXPECT_EQ(engine.inconsistent_lines(), 0U);

  const double sag = radius * (1 - std::cos(std::numbers::pi / (2 * rings))) * 2;
  for (int row = 0; row < 51; ++row) {
    for (int column = 0; column < 51; ++column) {
      const double off_axis = view.grid.centre(column, row).norm();
      const double height = std::sqrt(radius * radius - off_axis * off_axis);
      const double gap = map.clearance_mm[view.grid.index(column, row)];
      EXPECT_GE(gap, 6 - height - 1e-6);  // the mesh lies inside the sphere
      EXPECT_LE(gap, 6 - height + sag * radius / height + 1e-6);
    }
  }
}

TEST(RayEngine, crossed_cylinders_are_apart_as_the_analytic_ones_are) {
  const int sides = 200;
  const double radius = 2;
  const Mesh upper = shapes::cylinder({0, -6, 4.5}, {0, 6, 4.5}, radius, sides);
  const Mesh lower = shapes::cylinder({-6, 0, 0}, {6, 0, 0}, radius, sides);
  const Quadric upper_body = cylinder_quadric({0, 0, 4.5}, {0, 1, 0}, radius);
  const Quadric lower_body = cylinder_quadric({0, 0, 0}, {1, 0, 0}, radius);
  const View view = window(-1.5, -1.5, 0.1, 30, 30);
  const ClearanceMap map = map_of(upper, lower, view);
  const double sag = radius * (1 - std::cos(std::numbers::pi / sides));
  for (int row = 0; row < 30; ++row) {
    for (int column = 0; column < 30; ++column) {
      const Eigen::Vector3d origin = view.case_point(column, row, 0);
      const double gap = ranges_inside(upper_body, origin, {0, 0, 1}).at(0).start -
                         ranges_inside(lower_body, origin, {0, 0, 1}).at(0).end;
      const double steepest = radius / std::sqrt(radius * radius - 1.5 * 1.5);
      const double found = map.clearance_mm[view.grid.index(column, row)];
      EXPECT_GE(found, gap - 1e-6);
      EXPECT_LE(found, gap + 2 * sag * steepest + 1e-6);
    }
  }
}

// ---- Concave bodies ----

//! Two C-shaped hooks in each other, seen along y. Between x = 4 and 6 the order is lower, upper, lower,
//! upper.
struct Hooks {
  Mesh lower = shapes::prism({{0, 0}, {10, 0}, {10, 1}, {1, 1}, {1, 4}, {6, 4}, {6, 5}, {0, 5}}, 0, 3);
  Mesh upper = shapes::prism({{2, 8}, {11, 8}, {11, 3}, {4, 3}, {4, 2}, {12, 2}, {12, 9}, {2, 9}}, 0, 3);

  //! At x = 5 with the upper raised.
  [[nodiscard]] PixelResult raised(double by_mm) const {
    Eigen::Isometry3d pose = Eigen::Isometry3d::Identity();
    pose.translation().y() = -by_mm;  // raising the upper is lowering the lower
    const Eigen::Isometry3d along_y = orthographic({0, 1, 0}, {0, 0, 1});
    const Eigen::Vector3d place = along_y * Eigen::Vector3d(5, 0, 1.3);
    return RayEngine(solid(upper), solid(lower)).at(along_y, pose, place.x(), place.y());
  }
};

TEST(RayEngine, interlocked_hooks_that_do_not_touch_are_free) {
  const PixelResult pixel = Hooks{}.raised(0);
  EXPECT_EQ(pixel.state, PixelState::free);
  EXPECT_EQ(pixel.upper_intervals, 2);
  EXPECT_EQ(pixel.lower_intervals, 2);
  EXPECT_NEAR(pixel.clearance_mm, 1, 1e-7);  // from the lower's base at 1 to the upper's arm at 2
}

TEST(RayEngine, interlocked_hooks_touch_from_behind_without_a_gap_there) {
  const PixelResult pixel = Hooks{}.raised(1);  // the upper's arm meets the lower's from below
  EXPECT_EQ(pixel.state, PixelState::free);
  EXPECT_NEAR(pixel.clearance_mm, 2, 1e-7);
}

TEST(RayEngine, interlocked_hooks_touch_at_the_base) {
  const PixelResult pixel = Hooks{}.raised(-1);
  EXPECT_EQ(pixel.state, PixelState::free);
  EXPECT_NEAR(pixel.clearance_mm, 0, 1e-7);
}

TEST(RayEngine, interlocked_hooks_that_cut_into_each_other_interfere) {
  const PixelResult pixel = Hooks{}.raised(1.25);
  EXPECT_EQ(pixel.state, PixelState::interfering);
  EXPECT_NEAR(pixel.clearance_mm, -0.25, 1e-7);
}

TEST(RayEngine, overlapping_parts_of_one_jaw_hold_what_lies_in_both) {
  const PixelResult pixel = over_slabs(slab(2, 3), joined({slab(0, 6), slab(1, 5)}));  // A( A( B( B) A) A)
  EXPECT_EQ(pixel.state, PixelState::interfering);
  EXPECT_EQ(pixel.lower_intervals, 1);
  EXPECT_EQ(pixel.clearance_mm, -1.0F);
}

TEST(RayEngine, touching_parts_of_one_jaw_are_one_interval) {
  const PixelResult pixel = over_slabs(slab(5, 6), joined({slab(0, 1), slab(1, 2), slab(2, 3)}));
  EXPECT_EQ(pixel.lower_intervals, 1);
  EXPECT_EQ(pixel.clearance_mm, 2.0F);
}

TEST(RayEngine, touching_parts_stay_one_interval_however_the_scene_is_turned) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> value(-1, 1);
  for (int turn = 0; turn < 50; ++turn) {
    const Eigen::Vector3d axis = Eigen::Vector3d(value(random), value(random), value(random)).normalized();
    const Eigen::Isometry3d pose(Eigen::AngleAxisd(3 * value(random), axis));
    const Mesh lower = shapes::moved(joined({slab(0, 1), shapes::fine_box({0, 0, 1}, {10, 10, 2}, 3)}), pose);
    const Mesh upper = shapes::moved(slab(5, 6), pose);
    const Eigen::Isometry3d view_from_case = orthographic(pose.linear().col(2));
    const Eigen::Vector3d place = view_from_case * (pose * Eigen::Vector3d(4.3, 5.1, 0));
    const PixelResult pixel =
        RayEngine(solid(upper), solid(lower)).at(view_from_case, at_rest, place.x(), place.y());
    EXPECT_EQ(pixel.lower_intervals, 1) << "turn " << turn;
    EXPECT_NEAR(pixel.clearance_mm, 3, 1e-6) << "turn " << turn;
  }
}

TEST(RayEngine, a_stack_of_forty_layers_gives_its_narrowest_gap) {
  Mesh upper, lower;
  for (int k = 0; k < 20; ++k) {
    append(lower, slab(2 * k, 2 * k + 0.5));
    append(upper, slab(2 * k + 1 - (k == 13 ? 0.25 : 0), 2 * k + 1.5));
  }
  const PixelResult pixel = over_slabs(upper, lower);
  EXPECT_EQ(pixel.state, PixelState::free);
  EXPECT_EQ(pixel.upper_intervals, 20);
  EXPECT_EQ(pixel.lower_intervals, 20);
  EXPECT_EQ(pixel.clearance_mm, 0.25F);
  EXPECT_EQ(pixel.lower_face / 12, 13);
}

TEST(RayEngine, more_layers_than_a_byte_holds_are_255) {
  Mesh lower;
  for (int k = 0; k < 300; ++k) append(lower, slab(k, k + 0.5));
  const PixelResult pixel = over_slabs(slab(299.25, 305), lower);
  EXPECT_EQ(pixel.lower_intervals, 255);
  EXPECT_EQ(pixel.clearance_mm, -0.25F);
}

TEST(RayEngine, all_overlaps_are_summed_and_the_longest_is_the_clearance) {
  const PixelResult pixel = over_slabs(joined({slab(1, 3), slab(6, 9)}), joined({slab(0, 2), slab(4, 8)}));
  EXPECT_EQ(pixel.state, PixelState::interfering);
  EXPECT_EQ(pixel.clearance_mm, -2.0F);
  EXPECT_EQ(pixel.overlap_mm, 3.0F);
}

//! What 40 cells of 1 mm along a line hold of either jaw, read off cell by cell.
struct CellColumn {
  static constexpr int cells = 40;
  std::array<bool, cells> upper{}, lower{};

  static int runs(const std::array<bool, cells>& jaw) {
    int count = 0;
    for (int z = 0; z < cells; ++z) count += jaw[z] && (z == 0 || !jaw[z - 1]);
    return count;
  }
  [[nodiscard]] int longest_overlap() const {
    int longest = 0;
    for (int z = 0, run = 0; z < cells; ++z)
      longest = std::max(longest, run = upper[z] && lower[z] ? run + 1 : 0);
    return longest;
  }
  [[nodiscard]] int overlap() const {
    int sum = 0;
    for (int z = 0; z < cells; ++z) sum += upper[z] && lower[z];
    return sum;
  }
  [[nodiscard]] std::optional<int> smallest_gap() const {
    std::optional<int> smallest;
    for (int end = 1; end < cells; ++end) {
      if (!lower[end - 1] || lower[end]) continue;  // the lower does not end here
      int start = end;
      while (start < cells && !upper[start] && !lower[start]) ++start;
      const bool upper_starts = start < cells && upper[start] && !upper[start - 1];
      if (upper_starts) smallest = std::min(smallest.value_or(cells), start - end);
    }
    return smallest;
  }
};

TEST(RayEngine, unions_of_random_boxes_read_as_their_cells_do) {
  for (unsigned seed = 1; seed <= 30; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> place(0, 8);
    std::uniform_int_distribution<int> level(0, 30), thickness(1, 9);
    std::vector<Bounds> boxes[2];
    Mesh meshes[2];
    for (int jaw = 0; jaw < 2; ++jaw) {
      for (int i = 0; i < 8; ++i) {
        Bounds box;
        const int bottom = level(random);
        box.min = {place(random), place(random), static_cast<double>(bottom)};
        box.max = box.min + Eigen::Vector3d(4, 4, thickness(random));
        append(meshes[jaw], shapes::box(box.min, box.max));
        boxes[jaw].push_back(box);
      }
    }
    const View view = window(0, 0, 0.5, 24, 24);
    const ClearanceMap map = map_of(meshes[0], meshes[1], view);
    for (std::size_t i = 0; i < view.grid.size(); ++i) {
      const Eigen::Vector2d uv = view.grid.centre(static_cast<int>(i % 24), static_cast<int>(i / 24));
      CellColumn column;
      for (int jaw = 0; jaw < 2; ++jaw) {
        for (const Bounds& box : boxes[jaw]) {
          if ((uv.array() < box.min.head<2>().array()).any() ||
              (uv.array() > box.max.head<2>().array()).any())
            continue;
          for (int z = static_cast<int>(box.min.z()); z < box.max.z(); ++z) {
            (jaw == 0 ? column.upper : column.lower)[static_cast<std::size_t>(z)] = true;
          }
        }
      }
      ASSERT_EQ(map.upper_intervals[i], CellColumn::runs(column.upper)) << "pixel " << i;
      ASSERT_EQ(map.lower_intervals[i], CellColumn::runs(column.lower)) << "pixel " << i;
      if (map.coverage[i] != Coverage::both) continue;
      ASSERT_EQ(map.overlap_mm[i], static_cast<float>(column.overlap())) << "pixel " << i;
      const float gap =
          column.smallest_gap() ? static_cast<float>(*column.smallest_gap()) : unlimited_clearance;
      const auto overlap = static_cast<float>(column.longest_overlap());
      ASSERT_EQ(map.clearance_mm[i], overlap > 0 ? -overlap : gap) << "pixel " << i;
    }
  }
}

// ---- Lines that meet edges and vertices ----

//! Every pixel centre is a vertex of both bodies; the whole scene is turned, so that floats miss them.
TEST(RayEngine, lines_through_vertices_and_shared_edges_cross_each_sheet_once) {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> value(-1, 1);
  for (int turn = 0; turn < 12; ++turn) {
    SCOPED_TRACE("turn " + std::to_string(turn));
    Eigen::Isometry3d case_from_scene = Eigen::Isometry3d::Identity();
    if (turn > 0) {
      case_from_scene.rotate(Eigen::AngleAxisd(
          3 * value(random), Eigen::Vector3d(value(random), value(random), value(random)).normalized()));
      case_from_scene.pretranslate(20 * Eigen::Vector3d(value(random), value(random), value(random)));
    }
    const Mesh upper = shapes::moved(shapes::fine_box({0, 0, 3}, {4, 4, 5}, 0.5), case_from_scene);
    const Mesh lower = shapes::moved(shapes::fine_box({0, 0, 0}, {4, 4, 1}, 0.5), case_from_scene);
    const Eigen::Isometry3d view_from_case =
        orthographic(case_from_scene.linear().col(2), case_from_scene.linear().col(1));
    const Eigen::Vector3d corner = view_from_case * (case_from_scene * Eigen::Vector3d(0, 0, 0));
    RayEngine engine(solid(upper), solid(lower));
    const ClearanceMap map =
        engine.compute(window(corner.x() - 0.125, corner.y() - 0.125, 0.25, 17, 17, view_from_case), at_rest);
    EXPECT_EQ(engine.inconsistent_lines(), 0U);
    for (int row = 0; row < 17; ++row) {
      for (int column = 0; column < 17; ++column) {
        const std::size_t i = map.view.grid.index(column, row);
        const bool on_a_wall = row == 0 || column == 0 || row == 16 || column == 16;
        if (on_a_wall) continue;  // a line within a wall may read as anything that the wall's rounding leaves
        ASSERT_EQ(map.coverage[i], Coverage::both);
        EXPECT_EQ(map.upper_intervals[i], 1);
        EXPECT_EQ(map.lower_intervals[i], 1);
        EXPECT_NEAR(map.clearance_mm[i], 2, 1e-6);
      }
    }
  }
}

TEST(RayEngine, a_line_through_a_slit_finer_than_floats_is_shot_again_beside_it) {
  // The lid of a box of 2 mm, in two halves that leave out 2e-6 mm at x = 0: closed for any scan's purpose.
  Mesh lower;
  for (const double y : {-1.0, 1.0}) {
    for (const double x : {-1.0, -1e-6, 1e-6, 1.0}) lower.vertices.emplace_back(x, y, 1);
  }
  append(lower, shapes::box({-1, -1, 0}, {1, 1, 1}));
  std::erase_if(lower.faces, [&](const Face& face) {  // the box's own lid
    return std::all_of(face.begin(), face.end(), [&](std::uint32_t v) { return lower.vertices[v].z() == 1; });
  });
  ASSERT_EQ(lower.faces.size(), 10U);
  for (const std::uint32_t left : {0U, 2U}) {
    lower.faces.push_back({left, left + 1, left + 5});
    lower.faces.push_back({left, left + 5, left + 4});
  }
  RayEngine engine(solid(shapes::box({-1, -1, 3}, {1, 1, 4})), solid(lower));
  const View view = window(-0.35, -0.35, 0.1, 7, 7);  // the middle column lies in the slit
  const ClearanceMap map = engine.compute(view, at_rest);
  EXPECT_EQ(engine.reshot_lines(), 7U);
  EXPECT_EQ(engine.inconsistent_lines(), 0U);
  for (const float clearance : map.clearance_mm) EXPECT_EQ(clearance, 2.0F);
}

TEST(RayEngine, lines_through_a_hole_are_counted_and_the_rest_stays_right) {
  Mesh open = slab(0, 1);
  open.faces.erase(open.faces.begin() + 3);  // half of the lid
  RayEngine engine(solid(slab(3, 4)), solid(open));
  const ClearanceMap map = engine.compute(window(0.03, 0.06, 0.5, 19, 19), at_rest);
  std::size_t left_out = 0;
  for (std::size_t i = 0; i < map.state.size(); ++i) {
    left_out += map.coverage[i] == Coverage::upper_only;
    if (map.coverage[i] == Coverage::both) {
      EXPECT_EQ(map.clearance_mm[i], 2.0F);
    }
  }
  EXPECT_EQ(left_out, engine.inconsistent_lines());
  EXPECT_EQ(engine.reshot_lines(), engine.inconsistent_lines());
  EXPECT_GT(left_out, 100U);
  EXPECT_LT(left_out, 261U);
}

// ---- Faces that are not anatomy ----

TEST(RayEngine, a_gap_to_a_base_is_no_clearance) {
  const PixelResult pixel = over_slabs(half_scanned({}, slab(3, 4)), solid(slab(0, 1)));
  EXPECT_EQ(pixel.state, PixelState::not_anatomy);
  EXPECT_EQ(pixel.coverage, Coverage::both);
  EXPECT_TRUE(std::isnan(pixel.clearance_mm));
  EXPECT_EQ(pixel.upper_face, no_face);
  EXPECT_EQ(pixel.lower_face, no_face);
}

TEST(RayEngine, an_overlap_with_a_base_is_not_interference) {
  const PixelResult pixel = over_slabs(half_scanned({}, slab(0.5, 4)), solid(slab(0, 1)));
  EXPECT_EQ(pixel.state, PixelState::not_anatomy);
  EXPECT_EQ(pixel.overlap_mm, 0.0F);
}

TEST(RayEngine, a_base_between_two_scanned_faces_hides_their_gap) {
  const PixelResult pixel = over_slabs(half_scanned(slab(5, 6), slab(2, 3)), solid(slab(0, 1)));
  EXPECT_EQ(pixel.state, PixelState::not_anatomy);
}

TEST(RayEngine, a_base_that_the_upper_is_sunk_into_hides_the_gap_below) {
  const PixelResult pixel = over_slabs(solid(slab(3, 6)), half_scanned(slab(0, 1), slab(2, 5)));
  EXPECT_EQ(pixel.state, PixelState::not_anatomy);
}

TEST(RayEngine, an_overlap_of_anatomy_counts_beside_one_of_a_base) {
  const PixelResult pixel =
      over_slabs(half_scanned(slab(5, 6), slab(0, 3)), solid(joined({slab(1, 4), slab(5.25, 5.75)})));
  EXPECT_EQ(pixel.state, PixelState::interfering);
  EXPECT_EQ(pixel.clearance_mm, -0.5F);  // not the 2 mm of the base
  EXPECT_EQ(pixel.overlap_mm, 0.5F);
}

TEST(RayEngine, a_gap_of_anatomy_counts_beside_an_overlap_of_a_base) {
  const PixelResult pixel = over_slabs(half_scanned(slab(5, 6), slab(0, 3)), solid(slab(1, 4)));
  EXPECT_EQ(pixel.state, PixelState::free);
  EXPECT_EQ(pixel.clearance_mm, 1.0F);
}

TEST(RayEngine, a_scanned_lid_on_a_base_counts) {
  Mesh lower = slab(0, 1);
  Solid jaw{.mesh = {}, .anatomy_faces = 0, .labels = {}};
  jaw.mesh = sort_by_anatomy(lower, jaw.anatomy_faces, [](const Eigen::Vector3d& n) { return n.z() > 0; });
  ASSERT_EQ(jaw.anatomy_faces, 2U);
  const PixelResult pixel = over_slabs(solid(slab(3, 4)), std::make_shared<Solid>(jaw));
  EXPECT_EQ(pixel.state, PixelState::free);
  EXPECT_EQ(pixel.clearance_mm, 2.0F);
  EXPECT_LT(pixel.lower_face, 2);
}

// ---- Poses, frames, repeats ----

struct Tori {
  Mesh upper = shapes::torus({0, 0, 2.5}, {0.2, 0.1, 1}, 6, 2, 120, 60);
  Mesh lower = shapes::torus({1, 0, 0}, {0, 0.1, 1}, 6, 2, 120, 60);
  View view = window(-9, -9, 0.15, 120, 120);
};

Eigen::Isometry3d some_pose() {
  Eigen::Isometry3d pose = Eigen::Isometry3d::Identity();
  pose.rotate(Eigen::AngleAxisd(0.7, Eigen::Vector3d(1, -2, 0.5).normalized()));
  pose.pretranslate(Eigen::Vector3d(30, -12, 8));
  return pose;
}

TEST(RayEngine, a_posed_lower_is_the_lower_moved) {
  const Tori tori;
  const Eigen::Isometry3d pose = some_pose();
  const ClearanceMap expected = map_of(tori.upper, tori.lower, tori.view);
  const ClearanceMap map = map_of(tori.upper, shapes::moved(tori.lower, pose.inverse()), tori.view, pose);
  std::size_t compared = 0, differing = 0;
  for (std::size_t i = 0; i < map.state.size(); ++i) {
    if (map.coverage[i] != expected.coverage[i] || map.lower_intervals[i] != expected.lower_intervals[i]) {
      ++differing;  // a line within the reach of a rim
      continue;
    }
    if (map.state[i] == PixelState::outside) continue;
    EXPECT_NEAR(map.clearance_mm[i], expected.clearance_mm[i], 1e-6);
    ++compared;
  }
  EXPECT_GT(compared, 3000U);
  EXPECT_LE(differing, 2U);
}

TEST(RayEngine, the_kept_upper_gives_what_a_fresh_engine_gives) {
  const Tori tori;
  RayEngine engine(solid(tori.upper), solid(tori.lower));
  Eigen::Isometry3d lowered = at_rest;
  lowered.translation().z() = -0.4;
  View shifted = tori.view;
  shifted.grid.u0_mm += 0.01;
  (void)engine.compute(tori.view, at_rest);
  EXPECT_TRUE(
      same_bits(engine.compute(tori.view, lowered), map_of(tori.upper, tori.lower, tori.view, lowered)));
  EXPECT_EQ(engine.stage_times().at(0).ms, 0);
  EXPECT_TRUE(same_bits(engine.compute(shifted, lowered), map_of(tori.upper, tori.lower, shifted, lowered)));

  RayEngine forgetful(solid(tori.upper), solid(tori.lower), {.max_kept_pixels = 0});
  EXPECT_TRUE(same_bits(forgetful.compute(tori.view, lowered), engine.compute(tori.view, lowered)));
}

TEST(RayEngine, one_pixel_is_that_pixel_of_the_map) {
  const Tori tori;
  RayEngine engine(solid(tori.upper), solid(tori.lower));
  const Eigen::Isometry3d pose(Eigen::AngleAxisd(0.1, Eigen::Vector3d::UnitX()));
  const ClearanceMap map = engine.compute(tori.view, pose);
  ClearanceMap pixels = ClearanceMap::empty(tori.view);
  for (int row = 0; row < tori.view.grid.height; ++row) {
    for (int column = 0; column < tori.view.grid.width; ++column) {
      set_pixel(pixels, tori.view.grid.index(column, row), engine.pixel(tori.view, pose, column, row),
                Stage::rays);
    }
  }
  EXPECT_TRUE(same_bits(map, pixels));
}

TEST(RayEngine, any_number_of_threads_gives_the_same_bits) {
  const Tori tori;
  const auto with_threads = [&](std::size_t threads) {
    const tbb::global_control control(tbb::global_control::max_allowed_parallelism, threads);
    return map_of(tori.upper, tori.lower, tori.view,
                  Eigen::Isometry3d(Eigen::AngleAxisd(0.2, Eigen::Vector3d::UnitY())));
  };
  const ClearanceMap one = with_threads(1);
  EXPECT_GT(count_pixels(one).interfering, 100U);
  EXPECT_TRUE(same_bits(one, with_threads(2)));
}

TEST(RayEngine, what_it_cannot_do_is_refused) {
  const auto box = solid(slab(0, 1));
  RayEngine engine(box, box);
  EXPECT_THROW(RayEngine(nullptr, box), std::invalid_argument);
  EXPECT_THROW(RayEngine(box, box, {.depth_tolerance_mm = -1}), std::invalid_argument);
}

TEST(RayEngine, an_empty_window_or_an_empty_jaw_is_a_result) {
  const ClearanceMap nowhere = map_of(slab(3, 4), slab(0, 1), window(0, 0, 1, 0, 0));
  EXPECT_TRUE(nowhere.state.empty());
  const ClearanceMap alone = map_of(slab(3, 4), {}, window(1, 1, 1, 2, 2));
  EXPECT_EQ(alone.coverage, std::vector<Coverage>(4, Coverage::upper_only));
}

}  // namespace
}  // namespace intercusp
