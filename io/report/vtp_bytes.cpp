#include "io/report/vtp_bytes.h"

#include <vtkCellArray.h>
#include <vtkCellData.h>
#include <vtkDoubleArray.h>
#include <vtkFloatArray.h>
#include <vtkIntArray.h>
#include <vtkNew.h>
#include <vtkPointData.h>
#include <vtkPoints.h>
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

namespace {

void add_line(const Polyline& line, vtkPoints& points, vtkCellArray& cells) {
  const vtkIdType first = points.GetNumberOfPoints();
  const std::size_t own = line.points.size() - (line.closed ? 1 : 0);
  cells.InsertNextCell(static_cast<int>(line.points.size()));
  for (std::size_t i = 0; i < own; ++i) cells.InsertCellPoint(points.InsertNextPoint(line.points[i].data()));
  if (line.closed) cells.InsertCellPoint(first);
}

}  // namespace

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
