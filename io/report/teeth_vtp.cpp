#include "io/report/teeth_vtp.h"

#include <vtkIntArray.h>
#include <vtkNew.h>
#include <vtkPointData.h>
#include <vtkPolyData.h>

#include <algorithm>

#include "io/language/language.h"
#include "io/report/vtp_parts.h"

namespace intercusp {

std::string teeth_vtp(const Segmentation& segmentation) {
  const RawMesh& scan = segmentation.scan.mesh;
  const Solid solid = solid_of({scan.vertices, scan.faces});
  PosedJaw jaw{.solid = &solid};
  jaw.points = scan.vertices;
  vtkNew<vtkPolyData> data;
  set_jaw(*data, jaw);
  const std::vector<int>& labels = segmentation.found.labels;
  vtkNew<vtkIntArray> label;
  label->SetName("label");
  label->SetNumberOfValues(static_cast<vtkIdType>(labels.size()));
  std::copy(labels.begin(), labels.end(), label->GetPointer(0));
  data->GetPointData()->SetScalars(label);
  add_note(*data, "intercusp_label",
           "FDI number of the tooth, 0 = gum or unknown. " + for_programs(estimated_numbers_sentence));
  add_note(*data, "intercusp_frame", "the frame of the scan's file, in mm");
  add_note(*data, "intercusp_version", INTERCUSP_VERSION);
  return vtp_file(*data, "a scan with its teeth");
}

}  // namespace intercusp
