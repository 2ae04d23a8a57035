#include <algorithm>
#include <chrono>
#include <iterator>
#include <memory>

#include "cli/output.h"
#include "io/case/import_jaw.h"
#include "io/case/landmark_file.h"
#include "io/case/source_files.h"
#include "io/dicom/dicom_files.h"
#include "io/language/language.h"
#include "io/pdf/report_pdf.h"
#include "io/results/model/report.h"
#include "occlusion/base/ms_since.h"

namespace intercusp::cli {
namespace {

struct ModelArguments {
  CaseOptions jaws;  //!< the lower is empty: one scan alone
  std::optional<Jaw> jaw;
  std::vector<std::filesystem::path> landmarks;
  bool pdf = false, dicom = false;
  OutputOptions output;
};

std::vector<LaterProduct> dicom_of(const Model& model, const ModelInputs& inputs) {
  std::vector<DicomJaw> jaws;
  for (const MeasuredJaw& jaw : model.jaws) jaws.push_back({jaw.jaw, jaw.solid, jaw.case_from_jaw});
  std::vector<DicomMeasure> measures;
  for (const ModelMeasure& measure : model.measures) {
    if (!measure.reading.value) continue;
    measures.push_back({.key = name_of(measure.key),
                        .name = for_programs([&] { return name_in_words(measure); }),
                        .fdi = is_per_tooth(measure.key) ? measure.fdi : 0,
                        .value = factor_of(measure.key) * *measure.reading.value,
                        .unit = ucum_of(measure.key)});
  }
  return dicom_files(jaws, measures, inputs_by_jaw(model, inputs), {});
}

void deliver(const ModelArguments& arguments, const Output& output, ProgressLine& line, Model model,
             const ModelInputs& inputs) {
  const auto shared = std::make_shared<const Model>(std::move(model));
  Report report = report_of(shared, inputs);
  if (arguments.pdf) report.later_files.push_back(pdf_file({}));
  if (arguments.dicom)
    for (LaterProduct& file : dicom_of(*shared, inputs)) report.later_files.push_back(std::move(file));
  output.deliver(report, line);
}

void measure_one(const ModelArguments& arguments, const Output& output,
                 std::vector<ToothLandmark> landmarks) {
  ProgressLine line(output.quiet());
  line.say(phrase("reading the scan"));
  auto start = std::chrono::steady_clock::now();
  ImportOptions import{.teeth = arguments.jaws.teeth, .numbering = arguments.jaws.numbering};
  import.mm_per_unit = mm_per_unit_of(arguments.jaws.unit);
  import.label_colours = arguments.jaws.label_colours;
  if (!arguments.jaws.label_files.empty()) import.label_file = arguments.jaws.label_files.front();
  ImportedJaw read = import_jaw(arguments.jaws.upper, arguments.jaw, import);
  ModelInputs inputs{.jaws = {std::move(read.report)}, .import_ms = ms_since(start)};
  start = std::chrono::steady_clock::now();
  const Jaw which = arguments.jaw.value_or(jaw_with_teeth(read.solid->labels));
  Model model = measure_jaw(std::move(read.solid), which, std::move(landmarks));
  inputs.measure_ms = ms_since(start);
  deliver(arguments, output, line, std::move(model), inputs);
}

InputFiles inputs_of(const ModelArguments& arguments) {
  InputFiles inputs = input_files(arguments.jaws, arguments.landmarks);
  if (arguments.jaws.lower.empty()) inputs.scans = input_files(std::vector{arguments.jaws.upper}).scans;
  return inputs;
}

void run_model(const ModelArguments& arguments) {
  std::vector<std::string> names = model_file_names();
  if (arguments.pdf) names.emplace_back("report.pdf");
  if (arguments.dicom) std::ranges::copy(dicom_file_names(), std::back_inserter(names));
  const bool one = arguments.jaws.lower.empty();
  if (one && arguments.jaws.label_files.size() > 1)
    throw CLI::ValidationError("--labels", "at most one file for one scan");
  if (one && !arguments.jaws.pose_file.empty()) throw CLI::ValidationError("--pose", "needs both jaws");
  const Output output(arguments.output, names, inputs_of(arguments));
  std::vector<ToothLandmark> landmarks = read_landmarks(arguments.landmarks);
  if (one) return measure_one(arguments, output, std::move(landmarks));
  run_case_command(arguments.jaws, output, false, [&](const ImportedCase& read, ProgressLine& line) {
    const auto start = std::chrono::steady_clock::now();
    Model model = measure_case(*prepare_case(read.bite), std::move(landmarks));
    deliver(arguments, output, line, std::move(model),
            {.jaws = {read.inputs.upper, read.inputs.lower},
             .import_ms = read.inputs.import_ms,
             .measure_ms = ms_since(start)});
  });
}

}  // namespace

void add_model_command(CLI::App& program) {
  auto [command, arguments] = add_command(
      program, "model", "Measure dental arches as orthodontists measure models: one jaw or both", run_model);
  ModelArguments& given = arguments;
  add_case_options(command, given.jaws);
  command.get_option("UPPER")->description(
      "Upper jaw: a mesh file (STL, PLY, OBJ, OFF, VTP, VTK, GLB, 3MF, DICOM), a folder, or a "
      "comma-separated list of files; or one folder or file (GLB, 3MF) that holds both jaws; or, without "
      "LOWER, one scan of either jaw");
  add_jaw_option(command, given.jaw, "Which jaw one scan alone is; auto: told from its teeth");
  command.parse_complete_callback([&given] {
    if (!given.jaws.lower.empty() && given.jaw) throw CLI::ValidationError("--jaw", "is for one scan alone");
    if (!given.jaws.lower.empty() || given.jaw) return;
    if (const auto jaws = jaws_of_case(given.jaws.upper)) {
      given.jaws.upper = jaws->upper;
      given.jaws.lower = jaws->lower;
    }
  });
  repeatable(
      command.add_option("--landmarks", given.landmarks,
                         "Landmarks that replace those found: landmarks.mrk.json after corrections; may be "
                         "repeated, for both jaws"))
      ->check(file_name());
  add_output_options(command, given.output);
  add_pdf_option(command, given.pdf);
  command
      .add_flag("--dicom", given.dicom, "Also write report, jaws and measures as DICOM, in the folder dicom")
      ->needs(command.get_option("--out"));
}

}  // namespace intercusp::cli
