#include "occlusion/registration/deviation.h"

#include <gtest/gtest.h>
#include <vtkCellArray.h>
#include <vtkImplicitPolyDataDistance.h>
#include <vtkNew.h>
#include <vtkPoints.h>
#include <vtkPolyData.h>

#include <cmath>
#include <limits>

#include "occlusion/registration/compare_scans.h"
#include "tests/occlusion/registration/scan_pairs.h"
#include "tests/support/wide.h"

namespace intercusp {
namespace {

using testing::moved;

constexpr double nothing = std::numeric_limits<double>::quiet_NaN();

TEST(Deviation, has_the_figures_of_changes_known_on_paper) {
  const std::vector<double> change_mm = {-0.3, 0.1, nothing, 0.04, 0.2}, areas_mm2 = {1, 2, 5, 6, 1};
  const Deviation found = *deviation_of(change_mm, areas_mm2);
  EXPECT_DOUBLE_EQ(found.area_mm2, 10);
  EXPECT_NEAR(found.mean_mm, 0.034, 1e-12);
  EXPECT_NEAR(found.mean_absolute_mm, 0.094, 1e-12);
  EXPECT_NEAR(found.rms_mm, std::sqrt(0.01596), 1e-12);
  EXPECT_EQ(found.p05_mm, -0.3);
  EXPECT_EQ(found.p95_mm, 0.2);
  EXPECT_NEAR(found.within_shares[0], 0.6, 1e-12);
  EXPECT_NEAR(found.within_shares[1], 0.8, 1e-12);
  EXPECT_NEAR(found.within_shares[2], 0.9, 1e-12);
  const std::vector<int> labels = {0, 16, 16, 11, 16};
  const Deviation tooth = *deviation_of(change_mm, areas_mm2, labels, 16);
  EXPECT_DOUBLE_EQ(tooth.area_mm2, 3);
  EXPECT_NEAR(tooth.mean_mm, 0.4 / 3, 1e-12);
  EXPECT_FALSE(deviation_of(change_mm, areas_mm2, labels, 21).has_value());
}

//! VTK's distances from the vertices before to the faces after.
double rms_by_vtk(const ScanComparison& found) {
  vtkNew<vtkPoints> points;
  points->SetDataTypeToDouble();
  for (const Eigen::Vector3d& vertex : found.after->mesh.vertices)
    points->InsertNextPoint((found.before_from_after() * vertex).eval().data());
  vtkNew<vtkCellArray> faces;
  for (const Face& face : found.after->mesh.faces) {
    const std::array<vtkIdType, 3> corners = {face[0], face[1], face[2]};
    faces->InsertNextCell(3, corners.data());
  }
  vtkNew<vtkPolyData> after;
  after->SetPoints(points);
  after->SetPolys(faces);
  vtkNew<vtkImplicitPolyDataDistance> distance;
  distance->SetInput(after);
  const TriangleMesh& before = found.before->mesh;
  double squares = 0, area = 0;
  for (std::size_t f = 0; f < before.faces.size(); ++f) {
    const double third = face_normal_twice_area(before, f).norm() / 6;
    for (const std::uint32_t v : before.faces[f]) {
      if (std::isnan(found.before_change_mm[v])) continue;
      Eigen::Vector3d place = before.vertices[v];
      const double mm = distance->EvaluateFunction(place.data());
      squares += third * mm * mm;
      area += third;
    }
  }
  return std::sqrt(squares / area);
}

TEST(Deviation, of_scans_is_that_of_their_distances_by_vtk) {
  for (const double factor : testing::samples({1.01, 1.0})) {
    const LabelledMesh before = noisy(scanned_teeth(12000, 2, 1).lower, 0.02, 1);
    LabelledMesh after = scanned_teeth(12000, 2, 2).lower;
    move_tooth(after, 36, testing::small_motion(1, 0.5, 3, Eigen::Vector3d::Zero()));
    for (Eigen::Vector3d& vertex : after.mesh.vertices) vertex *= factor;
    const ScanComparison found =
        compare_scans(std::make_shared<const JawScan>(scan_of(before)),
                      std::make_shared<const JawScan>(scan_of(moved(noisy(after, 0.02, 2), random_pose(3)))));
    ASSERT_TRUE(found.determined());
    EXPECT_NEAR(found.deviation->rms_mm, rms_by_vtk(found), 0.001) << factor;
    if (factor > 1) {
      EXPECT_GT(found.deviation->rms_mm, 0.1) << "a difference in size counts";
    }
    double area = 0;
    for (const ToothChange& tooth : found.teeth) area += tooth.deviation->area_mm2;
    EXPECT_LT(area, found.deviation->area_mm2);
  }
}

}  // namespace
}  // namespace intercusp
