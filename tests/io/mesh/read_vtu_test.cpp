// Bézier patches in VTU files, as VTK itself writes and evaluates them.
#include <gtest/gtest.h>
#include <vtkBezierQuadrilateral.h>
#include <vtkCellData.h>
#include <vtkDoubleArray.h>
#include <vtkHigherOrderQuadrilateral.h>
#include <vtkPointData.h>
#include <vtkPoints.h>
#include <vtkSmartPointer.h>
#include <vtkUnstructuredGrid.h>
#include <vtkXMLUnstructuredGridWriter.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

#include "io/files/errors.h"
#include "io/mesh/read_mesh.h"
#include "io/mesh/read_vtp.h"
#include "tests/support/patch_sphere.h"
#include "tests/support/temporary_folder.h"

namespace intercusp {
namespace {

using testing::message_of;
using testing::patch_sphere;
using testing::vtu_of;

const std::filesystem::path vtu_name = "a.vtu";

//! One patch of degrees three and two with weights, by VTK's own order of control points.
vtkSmartPointer<vtkUnstructuredGrid> one_patch() {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> height(-1, 1), weight(0.5, 2);
  const int order[] = {3, 2};
  const auto points = vtkSmartPointer<vtkPoints>::New();
  points->SetDataTypeToDouble();
  points->SetNumberOfPoints(12);
  const auto weights = vtkSmartPointer<vtkDoubleArray>::New();
  weights->SetName("RationalWeights");
  weights->SetNumberOfTuples(12);
  for (int j = 0; j <= 2; ++j) {
    for (int i = 0; i <= 3; ++i) {
      const int place = vtkHigherOrderQuadrilateral::PointIndexFromIJK(i, j, order);
      points->SetPoint(place, 4 * i, 5 * j, height(random));
      weights->SetValue(place, weight(random));
    }
  }
  const auto grid = vtkSmartPointer<vtkUnstructuredGrid>::New();
  grid->SetPoints(points);
  vtkIdType controls[12];
  std::iota(controls, controls + 12, 0);
  grid->InsertNextCell(VTK_BEZIER_QUADRILATERAL, 12, controls);
  grid->GetPointData()->SetRationalWeights(weights);
  const auto degrees = vtkSmartPointer<vtkDoubleArray>::New();
  degrees->SetName("HigherOrderDegrees");
  degrees->SetNumberOfComponents(3);
  degrees->InsertNextTuple3(3, 2, 0);
  grid->GetCellData()->SetHigherOrderDegrees(degrees);
  return grid;
}

std::string written_by_vtk(vtkUnstructuredGrid* grid, int mode) {
  const auto writer = vtkSmartPointer<vtkXMLUnstructuredGridWriter>::New();
  writer->SetInputData(grid);
  writer->WriteToOutputStringOn();
  writer->SetDataMode(mode);
  writer->Write();
  return writer->GetOutputString();
}

TEST(ReadVtu, a_patch_is_where_vtk_has_it) {
  const vtkSmartPointer<vtkUnstructuredGrid> grid = one_patch();
  auto* const cell = dynamic_cast<vtkBezierQuadrilateral*>(grid->GetCell(0));
  ASSERT_NE(cell, nullptr);
  for (const int mode : {vtkXMLWriter::Ascii, vtkXMLWriter::Binary, vtkXMLWriter::Appended}) {
    const RawMesh mesh = read_vtu(vtu_name, written_by_vtk(grid, mode));
    EXPECT_EQ(mesh.patches, 1U);
    EXPECT_GT(mesh.patch_error, 0);
    EXPECT_LE(mesh.patch_error, 0.001);
    const auto steps =
        static_cast<std::size_t>(std::lround(std::sqrt(static_cast<double>(mesh.faces.size()) / 2)));
    ASSERT_EQ(mesh.faces.size(), 2 * steps * steps);
    double farthest = 0;
    for (std::size_t j = 0; j <= steps; ++j) {
      for (std::size_t i = 0; i <= steps; ++i) {
        const double at[3] = {static_cast<double>(i) / static_cast<double>(steps),
                              static_cast<double>(j) / static_cast<double>(steps), 0};
        int part = 0;
        double x[3], shape[12];
        cell->EvaluateLocation(part, at, x, shape);
        double nearest = 1e9;
        for (const Eigen::Vector3d& vertex : mesh.vertices)
          nearest = std::min(nearest, (vertex - Eigen::Vector3d(x)).norm());
        farthest = std::max(farthest, nearest);
        if (steps > 40) i += 6, j += i > steps ? 6 : 0;
      }
    }
    EXPECT_LT(farthest, 1e-12);
  }
}

TEST(ReadVtu, a_file_of_patches_is_known_by_its_content) {
  const std::string sphere = vtu_of(patch_sphere({0, 0, 0}, 5));
  const MeshFile file = parse_mesh("sphere.vtu", sphere);
  EXPECT_EQ(file.file.format, "VTU");
  EXPECT_EQ(file.mesh.patches, 8U);
  EXPECT_TRUE(file.remarks.empty());
  for (const Eigen::Vector3d& vertex : file.mesh.vertices) ASSERT_NEAR(vertex.norm(), 5, 1e-13);
}

TEST(ReadVtu, what_is_no_patch_or_a_damaged_one_is_refused_with_its_cell) {
  const std::string good = vtu_of(patch_sphere({0, 0, 0}, 5));
  const auto message = [&](const std::string& from, const std::string& to) {
    std::string bytes = good;
    bytes.replace(bytes.find(from), from.size(), to);
    return message_of<InputError>([&] { static_cast<void>(read_vtu(vtu_name, bytes)); });
  };
  EXPECT_NE(message("77 77", "77 72").find("cell 1 is of type 72; of .vtu files Bézier quadrilaterals"),
            std::string::npos);
  EXPECT_NE(message("9 18 ", "8 18 ").find("cell 0: its 8 control points fit no degrees"), std::string::npos);
  EXPECT_NE(
      message("0 1 2 3 ", "0 1 2 999 ").find("cell 0: it names control points that are not in the file"),
      std::string::npos);
  EXPECT_NE(
      message("\">\n1 1 1 1 ", "\">\n1 -1 1 1 ").find("cell 0: a control point is not finite, or its weight"),
      std::string::npos);
  EXPECT_NE(message("NumberOfCells=\"8\"", "NumberOfCells=\"9\"").find("offsets"), std::string::npos);
  EXPECT_NE(message("NumberOfPoints=\"72\"", "NumberOfPoints=\"99999999999\"").find("more than a file of"),
            std::string::npos);
  for (std::size_t cut = 0; cut < good.size(); cut += 97)
    EXPECT_FALSE(
        message_of<InputError>([&] { static_cast<void>(read_vtu(vtu_name, good.substr(0, cut))); }).empty())
        << cut;
}

TEST(ReadVtu, truncated_and_flipped_files_are_read_or_refused) {
  std::mt19937 random(20261123);
  std::size_t refused = 0;
  std::vector<std::string> files = {vtu_of(patch_sphere({0, 0, 0}, 0.05))};
  for (const int mode : {vtkXMLWriter::Ascii, vtkXMLWriter::Binary, vtkXMLWriter::Appended})
    files.push_back(written_by_vtk(one_patch(), mode));
  for (const std::string& good : files) {
    for (int round = 0; round < 90; ++round) {
      std::string bytes = good;
      if (round % 3 == 0) {
        bytes.resize(random() % good.size());
      } else if (round % 3 == 1) {
        bytes[random() % bytes.size()] = static_cast<char>('0' + random() % 10);
      } else {
        for (int k = 0; k < 1 + round % 4; ++k)
          bytes[random() % bytes.size()] = static_cast<char>(random() % 256);
      }
      try {
        const RawMesh mesh = read_vtu(vtu_name, bytes);
        for (const Face& face : mesh.faces) {
          for (const std::uint32_t corner : face) ASSERT_LT(corner, mesh.vertices.size());
        }
      } catch (const InputError&) {
        ++refused;
      }
    }
  }
  EXPECT_GT(refused, 120U);  // a third is truncated, and cannot be read
}

}  // namespace
}  // namespace intercusp
