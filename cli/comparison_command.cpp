#include <algorithm>
#include <chrono>
#include <future>
#include <memory>

#include "cli/output.h"
#include "io/case/labels.h"
#include "io/case/pose_file.h"
#include "io/case/scan_names.h"
#include "io/language/language.h"
#include "io/pdf/report_pdf.h"
#include "io/results/comparison/comparison.h"
#include "io/results/comparison/report.h"
#include "occlusion/base/ms_since.h"

namespace intercusp::cli {
namespace {

struct CompareArguments {
  std::string before;
  std::vector<std::string> after;
  std::optional<Jaw> jaw;
  std::string unit, region_file, region_teeth, pose_file;
  std::vector<double> scan_error_um;
  std::vector<std::string> dates;
  std::optional<double> scale_um;
  bool repeats = false, pdf = false;
  OutputOptions output;
};

//! FDI numbers separated by commas.
//! \throw CLI::ValidationError
std::vector<int> teeth_of(const std::string& text) {
  std::vector<int> teeth;
  for (const std::string& part : CLI::detail::split(text, ',')) {
    int fdi = 0;
    if (!CLI::detail::lexical_cast(part, fdi) || !is_tooth(fdi))
      throw CLI::ValidationError("--region-teeth",
                                 "wants FDI numbers with commas between, 16,17; not " + text);
    if (std::ranges::find(teeth, fdi) == teeth.end()) teeth.push_back(fdi);
  }
  return teeth;
}

std::vector<std::string> scans_of(const CompareArguments& arguments) {
  std::vector<std::string> scans = {arguments.before};
  scans.insert(scans.end(), arguments.after.begin(), arguments.after.end());
  return scans;
}

InputFiles inputs_of(const CompareArguments& arguments) {
  InputFiles inputs = input_files(scans_of(arguments));
  if (!arguments.region_file.empty()) {
    const std::vector<std::filesystem::path> region = files_of_sources({arguments.region_file});
    inputs.files.insert(inputs.files.end(), region.begin(), region.end());
  }
  inputs.files.emplace_back(arguments.pose_file);
  return inputs;
}

//! Reads the scans in parallel and returns them in the given order.
std::vector<ReadScan> read_scans(const CompareArguments& arguments, const ImportOptions& options) {
  std::vector<std::future<ReadScan>> jobs;
  for (const std::string& source : scans_of(arguments))
    jobs.push_back(
        std::async(std::launch::async, [=, jaw = arguments.jaw] { return read_scan(source, jaw, options); }));
  std::vector<ReadScan> scans;
  for (std::future<ReadScan>& job : jobs) scans.push_back(job.get());
  return scans;
}

ComparisonRequest request_of(const CompareArguments& arguments, const std::vector<int>& region_teeth,
                             const ImportOptions& import) {
  constexpr double mm_per_um = 1e-3;
  ComparisonRequest request{.repeats = arguments.repeats};
  for (const std::string& date : arguments.dates) request.dates.push_back(*date_of(date));
  const std::vector<double>& error_um = arguments.scan_error_um;
  if (error_um.size() > 2) throw CLI::ValidationError("--scan-error", "wants one or two numbers, UM[,UM]");
  if (!error_um.empty()) request.scan_error.vertex_mm = mm_per_um * error_um[0];
  if (error_um.size() > 1) request.scan_error.ends_mm = mm_per_um * error_um[1];
  if (arguments.scale_um) request.scale_mm = mm_per_um * *arguments.scale_um;
  if (!region_teeth.empty()) {
    request.by = ComparedBy::teeth;
    request.region_teeth = region_teeth;
  } else if (!arguments.region_file.empty()) {
    request.by = ComparedBy::file;
    request.region_file = arguments.region_file;
    request.cover = read_region(arguments.region_file, import);
  } else if (!arguments.pose_file.empty()) {
    const PoseFile pose = read_pose_file(arguments.pose_file, "before_from_after");
    request.by = ComparedBy::pose;
    request.before_from_after = pose.upper_from_lower;
    if (!pose.says_direction) request.remarks.push_back({"pose_of_after_in_before", Severity::info});
  }
  return request;
}

void run_compare(const CompareArguments& arguments) {
  const std::vector<int> region_teeth =
      arguments.region_teeth.empty() ? std::vector<int>() : teeth_of(arguments.region_teeth);
  if (!arguments.pose_file.empty() && arguments.after.size() > 1)
    throw CLI::ValidationError("--pose", "is the pose of one scan after; name only one");
  if (!arguments.dates.empty() && arguments.dates.size() != 1 + arguments.after.size())
    throw CLI::ValidationError("--date", "wants one date for each scan, in the order of the scans");
  if (arguments.repeats && arguments.after.size() < 2)
    throw CLI::ValidationError("--repeats", "wants two scans or more after the reference");
  std::vector<std::string> names = comparison_file_names();
  if (arguments.pdf) names.emplace_back("report.pdf");
  const Output output(arguments.output, names, inputs_of(arguments));
  ImportOptions import;
  import.mm_per_unit = mm_per_unit_of(arguments.unit);
  ProgressLine line(output.quiet());
  line.say(phrase("reading the scans and finding their teeth"));
  const auto start = std::chrono::steady_clock::now();
  std::vector<ReadScan> scans = read_scans(arguments, import);
  ComparisonRequest request = request_of(arguments, region_teeth, import);
  request.import_ms = ms_since(start);
  ReadScan before = std::move(scans.front());
  scans.erase(scans.begin());
  const std::shared_ptr<const Comparison> comparison =
      compare_read_scans(std::move(before), std::move(scans), std::move(request),
                         percent_on(line, phrase("comparing the scans")));
  Report report = report_of(comparison);
  if (arguments.pdf) report.later_files.push_back(pdf_file({}));
  output.deliver(report, line);
}

}  // namespace

void add_compare_command(CLI::App& program) {
  auto [command, arguments] = add_command(
      program, "compare", "Measure what changed between scans of one jaw: wear, fillings, tooth movement",
      run_compare);
  command
      .add_option("BEFORE", arguments.before,
                  "One jaw: a mesh file (STL, PLY, OBJ, OFF, VTP, VTK, GLB, 3MF, DICOM), a folder, or a "
                  "comma-separated list of files")
      ->required();
  command.add_option("AFTER", arguments.after, "Later scans of the same jaw; each is compared with BEFORE")
      ->required();
  add_jaw_option(command, arguments.jaw, "Which jaw it is; auto: told from labels or shape");
  CLI::Option* const region =
      command
          .add_option(
              "--region", arguments.region_file,
              "Mesh over the part of BEFORE that has not changed; the scans are brought together by it")
          ->check(file_name());
  CLI::Option* const teeth =
      command
          .add_option("--region-teeth", arguments.region_teeth,
                      "FDI numbers of teeth that have not changed, 16,17,26,27; likewise")
          ->excludes(region)
          ->check(file_name());
  command
      .add_option(
          "--pose", arguments.pose_file,
          "Pose instead of registration, JSON: {\"before_from_after\": [16 numbers, row by row]}, in mm")
      ->check(file_name())
      ->excludes(region)
      ->excludes(teeth);
  command
      .add_option("--scan-error", arguments.scan_error_um,
                  "What the scanner is known to do, standard deviations in µm: noise of a vertex (else "
                  "measured), and distortion at the ends of a full arch (else 50)")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->type_name("UM[,UM]")
      ->check(CLI::Range(0.001, 1000.0));
  repeatable(command.add_option("--date", arguments.dates,
                                "Date of a scan, YYYY-MM-DD, else that in its name; may be repeated: one for "
                                "each scan, BEFORE first"))
      ->check(iso_date());
  command.add_flag("--repeats", arguments.repeats,
                   "BEFORE is a reference and each AFTER a repeat of it: trueness against BEFORE, precision "
                   "between all pairs of AFTER, and how the scanner distorts the arch");
  command
      .add_option("--scale-um", arguments.scale_um,
                  "Change in µm at which the colours of pictures end; else one of 10, 20, 50, 100 … that 99 "
                  "% of the changes of teeth are within")
      ->type_name("UM")
      ->check(CLI::Range(1.0, 100000.0));
  add_unit_option(command, arguments.unit);
  add_output_options(command, arguments.output);
  add_pdf_option(command, arguments.pdf);
}

}  // namespace intercusp::cli
