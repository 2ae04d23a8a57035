#include <algorithm>
#include <tuple>

#include "io/case/import_jaw.h"
#include "io/case/teeth_edits.h"
#include "io/files/value.h"
#include "io/files/write_atomically.h"
#include "viewer/app/exports.h"
#include "viewer/tools/teeth/tool.h"

namespace intercusp::viewer {
namespace {

//! Labels of the vertices of a file as read, found by their places: import keeps coordinates but drops and merges vertices.
std::vector<int> labels_of_file(const RawMesh& raw, const Solid& solid) {
  std::vector<std::pair<Eigen::Vector3d, int>> known;
  for (std::size_t v = 0; v < solid.labels.size(); ++v)
    known.push_back({solid.mesh.vertices[v], solid.labels[v]});
  const auto by_place = [](const auto& a, const auto& b) {
    return std::tie(a.first.x(), a.first.y(), a.first.z()) < std::tie(b.first.x(), b.first.y(), b.first.z());
  };
  std::sort(known.begin(), known.end(), by_place);
  std::vector<int> labels;
  for (const Eigen::Vector3d& place : raw.vertices) {
    const auto at = std::lower_bound(known.begin(), known.end(), std::pair(place, 0), by_place);
    labels.push_back(at != known.end() && at->first == place ? at->second : 0);
  }
  return labels;
}

bool has_labels(const MeshReport& report) { return report.files.size() == 1; }

std::vector<std::string> files_of_teeth() {
  return {"upper_edits.json", "upper_labels.json", "lower_edits.json", "lower_labels.json"};
}

//! \throw InputError where a scan cannot be read again; OutputError
void write_teeth(const ShownBite& shown, const std::filesystem::path& folder, const Progress&) {
  check_replaceable(results_in(folder, shown), files_of_teeth());
  const LoadedCase& loaded = *shown.loaded;
  std::vector<OutputFile> files = {{"upper_edits.json", teeth_edits_text(shown.upper_edits)},
                                   {"lower_edits.json", teeth_edits_text(shown.lower_edits)}};
  const auto add_labels = [&](const char* name, const std::string& source, Jaw jaw, const Solid& solid) {
    const ImportOptions options{.mm_per_unit = loaded.request.mm_per_unit, .teeth = TeethSource::none};
    const std::vector<int> labels = labels_of_file(read_jaw(source, jaw, options).mesh, solid);
    files.push_back({name, json_lines(Fields{{"labels", labels}})});
  };
  if (has_labels(loaded.upper))
    add_labels("upper_labels.json", loaded.request.upper, Jaw::upper, *loaded.bite.upper);
  if (has_labels(loaded.lower))
    add_labels("lower_labels.json", loaded.request.lower, Jaw::lower, *loaded.bite.lower);
  make_folder(folder);
  write_together(folder, files);
}

}  // namespace

const FileExport teeth_export = {
    .name = Text("Tooth labels and corrections"),
    .explanation = Text("Folder with the tooth labels and corrections of each jaw."),
    .doing = Text("Writing the file\u2026"),
    .file = "teeth",
    .files = files_of_teeth,
    .write = write_teeth};

}  // namespace intercusp::viewer
