#include "io/export/polylines_vtp.h"

#include <vtkCellArray.h>
#include <vtkCellData.h>
#include <vtkDoubleArray.h>
#include <vtkFieldData.h>
#include <vtkNew.h>
#include <vtkPoints.h>
#include <vtkPolyData.h>
#include <vtkStringArray.h>
#include <vtkUnsignedCharArray.h>
#include <vtkXMLPolyDataWriter.h>

#include <stdexcept>

namespace intercusp {
namespace {

void add_line(const Polyline& line, vtkPoints& points, vtkCellArray& cells) {
  const vtkIdType first = points.GetNumberOfPoints();
  const std::size_t own = line.points.size() - (line.closed ? 1 : 0);
  cells.InsertNextCell(static_cast<int>(line.points.size()));
  for (std::size_t i = 0; i < own; ++i) cells.InsertCellPoint(points.InsertNextPoint(line.points[i].data()));
  if (line.closed) cells.InsertCellPoint(first);
}

void add_note(vtkPolyData& data, const char* name, const std::string& text) {
  vtkNew<vtkStringArray> note;
  note->SetName(name);
  note->InsertNextValue(text);
  data.GetFieldData()->AddArray(note);
}

std::string bytes_of(vtkPolyData& data) {
  vtkNew<vtkXMLPolyDataWriter> writer;
  writer->SetInputData(&data);
  writer->SetDataModeToAppended();
  writer->EncodeAppendedDataOff();
  writer->SetCompressorTypeToNone();
  writer->WriteToOutputStringOn();
  if (writer->Write() != 1) throw std::runtime_error("VTK cannot write curves");
  return writer->GetOutputString();
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
  for (const auto& [name, text] : notes_of(provenance)) add_note(*data, name.c_str(), text);
  return bytes_of(*data);
}

}  // namespace intercusp
