#include "io/mesh/read_vtp.h"

#include <fmt/format.h>
#include <vtkCellArray.h>
#include <vtkCellData.h>
#include <vtkDataArray.h>
#include <vtkDataArraySelection.h>
#include <vtkPointData.h>
#include <vtkPoints.h>
#include <vtkPolyData.h>
#include <vtkSmartPointer.h>
#include <vtkXMLPolyDataReader.h>

#include <algorithm>
#include <exception>
#include <string>

#include "io/files/errors.h"
#include "io/files/text_cursor.h"
#include "io/language/language.h"
#include "io/mesh/check_vtp.h"
#include "io/mesh/label_names.h"
#include "io/mesh/vtk_messages.h"

namespace intercusp {
namespace {

bool is_label_name(const char* name) {
  return name != nullptr &&
         std::find(label_names.begin(), label_names.end(), lower_case(name)) != label_names.end();
}

//! "ERROR: In file.cxx, line 12 / Object (0x…): what happened" without VTK's own places.
std::string what_happened(const std::string& message) {
  const std::size_t mark = message.find("): ");
  std::string text = mark == std::string::npos ? message : message.substr(mark + 3);
  std::replace(text.begin(), text.end(), '\n', ' ');
  while (!text.empty() && is_space(text.back())) text.pop_back();
  return text;
}

//! The points' labels alone.
void select_labels(vtkXMLPolyDataReader& reader) {
  reader.GetCellDataArraySelection()->DisableAllArrays();
  vtkDataArraySelection& arrays = *reader.GetPointDataArraySelection();
  for (int i = 0; i < arrays.GetNumberOfArrays(); ++i) {
    const char* const name = arrays.GetArrayName(i);
    if (!is_label_name(name)) arrays.DisableArray(name);
  }
}

vtkSmartPointer<vtkPolyData> read_by_vtk(const std::filesystem::path& file, std::string_view bytes) {
  const VtkMessages messages;
  const auto reader = vtkSmartPointer<vtkXMLPolyDataReader>::New();
  std::string failure;
  try {
    reader->ReadFromInputStringOn();
    reader->SetInputString(std::string(bytes));
    reader->UpdateInformation();
    select_labels(*reader);
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

void take_labels(vtkPolyData& data, RawMesh& mesh) {
  for (const std::string_view wanted : label_names) {
    for (int i = 0; i < data.GetPointData()->GetNumberOfArrays(); ++i) {
      vtkDataArray* const array = data.GetPointData()->GetArray(i);
      if (array == nullptr || array->GetName() == nullptr || lower_case(array->GetName()) != wanted) continue;
      if (array->GetNumberOfComponents() != 1) continue;
      if (array->GetNumberOfTuples() != static_cast<vtkIdType>(mesh.vertices.size())) continue;
      mesh.labels.reserve(mesh.vertices.size());
      for (vtkIdType k = 0; k < array->GetNumberOfTuples(); ++k)
        mesh.labels.push_back(label_of(array->GetTuple1(k)));
      return;
    }
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
  for_each_cell(file, data->GetPolys(),
                [&](const auto& corners) { add_polygon(mesh, corners, mesh.vertices.size()); });
  for_each_cell(file, data->GetStrips(),
                [&](const auto& corners) { add_strip(mesh, corners, mesh.vertices.size()); });
  take_labels(*data, mesh);
  return mesh;
}

}  // namespace intercusp
