#include "occlusion/engines/zlist/zlist_engine.h"

#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include <cmath>
#include <cstring>
#include <numbers>
#include <optional>

#include "occlusion/engines/zlist/layer_lists.h"
#include "tests/support/bites.h"

namespace intercusp {
namespace {

using testing::pixel_at;
using testing::slab;
using testing::view_of;

// Depths are floats relative to the middle of the jaws: 2^-24 of some 20 mm, on either side of a gap.
constexpr double float_depth_mm = 4e-6;

ClearanceMap map_of(const Bite& bite, const View& view, const ZListOptions& options = {}) {
  return ZListEngine(bite.upper, bite.lower, options).compute(view, bite.upper_from_lower);
}
ClearanceMap map_of(const Bite& bite, double pixel_mm = 0.1) { return map_of(bite, view_of(bite, pixel_mm)); }

//! All layers of a mesh, pixel by pixel.
std::vector<std::vector<zlist::Layer>> layers_of(const TriangleMesh& mesh, const View& view) {
  const zlist::ClusteredMesh clusters(solid_of(mesh));
  zlist::PosedMesh posed(clusters);
  posed.place(Eigen::Isometry3d::Identity(), view, 0);
  std::vector<std::vector<zlist::Layer>> layers;
  zlist::BandLists lists;
  for (int band = 0; band < posed.band_count(); ++band) {
    lists.make(posed, band);
    for (std::size_t pixel = 0; pixel < posed.pixels(band); ++pixel) {
      layers.emplace_back(lists.at(pixel).begin(), lists.at(pixel).end());
    }
  }
  return layers;
}

struct Column {
  PixelState state;
  double clearance_mm;
  int upper_intervals, lower_intervals;
};
Column middle_column(const Bite& bite) {
  const ClearanceMap map = map_of(bite);
  const std::size_t i = pixel_at(map, 5.03, 4.07);
  return {map.state[i], map.clearance_mm[i], map.upper_intervals[i], map.lower_intervals[i]};
}

TEST(ZListEngine, a_gap_between_two_slabs_is_their_distance) {
  const Column column = middle_column(bite_of(slab(1.25, 3), slab(-2, 1)));
  EXPECT_EQ(column.state, PixelState::free);
  EXPECT_NEAR(column.clearance_mm, 0.25, float_depth_mm);
  EXPECT_EQ(column.upper_intervals, 1);
  EXPECT_EQ(column.lower_intervals, 1);
}

TEST(ZListEngine, touching_slabs_do_not_interfere) {
  const Column column = middle_column(bite_of(slab(1, 3), slab(-2, 1)));
  EXPECT_EQ(column.state, PixelState::free);
  EXPECT_NEAR(column.clearance_mm, 0, float_depth_mm);
}

TEST(ZListEngine, an_overlap_is_a_negative_clearance_and_a_volume) {
  const Bite bite = bite_of(slab(0.9, 3), slab(-2, 1));
  const ClearanceMap map = map_of(bite);
  const std::size_t i = pixel_at(map, 5, 5);
  EXPECT_EQ(map.state[i], PixelState::interfering);
  EXPECT_NEAR(map.clearance_mm[i], -0.1, float_depth_mm);
  double volume = 0;
  for (const float overlap : map.overlap_mm) volume += overlap * map.view.grid.pixel_area_mm2();
  EXPECT_NEAR(volume, 10, 10 * 10 * float_depth_mm);
}

TEST(ZListEngine, an_overlap_within_the_depth_tolerance_only_touches) {
  EXPECT_EQ(middle_column(bite_of(slab(1 - 0.5e-4, 3), slab(-2, 1))).state, PixelState::free);
  EXPECT_EQ(middle_column(bite_of(slab(1 - 1.5e-4, 3), slab(-2, 1))).state, PixelState::interfering);
}

TEST(ZListEngine, a_body_inside_another_overlaps_by_its_own_length) {
  EXPECT_NEAR(middle_column(bite_of(slab(-4, 4), slab(-1, 0.5))).clearance_mm, -1.5, float_depth_mm);
  EXPECT_NEAR(middle_column(bite_of(slab(-1, 0.5), slab(-4, 4))).clearance_mm, -1.5, float_depth_mm);
}

TEST(ZListEngine, a_lower_that_lies_above_has_nothing_to_close_on) {
  const Column column = middle_column(bite_of(slab(-3, -1), slab(1, 2)));
  EXPECT_EQ(column.state, PixelState::free);
  EXPECT_TRUE(std::isinf(column.clearance_mm));
}

TEST(ZListEngine, overlapping_parts_of_one_jaw_are_one_interval) {
  // A( A( B( B) A) A): the inner slab of A holds B, the outer one too. Parity would see two even runs.
  const TriangleMesh a = together({slab(0, 10), slab(1, 9)});
  const Column column = middle_column(bite_of(a, slab(4, 5)));
  EXPECT_EQ(column.state, PixelState::interfering);
  EXPECT_NEAR(column.clearance_mm, -1, float_depth_mm);
  EXPECT_EQ(column.upper_intervals, 1);
}

TEST(ZListEngine, parts_of_one_jaw_that_touch_are_one_interval) {
  const Column column = middle_column(bite_of(together({slab(3, 4), slab(4, 5)}), slab(0, 2.5)));
  EXPECT_EQ(column.upper_intervals, 1);
  EXPECT_NEAR(column.clearance_mm, 0.5, float_depth_mm);
}

TEST(ZListEngine, two_sheets_in_one_plane_enclose_nothing) {
  const TriangleMesh flat = slab(3, 3);  // without thickness: the line enters and leaves at the same depth
  const Column column = middle_column(bite_of(together({slab(5, 6), flat}), slab(0, 2.5)));
  EXPECT_EQ(column.upper_intervals, 1);
  EXPECT_NEAR(column.clearance_mm, 2.5, float_depth_mm);
}

TEST(ZListEngine, the_facing_path_sees_through_sheets_that_import_added) {
  const TriangleMesh anatomy = slab(0, 2.5);
  Solid lower = solid_of(together({anatomy, slab(3, 3)}));
  lower.anatomy_faces = anatomy.faces.size();
  Bite bite = bite_of(slab(5, 6), anatomy);
  bite.lower = std::make_shared<const Solid>(std::move(lower));
  const ClearanceMap map = map_of(bite, view_of(bite, 0.1), {.facing_only = true});
  EXPECT_NEAR(map.clearance_mm[pixel_at(map, 5.03, 4.07)], 2.5, float_depth_mm);
}

TEST(ZListEngine, stacks_of_forty_layers_are_told_apart) {
  // Twenty slabs of either jaw in turn: lower [2i, 2i+0.75], upper [2i+1, 2i+1.75].
  std::vector<TriangleMesh> upper, lower;
  for (int i = 0; i < 20; ++i) {
    lower.push_back(slab(2 * i, 2 * i + 0.75));
    upper.push_back(slab(2 * i + 1, 2 * i + 1.75));
  }
  const Column free_column = middle_column(bite_of(together(upper), together(lower)));
  EXPECT_EQ(free_column.state, PixelState::free);
  EXPECT_NEAR(free_column.clearance_mm, 0.25, float_depth_mm);
  EXPECT_EQ(free_column.upper_intervals, 20);
  EXPECT_EQ(free_column.lower_intervals, 20);

  upper[13] = slab(26.7, 27.75);  // now 0.05 into lower[13]
  const Column meeting_column = middle_column(bite_of(together(upper), together(lower)));
  EXPECT_EQ(meeting_column.state, PixelState::interfering);
  EXPECT_NEAR(meeting_column.clearance_mm, -0.05, float_depth_mm);
}

TEST(ZListEngine, hooks_interlock_without_touching_until_they_do) {
  // The upper hook hangs upside down with its tip in the lower hook's slot: each tip has 1.5 mm of free space below it.
  Eigen::Isometry3d turned = Eigen::Isometry3d::Identity();
  turned.linear() = Eigen::AngleAxisd(std::numbers::pi, Eigen::Vector3d::UnitY()).toRotationMatrix();
  turned.translation() = Eigen::Vector3d(9, 0, 7.5);
  // The lower hook's tip is x 5…6, z to 5; the upper's tip spans x 3…4 and reaches down to z 2.5.
  const TriangleMesh upper = shapes::moved(testing::hook(0, 4), turned);
  const Bite bite = bite_of(upper, testing::hook(0, 4));
  const ClearanceMap map = map_of(bite);
  for (std::size_t i = 0; i < map.state.size(); ++i) EXPECT_NE(map.state[i], PixelState::interfering);
  EXPECT_NEAR(testing::least_clearance(map), 1.5, float_depth_mm);

  turned.translation().z() = 5.9;
  const ClearanceMap deep = map_of(bite_of(shapes::moved(testing::hook(0, 4), turned), testing::hook(0, 4)));
  EXPECT_NEAR(testing::least_clearance(deep), -0.1, float_depth_mm);
}

TEST(ZListEngine, only_anatomy_bounds_a_gap_or_an_overlap) {
  Solid upper = solid_of(slab(1.25, 3));
  upper.anatomy_faces = 0;
  Bite bite = bite_of(slab(1.25, 3), slab(-2, 1));
  bite.upper = std::make_shared<const Solid>(upper);
  const ClearanceMap map = map_of(bite);
  const MapCounts counts = count_pixels(map);
  EXPECT_EQ(counts.not_anatomy, counts.both);
  EXPECT_EQ(counts.interfering, 0U);
  EXPECT_TRUE(std::isnan(map.clearance_mm[pixel_at(map, 5, 5)]));
}

TEST(ZListEngine, every_centre_on_an_edge_or_vertex_belongs_to_exactly_one_face) {
  // Cells of one pixel, so that every corner and diagonal of the mesh runs through pixel centres.
  const double pixel = 0.25;
  const Bite bite = bite_of(shapes::fine_box({0, 0, 1}, {10, 10, 2}, pixel),
                            shapes::fine_box({0, 0, -1}, {10, 10, 0}, pixel));
  View view = view_of(bite, pixel);
  view.grid.u0_mm = -1.5 * pixel;
  view.grid.v0_mm = -1.5 * pixel;
  const auto lists = layers_of(bite.upper->mesh, view);
  std::size_t covered = 0;
  for (int row = 0; row < view.grid.height; ++row) {
    for (int column = 0; column < view.grid.width; ++column) {
      const auto& layers = lists[view.grid.index(column, row)];
      ASSERT_TRUE(layers.empty() || layers.size() == 2) << column << ' ' << row << ": " << layers.size();
      covered += layers.size() / 2;
    }
  }
  EXPECT_EQ(covered,
            40U * 40U);  // 41 × 41 centres on the box's grid, of which the right and bottom rows are outside
}

TEST(ZListEngine, clearance_between_sphere_and_plate_follows_the_closed_form) {
  const double radius = 6;
  const int rings = 256;
  const Bite bite = bite_of(shapes::sphere({5, 5, radius + 0.1}, radius, rings), slab(-2, 0));
  const ClearanceMap map = map_of(bite, 0.05);
  // Facets lie inside the sphere by at most the sag of their diagonal.
  const double step = std::numbers::pi / rings;
  const double sag = radius * (1 - std::cos(step / 2)) * 2;
  // Vertices are snapped to a grid of at most 0.0003 mm, which moves a slope by half a diagonal of it.
  const auto snapped = [](double slope) { return 1.5e-4 * std::sqrt(2.0) * slope; };
  const PixelGrid& grid = map.view.grid;
  std::size_t compared = 0;
  for (int row = 0; row < grid.height; ++row) {
    for (int column = 0; column < grid.width; ++column) {
      const double r2 = (grid.centre(column, row) - Eigen::Vector2d(5, 5)).squaredNorm();
      if (r2 > 9) continue;
      const double gap = radius + 0.1 - std::sqrt(radius * radius - r2);
      const double cosine = std::sqrt(1 - r2 / (radius * radius));
      const double clearance = map.clearance_mm[grid.index(column, row)];
      const double slope = std::sqrt(1 - cosine * cosine) / cosine;
      EXPECT_GT(clearance, gap - float_depth_mm - snapped(slope));
      EXPECT_LT(clearance, gap + sag / cosine + float_depth_mm + snapped(slope));
      ++compared;
    }
  }
  EXPECT_GT(compared, 11000U);
}

TEST(ZListEngine, crossed_cylinders_come_closest_at_the_crossing) {
  const TriangleMesh along_x = shapes::cylinder({-10, 0, 2.15}, {10, 0, 2.15}, 1, 720);
  const TriangleMesh along_y = shapes::cylinder({0, -10, 0}, {0, 10, 0}, 1, 720);
  const ClearanceMap map = map_of(bite_of(along_x, along_y), 0.02);
  const double sag = 1 - std::cos(std::numbers::pi / 720);
  // The centre nearest to the crossing is at most half a pixel off in u and in v.
  const double off_centre = 2 * (1 - std::sqrt(1 - 0.01 * 0.01));
  EXPECT_GE(testing::least_clearance(map), 0.15 - float_depth_mm);
  EXPECT_LE(testing::least_clearance(map), 0.15 + 2 * sag + off_centre + float_depth_mm);
}

TEST(ZListEngine, tilted_plates_have_the_clearance_of_their_planes) {
  Eigen::Isometry3d tilt = Eigen::Isometry3d::Identity();
  tilt.linear() = Eigen::AngleAxisd(0.3, Eigen::Vector3d(1, 2, 0).normalized()).toRotationMatrix();
  const TriangleMesh plate = shapes::box({-8, -8, 0}, {8, 8, 1});
  TriangleMesh upper = shapes::moved(plate, tilt);
  for (Eigen::Vector3d& vertex : upper.vertices) vertex.z() += 4;
  const ClearanceMap map = map_of(bite_of(upper, shapes::moved(plate, tilt)), 0.1);
  // Same tilt: the gap along z is the shift less the plate's thickness along z.
  const double expected = 4 - 1 / tilt.linear()(2, 2);
  EXPECT_NEAR(map.clearance_mm[pixel_at(map, 0.5, 0.3)], expected, 1e-5);
}

void expect_same_answers(const ClearanceMap& facing, const ClearanceMap& all) {
  ASSERT_EQ(facing.state.size(), all.state.size());
  for (std::size_t i = 0; i < all.state.size(); ++i) {
    ASSERT_EQ(facing.state[i], all.state[i]) << i;
    ASSERT_EQ(facing.coverage[i], all.coverage[i]) << i;
    ASSERT_EQ(std::memcmp(&facing.clearance_mm[i], &all.clearance_mm[i], sizeof(float)), 0) << i;
    ASSERT_EQ(facing.overlap_mm[i], all.overlap_mm[i]) << i;
    ASSERT_EQ(facing.upper_face[i], all.upper_face[i]) << i;
    ASSERT_EQ(facing.lower_face[i], all.lower_face[i]) << i;
  }
}

TEST(ZListEngine, the_facing_path_gives_the_same_bits_as_the_full_lists) {
  std::mt19937 random(20260);
  for (int round = 0; round < 20; ++round) {
    const TriangleMesh ring = shapes::torus({0, 0, 0}, {0, 0.4, 1}, 5, 2, 40, 20);
    const TriangleMesh lower =
        together({shapes::sphere({0, 0, 0}, 3, 16), shapes::box({1, 1, -2}, {6, 4, 4})});
    const Bite bite = bite_of(ring, lower, testing::random_pose(random, 5));
    const View view = view_of(bite, 0.1);
    ZListEngine facing(bite.upper, bite.lower, {.facing_only = true});
    const ClearanceMap all = map_of(bite, view);
    expect_same_answers(facing.compute(view, bite.upper_from_lower), all);
    // Later poses reuse kept data: near, next to the window, out of reach, and back.
    ZListEngine full(bite.upper, bite.lower);
    for (const Eigen::Vector3d& by :
         {Eigen::Vector3d(0.3, -0.2, 0.5), {6, 0, 0}, {0, 0, -30}, {90, 0, 0}, {0, 0, 0}, {0.1, 0, -2}}) {
      const Eigen::Isometry3d moved = Eigen::Translation3d(by) * bite.upper_from_lower;
      const ClearanceMap& answer = facing.compute(view, moved);
      const ClearanceMap& expected = full.compute(view, moved);
      expect_same_answers(answer, expected);
      for (std::size_t i = 0; i < expected.state.size(); ++i) {  // counted, or 0: never from an earlier pose
        if (answer.lower_intervals[i] != 0) {
          ASSERT_EQ(answer.lower_intervals[i], expected.lower_intervals[i]) << i;
        }
      }
    }
  }
}

//! For each pixel of the whole map, whether `near` says that it must be exact.
std::vector<bool> pixels_of(const NearPixels& near, const ClearanceMap& map) {
  const PixelGrid& grid = map.view.grid;
  const auto [within_mm, beside] = near;
  std::vector<bool> found(grid.size(), false);
  for (int row = 0; row < grid.height; ++row) {
    for (int column = 0; column < grid.width; ++column) {
      if (!(static_cast<double>(map.clearance_mm[grid.index(column, row)]) <= within_mm)) continue;
      for (int r = std::max(row - beside, 0); r <= std::min(row + beside, grid.height - 1); ++r) {
        for (int c = std::max(column - beside, 0); c <= std::min(column + beside, grid.width - 1); ++c)
          found[grid.index(c, r)] = true;
      }
    }
  }
  return found;
}

//! Pixels that must be exact are as in `all`, and no other pixel has a smaller clearance than there.
void expect_same_near(const ClearanceMap& near, const ClearanceMap& all, const NearPixels& asked) {
  const std::vector<bool> asked_for = pixels_of(asked, all);
  for (std::size_t i = 0; i < all.state.size(); ++i) {
    const bool is_near = static_cast<double>(all.clearance_mm[i]) <= asked.within_mm;
    ASSERT_EQ(static_cast<double>(near.clearance_mm[i]) <= asked.within_mm, is_near) << i;
    if (!asked_for[i]) {
      ASSERT_FALSE(near.clearance_mm[i] < all.clearance_mm[i]) << i;
      continue;
    }
    ASSERT_TRUE(near.clearance_mm[i] == all.clearance_mm[i] ||
                (std::isnan(near.clearance_mm[i]) && std::isnan(all.clearance_mm[i])))
        << i;
    ASSERT_EQ(near.coverage[i], all.coverage[i]) << i;
    ASSERT_EQ(near.state[i], all.state[i]) << i;
    ASSERT_EQ(near.overlap_mm[i], all.overlap_mm[i]) << i;
    ASSERT_EQ(near.upper_face[i], all.upper_face[i]) << i;
    ASSERT_EQ(near.lower_face[i], all.lower_face[i]) << i;
  }
}

TEST(ZListEngine, within_a_limit_clearances_are_those_without_one) {
  std::mt19937 random(7);
  for (int round = 0; round < 12; ++round) {
    const TriangleMesh ring = shapes::torus({0, 0, 4}, {0, 0.4, 1}, 5, 2, 120, 60);
    const TriangleMesh lower =
        together({shapes::sphere({0, 0, 0}, 3, 48), shapes::box({1, 1, -2}, {6, 4, 4})});
    const Bite bite = bite_of(ring, lower, testing::random_pose(random, 4));
    const View view = view_of(bite, 0.1);
    ZListEngine live(bite.upper, bite.lower, {.facing_only = true});
    // One engine for all limits and poses: no data of the last pose may remain.
    for (const NearPixels& near : {NearPixels{0, 2}, {0.35, 0}, {0.35, 2}, {2, 20}, {-0.5, 1}}) {
      for (const Eigen::Vector3d& by : {Eigen::Vector3d(0, 0, 0), {0.3, -0.2, -3}, {0, 0, 30}, {0.1, 0, 1}}) {
        const Eigen::Isometry3d moved = Eigen::Translation3d(by) * bite.upper_from_lower;
        const ClearanceMap all = live.compute(view, moved);
        expect_same_near(live.compute_within(view, moved, near), all, near);
      }
    }
  }
}

TEST(ZListEngine, an_engine_made_from_another_gives_the_same_bits) {
  const Bite bite =
      bite_of(shapes::torus({0, 0, 3}, {0, 0.4, 1}, 5, 2, 80, 40), shapes::sphere({0, 0, 0}, 5, 40));
  const View view = view_of(bite, 0.1);
  std::optional<ZListEngine> live(std::in_place, bite.upper, bite.lower, ZListOptions{.facing_only = true});
  ZListEngine full(*live, {});
  live.reset();  // shared data remain
  expect_same_answers(full.compute(view, bite.upper_from_lower), map_of(bite, view));
}

TEST(ZListEngine, one_thread_gives_the_same_bits_as_many) {
  const Bite bite =
      bite_of(shapes::torus({0, 0, 3}, {0, 0.4, 1}, 5, 2, 80, 40), shapes::sphere({0, 0, 0}, 5, 40));
  const View view = view_of(bite, 0.05);
  const ClearanceMap many = map_of(bite, view);
  const tbb::global_control one(tbb::global_control::max_allowed_parallelism, 1);
  expect_same_answers(map_of(bite, view), many);
}

TEST(ZListEngine, closed_meshes_leave_no_line_unbalanced) {
  std::mt19937 random(99);
  for (int round = 0; round < 10; ++round) {
    const TriangleMesh mesh =
        shapes::moved(shapes::torus({0, 0, 0}, {0, 0, 1}, 5, 2, 60, 30), testing::random_pose(random, 3));
    const Bite bite = bite_of(mesh, mesh);
    const View view = view_of(bite, 0.07);
    const auto lists = layers_of(bite.upper->mesh, view);
    for (int row = 0; row < view.grid.height; ++row) {
      for (int column = 0; column < view.grid.width; ++column) {
        int sum = 0;
        for (const zlist::Layer& layer : lists[view.grid.index(column, row)]) sum += layer.leaves() ? -1 : 1;
        ASSERT_EQ(sum, 0) << column << ' ' << row;
      }
    }
  }
}

TEST(ZListEngine, an_empty_window_is_a_map_without_pixels) {
  const Bite bite = bite_of(slab(1, 2), slab(-1, 0), Eigen::Isometry3d(Eigen::Translation3d(100, 0, 0)));
  EXPECT_EQ(map_of(bite).state.size(), 0U);
}

}  // namespace
}  // namespace intercusp
