#include <gtest/gtest.h>

#include <random>

#include "occlusion/distance/kernels/kernels.h"
#include "occlusion/view/viewed_mesh.h"

namespace intercusp {
namespace {

using surface::lanes;

//! Sixteen faces: at random, upright so that their planes run along the lines, and without area.
Solid faces_of_all_kinds(std::mt19937& random) {
  std::uniform_real_distribution<double> place(-30, 30), near(-0.3, 0.3);
  Solid solid;
  for (std::uint32_t i = 0; i < lanes; ++i) {
    const Eigen::Vector3d first(place(random), place(random), place(random));
    Eigen::Vector3d second = first + Eigen::Vector3d(near(random), near(random), near(random));
    Eigen::Vector3d third = first + Eigen::Vector3d(near(random), near(random), near(random));
    if (i % 8 == 1) third = {first.x(), first.y(), first.z() + 1};
    if (i % 8 == 2) third = second;
    if (i % 8 == 3) third = first + 2 * (second - first) + Eigen::Vector3d(0, 0, 0.3);
    solid.mesh.vertices.insert(solid.mesh.vertices.end(), {first, second, third});
    solid.mesh.faces.push_back({3 * i, 3 * i + 1, 3 * i + 2});
  }
  return solid;
}

void put_rows(const Eigen::Isometry3d& frame, double (&rows)[3][4]) {
  for (int row = 0; row < 3; ++row) {
    for (int column = 0; column < 4; ++column) rows[row][column] = frame(row, column);
  }
}

Eigen::Isometry3d frame_at_random(std::mt19937& random) {
  std::uniform_real_distribution<double> unit(-1, 1);
  Eigen::Isometry3d frame = Eigen::Isometry3d::Identity();
  frame.linear() = Eigen::Quaterniond(unit(random), unit(random), unit(random), unit(random))
                       .normalized()
                       .toRotationMatrix();
  frame.translation() = 20 * Eigen::Vector3d(unit(random), unit(random), unit(random));
  return frame;
}

TEST(SeenPoints, of_every_kernel_are_on_plane_depth_to_the_last_bit) {
  std::mt19937 random(41);
  std::uniform_real_distribution<double> near(-0.3, 0.3);
  for (int round = 0; round < 50; ++round) {
    const Solid solid = faces_of_all_kinds(random);
    const bool turned = round % 2 == 1;  // otherwise upright faces are so in the view
    const Eigen::Isometry3d case_from_mesh = turned ? frame_at_random(random) : Eigen::Isometry3d::Identity();
    const Eigen::Isometry3d view_from_case = turned ? frame_at_random(random) : Eigen::Isometry3d::Identity();
    const ViewedMesh viewed(solid, case_from_mesh, view_from_case);
    surface::SeenMesh mesh{.vertices = solid.mesh.vertices.front().data(),
                           .corners = solid.mesh.faces.front().data()};
    put_rows(view_from_case * case_from_mesh, mesh.view_from_mesh);
    put_rows(view_from_case.inverse(Eigen::Isometry), mesh.case_from_view);
    surface::SeenPixels pixels;
    for (int i = 0; i < lanes; ++i) {
      pixels.face[i] = (i + round) % lanes;
      const Eigen::Vector3d corner = viewed.corners(static_cast<std::size_t>(pixels.face[i]))[0];
      pixels.u[i] = corner.x() + near(random);
      pixels.v[i] = corner.y() + near(random);
    }
    for (int kernel = 0; kernel < surface::all_kernels().count; ++kernel) {
      surface::PointGroup points;
      surface::all_kernels().first[kernel].seen_points(mesh, pixels, points);
      for (int i = 0; i < lanes; ++i) {
        const Corners corners = viewed.corners(static_cast<std::size_t>(pixels.face[i]));
        const double depth = plane_depth(corners, pixels.u[i], pixels.v[i], 0);
        const Eigen::Vector3d expected =
            view_from_case.inverse(Eigen::Isometry) * Eigen::Vector3d(pixels.u[i], pixels.v[i], depth);
        ASSERT_EQ(points.x[i], expected.x()) << kernel << ' ' << i;
        ASSERT_EQ(points.y[i], expected.y()) << kernel << ' ' << i;
        ASSERT_EQ(points.z[i], expected.z()) << kernel << ' ' << i;
      }
    }
  }
}

}  // namespace
}  // namespace intercusp
