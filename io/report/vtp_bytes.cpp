#include "io/report/vtp_bytes.h"

#include <vtkCellData.h>
#include <vtkFloatArray.h>
#include <vtkIntArray.h>
#include <vtkNew.h>
#include <vtkPointData.h>
#include <vtkPolyData.h>
#include <vtkUnsignedCharArray.h>

#include <algorithm>

#include "io/language/language.h"
#include "io/report/vtp_parts.h"
#include "io/wording/definitions.h"

namespace intercusp {
namespace {

vtkNew<vtkFloatArray> lengths(const char* name, std::span<const float> values) {
  vtkNew<vtkFloatArray> array;
  array->SetName(name);
  array->SetNumberOfValues(static_cast<vtkIdType>(values.size()));
  std::copy(values.begin(), values.end(), array->GetPointer(0));
  return array;
}

void add_distances(vtkPolyData& data, const VertexDistances& distances) {
  data.GetPointData()->AddArray(lengths("surface_distance_mm", distances.mm));
  vtkNew<vtkUnsignedCharArray> at_rim;
  at_rim->SetName("surface_distance_at_rim");
  at_rim->SetNumberOfValues(static_cast<vtkIdType>(distances.at_rim.size()));
  std::copy(distances.at_rim.begin(), distances.at_rim.end(), at_rim->GetPointer(0));
  data.GetPointData()->AddArray(at_rim);
  add_note(data, "intercusp_surface_distance", for_programs(surface_distance_sentence));
}

}  // namespace

std::string vtp_bytes(const PosedJaw& jaw, std::span<const float> clearance_mm,
                      const VertexDistances* distances, const Provenance& provenance) {
  vtkNew<vtkPolyData> data;
  set_jaw(*data, jaw);
  data->GetPointData()->SetScalars(lengths("clearance_mm", clearance_mm));
  if (distances != nullptr) add_distances(*data, *distances);

  vtkNew<vtkIntArray> label;
  label->SetName("label");
  label->SetNumberOfValues(static_cast<vtkIdType>(jaw.points.size()));
  label->FillValue(0);
  std::copy(jaw.solid->labels.begin(), jaw.solid->labels.end(), label->GetPointer(0));
  data->GetPointData()->AddArray(label);

  vtkNew<vtkUnsignedCharArray> anatomy;
  anatomy->SetName("anatomy");
  anatomy->SetNumberOfValues(static_cast<vtkIdType>(jaw.solid->mesh.faces.size()));
  for (std::size_t i = 0; i < jaw.solid->mesh.faces.size(); ++i) {
    anatomy->SetValue(static_cast<vtkIdType>(i), jaw.solid->is_anatomy(i) ? 1 : 0);
  }
  data->GetCellData()->AddArray(anatomy);
  add_note(*data, "intercusp_measure", for_programs(measure_sentence));
  add_note(*data, "intercusp_frame",
           "case frame: that of the upper jaw's file, in mm; the lower jaw is posed");
  for (const auto& [name, text] : notes_of(provenance)) add_note(*data, name, text);

  return vtp_file(*data, "a mesh");
}

}  // namespace intercusp
