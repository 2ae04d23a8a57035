// Skipping changes no pixel: faces that look away or lie outside, and, in a live map, the counts of decided pixels.
// Filled faces have the depth of drawn ones.
#include <cmath>
#include <random>
#include <utility>

#include "occlusion/engines/gl/gpu_mesh.h"
#include "occlusion/engines/stencil/plane_pass.h"
#include "scene.h"

namespace intercusp {
namespace {

Eigen::Isometry3d turned(double angle_rad, const Eigen::Vector3d& axis) {
  return Eigen::Isometry3d(Eigen::AngleAxisd(angle_rad, axis.normalized()));
}

TriangleMesh overlapping_tori() {
  TriangleMesh mesh = shapes::torus({0, 0, 0}, {0.3, 0.2, 1}, 3, 1, 90, 40);
  append(mesh, shapes::torus({1, 0, 0.5}, {1, 0.2, 0.5}, 2, 0.7, 90, 40));
  return mesh;
}

//! Poses near and far from that of the bodies, including one upside down.
std::vector<Eigen::Isometry3d> many_poses() {
  std::vector<Eigen::Isometry3d> poses = {shift(0, 0, -6), shift(0.4, 0.3, -1.2),
                                          shift(0, 0, -2) * turned(M_PI, {1, 0, 0}),
                                          shift(0, 0, -2) * turned(M_PI, {0, 0, 1})};
  std::mt19937 random(9);
  std::uniform_real_distribution<double> unit(-1, 1);
  for (int i = 0; i < 6; ++i) {
    poses.push_back(shift(unit(random), unit(random), 3 * unit(random) - 2) *
                    turned(M_PI * unit(random), {unit(random), unit(random), unit(random)}));
  }
  return poses;
}

//! Allowed difference between the depths of filled and drawn layers: both interpolate the unsnapped face. But at a
//! centre that only the snapped face holds, half a fraction outside the face, filling clamps the depth to the face and
//! drawing extrapolates it.
double depth_bound_mm(const Scene& scene, const ClearanceMap& map, std::size_t i) {
  const Eigen::Vector3d lower_direction = scene.pose.linear().transpose() * scene.direction;
  return float_depth_mm + scene.pixel_mm / 256 *
                              (slope_of(scene.upper->mesh, map.upper_face[i], scene.direction) +
                               slope_of(scene.lower->mesh, map.lower_face[i], lower_direction));
}

//! The same pixels, faces and states, and the same values within the bound above. Within it two sheets of a jaw may be
//! exchanged, and touching may become overlapping.
void expect_same_answer(const Scene& scene, const ClearanceMap& a, const ClearanceMap& b) {
  EXPECT_EQ(a.coverage, b.coverage);
  std::size_t other_faces = 0;
  for (std::size_t i = 0; i < a.state.size(); ++i) {
    const double bound_mm = std::max(depth_bound_mm(scene, a, i), depth_bound_mm(scene, b, i));
    other_faces += a.upper_face[i] != b.upper_face[i] || a.lower_face[i] != b.lower_face[i] ? 1 : 0;
    if (a.state[i] != b.state[i]) {
      ASSERT_LE(std::abs(a.clearance_mm[i]), bound_mm + 2 * default_depth_tolerance_mm);
    } else if (std::isfinite(a.clearance_mm[i])) {
      ASSERT_NEAR(a.clearance_mm[i], b.clearance_mm[i], bound_mm);
      ASSERT_NEAR(a.overlap_mm[i], b.overlap_mm[i], bound_mm * a.lower_intervals[i] + bound_mm);
    } else {
      ASSERT_EQ(std::isnan(a.clearance_mm[i]), std::isnan(b.clearance_mm[i]));
    }
  }
  EXPECT_LE(other_faces, a.state.size() / 10000);
}

TEST(StencilSkipping, a_turned_sphere_is_the_same_sphere) {
  // Under a plate, in any pose: the gap of the closed form.
  const int rings = 200;
  Scene scene = scene_of(shapes::box({-6, -6, 6}, {6, 6, 8}), shapes::sphere({0, 0, 0}, 5, rings));
  for (const double angle : {0.0, 0.5, 1.6, 2.5, M_PI}) {
    scene.pose = turned(angle, {1, 0.3, 0.1});
    expect_gap_of_sphere(map_of(scene, {.live = true}), rings);
  }
}

TEST(StencilSkipping, what_lies_aside_of_an_overlap_still_counts_within_it) {
  // A long slab whose corners are far from the only pixels with an overlap, and small parts in the same tiles: all of
  // them count there.
  TriangleMesh lower = shapes::box({-30, -30, 0}, {30, 30, 1});
  append(lower, shapes::fine_box({0, 0, 2}, {0.5, 0.5, 3}, 0.03));
  append(lower, shapes::fine_box({0, 0, 3.5}, {0.5, 0.5, 4}, 0.03));
  const Scene scene = scene_of(shapes::box({-1, -1, 2.5}, {1, 1, 6}), lower);
  const ClearanceMap map = map_of(scene);
  for (const std::size_t i : common_pixels(map)) {
    const bool within = map.state[i] == PixelState::interfering;
    ASSERT_NEAR(map.clearance_mm[i], within ? -0.5 : 1.5, float_depth_mm);
    ASSERT_EQ(map.lower_intervals[i], within ? 3 : 1);
  }
  EXPECT_EQ(count_pixels(map).interfering, 25U);
}

TEST(StencilLive, is_the_full_map_but_for_intervals_that_were_not_counted) {
  Scene scene = scene_of(overlapping_tori(), overlapping_tori());
  scene.pixel_mm = 0.05;
  std::size_t counted = 0;
  std::size_t left_out = 0;
  for (const Eigen::Isometry3d& pose : many_poses()) {
    scene.pose = pose;
    const ClearanceMap full = map_of(scene);
    const ClearanceMap live = map_of(scene, {.live = true});
    expect_same_answer(scene, full, live);
    EXPECT_EQ(full.resolved_by, live.resolved_by);
    EXPECT_EQ(full.upper_intervals, live.upper_intervals);
    for (std::size_t i = 0; i < live.lower_intervals.size(); ++i) {
      if (live.lower_intervals[i] == full.lower_intervals[i]) {
        counted += live.lower_intervals[i] > 0 ? 1 : 0;
      } else {
        ASSERT_EQ(live.lower_intervals[i], 0);
        ++left_out;
      }
    }
  }
  EXPECT_GT(counted, 1000U);
  EXPECT_GT(left_out, 1000U);
}

//! A jaw of loose faces at random in a window of 64 × 48 pixels of 1 mm, over 10 mm of depth.
Solid loose_faces(bool on_centres) {
  std::mt19937 random(11);
  std::uniform_real_distribution<double> unit(-1, 1);
  TriangleMesh mesh;
  for (std::uint32_t f = 0; f < 6000; ++f) {
    const Eigen::Vector3d middle(36 * unit(random), 28 * unit(random), 5 * unit(random));
    const double size_mm = f % 300 == 0 ? 30 : 1.5;
    for (int corner = 0; corner < 3; ++corner) {
      Eigen::Vector3d place = middle + size_mm * Eigen::Vector3d(unit(random), unit(random), unit(random));
      if (on_centres) place.head<2>() = (2 * place.head<2>()).array().round() / 2;  // or on edges of pixels
      mesh.vertices.push_back(place);
    }
    mesh.faces.push_back({3 * f, 3 * f + 1, 3 * f + 2});
  }
  return solid_of(std::move(mesh));
}

//! Whether a corner of the face lies outside of the window.
bool reaches_out_of(const Eigen::Matrix4d& clip_from_vertex, const TriangleMesh& mesh, std::int32_t face) {
  const Eigen::Vector3d centre = bounds_of(mesh).centre();
  return std::ranges::any_of(mesh.faces[static_cast<std::size_t>(face)], [&](std::uint32_t vertex) {
    const Eigen::Vector3d place = mesh.vertices[vertex] - centre;
    return (clip_from_vertex * place.homogeneous()).head<2>().cwiseAbs().maxCoeff() > 1;
  });
}

TEST(FillPass, fills_the_pixels_that_the_rasteriser_draws_with_the_same_faces) {
  const gl::Context context;
  const View window{orthographic({0, 0, 1}),
                    {.u0_mm = -32, .v0_mm = -24, .pixel_mm = 1, .width = 64, .height = 48}};
  for (const bool on_centres : {false, true}) {
    const Solid solid = loose_faces(on_centres);
    stencil::PlacedJaw jaw(solid, context.info().subpixel_bits);
    const Eigen::Isometry3d pose = on_centres ? shift(0.5, 0.5, 0) : turned(0.3, {1, 2, 3});
    const stencil::StencilView view = stencil::fit_depths(window, {}, jaw.bounds(), pose, 0);
    jaw.place(view.clip_from_case, pose, 64, 48);
    const stencil::FilledPlane filled(64, 48);
    const stencil::JawPlane drawn(64, 48);
    stencil::FillPass(context.info(), context.invocations_at_once()).run(jaw, view, filled, drawn.target);
    stencil::PlanePass().draw_nearest(jaw, view, drawn);
    std::vector<std::int32_t> filled_faces(64 * 48), drawn_faces(64 * 48);
    std::vector<float> filled_depths(64 * 48), drawn_depths(64 * 48);
    filled.face.read(0, std::as_writable_bytes(std::span(filled_faces)));
    drawn.face.read(GL_RED_INTEGER, GL_INT, std::as_writable_bytes(std::span(drawn_faces)));
    filled.depth.read(0, std::as_writable_bytes(std::span(filled_depths)));
    drawn.depth.read(GL_DEPTH_COMPONENT, GL_FLOAT, std::as_writable_bytes(std::span(drawn_depths)));
    std::size_t other_faces = 0, cut = 0, held = 0, as_deep = 0;
    for (std::size_t i = 0; i < filled_faces.size(); ++i) {
      EXPECT_EQ(filled_depths[i] == 1, filled_faces[i] == no_face);
      if ((filled_faces[i] == no_face) != (drawn_faces[i] == no_face)) {
        // Where the rasteriser clips a face at the window's border, an edge through a centre may move slightly.
        const std::int32_t face = jaw.original_faces()[std::max(filled_faces[i], drawn_faces[i])];
        EXPECT_TRUE(reaches_out_of(jaw.clip_from_vertex(), solid.mesh, face));
        ++cut;
        continue;
      }
      if (filled_faces[i] != drawn_faces[i]) {
        ++other_faces;  // two that cross at this pixel
        continue;
      }
      if (filled_faces[i] == no_face) continue;
      const Eigen::Vector3d towards = pose.linear().transpose() * Eigen::Vector3d::UnitZ();
      const std::int32_t face = jaw.original_faces()[static_cast<std::size_t>(filled_faces[i])];
      const double part_mm = window.grid.pixel_mm / 256 * slope_of(solid.mesh, face, towards);
      const double apart_mm = std::abs(filled_depths[i] - drawn_depths[i]) * view.depth_mm;
      EXPECT_LE(apart_mm, float_depth_mm + part_mm);
      ++held;
      as_deep += apart_mm <= float_depth_mm + part_mm / 64 ? 1 : 0;
    }
    // A GPU draws faces with snapped corners.
    if (context.is_software()) {
      EXPECT_GT(as_deep, held - held / 50);
    }
    EXPECT_LE(other_faces, 3U);
    EXPECT_LE(cut, 2U);
    EXPECT_GT(std::count(filled_faces.begin(), filled_faces.end(), no_face), 0);
  }
  EXPECT_TRUE(context.debug_messages().empty());
}

TEST(FillPass, fills_every_row_behind_an_edge_that_hardly_rises) {
  // Both ends lie far outside the window, and the edge crosses less than a part of a row within it.
  const double part_mm = 1.0 / 256;
  TriangleMesh mesh{.vertices = {{-8000, -501.5, 0}, {8000, -501.5 + part_mm, 0}, {0, 8000, 0}},
                    .faces = {{0, 1, 2}, {0, 2, 1}}};
  const Solid solid = solid_of(std::move(mesh));
  const gl::Context context;
  const int width = 1024;
  const View window{orthographic({0, 0, 1}),
                    {.u0_mm = -32, .v0_mm = -512, .pixel_mm = 1, .width = width, .height = 1024}};
  stencil::PlacedJaw jaw(solid, context.info().subpixel_bits);
  const Eigen::Isometry3d pose = Eigen::Isometry3d::Identity();
  const stencil::StencilView view = stencil::fit_depths(window, {}, jaw.bounds(), pose, 0);
  jaw.place(view.clip_from_case, pose, width, 1024);
  const stencil::FilledPlane filled(width, 1024);
  const stencil::JawPlane planes(width, 1024);
  stencil::FillPass(context.info(), context.invocations_at_once()).run(jaw, view, filled, planes.target);
  std::vector<std::int32_t> faces(window.grid.size());
  filled.face.read(0, std::as_writable_bytes(std::span(faces)));
  for (int row = 0; row < 1024; ++row) {
    const auto first = faces.begin() + width * row;
    const bool is_behind = window.grid.centre(0, row).y() > -501;
    ASSERT_EQ(std::count(first, first + width, no_face), is_behind ? 0 : width) << row;
  }
}

bool every_face_looks_away(const TriangleMesh& mesh, const std::vector<std::int32_t>& order,
                           const gl::FaceCluster& cluster, const Eigen::Vector3d& direction, double least) {
  for (std::uint32_t f = cluster.faces.first; f < cluster.faces.first + cluster.faces.count; ++f) {
    const auto face = static_cast<std::size_t>(order[f]);
    if (face_normal_twice_area(mesh, face).normalized().dot(direction) >= -least) return false;
  }
  return true;
}

TEST(FaceClusters, turned_away_means_every_face_looks_away) {
  const TriangleMesh mesh = shapes::sphere({1, 2, 3}, 5, 100);
  const std::vector<std::int32_t> order = gl::order_along_curve(mesh, 0);
  const std::vector<gl::FaceCluster> clusters = gl::clusters_of(mesh, order);
  std::mt19937 random(8);
  std::normal_distribution<double> normal;
  for (int i = 0; i < 20; ++i) {
    const Eigen::Vector3d direction =
        Eigen::Vector3d{normal(random), normal(random), normal(random)}.normalized();
    const double least = 0.05 * (i % 4);
    std::size_t away = 0, all_faces_away = 0;
    for (const gl::FaceCluster& cluster : clusters) {
      const bool turned = cluster.normals.turned_from(direction, least);
      const bool every_face = every_face_looks_away(mesh, order, cluster, direction, least);
      ASSERT_TRUE(every_face || !turned);
      away += turned ? 1 : 0;
      all_faces_away += every_face ? 1 : 0;
    }
    EXPECT_GT(4 * away, 3 * all_faces_away);  // a cone around normals holds a little more than the normals
    EXPECT_GT(all_faces_away, clusters.size() / 4);
  }
}

}  // namespace
}  // namespace intercusp
