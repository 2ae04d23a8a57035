#include "io/mesh/read_vtp.h"

#include <fmt/format.h>
#include <vtkCellArray.h>
#include <vtkCellData.h>
#include <vtkDataArray.h>
#include <vtkDataSetAttributes.h>
#include <vtkPointData.h>
#include <vtkPoints.h>
#include <vtkPolyData.h>
#include <vtkSmartPointer.h>
#include <vtkXMLPolyDataReader.h>

#include <algorithm>
#include <exception>
#include <string>
#include <utility>

#include "io/files/errors.h"
#include "io/files/text_cursor.h"
#include "io/language/language.h"
#include "io/mesh/check_vtp.h"
#include "io/mesh/label_arrays.h"
#include "io/mesh/vtk_messages.h"

namespace intercusp {
namespace {

//! "ERROR: In file.cxx, line 12 / Object (0x…): what happened" without VTK's own places.
std::string what_happened(const std::string& message) {
  const std::size_t mark = message.find("): ");
  std::string text = mark == std::string::npos ? message : message.substr(mark + 3);
  std::replace(text.begin(), text.end(), '\n', ' ');
  while (!text.empty() && is_space(text.back())) text.pop_back();
  return text;
}

vtkSmartPointer<vtkPolyData> read_by_vtk(const std::filesystem::path& file, std::string_view bytes) {
  const VtkMessages messages;
  const auto reader = vtkSmartPointer<vtkXMLPolyDataReader>::New();
  std::string failure;
  try {
    reader->ReadFromInputStringOn();
    reader->SetInputString(std::string(bytes));
    reader->Update();
    failure = what_happened(messages.first());
  } catch (const std::exception& error) {
    failure = error.what();
  }
  if (!failure.empty()) {
    throw InputError(file, phrase("VTK cannot read it ({}); the file is damaged, export it again", failure));
  }
  return vtkSmartPointer(reader->GetOutput());
}

std::vector<Eigen::Vector3d> points_of(vtkPolyData& data) {
  std::vector<Eigen::Vector3d> taken;
  vtkPoints* const points = data.GetPoints();
  if (points == nullptr) return taken;
  taken.resize(static_cast<std::size_t>(points->GetNumberOfPoints()));
  for (std::size_t i = 0; i < taken.size(); ++i) points->GetPoint(static_cast<vtkIdType>(i), taken[i].data());
  return taken;
}

//! Calls `use` with the corners of every cell, after the offsets and the connectivity have been held against
//! each other: nothing in VTK does that.
template <class Use>
void for_each_cell(const std::filesystem::path& file, vtkCellArray* cells, Use use) {
  if (cells == nullptr || cells->GetNumberOfCells() == 0) return;
  const auto walk = [&](const auto& offsets, const auto& connectivity) {
    std::vector<std::int64_t> corners;
    std::int64_t begin = offsets.GetValue(0);
    for (vtkIdType cell = 0; cell + 1 < offsets.GetNumberOfValues(); ++cell) {
      const std::int64_t end = offsets.GetValue(cell + 1);
      if (begin < 0 || end < begin || end > connectivity.GetNumberOfValues()) {
        throw InputError(file,
                         phrase("cell {}: its corners lie outside of the connectivity; the file is damaged, "
                                "export it again",
                                cell));
      }
      corners.clear();
      for (std::int64_t i = begin; i < end; ++i) corners.push_back(connectivity.GetValue(i));
      use(corners);
      begin = end;
    }
  };
  if (cells->IsStorage64Bit()) {
    walk(*cells->GetOffsetsArray64(), *cells->GetConnectivityArray64());
  } else {
    walk(*cells->GetOffsetsArray32(), *cells->GetConnectivityArray32());
  }
}

//! Of one component. \param first of the numbers wanted
void add_arrays(vtkDataSetAttributes& data, bool per_face, vtkIdType first,
                std::vector<NumberArray>& arrays) {
  for (int i = 0; i < data.GetNumberOfArrays(); ++i) {
    vtkDataArray* const array = data.GetArray(i);
    if (array == nullptr || array->GetName() == nullptr || array->GetNumberOfComponents() != 1) continue;
    NumberArray& numbers = arrays.emplace_back(NumberArray{array->GetName(), per_face, {}});
    for (vtkIdType k = first; k < array->GetNumberOfTuples(); ++k)
      numbers.numbers.push_back(label_of(array->GetTuple1(k)));
  }
}

}  // namespace

RawMesh read_vtp(const std::filesystem::path& file, std::string_view bytes) {
  check_vtp(file, bytes);
  const auto data = read_by_vtk(file, bytes);
  if (data->GetNumberOfPoints() > static_cast<vtkIdType>(max_raw_vertices)) {
    throw InputError(file, phrase("has more vertices than can be used; thin the mesh out first"));
  }
  RawMesh mesh;
  mesh.vertices = points_of(*data);
  std::vector<std::uint32_t> cell_of_face;
  std::uint32_t cell = 0;
  const auto end_cell = [&] { cell_of_face.resize(mesh.faces.size(), cell++); };
  for_each_cell(file, data->GetPolys(), [&](const auto& corners) {
    add_polygon(mesh, corners, mesh.vertices.size());
    end_cell();
  });
  for_each_cell(file, data->GetStrips(), [&](const auto& corners) {
    add_strip(mesh, corners, mesh.vertices.size());
    end_cell();
  });
  std::vector<NumberArray> arrays;
  add_arrays(*data->GetPointData(), false, 0, arrays);
  // Numbers of cells begin with those of vertices and lines.
  add_arrays(*data->GetCellData(), true, data->GetNumberOfVerts() + data->GetNumberOfLines(), arrays);
  take_labels(std::move(arrays), cell_of_face, mesh);
  return mesh;
}

}  // namespace intercusp
