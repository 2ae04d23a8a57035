
#include <fmt/format.h>

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>

#include "io/case/labels.h"
#include "io/files/safe_text.h"
#include "io/language/language.h"
#include "io/report/vtp_bytes.h"
#include "io/results/teeth/parts.h"

namespace intercusp {
namespace {

constexpr int gum_of_slicer = 33;

//! The Universal number of a tooth; 0 for gum and milk teeth.
int universal_number(int fdi) {
  for (int number = 1; number <= 32; ++number) {
    if (fdi_from_universal(number) == fdi) return number;
  }
  return 0;
}

std::string teeth3ds_json(const Segmentation& segmentation) {
  std::map<int, int> instance_of = {{0, 0}};
  for (const FoundTooth& tooth : segmentation.found.teeth)
    instance_of.emplace(tooth.fdi, static_cast<int>(instance_of.size()));
  std::vector<int> instances;
  for (const int fdi : segmentation.found.labels) instances.push_back(instance_of.at(fdi));
  const std::filesystem::path file = segmentation.scan.report.files.front().path;
  return nlohmann::json{{"id_patient", valid_utf8(file.stem().string())},
                        {"jaw", name_of(segmentation.found.jaw)},
                        {"labels", segmentation.found.labels},
                        {"instances", instances}}
             .dump() +
         "\n";
}

//! \param numbers one for each vertex of the files, or for each face
std::string scan_vtp(const Segmentation& segmentation, VtpArray numbers, bool per_face = false,
                     std::vector<std::pair<std::string, std::string>> notes = {}) {
  VtpMesh mesh{.points = segmentation.scan.mesh.vertices,
               .faces = segmentation.scan.mesh.faces,
               .shown = numbers.name,
               .notes = std::move(notes)};
  (per_face ? mesh.of_faces : mesh.of_points).push_back(std::move(numbers));
  return mesh_vtp(mesh, "a scan with its teeth");
}

//! For each face, the number that at least two of its corners have; gum if all three differ.
std::string faces_vtp(const Segmentation& segmentation) {
  std::vector<int> numbers;
  for (const Face& face : segmentation.scan.mesh.faces) {
    const auto label = [&](std::size_t corner) { return segmentation.found.labels[face[corner]]; };
    const int a = label(0), b = label(1), c = label(2);
    numbers.push_back(a == b || a == c ? a : b == c ? b : 0);
  }
  return scan_vtp(segmentation, {"Label", std::move(numbers)}, true);
}

std::string slicer_vtp(const Segmentation& segmentation) {
  std::vector<int> numbers;
  for (const int fdi : segmentation.found.labels) {
    const int universal = universal_number(fdi);
    numbers.push_back(universal == 0 ? gum_of_slicer : universal);
  }
  return scan_vtp(segmentation, {"Universal_ID", std::move(numbers)});
}

}  // namespace

std::string teeth_vtp(const Segmentation& segmentation) {
  return scan_vtp(segmentation, {"label", segmentation.found.labels}, false,
                  {{"intercusp_label", "FDI number of the tooth, 0 = gum or unknown. " +
                                           for_programs(estimated_numbers_sentence)},
                   {"intercusp_frame", "the frame of the scan's file, in mm"},
                   {"intercusp_version", INTERCUSP_VERSION}});
}

Product label_file(std::shared_ptr<const Segmentation> segmentation, LabelFormat format) {
  switch (format) {
    case LabelFormat::teeth3ds:
      return {"teeth3ds.json", [segmentation] { return teeth3ds_json(*segmentation); }};
    case LabelFormat::faces:
      return {"faces.vtp", [segmentation] { return faces_vtp(*segmentation); }};
    case LabelFormat::slicer:
      break;
  }
  return {"slicer.vtp", [segmentation] { return slicer_vtp(*segmentation); }};
}

std::optional<Finding> milk_teeth_left_out(const FoundTeeth& found) {
  std::vector<int> milk;
  for (const FoundTooth& tooth : found.teeth) {
    if (universal_number(tooth.fdi) == 0) milk.push_back(tooth.fdi);
  }
  if (milk.empty()) return std::nullopt;
  return Finding{
      "milk_teeth_left_out", Severity::warning, {{"teeth", fmt::format("{}", fmt::join(milk, ", "))}}};
}

}  // namespace intercusp
