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

using Counts = RepairCounts;
constexpr Repair all[] = {
    {&Counts::faces_with_bad_indices, "faces_with_bad_indices", Text("faces with missing vertices removed")},
    {&Counts::non_finite_vertices, "non_finite_vertices", Text("vertices with invalid coordinates removed")},
    {&Counts::faces_at_non_finite_vertices, "faces_at_non_finite_vertices",
     Text("faces at invalid vertices removed")},
    {&Counts::merged_vertices, "merged_vertices", Text("duplicate vertices merged")},
    {&Counts::joined_vertices, "joined_vertices", Text("vertices joined along open edges")},
    {&Counts::collapsed_faces, "collapsed_faces", Text("faces without area removed")},
    {&Counts::duplicate_faces, "duplicate_faces", Text("duplicate faces removed")},
    {&Counts::loose_components, "loose_components", Text("loose pieces removed")},
    {&Counts::faces_in_loose_components, "faces_in_loose_components", Text("faces in loose pieces removed")},
    {&Counts::split_edges, "split_edges", Text("non-manifold edges split")},
    {&Counts::split_vertices, "split_vertices", Text("non-manifold vertices split")},
    {&Counts::flipped_faces, "flipped_faces", Text("faces turned over")},
    {&Counts::flipped_components, "flipped_components", Text("inside-out pieces turned over")},
    {&Counts::filled_holes, "filled_holes", Text("holes filled")},
    {&Counts::faces_in_holes, "faces_in_holes", Text("faces added in holes")},
    {&Counts::closed_boundaries, "closed_boundaries", Text("open margins closed with a base")},
    {&Counts::skirt_and_base_faces, "skirt_and_base_faces", Text("faces of skirt and base (not anatomy)")}};
static_assert(sizeof all / sizeof *all == sizeof(Counts) / sizeof(std::size_t), "a repair has no name");

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

std::span<const Repair> repairs() { return all; }

std::string in_words(const RepairCounts& counts) {
  std::string words;
  for (const Repair& repair : all) {
    const std::size_t count = counts.*repair.count;
    if (count > 0)
      words += fmt::format("{}{} {}", words.empty() ? "" : "; ", count, std::string_view(repair.what));
  }
  return words.empty() ? phrase("none needed") : words;
}

}  // namespace intercusp
