#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>

#include "io/picture/legend.h"
#include "tests/viewer/scene/hand_made_case.h"
#include "viewer/app/camera.h"
#include "viewer/scene/gizmo.h"
#include "viewer/scene/map_colours.h"
#include "viewer/scene/painted_map.h"
#include "viewer/scene/scene_meshes.h"

namespace intercusp::viewer {

namespace {

constexpr PictureSize size{900, 600};
constexpr StandardView all_views[] = {StandardView::frontal, StandardView::right, StandardView::left,
                                      StandardView::upper_occlusal, StandardView::lower_occlusal};

// Pixels are worked out in doubles: some hundred operations on numbers below 1000 lose less than this.
constexpr double rounding_px = 1e-9;

std::shared_ptr<const LoadedCase> two_boxes() {
  return testing::case_of(shapes::box({-30, -25, 1}, {30, 25, 10}),
                          shapes::box({-30, -25, -10}, {30, 25, 0}));
}

Camera frontal() {
  return testing::standard_camera(*two_boxes(), Eigen::Isometry3d::Identity(), StandardView::frontal, 1.5);
}

class Random {
 public:
  explicit Random(unsigned seed) : engine_(seed) { std::printf("seed %u\n", seed); }
  double between(double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(engine_);
  }
  Eigen::Vector2d pixel() { return {between(0, size.width_px), between(0, size.height_px)}; }
  Eigen::Vector3d point() { return {between(-30, 30), between(-30, 30), between(-30, 30)}; }
  Camera camera() {
    Camera camera;
    camera.view_from_case =
        Eigen::Quaterniond(between(-1, 1), between(-1, 1), between(-1, 1), between(-1, 1)).normalized();
    camera.target = point();
    camera.height_mm = between(5, 200);
    return camera;
  }

