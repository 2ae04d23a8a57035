#include "io/results/spray/parts.h"

#include <vtkCellData.h>
#include <vtkFloatArray.h>
#include <vtkIntArray.h>
#include <vtkNew.h>
#include <vtkPolyData.h>

#include <algorithm>

#include "io/language/language.h"
#include "io/picture/solids_as_one.h"
#include "io/report/vtp_parts.h"
#include "occlusion/case/teeth.h"

namespace intercusp {
namespace {

//! One number a face of every solid, one solid after the other.
template <class Array, class Value>
void add_face_numbers(vtkPolyData& data, const SprayReport& report, const std::string& name,
                      const Value& value) {
  vtkNew<Array> array;
  array->SetName(name.c_str());
  for (std::size_t solid = 0; solid < report.solids.size(); ++solid) {
    for (std::size_t face = 0; face < report.solids[solid].solid->mesh.faces.size(); ++face)
      array->InsertNextValue(value(solid, face));
  }
  data.GetCellData()->AddArray(array);
}

void add_deposit(vtkPolyData& data, const SprayReport& report) {
  const std::vector<SprayedSolid>& sprayed = report.found.solids;
  const auto mesh = [&](std::size_t solid) -> const TriangleMesh& {
    return report.solids[solid].solid->mesh;
  };
  add_face_numbers<vtkIntArray>(data, report, "collider",
                                [](std::size_t solid, std::size_t) { return static_cast<int>(solid); });
  add_face_numbers<vtkIntArray>(data, report, "anatomy", [&](std::size_t solid, std::size_t face) {
    return report.solids[solid].solid->is_anatomy(face) ? 1 : 0;
  });
  add_face_numbers<vtkIntArray>(data, report, "droplets", [&](std::size_t solid, std::size_t face) {
    return static_cast<int>(sprayed[solid].droplets[face]);
  });
  add_face_numbers<vtkFloatArray>(data, report, "droplets_per_mm2", [&](std::size_t solid, std::size_t face) {
    const double area = 0.5 * face_normal_twice_area(mesh(solid), face).norm();
    return static_cast<float>(area > 0 ? sprayed[solid].droplets[face] / area : 0);
  });
  const auto add = [&](const std::string& name, std::vector<double> SprayedSolid::*numbers) {
    add_face_numbers<vtkFloatArray>(data, report, name, [&](std::size_t solid, std::size_t face) {
      return static_cast<float>((sprayed[solid].*numbers)[face]);
    });
  };
  add("expected_per_mm2", &SprayedSolid::expected_per_mm2);
  add("reached", &SprayedSolid::reached);
  add("first_s", &SprayedSolid::first_s);
  add("speed_mm_s", &SprayedSolid::speed_mm_s);
  std::vector<std::vector<int>> teeth;
  for (const NamedSolid& named : report.solids) {
    teeth.push_back(face_teeth(*named.solid));
    teeth.back().resize(named.solid->mesh.faces.size());
  }
  add_face_numbers<vtkIntArray>(data, report, "tooth",
                                [&](std::size_t solid, std::size_t face) { return teeth[solid][face]; });
}

}  // namespace

std::string spray_vtp(const SprayReport& report) {
  const ForPrograms english;
  const SolidsAsOne whole = as_one(report.solids);
  PosedJaw posed{.solid = &whole.solid};
  posed.points = whole.solid.mesh.vertices;
  vtkNew<vtkPolyData> data;
  set_jaw(*data, posed);
  add_deposit(*data, report);
  data->GetCellData()->SetActiveScalars("expected_per_mm2");
  for (const Fact& fact : spray_definitions())
    add_note(*data, "intercusp_meaning", fact.name + ": " + fact.text);
  add_note(*data, "intercusp_settings", settings_of(report));
  add_note(*data, "intercusp_frame", "the frame of the files, in mm");
  add_note(*data, "intercusp_version", INTERCUSP_VERSION);
  return vtp_file(*data, "a deposit");
}

}  // namespace intercusp
