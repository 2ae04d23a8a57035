// True distances of live maps of real scans against VTK's closest points and the solid angle of the whole
// jaw, which share no code with them.
#include <gtest/gtest.h>
#include <vtkCellArray.h>
#include <vtkGenericCell.h>
#include <vtkNew.h>
#include <vtkPoints.h>
#include <vtkPolyData.h>
#include <vtkStaticCellLocator.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "io/case/import_jaw.h"
#include "io/case/pose_file.h"
#include "occlusion/directions/choose_projection.h"
#include "occlusion/distance/true_distance.h"
#include "occlusion/engines/rays/ray_engine.h"
#include "occlusion/engines/zlist/zlist_engine.h"
#include "occlusion/view/viewed_mesh.h"
#include "tests/support/real_scans.h"
#include "tests/support/wide.h"
#include "tests/support/winding_number.h"

namespace intercusp {
namespace {

using testing::winding_number;

class VtkDistance {
 public:
  explicit VtkDistance(const Solid& solid) {
    vtkNew<vtkPoints> points;
    points->SetDataTypeToDouble();
    for (const Eigen::Vector3d& vertex : solid.mesh.vertices) points->InsertNextPoint(vertex.data());
    vtkNew<vtkCellArray> faces;
    for (std::size_t face = 0; face < solid.anatomy_faces; ++face) {
      faces->InsertNextCell(3);
      for (const std::uint32_t corner : solid.mesh.faces[face]) faces->InsertCellPoint(corner);
    }
    data_->SetPoints(points);
    data_->SetPolys(faces);
    locator_->SetDataSet(data_);
    locator_->BuildLocator();
  }
  double operator()(const Eigen::Vector3d& point) {
    double closest[3];
    vtkIdType face = 0;
    int part = 0;
    double squared = 0;
    locator_->FindClosestPoint(point.data(), closest, cell_, face, part, squared);
    return std::sqrt(squared);
  }

 private:
  vtkNew<vtkPolyData> data_;
  vtkNew<vtkStaticCellLocator> locator_;
  vtkNew<vtkGenericCell> cell_;
};

struct Case {
  const char* name;
  const char* upper;
  const char* lower;
};

class TrueDistanceOfScans : public ::testing::TestWithParam<Case> {};

TEST_P(TrueDistanceOfScans, is_that_of_the_closest_points_and_has_no_wrong_sign) {
  const auto folder = testing::real_scans();
  if (!std::filesystem::exists(folder / GetParam().upper)) GTEST_SKIP() << "no real scans in " << folder;
  Bite bite;
  bite.upper = import_jaw((folder / GetParam().upper).string(), Jaw::upper).solid;
  bite.lower = import_jaw((folder / GetParam().lower).string(), Jaw::lower).solid;
  ZListEngine live(bite.upper, bite.lower, {.facing_only = true});
  const Eigen::Isometry3d view_from_case =
      choose_projection(bite, std::nullopt, find_anatomy(bite).axes, live);
  const View view = fit_view(bite, view_from_case, 0.1);
  const ClearanceMap& map = live.compute(view, bite.upper_from_lower);
  TrueDistance true_distance(bite.upper, bite.lower);
  const DistanceMap& found = true_distance.compute(map, bite.upper_from_lower);

  VtkDistance vtk(*bite.upper);
  const RayEngine rays(bite.upper, bite.lower);
  const ViewedMesh lower(*bite.lower, bite.upper_from_lower, view_from_case);
  std::mt19937 random(2026);
  std::uniform_int_distribution<std::size_t> any_pixel(0, view.grid.size() - 1);
  std::vector<double> errors;
  std::size_t signs = 0, undecided = 0;
  for (int tries = 0; tries < 4'000'000 && errors.size() < 3000; ++tries) {
    const std::size_t pixel = any_pixel(random);
    undecided += found.mark[pixel] == DistanceMark::undecided;
    if (std::isnan(found.distance_mm[pixel]) || std::abs(found.distance_mm[pixel]) > 0.5F) continue;
    const auto column = static_cast<int>(pixel % static_cast<std::size_t>(view.grid.width));
    const auto row = static_cast<int>(pixel / static_cast<std::size_t>(view.grid.width));
    const PixelResult ray = rays.pixel(view, bite.upper_from_lower, column, row);
    if (ray.lower_face == no_face) continue;
    const Eigen::Vector2d uv = view.grid.centre(column, row);
    const Corners corners = lower.corners(static_cast<std::size_t>(ray.lower_face));
    const Eigen::Vector3d point = view.case_point(column, row, plane_depth(corners, uv.x(), uv.y(), 0));
    const double expected = vtk(point);
    errors.push_back(std::abs(std::abs(static_cast<double>(found.distance_mm[pixel])) - expected));
    if (errors.size() % 10 != 0 || expected < 1e-5) continue;
    const bool truly_inside = winding_number(bite.upper->mesh, point) > 0.5;
    EXPECT_EQ(found.distance_mm[pixel] < 0, truly_inside) << column << ", " << row;
    ++signs;
  }
  ASSERT_EQ(errors.size(), 3000U);
  EXPECT_GT(signs, 250U);
  std::sort(errors.begin(), errors.end());
  RecordProperty("p99_um", std::to_string(1e3 * errors[errors.size() * 99 / 100]));
  RecordProperty("max_um", std::to_string(1e3 * errors.back()));
  RecordProperty("undecided", static_cast<int>(undecided));
  std::printf("%s: p99 %.2e um, max %.2e um, %zu signs, %zu undecided met\n", GetParam().name,
              1e3 * errors[errors.size() * 99 / 100], 1e3 * errors.back(), signs, undecided);
  EXPECT_LE(errors[errors.size() * 99 / 100], 0.002);
  EXPECT_LE(errors.back(), 0.01);
}

INSTANTIATE_TEST_SUITE_P(
    Pairs, TrueDistanceOfScans,
    ::testing::ValuesIn(testing::samples({Case{"a_closed", "case-a/upper.stl", "case-a/lower.stl"},
                                          Case{"a_open", "case-a/upper_open.ply", "case-a/lower_open.ply"},
                                          Case{"b_closed", "case-b/upper.stl", "case-b/lower.stl"},
                                          Case{"b_open", "case-b/upper_open.ply", "case-b/lower_open.ply"}},
                                         2)),
    [](const auto& scan) { return std::string(scan.param.name); });

}  // namespace
}  // namespace intercusp
