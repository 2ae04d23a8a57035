#include "io/report/vtp_parts.h"

#include <vtkCellArray.h>
#include <vtkFieldData.h>
#include <vtkNew.h>
#include <vtkPoints.h>
#include <vtkPolyData.h>
#include <vtkStringArray.h>
#include <vtkTypeInt32Array.h>
#include <vtkXMLPolyDataWriter.h>

#include <stdexcept>

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

}  // namespace

void set_jaw(vtkPolyData& data, const PosedJaw& jaw) {
  data.SetPoints(points_of(jaw));
  data.SetPolys(faces_of(jaw.solid->mesh));
}

void add_note(vtkPolyData& data, const std::string& name, const std::string& text) {
  vtkNew<vtkStringArray> note;
  note->SetName(name.c_str());
  note->InsertNextValue(text);
  data.GetFieldData()->AddArray(note);
}

std::string vtp_file(vtkPolyData& data, const std::string& what) {
  vtkNew<vtkXMLPolyDataWriter> writer;
  writer->SetInputData(&data);
  writer->SetDataModeToAppended();
  writer->EncodeAppendedDataOff();
  writer->SetCompressorTypeToNone();
  writer->WriteToOutputStringOn();
  if (writer->Write() != 1) throw std::runtime_error("VTK cannot write " + what);
  return writer->GetOutputString();
}

}  // namespace intercusp
