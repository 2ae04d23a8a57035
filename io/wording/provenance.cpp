#include "io/wording/provenance.h"

#include <fmt/format.h>

#include <filesystem>

#include "io/language/language.h"
#include "io/wording/definitions.h"

namespace intercusp {
namespace {

constexpr auto source_words = enum_table<LabelSource::Kind, Wording>(
    {{LabelSource::Kind::beside_file, Text("labels beside the file")},
     {LabelSource::Kind::of_vertices, Text("per-vertex labels in the file")},
     {LabelSource::Kind::of_faces, Text("per-face labels in the file")},
     {LabelSource::Kind::file_names, Text("file names")},
     {LabelSource::Kind::found_on_scan, Text("found on the scan")},
     {LabelSource::Kind::made_with_dentition, Text("made with the dentition")}});

}  // namespace

std::string digests_of(const MeshReport& report) {
  std::string digests;
  for (const InputFile& file : report.files) digests += (digests.empty() ? "" : " ") + file.sha256;
  return digests;
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

std::string label_source_in_words(const std::vector<LabelSource>& sources) {
  std::string words;
  for (const LabelSource& source : sources) {
    words += (words.empty() ? "" : ", ") + std::string(source_words[source.kind]) +
             (source.array.empty() ? "" : ": " + source.array);
  }
  return words;
}

}  // namespace intercusp
