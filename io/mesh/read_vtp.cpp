#include "io/mesh/read_vtp.h"

#include <fmt/format.h>
#include <vtkCellArray.h>
#include <vtkCellData.h>
#include <vtkCellType.h>
#include <vtkDataArray.h>
#include <vtkDataArraySelection.h>
#include <vtkHigherOrderQuadrilateral.h>
#include <vtkPointData.h>
#include <vtkPoints.h>
#include <vtkPolyData.h>
#include <vtkSmartPointer.h>
#include <vtkUnstructuredGrid.h>
#include <vtkXMLPolyDataReader.h>
#include <vtkXMLUnstructuredGridReader.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <exception>
#include <string>

#include "io/files/errors.h"
#include "io/files/text_cursor.h"
#include "io/language/language.h"
#include "io/mesh/check_vtp.h"
#include "io/mesh/label_names.h"
#include "io/mesh/vtk_messages.h"
#include "occlusion/geometry/patch_mesh.h"

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

constexpr const char* weights_name = "RationalWeights";
constexpr const char* degrees_name = "HigherOrderDegrees";

//! Disables all arrays whose names are not wanted.
template <class IsWanted>
void select(vtkDataArraySelection* arrays, IsWanted is_wanted) {
  for (int i = 0; i < arrays->GetNumberOfArrays(); ++i) {
    const char* const name = arrays->GetArrayName(i);
    if (name == nullptr || !is_wanted(name)) arrays->DisableArray(name);
  }
}

//! \param is_wanted which arrays of points, by name
template <class Reader, class IsWanted>
auto read_by_vtk(const std::filesystem::path& file, std::string_view bytes, IsWanted is_wanted) {
  const VtkMessages messages;
  const auto reader = vtkSmartPointer<Reader>::New();
  std::string failure;
  try {
    reader->ReadFromInputStringOn();
    reader->SetInputString(std::string(bytes));
    reader->UpdateInformation();
    select(reader->GetCellDataArraySelection(), [](std::string_view name) { return name == degrees_name; });
    select(reader->GetPointDataArraySelection(), is_wanted);
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

std::vector<Eigen::Vector3d> points_of(vtkPointSet& data) {
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

constexpr double patch_tolerance = 0.001, patch_tolerance_share = 1e-4;

//! Damaged, or not written for patches: what all of them share.
[[noreturn]] void refuse_patch(const std::filesystem::path& file, vtkIdType cell, const std::string& why) {
  throw InputError(file, phrase("cell {}: {}; export the Bézier patches again", cell, why));
}

//! Steps of the control points along u and v.
std::array<int, 2> degrees_of(const std::filesystem::path& file, vtkUnstructuredGrid& grid, vtkIdType cell,
                              std::size_t controls) {
  vtkDataArray* const array = grid.GetCellData()->GetArray(degrees_name);
  std::array<int, 2> degrees{};
  if (array != nullptr && array->GetNumberOfComponents() >= 2 && cell < array->GetNumberOfTuples()) {
    for (int k = 0; k < 2; ++k) {
      const double degree = array->GetComponent(cell, k);
      degrees.at(static_cast<std::size_t>(k)) =
          degree >= 1 && degree <= highest_patch_degree ? static_cast<int>(degree) : 0;
    }
  } else {
    degrees.fill(static_cast<int>(std::lround(std::sqrt(static_cast<double>(controls)))) - 1);
  }
  const bool fits = std::ranges::all_of(degrees, [](int d) { return d >= 1 && d <= highest_patch_degree; }) &&
                    static_cast<std::size_t>((degrees[0] + 1) * (degrees[1] + 1)) == controls;
  if (!fits) {
    refuse_patch(file, cell,
                 phrase("its {} control points fit no degrees from 1 to {}", controls, highest_patch_degree));
  }
  return degrees;
}

//! VTK lists corners first, then edges, then the inside.
BezierPatch patch_of(const std::filesystem::path& file, vtkUnstructuredGrid& grid,
                     const std::vector<Eigen::Vector3d>& points, vtkIdType cell,
                     const std::vector<std::int64_t>& controls) {
  const auto [degree_u, degree_v] = degrees_of(file, grid, cell, controls.size());
  vtkDataArray* const weights = grid.GetPointData()->GetArray(weights_name);
  BezierPatch patch{.degree_u = degree_u, .degree_v = degree_v, .points = {}, .weights = {}};
  const std::array<int, 2> order = {degree_u, degree_v};
  for (int j = 0; j <= degree_v; ++j) {
    for (int i = 0; i <= degree_u; ++i) {
      const int place = vtkHigherOrderQuadrilateral::PointIndexFromIJK(i, j, order.data());
      const std::int64_t control = controls[static_cast<std::size_t>(place)];
      if (control < 0 || control >= static_cast<std::int64_t>(points.size()))
        refuse_patch(file, cell, phrase("it names control points that are not in the file"));
      const bool weighted = weights != nullptr && control < weights->GetNumberOfTuples();
      const double weight = weighted ? weights->GetComponent(control, 0) : 1;
      const Eigen::Vector3d& point = points[static_cast<std::size_t>(control)];
      if (!point.allFinite() || !std::isfinite(weight) || !(weight > 0))
        refuse_patch(file, cell, phrase("a control point is not finite, or its weight is not above 0"));
      patch.points.push_back(point);
      patch.weights.push_back(weight);
    }
  }
  return patch;
}

std::vector<BezierPatch> patches_of(const std::filesystem::path& file, vtkUnstructuredGrid& grid) {
  const std::vector<Eigen::Vector3d> points = points_of(grid);
  std::vector<BezierPatch> patches;
  for_each_cell(file, grid.GetCells(), [&](const std::vector<std::int64_t>& controls) {
    const auto cell = static_cast<vtkIdType>(patches.size());
    const int type = grid.GetCellType(cell);
    if (type != VTK_BEZIER_QUADRILATERAL) {
      throw InputError(
          file, phrase("cell {} is of type {}; of .vtu files Bézier quadrilaterals (type 77) are read. "
                       "Extract the surface of other grids and save it as .vtp",
                       cell, type));
    }
    patches.push_back(patch_of(file, grid, points, cell, controls));
  });
  return patches;
}

}  // namespace

RawMesh read_vtp(const std::filesystem::path& file, std::string_view bytes) {
  check_vtp(file, bytes);
  const auto data = read_by_vtk<vtkXMLPolyDataReader>(file, bytes, is_label_name);
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

RawMesh read_vtu(const std::filesystem::path& file, std::string_view bytes) {
  check_vtp(file, bytes, "UnstructuredGrid");
  const auto grid = read_by_vtk<vtkXMLUnstructuredGridReader>(
      file, bytes, [](std::string_view name) { return name == weights_name; });
  const std::vector<BezierPatch> patches = patches_of(file, *grid);
  RawMesh mesh;
  if (patches.empty()) return mesh;
  Bounds bounds;
  for (const BezierPatch& patch : patches) {
    for (const Eigen::Vector3d& point : patch.points) bounds.add(point);
  }
  PatchMesh made =
      mesh_of(patches, std::min(patch_tolerance, patch_tolerance_share * bounds.size().maxCoeff()));
  mesh.vertices = std::move(made.mesh.vertices);
  mesh.faces = std::move(made.mesh.faces);
  mesh.patches = patches.size();
  mesh.patch_error = made.error_mm;
  return mesh;
}

}  // namespace intercusp
