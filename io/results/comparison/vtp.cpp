#include "io/results/comparison/vtp.h"

#include <vtkFloatArray.h>
#include <vtkIntArray.h>
#include <vtkNew.h>
#include <vtkPointData.h>
#include <vtkPolyData.h>

#include "io/language/language.h"
#include "io/report/vtp_parts.h"
#include "io/results/comparison/words.h"
#include "io/wording/provenance.h"

namespace intercusp {
namespace {

template <class Array, class Number>
void add_numbers(vtkPolyData& data, const char* name, const std::vector<Number>& numbers) {
  vtkNew<Array> array;
  array->SetName(name);
  array->SetNumberOfValues(static_cast<vtkIdType>(numbers.size()));
  for (std::size_t i = 0; i < numbers.size(); ++i)
    array->SetValue(static_cast<vtkIdType>(i), static_cast<typename Array::ValueType>(numbers[i]));
  data.GetPointData()->AddArray(array);
}

PosedJaw in_frame_of_before(const JawScan& scan, const Solid& solid, const Eigen::Isometry3d& pose) {
  PosedJaw jaw{.solid = &solid};
  jaw.points.reserve(scan.mesh.vertices.size());
  for (const Eigen::Vector3d& vertex : scan.mesh.vertices) jaw.points.push_back(pose * vertex);
  return jaw;
}

}  // namespace

std::string change_vtp(const Comparison& comparison, const ComparedScan& scan, ScanTime time) {
  const ForPrograms english;
  const bool is_before = time == ScanTime::before;
  const ScanComparison& change = scan.change;
  const JawScan& of = is_before ? *change.before : *change.after;
  const Solid solid = solid_of(of.mesh);
  vtkNew<vtkPolyData> data;
  set_jaw(*data, in_frame_of_before(of, solid,
                                    is_before ? Eigen::Isometry3d::Identity() : change.before_from_after()));
  add_numbers<vtkFloatArray>(*data, "change_mm",
                             is_before ? change.before_change_mm : change.after_change_mm);
  add_numbers<vtkFloatArray>(*data, "change_smooth_mm",
                             is_before ? change.before_smooth_mm : change.after_smooth_mm);
  add_numbers<vtkIntArray>(*data, "label",
                           of.labels.empty() ? std::vector<int>(of.mesh.vertices.size(), 0) : of.labels);
  data->GetPointData()->SetActiveScalars("change_mm");
  add_note(*data, "intercusp_change", change_sentence());
  add_note(*data, "intercusp_frame", "that of the scan before, in mm");
  add_note(*data, "intercusp_version", INTERCUSP_VERSION);
  add_note(*data, "before_sha256", digests_of(comparison.before.report));
  add_note(*data, "after_sha256", digests_of(scan.after.report));
  return vtp_file(*data, "a scan with its change");
}

}  // namespace intercusp
