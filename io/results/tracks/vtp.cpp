#include "io/language/language.h"
#include "io/report/vtp_bytes.h"
#include "io/results/tracks/parts.h"
#include "io/results/tracks/report.h"
#include "io/wording/definitions.h"

namespace intercusp {
namespace {

std::vector<VtpArray> record_arrays(const PosedJaw& jaw, const SurfaceRecord& record) {
  const std::size_t count = jaw.points.size();
  std::vector<float> total_s(count);
  std::vector<int> dominant(count);
  for (std::size_t i = 0; i < count; ++i) {
    total_s[i] = record.total_s(i);
    const std::optional<ContactKind> kind = dominant_kind(record.contact_s[i]);
    dominant[i] = kind ? static_cast<int>(*kind) : -1;
  }
  std::vector<VtpArray> arrays = {{"contact_s", std::move(total_s)}};
  for (std::size_t kind = 0; kind < contact_kinds; ++kind) {
    std::vector<float> times_s;
    for (const auto& of_vertex : record.contact_s) times_s.push_back(of_vertex[kind]);
    arrays.push_back({std::string(name_of(static_cast<ContactKind>(kind))) + "_s", std::move(times_s)});
  }
  arrays.push_back({"least_clearance_mm", record.least_mm});
  arrays.push_back({"dominant_movement", std::move(dominant)});
  arrays.push_back(label_array(jaw.solid->labels, count));
  return arrays;
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
  const std::vector<std::pair<std::string, std::string>> meaning = {
      {"intercusp_measure", measure_sentence()},
      {"intercusp_contact", contact_sentence({threshold_mm})},
      {"intercusp_contact_time", contact_time_sentence()},
      {"intercusp_dominant_movement",
       names_of_kinds() + ". The one that held the vertex longest; rest and opening where no other did."},
      {"intercusp_frame",
       "case frame: that of the upper jaw's file, in mm; the lower jaw stands at the most closed pose"}};
  return mesh_vtp({.points = jaw.points,
                   .faces = jaw.solid->mesh.faces,
                   .of_points = record_arrays(jaw, record),
                   .shown = "contact_s",
                   .notes = meaning + notes_of(provenance)},
                  "a mesh");
}

}  // namespace intercusp
