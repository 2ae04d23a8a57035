#include "io/export/play_vtp.h"

#include <vtkCellArray.h>
#include <vtkFieldData.h>
#include <vtkFloatArray.h>
#include <vtkIntArray.h>
#include <vtkNew.h>
#include <vtkPointData.h>
#include <vtkPoints.h>
#include <vtkPolyData.h>
#include <vtkStringArray.h>
#include <vtkTypeInt32Array.h>
#include <vtkXMLPolyDataWriter.h>

#include <stdexcept>

#include "io/export/definitions.h"
#include "io/export/play_report.h"

namespace intercusp {
namespace {

void add_geometry(vtkPolyData& data, const PosedJaw& jaw) {
  vtkNew<vtkPoints> points;
  points->SetDataTypeToDouble();
  points->SetNumberOfPoints(static_cast<vtkIdType>(jaw.points.size()));
  for (std::size_t i = 0; i < jaw.points.size(); ++i)
    points->SetPoint(static_cast<vtkIdType>(i), jaw.points[i].data());
  const std::vector<Face>& mesh = jaw.solid->mesh.faces;
  const auto count = static_cast<vtkIdType>(mesh.size());
  vtkNew<vtkTypeInt32Array> offsets, corners;
  offsets->SetNumberOfValues(count + 1);
  corners->SetNumberOfValues(3 * count);
  for (vtkIdType i = 0; i <= count; ++i) offsets->SetValue(i, static_cast<int>(3 * i));
  for (vtkIdType i = 0; i < count; ++i) {
    for (int corner = 0; corner < 3; ++corner)
      corners->SetValue(3 * i + corner, static_cast<int>(mesh[static_cast<std::size_t>(i)][corner]));
  }
  vtkNew<vtkCellArray> faces;
  faces->SetData(offsets, corners);
  data.SetPoints(points);
  data.SetPolys(faces);
}

//! One number a vertex.
template <class Array, class Value>
void add_numbers(vtkPolyData& data, std::size_t count, const std::string& name, const Value& value) {
  vtkNew<Array> array;
  array->SetName(name.c_str());
  array->SetNumberOfValues(static_cast<vtkIdType>(count));
  for (std::size_t i = 0; i < count; ++i) array->SetValue(static_cast<vtkIdType>(i), value(i));
  data.GetPointData()->AddArray(array);
}

void add_note(vtkPolyData& data, const std::string& name, const std::string& text) {
  vtkNew<vtkStringArray> note;
  note->SetName(name.c_str());
  note->InsertNextValue(text);
  data.GetFieldData()->AddArray(note);
}

void add_record(vtkPolyData& data, const PosedJaw& jaw, const SurfaceRecord& record) {
  const std::size_t count = jaw.points.size();
  add_numbers<vtkFloatArray>(data, count, "contact_s", [&](std::size_t i) { return record.total_s(i); });
  for (std::size_t kind = 0; kind < contact_kinds; ++kind) {
    add_numbers<vtkFloatArray>(data, count, std::string(name_of(static_cast<ContactKind>(kind))) + "_s",
                               [&](std::size_t i) { return record.contact_s[i][kind]; });
  }
  add_numbers<vtkFloatArray>(data, count, "least_clearance_mm",
                             [&](std::size_t i) { return record.least_mm[i]; });
  add_numbers<vtkIntArray>(data, count, "dominant_movement", [&](std::size_t i) {
    const std::optional<ContactKind> kind = record.dominant(i);
    return kind ? static_cast<int>(*kind) : -1;
  });
  const std::vector<int>& labels = jaw.solid->labels;
  add_numbers<vtkIntArray>(data, count, "label",
                           [&](std::size_t i) { return labels.empty() ? 0 : labels[i]; });
}

std::string names_of_kinds() {
  std::string names = "-1 never in contact";
  for (std::size_t kind = 0; kind < contact_kinds; ++kind)
    names += "; " + std::to_string(kind) + " " + std::string(name_of(static_cast<ContactKind>(kind)));
  return names;
}

}  // namespace

std::string play_vtp(const PosedJaw& jaw, const SurfaceRecord& record, double threshold_mm,
                     const Provenance& provenance) {
  vtkNew<vtkPolyData> data;
  add_geometry(*data, jaw);
  add_record(*data, jaw, record);
  data->GetPointData()->SetActiveScalars("contact_s");
  add_note(*data, "intercusp_measure", measure_sentence());
  add_note(*data, "intercusp_contact", contact_sentence({threshold_mm}));
  add_note(*data, "intercusp_contact_time", contact_time_sentence());
  add_note(*data, "intercusp_dominant_movement",
           names_of_kinds() + ". The one that held the vertex longest; rest and opening where no other did.");
  add_note(*data, "intercusp_frame",
           "case frame: that of the upper jaw's file, in mm; the lower jaw stands at the most closed pose");
  for (const auto& [name, text] : notes_of(provenance)) add_note(*data, name, text);

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
