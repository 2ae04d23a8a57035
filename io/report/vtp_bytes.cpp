#include "io/report/vtp_bytes.h"

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

#include "io/language/language.h"
#include "io/wording/definitions.h"

namespace intercusp {
namespace {

vtkNew<vtkPoints> points_of(std::span<const Eigen::Vector3d> places) {
  vtkNew<vtkPoints> points;
  points->SetDataTypeToDouble();
  points->SetNumberOfPoints(static_cast<vtkIdType>(places.size()));
  for (std::size_t i = 0; i < places.size(); ++i) {
    points->SetPoint(static_cast<vtkIdType>(i), places[i].data());
  }
  return points;
}

vtkNew<vtkCellArray> faces_of(std::span<const Face> triangles) {
  const auto count = static_cast<vtkIdType>(triangles.size());
  vtkNew<vtkTypeInt32Array> offsets, corners;
  offsets->SetNumberOfValues(count + 1);
  corners->SetNumberOfValues(3 * count);
  for (vtkIdType i = 0; i <= count; ++i) offsets->SetValue(i, static_cast<int>(3 * i));
  for (vtkIdType i = 0; i < count; ++i) {
    for (int corner = 0; corner < 3; ++corner)
      corners->SetValue(3 * i + corner, static_cast<int>(triangles[i][corner]));
  }
  vtkNew<vtkCellArray> faces;
  faces->SetData(offsets, corners);
  return faces;
}

template <class Array, class Number>
void add_numbers(vtkDataSetAttributes& data, const std::string& name, const std::vector<Number>& numbers) {
  vtkNew<Array> array;
  array->SetName(name.c_str());
  array->SetNumberOfValues(static_cast<vtkIdType>(numbers.size()));
  std::ranges::copy(numbers, array->GetPointer(0));
  data.AddArray(array);
}

void add_arrays(vtkDataSetAttributes& data, const std::vector<VtpArray>& arrays, const std::string& shown) {
  for (const auto& [name, numbers] : arrays) {
    if (const auto* floats = std::get_if<std::vector<float>>(&numbers))
      add_numbers<vtkFloatArray>(data, name, *floats);
    else if (const auto* whole = std::get_if<std::vector<int>>(&numbers))
      add_numbers<vtkIntArray>(data, name, *whole);
    else
      add_numbers<vtkUnsignedCharArray>(data, name, std::get<std::vector<std::uint8_t>>(numbers));
    if (name == shown) data.SetActiveScalars(name.c_str());
  }
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

void add_line(const Polyline& line, vtkPoints& points, vtkCellArray& cells) {
  const vtkIdType first = points.GetNumberOfPoints();
  const std::size_t own = line.points.size() - (line.closed ? 1 : 0);
  cells.InsertNextCell(static_cast<int>(line.points.size()));
  for (std::size_t i = 0; i < own; ++i) cells.InsertCellPoint(points.InsertNextPoint(line.points[i].data()));
  if (line.closed) cells.InsertCellPoint(first);
}

}  // namespace

std::string mesh_vtp(const VtpMesh& mesh, const std::string& what) {
  vtkNew<vtkPolyData> data;
  data->SetPoints(points_of(mesh.points));
  data->SetPolys(faces_of(mesh.faces));
  add_arrays(*data->GetPointData(), mesh.of_points, mesh.shown);
  add_arrays(*data->GetCellData(), mesh.of_faces, mesh.shown);
  for (const auto& [name, text] : mesh.notes) add_note(*data, name, text);
  return vtp_file(*data, what);
}

VtpArray label_array(const std::vector<int>& labels, std::size_t vertices) {
  return {"label", labels.empty() ? std::vector<int>(vertices, 0) : labels};
}

std::string vtp_bytes(const PosedJaw& jaw, std::span<const float> clearance_mm,
                      const VertexDistances* distances, const Provenance& provenance) {
  VtpMesh mesh{.points = jaw.points, .faces = jaw.solid->mesh.faces, .shown = "clearance_mm"};
  mesh.of_points = {{"clearance_mm", std::vector<float>(clearance_mm.begin(), clearance_mm.end())}};
  if (distances != nullptr) {
    mesh.of_points.push_back({"surface_distance_mm", distances->mm});
    mesh.of_points.push_back({"surface_distance_at_rim", distances->at_rim});
    mesh.notes = {{"intercusp_surface_distance", for_programs(surface_distance_sentence)}};
  }
  mesh.of_points.push_back(label_array(jaw.solid->labels, jaw.points.size()));
  std::vector<std::uint8_t> anatomy(mesh.faces.size(), 0);
  for (std::size_t i = 0; i < anatomy.size(); ++i) anatomy[i] = jaw.solid->is_anatomy(i) ? 1 : 0;
  mesh.of_faces = {{"anatomy", std::move(anatomy)}};
  mesh.notes.insert(
      mesh.notes.end(),
      {{"intercusp_measure", for_programs(measure_sentence)},
       {"intercusp_frame", "case frame: that of the upper jaw's file, in mm; the lower jaw is posed"}});
  mesh.notes = std::move(mesh.notes) + notes_of(provenance);
  return mesh_vtp(mesh, "a mesh");
}

std::string polylines_vtp(std::span<const Polyline> lines, const std::string& meaning,
                          const Provenance& provenance) {
  vtkNew<vtkPoints> points;
  points->SetDataTypeToDouble();
  vtkNew<vtkCellArray> cells;
  vtkNew<vtkDoubleArray> length;
  length->SetName("length_mm");
  vtkNew<vtkUnsignedCharArray> closed;
  closed->SetName("closed");
  for (const Polyline& line : lines) {
    if (line.points.empty()) continue;
    add_line(line, *points, *cells);
    length->InsertNextValue(length_mm(line));
    closed->InsertNextValue(line.closed ? 1 : 0);
  }
  vtkNew<vtkPolyData> data;
  data->SetPoints(points);
  data->SetLines(cells);
  data->GetCellData()->AddArray(length);
  data->GetCellData()->AddArray(closed);
  add_note(*data, "intercusp_meaning", meaning);
  add_note(*data, "intercusp_frame", "case frame: that of the upper jaw's file, in mm");
  for (const auto& [name, text] : notes_of(provenance)) add_note(*data, name, text);
  return vtp_file(*data, "curves");
}

}  // namespace intercusp
