#include "io/results/teeth/parts.h"

#include <vtkCellData.h>
#include <vtkIntArray.h>
#include <vtkNew.h>
#include <vtkPointData.h>
#include <vtkPolyData.h>

#include <algorithm>

#include "io/language/language.h"
#include "io/report/vtp_parts.h"

namespace intercusp {

void set_scan(vtkPolyData& data, const RawMesh& scan, const char* name, bool per_face,
              const std::vector<int>& numbers) {
  const Solid solid = solid_of({scan.vertices, scan.faces});
  PosedJaw jaw{.solid = &solid};
  jaw.points = scan.vertices;
  set_jaw(data, jaw);
  vtkNew<vtkIntArray> array;
  array->SetName(name);
  array->SetNumberOfValues(static_cast<vtkIdType>(numbers.size()));
  std::ranges::copy(numbers, array->GetPointer(0));
  if (per_face) {
    data.GetCellData()->SetScalars(array);
  } else {
    data.GetPointData()->SetScalars(array);
  }
}

std::string teeth_vtp(const Segmentation& segmentation) {
  vtkNew<vtkPolyData> data;
  set_scan(*data, segmentation.scan.mesh, "label", false, segmentation.found.labels);
  add_note(*data, "intercusp_label",
           "FDI number of the tooth, 0 = gum or unknown. " + for_programs(estimated_numbers_sentence));
  add_note(*data, "intercusp_frame", "the frame of the scan's file, in mm");
  add_note(*data, "intercusp_version", INTERCUSP_VERSION);
  return vtp_file(*data, "a scan with its teeth");
}

}  // namespace intercusp
