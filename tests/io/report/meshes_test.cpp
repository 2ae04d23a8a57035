#include <gtest/gtest.h>
#include <vtkCellData.h>
#include <vtkDataArray.h>
#include <vtkNew.h>
#include <vtkPointData.h>
#include <vtkPolyData.h>
#include <vtkXMLPolyDataReader.h>

#include <cmath>
#include <numbers>

#include "io/files/write_atomically.h"
#include "io/report/vtp_bytes.h"
#include "tests/io/report/support.h"

namespace intercusp {
namespace {

vtkNew<vtkPolyData> read_back(const PosedJaw& jaw, const std::vector<float>& clearance,
                              const VertexDistances* distances = nullptr) {
  const TemporaryFolder folder;
  write_atomically(folder.path() / "jaw.vtp",
                   vtp_bytes(jaw, clearance, distances, testing::some_provenance()));
  vtkNew<vtkXMLPolyDataReader> reader;
  reader->SetFileName((folder.path() / "jaw.vtp").c_str());
  reader->Update();
  vtkNew<vtkPolyData> data;
  data->ShallowCopy(reader->GetOutput());
  return data;
}

TEST(ExportMeshes, a_vtp_reads_back_with_points_faces_and_arrays) {
  Bite bite = testing::two_plates();
  bite.upper_from_lower =
      Eigen::Translation3d(1.5, -0.25, 0.05) * Eigen::AngleAxisd(0.1, Eigen::Vector3d::UnitZ());
  Solid lower = *bite.lower;
  lower.anatomy_faces = 100;
  lower.labels.assign(lower.mesh.vertices.size(), 0);
  for (std::size_t i = 0; i < lower.labels.size(); i += 3) lower.labels[i] = 36;
  bite.lower = std::make_shared<const Solid>(lower);
  std::vector<float> clearance(lower.mesh.vertices.size());
  for (std::size_t i = 0; i < clearance.size(); ++i)
    clearance[i] = i % 2 == 0 ? no_clearance : 0.01F * static_cast<float>(i);

  const vtkNew<vtkPolyData> data = read_back(posed_jaw(bite, Jaw::lower), clearance);
  ASSERT_EQ(static_cast<std::size_t>(data->GetNumberOfPoints()), lower.mesh.vertices.size());
  ASSERT_EQ(static_cast<std::size_t>(data->GetNumberOfPolys()), lower.mesh.faces.size());
  vtkDataArray* const read_clearance = data->GetPointData()->GetArray("clearance_mm");
  vtkDataArray* const read_label = data->GetPointData()->GetArray("label");
  vtkDataArray* const read_anatomy = data->GetCellData()->GetArray("anatomy");
  ASSERT_TRUE(read_clearance && read_label && read_anatomy);
  for (vtkIdType i = 0; i < data->GetNumberOfPoints(); ++i) {
    const Eigen::Vector3d expected = bite.upper_from_lower * lower.mesh.vertices[i];
    EXPECT_EQ(Eigen::Vector3d(data->GetPoint(i)), expected);
    EXPECT_EQ(std::isnan(read_clearance->GetTuple1(i)), std::isnan(clearance[i]));
    if (i % 2 == 1) {
      EXPECT_EQ(static_cast<float>(read_clearance->GetTuple1(i)), clearance[i]);
    }
    EXPECT_EQ(read_label->GetTuple1(i), lower.labels[i]);
  }
  for (vtkIdType i = 0; i < data->GetNumberOfCells(); ++i) {
    EXPECT_EQ(read_anatomy->GetTuple1(i), i < 100 ? 1 : 0);
    for (int corner = 0; corner < 3; ++corner) {
      EXPECT_EQ(static_cast<std::uint32_t>(data->GetCell(i)->GetPointId(corner)),
                lower.mesh.faces[i][corner]);
    }
  }
}

TEST(ExportMeshes, a_vtp_holds_the_surface_distances_it_is_given) {
  const Bite bite = testing::two_plates();
  const PosedJaw jaw = posed_jaw(bite, Jaw::upper);
  VertexDistances distances;
  for (std::size_t i = 0; i < jaw.points.size(); ++i) {
    distances.mm.push_back(i % 3 == 0 ? std::nanf("") : -0.02F * static_cast<float>(i));
    distances.at_rim.push_back(i % 5 == 0 ? 1 : 0);
  }
  const std::vector<float> clearance(jaw.points.size(), 1);
  const vtkNew<vtkPolyData> data = read_back(jaw, clearance, &distances);
  vtkDataArray* const read_mm = data->GetPointData()->GetArray("surface_distance_mm");
  vtkDataArray* const read_rim = data->GetPointData()->GetArray("surface_distance_at_rim");
  ASSERT_TRUE(read_mm && read_rim);
  for (vtkIdType i = 0; i < data->GetNumberOfPoints(); ++i) {
    const auto expected = static_cast<double>(distances.mm[i]);
    if (std::isnan(expected)) {
      ASSERT_TRUE(std::isnan(read_mm->GetTuple1(i)));
    } else {
      ASSERT_EQ(read_mm->GetTuple1(i), expected);
    }
    ASSERT_EQ(read_rim->GetTuple1(i), distances.at_rim[i]);
  }
  EXPECT_EQ(read_back(jaw, clearance)->GetPointData()->GetArray("surface_distance_mm"), nullptr);
}

TEST(SurfaceClearance, facing_vertices_of_two_plates_know_their_distance_and_others_nothing) {
  const Bite bite = testing::two_plates();
  const Inspection inspection = testing::inspect_along(bite, {0, 0, 1});
  for (const PosedJaw& jaw : {posed_jaw(bite, Jaw::upper), posed_jaw(bite, Jaw::lower)}) {
    const std::vector<float> clearance = clearance_at_vertices(SurfaceClearance(inspection.map, jaw), jaw);
    const double facing_z = jaw.jaw == Jaw::upper ? 1.1 : 1.0;
    std::size_t known = 0;
    for (std::size_t i = 0; i < clearance.size(); ++i) {
      const Eigen::Vector3d& point = jaw.points[i];
      const bool on_face = point.z() == facing_z;
      const bool common = point.x() > 2.2 && point.x() < 9.8 && point.y() > 0.2 && point.y() < 9.8;
      if (on_face && common) {
        ASSERT_NEAR(clearance[i], 0.1, 1e-5) << point.transpose();
        ++known;
      } else if (!on_face || point.x() < 1.8 || point.x() > 10.2) {
        ASSERT_TRUE(std::isnan(clearance[i])) << point.transpose();
      }
    }
    EXPECT_GT(known, 200U);
  }
}

TEST(SurfaceClearance, a_sphere_above_a_plate_follows_the_closed_form) {
  constexpr double radius = 4, gap = 0.05, pixel = 0.05;
  constexpr int rings = 96;
  const Bite bite =
      testing::bite_of(shapes::sphere({5, 5, radius + gap}, radius, rings), testing::slab(-2, 0));
  const Inspection inspection = testing::inspect_along(bite, {0, 0, 1}, pixel);
  const PosedJaw upper = posed_jaw(bite, Jaw::upper);
  const std::vector<float> clearance = clearance_at_vertices(SurfaceClearance(inspection.map, upper), upper);
  std::size_t compared = 0;
  for (std::size_t i = 0; i < clearance.size(); ++i) {
    const Eigen::Vector3d& point = upper.points[i];
    const double slope_angle =
        std::asin(std::min(1.0, (point.head<2>() - Eigen::Vector2d(5, 5)).norm() / radius));
    if (point.z() > radius + gap) {
      ASSERT_TRUE(std::isnan(clearance[i])) << "the far side has no clearance";
    } else if (slope_angle < 1.0) {
      // Pixel centres lie up to a pixel's diagonal away, on facets that sag inside the sphere: both bend the
      // surface by their squares over the radius and the cosine cubed.
      const double facet_mm = 2 * std::numbers::pi * radius / (2 * rings);
      const double reach_mm = std::numbers::sqrt2 * pixel + facet_mm;
      const double bound_mm = reach_mm * reach_mm / (2 * radius * std::pow(std::cos(slope_angle), 3)) + 1e-5;
      ASSERT_NEAR(clearance[i], point.z(), bound_mm) << point.transpose();
      ++compared;
    }
  }
  EXPECT_GT(compared, 2000U);
}

TEST(SurfaceClearance, a_surface_hidden_behind_the_facing_one_has_no_clearance) {
  // The lower is two plates on top of each other, 0.5 mm apart: only the upper plate's top faces the upper
  // jaw.
  const TriangleMesh lower = testing::together(
      {shapes::fine_box({0, 0, 0}, {10, 10, 0.2}, 0.5), shapes::fine_box({0, 0, -2}, {10, 10, -0.5}, 0.5)});
  const Bite bite = testing::bite_of(testing::slab(0.4, 2), lower);
  const Inspection inspection = testing::inspect_along(bite, {0, 0, 1});
  const PosedJaw jaw = posed_jaw(bite, Jaw::lower);
  const SurfaceClearance surface(inspection.map, jaw);
  EXPECT_NEAR(surface.at({5, 5, 0.2}, Eigen::Vector3d::UnitZ()), 0.2, 1e-5);
  EXPECT_TRUE(std::isnan(surface.at({5, 5, -0.5}, Eigen::Vector3d::UnitZ())));
}

}  // namespace
}  // namespace intercusp
