#include "io/results/tracks/parts.h"

#include <vtkFloatArray.h>
#include <vtkIntArray.h>
#include <vtkNew.h>
#include <vtkPointData.h>
#include <vtkPolyData.h>

#include "io/language/language.h"
#include "io/report/vtp_parts.h"
#include "io/results/tracks/words.h"
#include "io/wording/definitions.h"

namespace intercusp {
namespace {

//! One number a vertex.
template <class Array, class Value>
void add_numbers(vtkPolyData& data, std::size_t count, const std::string& name, const Value& value) {
  vtkNew<Array> array;
  array->SetName(name.c_str());
  array->SetNumberOfValues(static_cast<vtkIdType>(count));
  for (std::size_t i = 0; i < count; ++i) array->SetValue(static_cast<vtkIdType>(i), value(i));
  data.GetPointData()->AddArray(array);
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
    const std::optional<ContactKind> kind = dominant_kind(record.contact_s[i]);
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
  const ForPrograms english;
  vtkNew<vtkPolyData> data;
  set_jaw(*data, jaw);
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

  return vtp_file(*data, "a mesh");
}

}  // namespace intercusp
