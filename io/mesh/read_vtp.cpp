#include "io/mesh/read_vtp.h"

#include <vtkCellData.h>
#include <vtkDataArray.h>
#include <vtkDataSetAttributes.h>
#include <vtkPointData.h>
#include <vtkPolyData.h>
#include <vtkSmartPointer.h>
#include <vtkXMLPolyDataReader.h>

#include <string>
#include <utility>

#include "io/mesh/check_vtp.h"
#include "io/mesh/label_arrays.h"
#include "io/mesh/vtk_mesh.h"

namespace intercusp {
namespace {

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
  const auto reader = vtkSmartPointer<vtkXMLPolyDataReader>::New();
  reader->ReadFromInputStringOn();
  reader->SetInputString(std::string(bytes));
  vtkPolyData& data = read_by_vtk(file, *reader);
  RawMesh mesh;
  const std::vector<std::uint32_t> cell_of_face = take_cells(file, data, mesh);
  std::vector<NumberArray> arrays;
  add_arrays(*data.GetPointData(), false, 0, arrays);
  // Numbers of cells begin with those of vertices and lines.
  add_arrays(*data.GetCellData(), true, data.GetNumberOfVerts() + data.GetNumberOfLines(), arrays);
  take_labels(std::move(arrays), cell_of_face, mesh);
  return mesh;
}

}  // namespace intercusp
