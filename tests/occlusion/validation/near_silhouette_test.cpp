#include "occlusion/validation/near_silhouette.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <stdexcept>

#include "tests/support/bites.h"

namespace intercusp {
namespace {

double distance_to_segment(const Eigen::Vector2d& point, const Eigen::Vector2d& from,
                           const Eigen::Vector2d& to) {
  const Eigen::Vector2d along = to - from;
  const double share = std::clamp((point - from).dot(along) / along.squaredNorm(), 0.0, 1.0);
  return (point - from - share * along).norm();
}

double distance_to_polygon(const Eigen::Vector2d& point, const std::vector<Eigen::Vector2d>& corners) {
  double least = unlimited_clearance;
  for (std::size_t i = 0; i < corners.size(); ++i)
    least = std::min(least, distance_to_segment(point, corners[i], corners[(i + 1) % corners.size()]));
  return least;
}

//! Expects a mark exactly where `distance_mm(centre)` is at most `reach_px` pixels.
template <class Distance>
void expect_marked(const View& view, const Bite& bite, double reach_px, const Distance& distance_mm) {
  const std::vector<std::uint8_t> marks = near_silhouette(view, bite, reach_px);
  ASSERT_EQ(marks.size(), view.grid.size());
  std::size_t marked = 0;
  for (int row = 0; row < view.grid.height; ++row) {
    for (int column = 0; column < view.grid.width; ++column) {
      const double distance = distance_mm(view.grid.centre(column, row)) / view.grid.pixel_mm;
      const bool mark = marks[view.grid.index(column, row)] != 0;
      marked += mark;
      if (std::abs(distance - reach_px) < 1e-9) continue;  // either is right
      ASSERT_EQ(mark, distance < reach_px) << column << ", " << row << ": " << distance << " pixels";
    }
  }
  EXPECT_GT(marked, 100U);
}

//! The equator of shapes::sphere with its axis turned into the view: its vertices in order.
std::vector<Eigen::Vector2d> equator(const TriangleMesh& ball, const Eigen::Vector3d& centre) {
  std::vector<Eigen::Vector2d> corners;
  for (const Eigen::Vector3d& vertex : ball.vertices) {
    if (std::abs(vertex.z() - centre.z()) < 1e-9) corners.push_back(vertex.head<2>());
  }
  std::sort(corners.begin(), corners.end(), [&](const Eigen::Vector2d& a, const Eigen::Vector2d& b) {
    return std::atan2(a.y() - centre.y(), a.x() - centre.x()) <
           std::atan2(b.y() - centre.y(), b.x() - centre.x());
  });
  return corners;
}

TEST(NearSilhouette, a_ball_seen_from_its_pole_is_marked_along_its_polygonal_equator) {
  const Eigen::Vector3d centre(0.013, -0.021, 3);
  const TriangleMesh ball = shapes::sphere(centre, 2, 12);
  const std::vector<Eigen::Vector2d> outline = equator(ball, centre);
  ASSERT_EQ(outline.size(), 24U);
  // The other jaw is far away to the side.
  const Bite bite = testing::bite_of(ball, shapes::box({50, 50, -2}, {60, 60, -1}));
  const View view{orthographic({0, 0, 1}),
                  {.u0_mm = -2.5, .v0_mm = -2.5, .pixel_mm = 0.04, .width = 125, .height = 125}};
  for (const double reach_px : {0.5, 0.70711, 3.3}) {
    expect_marked(view, bite, reach_px,
                  [&](const Eigen::Vector2d& uv) { return distance_to_polygon(uv, outline); });
  }
}

TEST(NearSilhouette, edges_of_tilted_faces_on_one_side_of_the_view_are_no_silhouettes) {
  // A roof: its ridge lies between two faces that both look against depth.
  TriangleMesh roof = shapes::prism({{0, 0}, {4, 0}, {4, 2}, {2, 1}, {0, 2}}, 0, 3);
  Eigen::Isometry3d stand_up = Eigen::Isometry3d::Identity();
  stand_up.linear() << 1, 0, 0, 0, 0, 1, 0, -1, 0;  // the drawing's second axis to −z: against depth
  roof = shapes::moved(roof, stand_up);
  const Bite bite = testing::bite_of(roof, shapes::box({50, 50, -2}, {60, 60, -1}));
  const View view{orthographic({0, 0, 1}),
                  {.u0_mm = -0.51, .v0_mm = -0.52, .pixel_mm = 0.05, .width = 100, .height = 80}};
  const std::vector<Eigen::Vector2d> outline = {{0, 0}, {4, 0}, {4, 3}, {0, 3}};
  expect_marked(view, bite, 0.5, [&](const Eigen::Vector2d& uv) { return distance_to_polygon(uv, outline); });
}

TEST(NearSilhouette, where_a_scan_ends_on_a_closed_jaw_is_one) {
  // Of a plate's bottom only the part left of x = 2 was scanned.
  Solid upper = solid_of(shapes::fine_box({0, 0, 1}, {4, 3, 2}, 1));
  const auto scanned = [&](const Face& face) {
    return std::all_of(face.begin(), face.end(), [&](std::uint32_t corner) {
      const Eigen::Vector3d& vertex = upper.mesh.vertices[corner];
      return vertex.z() == 1 && vertex.x() <= 2;
    });
  };
  const auto end = std::stable_partition(upper.mesh.faces.begin(), upper.mesh.faces.end(), scanned);
  upper.anatomy_faces = static_cast<std::size_t>(end - upper.mesh.faces.begin());
  Bite bite = testing::bite_of(shapes::box({0, 0, 1}, {1, 1, 2}), shapes::box({50, 50, -2}, {60, 60, -1}));
  bite.upper = std::make_shared<const Solid>(upper);
  const View view{orthographic({0, 0, 1}),
                  {.u0_mm = -0.51, .v0_mm = -0.52, .pixel_mm = 0.05, .width = 100, .height = 80}};
  const std::vector<Eigen::Vector2d> outline = {{0, 0}, {4, 0}, {4, 3}, {0, 3}},
                                     scan = {{0, 0}, {2, 0}, {2, 3}, {0, 3}};
  expect_marked(view, bite, 0.5, [&](const Eigen::Vector2d& uv) {
    return std::min(distance_to_polygon(uv, outline), distance_to_polygon(uv, scan));
  });
}

TEST(NearSilhouette, hidden_layers_and_the_posed_lower_have_theirs_too) {
  const Eigen::Isometry3d pose(Eigen::Translation3d(0.5, 0.25, 0));
  const TriangleMesh upper =
      testing::together({shapes::box({0, 0, 2}, {4, 4, 3}), shapes::box({1, 1, 5}, {3, 2, 6})});
  const Bite bite = testing::bite_of(upper, shapes::box({-0.3, 2.2, -1}, {1.2, 3.3, 0}), pose);
  const View view{orthographic({0, 0, 1}),
                  {.u0_mm = -0.53, .v0_mm = -0.52, .pixel_mm = 0.05, .width = 105, .height = 103}};
  const auto rectangle = [](double u0, double v0, double u1, double v1) {
    return std::vector<Eigen::Vector2d>{{u0, v0}, {u1, v0}, {u1, v1}, {u0, v1}};
  };
  expect_marked(view, bite, 0.5, [&](const Eigen::Vector2d& uv) {
    return std::min({distance_to_polygon(uv, rectangle(0, 0, 4, 4)),
                     distance_to_polygon(uv, rectangle(1, 1, 3, 2)),
                     distance_to_polygon(uv, rectangle(0.2, 2.45, 1.7, 3.55))});
  });
}

TEST(NearSilhouette, a_turned_box_is_marked_along_its_hexagon_wherever_the_window_lies) {
  std::mt19937 random(20251);
  for (int trial = 0; trial < 20; ++trial) {
    const Eigen::Isometry3d pose = testing::random_pose(random, 0.5);
    const TriangleMesh box = shapes::moved(shapes::box({-1, -0.8, -0.6}, {1, 0.8, 0.6}), pose);
    // The outline of a convex body is the convex hull of its projected vertices: a point is as far from it as
    // from the nearest of all segments between vertices that have all others on one side.
    std::vector<Eigen::Vector2d> points;
    for (const Eigen::Vector3d& vertex : box.vertices) points.emplace_back(vertex.head<2>());
    std::vector<std::pair<Eigen::Vector2d, Eigen::Vector2d>> hull;
    for (const Eigen::Vector2d& a : points) {
      for (const Eigen::Vector2d& b : points) {
        const bool side = std::all_of(points.begin(), points.end(), [&](const Eigen::Vector2d& p) {
          return (b - a).x() * (p - a).y() - (b - a).y() * (p - a).x() >= -1e-12;
        });
        if (a != b && side) hull.emplace_back(a, b);
      }
    }
    const Bite bite = testing::bite_of(box, shapes::box({50, 50, -2}, {60, 60, -1}));
    // Part of it lies outside the window.
    const View view{orthographic({0, 0, 1}),
                    {.u0_mm = -1.0, .v0_mm = -0.7, .pixel_mm = 0.02, .width = 130, .height = 110}};
    expect_marked(view, bite, 0.5, [&](const Eigen::Vector2d& uv) {
      double least = unlimited_clearance;
      for (const auto& [from, to] : hull) least = std::min(least, distance_to_segment(uv, from, to));
      return least;
    });
  }
}

}  // namespace
}  // namespace intercusp
