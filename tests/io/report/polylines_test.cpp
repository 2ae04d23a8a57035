#include "io/report/vtp_bytes.h"

#include <gtest/gtest.h>
#include <vtkAbstractArray.h>
#include <vtkCell.h>
#include <vtkCellData.h>
#include <vtkDataArray.h>
#include <vtkFieldData.h>
#include <vtkNew.h>
#include <vtkPolyData.h>
#include <vtkXMLPolyDataReader.h>

#include "io/files/write_atomically.h"
#include "tests/io/report/support.h"

namespace intercusp {
namespace {

vtkNew<vtkPolyData> read_back(const std::vector<Polyline>& lines) {
  const testing::TemporaryFolder folder;
  write_atomically(folder / "curves.vtp", polylines_vtp(lines, "what they are", testing::some_provenance()));
  vtkNew<vtkXMLPolyDataReader> reader;
  reader->SetFileName((folder / "curves.vtp").c_str());
  reader->Update();
  vtkNew<vtkPolyData> data;
  data->ShallowCopy(reader->GetOutput());
  return data;
}

TEST(ExportPolylines, curves_read_back_with_their_points_and_lengths) {
  const Eigen::Vector3d a(0.1, 0, 0), b(0.1, 3, 0), c(0.1, 3, 4);
  const std::vector<Polyline> lines = {{.points = {a, b, c, a}, .closed = true},
                                       {.points = {c, b}, .closed = false}};
  const vtkNew<vtkPolyData> data = read_back(lines);
  ASSERT_EQ(data->GetNumberOfLines(), 2);
  ASSERT_EQ(data->GetNumberOfPoints(), 5) << "the loop's first point is there once";
  for (vtkIdType cell = 0; cell < 2; ++cell) {
    const std::vector<Eigen::Vector3d>& points = lines[cell].points;
    ASSERT_EQ(static_cast<std::size_t>(data->GetCell(cell)->GetNumberOfPoints()), points.size());
    for (std::size_t i = 0; i < points.size(); ++i) {
      const vtkIdType id = data->GetCell(cell)->GetPointId(static_cast<int>(i));
      EXPECT_EQ(Eigen::Vector3d(data->GetPoint(id)), points[i]);
    }
  }
  vtkDataArray* const length = data->GetCellData()->GetArray("length_mm");
  vtkDataArray* const closed = data->GetCellData()->GetArray("closed");
  ASSERT_TRUE(length && closed);
  EXPECT_EQ(length->GetTuple1(0), 12);
  EXPECT_EQ(length->GetTuple1(1), 4);
  EXPECT_EQ(closed->GetTuple1(0), 1);
  EXPECT_EQ(closed->GetTuple1(1), 0);
  vtkAbstractArray* const meaning = data->GetFieldData()->GetAbstractArray("intercusp_meaning");
  ASSERT_TRUE(meaning);
  EXPECT_EQ(meaning->GetVariantValue(0).ToString(), "what they are");
}

TEST(ExportPolylines, no_curve_is_a_file_as_well) { EXPECT_EQ(read_back({})->GetNumberOfLines(), 0); }

}  // namespace
}  // namespace intercusp
