#include "io/report/polylines_vtp.h"

#include <vtkCellArray.h>
#include <vtkCellData.h>
#include <vtkDoubleArray.h>
#include <vtkNew.h>
#include <vtkPoints.h>
#include <vtkPolyData.h>
#include <vtkUnsignedCharArray.h>

#include "io/report/vtp_parts.h"

namespace intercusp {
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
