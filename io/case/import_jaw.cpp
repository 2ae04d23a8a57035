#include "io/case/import_jaw.h"

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>

#include "io/case/jaw_of_mesh.h"
#include "io/case/jaws_in_file.h"
#include "io/case/source_files.h"
#include "io/files/errors.h"
#include "io/files/read_file.h"
#include "io/language/language.h"
#include "io/mesh/read_mesh.h"

namespace intercusp {
namespace {

namespace fs = std::filesystem;

void check_label_count(const fs::path& label_file, std::size_t labels, const MeshFile& mesh_file) {
  if (labels == mesh_file.mesh.vertices.size()) return;
  const bool stl = mesh_file.file.format.starts_with("STL");
  throw InputError(label_file,
                   phrase("has {} labels, but {} has {} vertices{}; labels are needed one per vertex, in "
                          "the order of the mesh file",
                          labels, mesh_file.file.path, mesh_file.mesh.vertices.size(),
                          stl ? phrase(" (STL lists three of their own for every face)") : ""));
}

//! Whether a file has the key of labels; damaged label files still have it. Empty files are left alone: a
//! shell makes the file of `compare A B --json > b.json` empty before it is written.
bool has_key_of_labels(const fs::path& file) {
  std::error_code error;
  return fs::file_size(file, error) != 0 &&
         read_file(file).view().find("\"labels\"") != std::string_view::npos;
}

//! Labels from a JSON file. Empty if the file next to the mesh holds something other than labels.
std::vector<int> labels_from_file(const fs::path& label_file, const MeshFile& mesh_file, bool asked_for,
                                  std::vector<Finding>& remarks) {
  std::optional<std::vector<int>> labels;
  if (asked_for || has_key_of_labels(label_file)) labels = read_label_file(label_file);
  if (!labels && asked_for)
    throw InputError(label_file, phrase("has no \"labels\"; write {{\"labels\": [one number per vertex]}}"));
  if (!labels) {
    remarks.push_back({"label_file_not_used", Severity::info, {{"file", label_file.filename().string()}}});
    return {};
  }
  check_label_count(label_file, labels->size(), mesh_file);
  return *std::move(labels);
}

void note_source(MeshReport& report, const LabelSource& source) {
  if (std::ranges::find(report.label_sources, source) == report.label_sources.end())
    report.label_sources.push_back(source);
}

//! The labels in the mesh file. Empty if they may be a network's classes.
FileLabels labels_inside(RawMesh& mesh, const ImportOptions& options, std::optional<Jaw> jaw,
                         MeshReport& report) {
  FileLabels labels = labels_of_array(std::exchange(mesh.labels, {}), mesh.label_array);
  if (options.numbering == ToothNumbering::automatic && may_be_classes(labels, jaw)) {
    report.remarks.push_back({"class_numbers_not_used", Severity::warning, {{"array", mesh.label_array}}});
    labels.numbers.clear();
    return labels;
  }
  const LabelSource::Kind kind =
      mesh.labels_per_face ? LabelSource::Kind::of_faces : LabelSource::Kind::of_vertices;
  note_source(report, {kind, mesh.label_array});
  return labels;
}

FileLabels find_labels(MeshFile& mesh_file, const ImportOptions& options, std::optional<Jaw> jaw,
                       MeshReport& report) {
  const std::string& label_file = options.label_file;
  FileLabels labels{.vertices = mesh_file.mesh.vertices.size(), .numbers = {}, .tooth = std::nullopt};
  const fs::path mesh_path = mesh_file.file.path;
  const fs::path beside = fs::path(mesh_path).replace_extension(".json");
  std::error_code ignored;
  if (!label_file.empty()) {
    labels.numbers = labels_from_file(label_file, mesh_file, true, report.remarks);
    note_source(report, {LabelSource::Kind::beside_file});
  } else if (!options.label_colours.empty()) {
    labels.numbers = labels_of_colours(mesh_file.mesh, mesh_path, options.label_colours, report.remarks);
    labels.stated = ToothNumbering::fdi;
    note_source(report, {LabelSource::Kind::beside_file});
  } else if (!mesh_file.mesh.labels.empty()) {
    labels = labels_inside(mesh_file.mesh, options, jaw, report);
  } else if (fs::exists(beside, ignored)) {
    labels.numbers = labels_from_file(beside, mesh_file, false, report.remarks);
    if (!labels.numbers.empty()) note_source(report, {LabelSource::Kind::beside_file});
  }
  for (const std::string& array : mesh_file.mesh.unread_labels)
    report.remarks.push_back({"label_array_not_used", Severity::info, {{"array", array}}});
  if (labels.numbers.empty()) {
    if (auto like_labels = colours_like_labels(mesh_file.mesh, mesh_path))
      report.remarks.push_back(std::move(*like_labels));
    labels.tooth = tooth_in_name(mesh_path);
    if (labels.tooth) note_source(report, {LabelSource::Kind::file_names});
  }
  return labels;
}

}  // namespace

RawJaw read_jaw(const std::string& source, std::optional<Jaw> jaw, const ImportOptions& options) {
  const std::vector<fs::path> files = mesh_files(source);
  if (!options.label_file.empty() && files.size() > 1) {
    throw InputError(options.label_file,
                     phrase("belongs to one mesh file, but the jaw has {}; put labels beside each "
                            "mesh, under its name with the ending .json",
                            files.size()));
  }
  RawJaw read;
  MeshReport& report = read.report;
  RawMesh& raw = read.mesh;
  const bool labelled = options.teeth != TeethSource::none;
  std::vector<FileLabels> labels;
  for (const fs::path& file : files) {
    MeshFile mesh_file = read_mesh_of_jaw(file, jaw);
    report.files.push_back(mesh_file.file);
    report.remarks.insert(report.remarks.end(), mesh_file.remarks.begin(), mesh_file.remarks.end());
    if (labelled) {
      labels.push_back(
          with_code("unusable_labels", [&] { return find_labels(mesh_file, options, jaw, report); }));
    }
    append(raw, std::move(mesh_file.mesh), source);
  }
  return completed_jaw(std::move(read), labels, source, jaw, options);
}

ImportedJaw import_jaw(const std::string& source, std::optional<Jaw> jaw, const ImportOptions& options) {
  return closed_jaw(read_jaw(source, jaw, options), source, jaw, options);
}

}  // namespace intercusp
