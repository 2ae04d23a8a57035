#include <algorithm>

#include "io/language/language.h"
#include "io/picture/jaw_shading.h"
#include "io/report/vtp_bytes.h"
#include "io/results/spray/parts.h"
#include "occlusion/case/teeth.h"

namespace intercusp {
namespace {

//! One number per face of every solid, one solid after the other.
//! \param value the number of a solid and one of its faces
template <class Number, class Value>
VtpArray face_numbers(const SprayReport& report, const std::string& name, const Value& value) {
  std::vector<Number> numbers;
  for (std::size_t solid = 0; solid < report.solids.size(); ++solid) {
    for (std::size_t face = 0; face < report.solids[solid].solid->mesh.faces.size(); ++face)
      numbers.push_back(static_cast<Number>(value(solid, face)));
  }
  return {name, std::move(numbers)};
}

std::vector<VtpArray> deposit_arrays(const SprayReport& report) {
  const std::vector<SprayedSolid>& sprayed = report.found.solids;
  const auto solid_of = [&](std::size_t solid) -> const Solid& { return *report.solids[solid].solid; };
  const auto measured = [&](const std::string& name, std::vector<double> SprayedSolid::*numbers) {
    return face_numbers<float>(
        report, name, [&](std::size_t solid, std::size_t face) { return (sprayed[solid].*numbers)[face]; });
  };
  std::vector<std::vector<int>> teeth;
  for (const NamedSolid& named : report.solids) {
    teeth.push_back(face_teeth(*named.solid));
    teeth.back().resize(named.solid->mesh.faces.size());
  }
  return {
      face_numbers<int>(report, "collider", [](std::size_t solid, std::size_t) { return solid; }),
      face_numbers<int>(
          report, "anatomy",
          [&](std::size_t solid, std::size_t face) { return solid_of(solid).is_anatomy(face) ? 1 : 0; }),
      face_numbers<int>(report, "droplets",
                        [&](std::size_t solid, std::size_t face) { return sprayed[solid].droplets[face]; }),
      face_numbers<float>(report, "droplets_per_mm2",
                          [&](std::size_t solid, std::size_t face) {
                            const double area =
                                0.5 * face_normal_twice_area(solid_of(solid).mesh, face).norm();
                            return area > 0 ? sprayed[solid].droplets[face] / area : 0;
                          }),
      measured("expected_per_mm2", &SprayedSolid::expected_per_mm2),
      measured("reached", &SprayedSolid::reached),
      measured("first_s", &SprayedSolid::first_s),
      measured("speed_mm_s", &SprayedSolid::speed_mm_s),
      face_numbers<int>(report, "tooth",
                        [&](std::size_t solid, std::size_t face) { return teeth[solid][face]; })};
}

}  // namespace

std::string spray_vtp(const SprayReport& report) {
  const ForPrograms english;
  const SolidsAsOne whole = as_one(report.solids);
  VtpMesh mesh{.points = whole.solid.mesh.vertices,
               .faces = whole.solid.mesh.faces,
               .of_faces = deposit_arrays(report),
               .shown = "expected_per_mm2"};
  for (const Fact& fact : spray_definitions())
    mesh.notes.emplace_back("intercusp_meaning", fact.name + ": " + fact.text);
  mesh.notes.insert(mesh.notes.end(), {{"intercusp_settings", settings_of(report)},
                                       {"intercusp_frame", "the frame of the files, in mm"},
                                       {"intercusp_version", INTERCUSP_VERSION}});
  return mesh_vtp(mesh, "a deposit");
}

}  // namespace intercusp
