#include "io/wording/provenance.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>

#include "io/language/language.h"
#include "io/wording/definitions.h"

namespace intercusp {
namespace {

std::string direction_text(const Inspection& inspection) {
  const Eigen::Vector3d pi = inspection.map.view.direction();
  return fmt::format("direction {:.6g} {:.6g} {:.6g}{}", pi.x(), pi.y(), pi.z(),
                     inspection.options.direction ? "" : " (chosen)");
}

//! What numbers of contact depend on besides the map, each after a semicolon.
std::string analysis_text(const InspectionOptions& options, bool sectors) {
  std::string text = sectors ? fmt::format("; sectors {}", options.sectors) : "";
  if (!options.thresholds_mm.empty())
    text += fmt::format("; area error {} %", shortest(100 * options.area_error));
  if (options.bite_error.poses > 0) {
    text += fmt::format("; bite error {} mm and {} deg in {} poses of seed {}",
                        shortest(options.bite_error.translation_mm),
                        shortest(in_degrees(options.bite_error.rotation_rad)), options.bite_error.poses,
                        options.bite_error.seed);
  }
  return text + (options.exact ? "; exact interference" : "");
}

}  // namespace

std::string digests_of(const MeshReport& report) {
  std::string digests;
  for (const InputFile& file : report.files) digests += (digests.empty() ? "" : " ") + file.sha256;
  return digests;
}

Provenance provenance_of(const Inspection& inspection, const MeshReport& upper, const MeshReport& lower) {
  const ForPrograms english;  // the settings are the same line in every file
  return {.version = INTERCUSP_VERSION,
          .settings = fmt::format("engine {}; pixel {} mm; {}; depth tolerance {} mm; thresholds {} mm{}",
                                  name_of(inspection.engine), shortest(inspection.options.pixel_mm),
                                  direction_text(inspection), shortest(inspection.options.depth_tolerance_mm),
                                  fmt::format("{}", fmt::join(inspection.options.thresholds_mm, " ")),
                                  analysis_text(inspection.options, inspection.arch.has_value())),
          .upper_sha256 = digests_of(upper),
          .lower_sha256 = digests_of(lower)};
}

std::vector<std::pair<std::string, std::string>> notes_of(const Provenance& provenance) {
  return {{"intercusp_version", provenance.version},
          {"intercusp_settings", provenance.settings},
          {"upper_sha256", provenance.upper_sha256},
          {"lower_sha256", provenance.lower_sha256}};
}

std::string provenance_sentence(const Provenance& provenance) {
  constexpr std::size_t digits = 16;
  return phrase("Intercusp {}: {}. SHA-256 of upper {}, of lower {}.", provenance.version,
                provenance.settings, provenance.upper_sha256.substr(0, digits),
                provenance.lower_sha256.substr(0, digits));
}

std::string file_names(const MeshReport& report) {
  std::string names;
  for (const InputFile& file : report.files)
    names += (names.empty() ? "" : ", ") + std::filesystem::path(file.path).filename().string();
  return names;
}

namespace {

constexpr auto source_words = enum_table<LabelSource::Kind, Wording>(
    {{LabelSource::Kind::beside_file, Text("labels beside the file")},
     {LabelSource::Kind::of_vertices, Text("per-vertex labels in the file")},
     {LabelSource::Kind::of_faces, Text("per-face labels in the file")},
     {LabelSource::Kind::file_names, Text("file names")},
     {LabelSource::Kind::found_on_scan, Text("found on the scan")},
     {LabelSource::Kind::made_with_dentition, Text("made with the dentition")}});

}  // namespace

std::string label_source_in_words(const std::vector<LabelSource>& sources) {
  std::string words;
  for (const LabelSource& source : sources) {
    words += (words.empty() ? "" : ", ") + std::string(source_words[source.kind]) +
             (source.array.empty() ? "" : ": " + source.array);
  }
  return words;
}

}  // namespace intercusp