 private:
  std::mt19937 engine_;
};

}  // namespace

TEST(Camera, names_of_views_read_back) {
  for (const StandardView view : all_views) EXPECT_EQ(find_named<StandardView>(name_of(view)), view);
  EXPECT_EQ(find_named<StandardView>("from behind"), std::nullopt);
}

TEST(Camera, frontal_view_has_the_patients_left_on_the_right_and_superior_on_top) {
  const Camera camera = frontal();
  const Eigen::Vector2d middle = pixel_of(camera, size, camera.target);
  EXPECT_NEAR((middle - Eigen::Vector2d(450, 300)).norm(), 0, rounding_px);
  EXPECT_GT(pixel_of(camera, size, camera.target + Eigen::Vector3d(10, 0, 0)).x(), middle.x() + 10);
  EXPECT_LT(pixel_of(camera, size, camera.target + Eigen::Vector3d(0, 0, 10)).y(), middle.y() - 10);
  const PatientSides sides = patient_sides(camera.pose(), two_boxes()->anatomy.axes);
  EXPECT_EQ(sides.left, "R");
  EXPECT_EQ(sides.right, "L");
}

TEST(Camera, occlusal_views_have_the_patients_right_on_the_left) {
  for (const StandardView view : {StandardView::upper_occlusal, StandardView::lower_occlusal}) {
    const Camera camera = testing::standard_camera(*two_boxes(), Eigen::Isometry3d::Identity(), view, 1.5);
    EXPECT_EQ(patient_sides(camera.pose(), two_boxes()->anatomy.axes).left, "R") << name_of(view);
    const double away_z = (camera.view_from_case * Eigen::Vector3d::UnitZ()).z();
    EXPECT_NEAR(away_z, view == StandardView::upper_occlusal ? 1 : -1, 1e-12) << name_of(view);
  }
}

TEST(Camera, side_views_are_seen_from_the_side_they_name) {
  const auto anterior_x = [](StandardView view) {
    return (testing::standard_camera(*two_boxes(), Eigen::Isometry3d::Identity(), view, 1.5).view_from_case *
            -Eigen::Vector3d::UnitY())
        .x();
  };
  EXPECT_NEAR(anterior_x(StandardView::right), 1, 1e-12);
  EXPECT_NEAR(anterior_x(StandardView::left), -1, 1e-12);
}

TEST(Camera, standard_views_show_everything_and_are_recognised) {
  const auto loaded = two_boxes();
  for (const StandardView view : all_views) {
    const Camera camera = testing::standard_camera(*loaded, Eigen::Isometry3d::Identity(), view, 1.5);
    EXPECT_EQ(view_of(camera, loaded->axes()), view);
    for (const Eigen::Vector3d& corner : loaded->bite.upper->mesh.vertices) {
      const Eigen::Vector2d pixel = pixel_of(camera, size, corner);
      EXPECT_TRUE(pixel.x() > 0 && pixel.y() > 0 && pixel.x() < size.width_px && pixel.y() < size.height_px);
    }
  }
  Camera turned = frontal();
  turned.view_from_case = Eigen::AngleAxisd(0.03, Eigen::Vector3d::UnitY()) * turned.view_from_case;
  EXPECT_EQ(view_of(turned, loaded->axes()), std::nullopt);  // 1.7° off
}

TEST(Camera, what_is_under_the_cursor_stays_there) {
  Random random(7);
  for (int trial = 0; trial < 200; ++trial) {
    const Camera camera = random.camera();
    const Eigen::Vector2d from = random.pixel(), to = random.pixel();
    const Eigen::Vector3d point = pick_ray_through(camera, size, from).pointAt(random.between(900, 1100));
    EXPECT_NEAR((pixel_of(camera, size, point) - from).norm(), 0, 1e-7);
    EXPECT_NEAR((pixel_of(panned(camera, size, from, to), size, point) - to).norm(), 0, 1e-7);
    const Camera nearer = zoomed(camera, size, from, random.between(0.5, 2));
    EXPECT_NEAR((pixel_of(nearer, size, point) - from).norm(), 0, 1e-7);
  }
}

TEST(Camera, zooming_in_and_out_again_is_nothing) {
  Random random(11);
  const Camera camera = random.camera();
  const Camera back = zoomed(zoomed(camera, size, {100, 50}, 1.7), size, {100, 50}, 1 / 1.7);
  EXPECT_NEAR(back.height_mm, camera.height_mm, 1e-9);
  EXPECT_NEAR((back.target - camera.target).norm(), 0, 1e-9);
  EXPECT_DOUBLE_EQ(zoomed(camera, size, {100, 50}, 2).height_mm, camera.height_mm / 2);
}

TEST(Camera, a_drag_from_the_middle_turns_a_ball_by_its_arc) {
  // A ball of radius 300 px: 150 px to the right of its pole are asin(1/2) = 30° about the picture's
  // vertical.
  const Camera camera = frontal(), turned = orbited(camera, size, {450, 300}, {600, 300});
  EXPECT_NEAR(camera.view_from_case.angularDistance(turned.view_from_case), std::numbers::pi / 6, 1e-12);
  // The nearest point has moved with the hand.
  const Eigen::Vector3d nearest = camera.view_from_case.conjugate() * Eigen::Vector3d(0, 0, -1);
  EXPECT_NEAR((turned.view_from_case * nearest).x(), 0.5, 1e-12);
}

TEST(Camera, orbiting_back_along_the_way_is_nothing_and_small_drags_make_small_turns) {
  Random random(13);
  for (int trial = 0; trial < 200; ++trial) {
    const Camera camera = random.camera();
    const Eigen::Vector2d from = random.pixel(), to = random.pixel();
    const Camera there = orbited(camera, size, from, to);
    EXPECT_NEAR(orbited(there, size, to, from).view_from_case.angularDistance(camera.view_from_case), 0,
                1e-7);
    // The turn per pixel is at most that at the steepest place of the ball (√2 per radius).
    const Camera step = orbited(camera, size, from, from + Eigen::Vector2d(0.6, 0.8));
    EXPECT_LT(step.view_from_case.angularDistance(camera.view_from_case), 1.5 / 300);
    EXPECT_EQ(there.target, camera.target);
  }
}

TEST(Gizmo, an_arrow_follows_the_cursor_along_its_axis) {
  const auto loaded = two_boxes();
  const Camera camera = frontal();
  const double px_per_mm = size.height_px / camera.height_mm;
  const Eigen::Vector2d start(500, 300);
  const Eigen::Isometry3d moved =
      dragged(*loaded, Eigen::Isometry3d::Identity(), Handle::shift_left, camera, size, start,
              start + Eigen::Vector2d(2 * px_per_mm, 37));  // motion across the arrow does not count
  EXPECT_NEAR((moved.translation() - Eigen::Vector3d(2, 0, 0)).norm(), 0, 1e-9);
  EXPECT_TRUE(moved.linear().isIdentity(1e-12));
}

TEST(Gizmo, an_oblique_arrow_keeps_its_tip_under_the_cursor) {
  const auto loaded = two_boxes();
  Camera camera = frontal();
  camera.view_from_case = Eigen::AngleAxisd(0.7, Eigen::Vector3d::UnitY()) * camera.view_from_case;
  const double px_per_mm = size.height_px / camera.height_mm;
  const Eigen::Vector2d way(3 * px_per_mm * std::cos(0.7), 0);  // 3 mm of the foreshortened axis
  const Eigen::Isometry3d moved = dragged(*loaded, Eigen::Isometry3d::Identity(), Handle::shift_left, camera,
                                          size, {500, 300}, Eigen::Vector2d(500, 300) + way);
  EXPECT_NEAR((moved.translation() - Eigen::Vector3d(3, 0, 0)).norm(), 0, 1e-9);
}

TEST(Gizmo, a_ring_turns_by_the_angle_about_the_centre_from_in_front_and_from_behind) {
  const auto loaded = two_boxes();
  const Eigen::Isometry3d start_pose = Eigen::Isometry3d::Identity();
  const Eigen::Vector3d centre = centre_of_lower(*loaded, start_pose);
  for (const bool from_behind : {false, true}) {
    Camera camera = frontal();
    if (from_behind)
      camera.view_from_case =
          Eigen::AngleAxisd(std::numbers::pi, Eigen::Vector3d::UnitY()) * camera.view_from_case;
    const Eigen::Vector2d middle = pixel_of(camera, size, centre);
    // A quarter turn on the screen from its right to its lower side takes the lower's own right side there.
    const Eigen::Isometry3d turned =
        dragged(*loaded, start_pose, Handle::turn_anterior, camera, size, middle + Eigen::Vector2d(60, 0),
                middle + Eigen::Vector2d(0, 60));
    const Eigen::Vector3d to_the_right = camera.view_from_case.conjugate() * Eigen::Vector3d(8, 0, 0);
    const Eigen::Vector2d after = pixel_of(camera, size, turned * (centre + to_the_right)) - middle;
    EXPECT_NEAR(after.x(), 0, 1e-6) << from_behind;
    EXPECT_GT(after.y(), 10) << from_behind;
    EXPECT_NEAR((turned * centre - centre).norm(), 0, 1e-9);
  }
}

TEST(Gizmo, dragged_back_to_the_start_the_pose_is_the_same_to_the_bit) {
  const auto loaded = two_boxes();
  Random random(17);
  Eigen::Isometry3d pose =
      Eigen::Translation3d(0.1, 0.2, 0.3) * Eigen::AngleAxisd(0.3, Eigen::Vector3d::UnitX());
  for (const Handle handle : {Handle::shift_left, Handle::turn_superior, Handle::shift_in_view}) {
    const Eigen::Vector2d start = random.pixel();
    EXPECT_EQ(dragged(*loaded, pose, handle, frontal(), size, start, start).matrix(), pose.matrix());
  }
}

TEST(Gizmo, the_disc_moves_in_the_plane_of_the_view) {
  const auto loaded = two_boxes();
  Random random(19);
  const Camera camera = random.camera();
  const Eigen::Vector2d start(300, 200), now(360, 170);
  const Eigen::Isometry3d pose = Eigen::Isometry3d::Identity();
  const Eigen::Isometry3d moved = dragged(*loaded, pose, Handle::shift_in_view, camera, size, start, now);
  const Eigen::Vector3d point = random.point();
  EXPECT_NEAR((pixel_of(camera, size, moved * point) - pixel_of(camera, size, point) - (now - start)).norm(),
              0, 1e-7);
  EXPECT_NEAR((camera.view_from_case * moved.translation()).z(), 0, 1e-9);
}

TEST(Gizmo, handles_are_hit_where_they_are_drawn_and_not_where_they_are_seen_end_on) {
  const auto loaded = two_boxes();
  const Camera camera = frontal();
  const Eigen::Isometry3d pose = Eigen::Isometry3d::Identity();
  const Eigen::Vector2d middle = pixel_of(camera, size, centre_of_lower(*loaded, pose));
  const auto at = [&](double x, double y) {
    return handle_at(*loaded, pose, camera, size, middle + Eigen::Vector2d(x, y));
  };
  EXPECT_EQ(at(0, 0), Handle::shift_in_view);
  EXPECT_EQ(at(62, 3), Handle::shift_left);  // the patient's left is on the right
  EXPECT_EQ(at(3, -62), Handle::shift_superior);
  EXPECT_EQ(at(46 * std::cos(0.8), 46 * std::sin(0.8)), Handle::turn_anterior);
  EXPECT_EQ(at(20, 20), std::nullopt);
  // The anterior arrow runs into the picture, the other two rings are seen from their edges.
  for (int degrees = 0; degrees < 360; ++degrees) {
    const double angle = degrees * std::numbers::pi / 180;
    for (const double radius : {15.0, 30.0, 46.0, 70.0}) {
      const auto handle = at(radius * std::cos(angle), radius * std::sin(angle));
      EXPECT_NE(handle, Handle::shift_anterior);
      EXPECT_NE(handle, Handle::turn_left);
      EXPECT_NE(handle, Handle::turn_superior);
    }
  }
}

TEST(PaintedMap, has_the_depth_of_a_tilted_plane_and_nothing_beyond_the_farthest) {
  // A wedge: its top is the plane z = x / 4, and the upper's underside lies at z = 3.
  const TriangleMesh wedge = [] {
    TriangleMesh box = shapes::box({-5, -5, -10}, {5, 5, 0});
    for (Eigen::Vector3d& vertex : box.vertices) {
      if (vertex.z() == 0) vertex.z() = vertex.x() / 4;
    }
    return box;
  }();
  const auto loaded = testing::case_of(shapes::box({-6, -6, 3}, {6, 6, 9}), wedge);
  const ClearanceMap& map = [&]() -> const ClearanceMap& {
    static LiveBite live(loaded);
    (void)live.read(Eigen::Isometry3d::Identity(), 0.1);
    return live.map();
  }();
  PaintedMap painted(*loaded->bite.lower);
  constexpr double farthest_mm = 2.5;
  (void)painted.update(map, map.clearance_mm, Eigen::Isometry3d::Identity(), farthest_mm);
  int seen = 0;
  for (int row = 2; row < map.view.grid.height - 2; ++row) {
    for (int column = 2; column < map.view.grid.width - 2; ++column) {
      const Eigen::Vector2d at = map.view.grid.centre(column, row);
      const PaintedMap::Texel& texel = painted.texels()[map.view.grid.index(column, row)];
      if (3 - at.x() / 4 < farthest_mm - 0.01 && std::abs(at.x()) < 4.9 && std::abs(at.y()) < 4.9) {
        EXPECT_NEAR(texel.lower_depth_mm, at.x() / 4, 1e-4);  // floats of some millimetres, and the map's own
        EXPECT_NEAR(texel.value_mm, 3 - at.x() / 4, 1e-3);
        ++seen;
      }
      if (3 - at.x() / 4 > farthest_mm + 0.01) {
        EXPECT_EQ(texel.value_mm, not_painted);
      }
    }
  }
  EXPECT_GT(seen, 1000);
}

TEST(MapColours, texels_are_the_maps_own_colours_and_empty_beside_the_jaws) {
  const auto loaded =
      testing::case_of(shapes::box({-3, -3, 0.3}, {3, 3, 6}), shapes::box({-2, -2, -6}, {4, 4, 0}));
  LiveBite live(loaded);
  (void)live.read(Eigen::Isometry3d::Identity(), 0.1);
  const ClearanceMap& map = live.map();
  const PixelGrid& grid = map.view.grid;
  const MapColours colours{.contours = false, .texels = 3};
  const std::vector<Texel> texels = map_texels(map, map.clearance_mm, colours);
  ASSERT_EQ(texels.size(), 9 * grid.size());
  for (int row = 1; row + 1 < grid.height; ++row) {
    for (int column = 1; column + 1 < grid.width; ++column) {
      const Texel& middle = texels[static_cast<std::size_t>(3 * row + 1) * 3 * grid.width + 3 * column + 1];
      const std::size_t i = grid.index(column, row);
      EXPECT_EQ(middle[3], map.coverage[i] == Coverage::none ? 0 : 255);
      const bool at_outline = map.coverage[grid.index(column - 1, row)] != map.coverage[i] ||
                              map.coverage[grid.index(column + 1, row)] != map.coverage[i] ||
                              map.coverage[grid.index(column, row - 1)] != map.coverage[i] ||
                              map.coverage[grid.index(column, row + 1)] != map.coverage[i];
      const Rgb expected = map.clearance_mm[i] > colours.paint.end_mm()
                               ? colours.paint.colours.upper_only()
                               : pixel_colour(colours.paint.colours, map, i);
      if (middle[3] == 255 && !at_outline) {
        EXPECT_EQ((Rgb{middle[0], middle[1], middle[2]}), expected);
      }
    }
  }
}

TEST(MapColours, are_those_between_the_centres_of_pixels_where_there_are_several_texels) {
  View view;
  view.grid = {.pixel_mm = 0.1, .width = 30, .height = 10};
  ClearanceMap map = ClearanceMap::empty(view);
  map.coverage.assign(view.grid.size(), Coverage::both);
  map.state.assign(view.grid.size(), PixelState::free);
  const auto gap_at = [](double column) { return 0.1 + 0.05 * column; };
  for (std::size_t i = 0; i < map.clearance_mm.size(); ++i)
    map.clearance_mm[i] = static_cast<float>(gap_at(static_cast<double>(i % 30)));
  const MapColours colours{.contours = false, .texels = 3};
  const std::vector<Texel> texels = map_texels(map, map.clearance_mm, colours);
  for (int texel = 6; texel < 80; ++texel) {
    const Texel& seen = texels[std::size_t{15} * 90 + static_cast<std::size_t>(texel)];
    const Rgb expected = colours.paint.colours.colour(gap_at((texel - 1) / 3.0));
    EXPECT_NEAR(seen[0], expected.red, 1) << texel;
    EXPECT_NEAR(seen[1], expected.green, 1) << texel;
    EXPECT_NEAR(seen[2], expected.blue, 1) << texel;
  }
}

TEST(JawMesh, a_box_keeps_its_edges_sharp_and_a_ball_stays_smooth) {
  const JawMesh box = jaw_mesh(solid_of(shapes::box({0, 0, 0}, {1, 1, 1})));
  EXPECT_EQ(box.points.size(), 24U);  // three sides at each of eight corners
  for (const Eigen::Vector3f& normal : box.normals) EXPECT_NEAR(normal.cwiseAbs().maxCoeff(), 1, 1e-6);
  const TriangleMesh ball = shapes::sphere({0, 0, 0}, 5, 40);
  const JawMesh smooth = jaw_mesh(solid_of(ball));
  EXPECT_EQ(smooth.points.size(), ball.vertices.size());
  for (std::size_t i = 0; i < smooth.points.size(); ++i)
    EXPECT_GT(smooth.normals[i].dot(smooth.points[i].normalized()), 0.999);
}

TEST(JawMesh, reduced_meshes_stay_within_some_hundredths_of_a_millimetre) {
  const JawMesh ball = jaw_mesh(solid_of(shapes::sphere({0, 0, 0}, 10, 150)));  // 89 400 faces
  const JawMesh fewer = reduced(ball, 8000);
  EXPECT_LE(fewer.faces(), 8000U);
  EXPECT_GT(fewer.faces(), 4000U);
  // Vertices are kept, not moved: only faces cut the corners. With edges of up to 0.6 mm that is 0.6² / (8 ·
  // 10).
  for (std::size_t i = 0; i < fewer.corners.size(); i += 3) {
    const Eigen::Vector3f middle = (fewer.points[fewer.corners[i]] + fewer.points[fewer.corners[i + 1]] +
                                    fewer.points[fewer.corners[i + 2]]) /
                                   3;
    EXPECT_NEAR(middle.norm(), 10, 0.03);
  }
}

}  // namespace intercusp::viewer
