#include "io/export/vtp_bytes.h"

#include <vtkCellArray.h>
#include <vtkCellData.h>
#include <vtkDoubleArray.h>
#include <vtkFieldData.h>
#include <vtkFloatArray.h>
#include <vtkIntArray.h>
#include <vtkNew.h>
#include <vtkPointData.h>
#include <vtkPoints.h>
#include <vtkPolyData.h>
#include <vtkStringArray.h>
#include <vtkTypeInt32Array.h>
#include <vtkUnsignedCharArray.h>
#include <vtkXMLPolyDataWriter.h>

#include <algorithm>
#include <stdexcept>

#include "io/export/definitions.h"

namespace intercusp {
namespace {

vtkNew<vtkPoints> points_of(const PosedJaw& jaw) {
  vtkNew<vtkPoints> points;
  points->SetDataTypeToDouble();
  points->SetNumberOfPoints(static_cast<vtkIdType>(jaw.points.size()));
  for (std::size_t i = 0; i < jaw.points.size(); ++i) {
    points->SetPoint(static_cast<vtkIdType>(i), jaw.points[i].data());
  }
  return points;
}

vtkNew<vtkCellArray> faces_of(const TriangleMesh& mesh) {
  const auto count = static_cast<vtkIdType>(mesh.faces.size());
  vtkNew<vtkTypeInt32Array> offsets, corners;
  offsets->SetNumberOfValues(count + 1);
  corners->SetNumberOfValues(3 * count);
  for (vtkIdType i = 0; i <= count; ++i) offsets->SetValue(i, static_cast<int>(3 * i));
  for (vtkIdType i = 0; i < count; ++i) {
    for (int corner = 0; corner < 3; ++corner)
      corners->SetValue(3 * i + corner, static_cast<int>(mesh.faces[i][corner]));
  }
  vtkNew<vtkCellArray> faces;
  faces->SetData(offsets, corners);
  return faces;
}

void add_note(vtkPolyData& data, const char* name, const std::string& text) {
  vtkNew<vtkStringArray> note;
  note->SetName(name);
  note->InsertNextValue(text);
  data.GetFieldData()->AddArray(note);
}

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
  add_note(data, "intercusp_surface_distance", surface_distance_sentence());
}

}  // namespace

std::string vtp_bytes(const PosedJaw& jaw, std::span<const float> clearance_mm,
                      const VertexDistances* distances, const Provenance& provenance) {
  vtkNew<vtkPolyData> data;
  data->SetPoints(points_of(jaw));
  data->SetPolys(faces_of(jaw.solid->mesh));

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
  add_note(*data, "intercusp_measure", measure_sentence());
  add_note(*data, "intercusp_frame",
           "case frame: that of the upper jaw's file, in mm; the lower jaw is posed");
  for (const auto& [name, text] : notes_of(provenance)) add_note(*data, name.c_str(), text);

  vtkNew<vtkXMLPolyDataWriter> writer;
  writer->SetInputData(data);
  writer->SetDataModeToAppended();
  writer->EncodeAppendedDataOff();
  writer->SetCompressorTypeToNone();
  writer->WriteToOutputStringOn();
  if (writer->Write() != 1) throw std::runtime_error("VTK cannot write a mesh");
  return writer->GetOutputString();
}

}  // namespace intercusp
