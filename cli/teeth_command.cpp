#include <chrono>
#include <memory>
#include <set>

#include "cli/output.h"
#include "io/case/jaw_of_mesh.h"
#include "io/case/landmark_file.h"
#include "io/case/teeth_edits.h"
#include "io/language/language.h"
#include "io/results/teeth/parts.h"
#include "io/results/teeth/report.h"
#include "occlusion/base/ms_since.h"
#include "occlusion/teeth/scan_landmarks.h"

namespace intercusp::cli {
namespace {

struct SegmentArguments {
  std::string scan;
  std::optional<Jaw> jaw;
  std::string unit, edits, landmarks;
  std::vector<std::string> formats;
  OutputOptions output;
};

Segmentation segmentation_of(const SegmentArguments& arguments, ProgressLine& line) {
  ImportOptions import{.teeth = TeethSource::none};
  import.mm_per_unit = mm_per_unit_of(arguments.unit);
  std::vector<TeethEdit> edits;
  if (!arguments.edits.empty()) edits = read_teeth_edits(arguments.edits);
  std::vector<ToothLandmark> given;
  if (!arguments.landmarks.empty()) given = read_landmarks(arguments.landmarks);
  line.say(phrase("reading the scan"));
  const auto start = std::chrono::steady_clock::now();
  Segmentation result{.scan = read_jaw(arguments.scan, arguments.jaw, import),
                      .jaw_given = arguments.jaw.has_value()};
  result.import_ms = ms_since(start);
  line.say(phrase("finding the teeth"));
  const auto search = std::chrono::steady_clock::now();
  result.found =
      teeth_of_scan(result.scan.mesh, arguments.jaw, percent_on(line, phrase("finding the teeth")));
  const RawMesh& scan = result.scan.mesh;
  if (!edits.empty())
    result.found =
        replay(result.found, edit_surface(scan.vertices, scan.faces), edits, arguments.edits).found;
  result.gaps = crown_gaps(scan.vertices, scan.faces, result.found);
  result.landmarks = with_given(landmarks_of_scan(scan.vertices, scan.faces, result.found), std::move(given));
  measure_widths(result.found, result.landmarks);
  result.search_ms = ms_since(search);
  return result;
}

void run_segment(const SegmentArguments& arguments) {
  InputFiles inputs = input_files(std::vector{arguments.scan});
  inputs.files.emplace_back(arguments.edits);
  inputs.files.emplace_back(arguments.landmarks);
  const Output output(arguments.output, segment_file_names(), inputs);
  ProgressLine line(output.quiet());
  const auto segmentation = std::make_shared<const Segmentation>(segmentation_of(arguments, line));
  std::set<LabelFormat> formats;
  for (const std::string& name : arguments.formats) formats.insert(*find_named<LabelFormat>(name));
  output.deliver(report_of(segmentation, formats), line);
}

}  // namespace

void add_segment_command(CLI::App& program) {
  auto [command, arguments] = add_command(
      program, "segment", "Find and number the teeth of an unlabelled scan of one jaw", run_segment);
  command
      .add_option("SCAN", arguments.scan,
                  "One jaw: a mesh file (STL, PLY, OBJ, OFF, VTP, VTK, GLB, 3MF, DICOM), a folder, or a "
                  "comma-separated list of files; labels in or beside them are ignored")
      ->required();
  add_jaw_option(command, arguments.jaw, "Which jaw it is; auto: told from the shape");
  command
      .add_option("--edits", arguments.edits,
                  "Corrections to replay on the teeth found, as JSON (docs/FILE_FORMATS.md)")
      ->check(file_name());
  command
      .add_option(
          "--landmarks", arguments.landmarks,
          "Landmarks that replace those found: landmarks.mrk.json after corrections, or JSON of Teeth3DS")
      ->check(file_name());
  repeatable(command.add_option(
                 "--label-format", arguments.formats,
                 "Labels for other programs too: teeth3ds (JSON with instances), faces (VTP with cell data "
                 "Label: MeshSegNet, vedo), slicer (VTP with Universal_ID, 33 = gum); may be repeated"))
      ->check(CLI::IsMember(all_names<LabelFormat>()));
  add_unit_option(command, arguments.unit);
  add_output_options(command, arguments.output);
}

}  // namespace intercusp::cli
