#include "viewer/app/exports.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <span>
#include <string>
#include <system_error>
#include <utility>

#include "io/dicom/dicom_files.h"
#include "io/files/result_folder.h"
#include "io/files/write_atomically.h"
#include "io/language/in_language.h"
#include "io/pdf/report_pdf.h"
#include "io/report/parts.h"
#include "io/results/inspection/report.h"
#include "viewer/app/jobs.h"
#include "viewer/case/rest_reading.h"
#include "viewer/text/state.h"

namespace intercusp::viewer {
namespace {

namespace fs = std::filesystem;

std::shared_ptr<const Inspection> inspected(const ShownBite& shown, const InspectionOptions& options,
                                            const Progress& progress) {
  const std::shared_ptr<const Case> posed = prepare_case(posed_bite(*shown.loaded, shown.upper_from_lower));
  auto inspection = std::make_shared<const Inspection>(inspect(posed, options, progress));
  report_progress(progress, 1);
  return inspection;
}

//! Only the map, along the direction shown.
InspectionOptions of_map(const ShownBite& shown) {
  InspectionOptions options;
  options.direction = shown.loaded->view.direction();
  options.surface_distance = false;
  options.bite_error.poses = 0;
  options.thresholds_mm = {shown.threshold_mm};
  return options;
}

Report report_of(std::shared_ptr<const Inspection> inspection, const ShownBite& shown) {
  const LoadedCase& loaded = *shown.loaded;
  return intercusp::report_of(inspection, {loaded.upper, loaded.lower, loaded.import_ms}, nullptr,
                              shown.notes);
}

//! The user has agreed to replace files, except those that are read.
ResultFolder results_in(const fs::path& folder, const ShownBite& shown) {
  return {.folder = folder, .record = "report.json", .inputs = shown.inputs, .force = true};
}

void write_file(const fs::path& file, const std::string& bytes, const ShownBite& shown) {
  check_replaceable(file, shown.inputs, true);
  if (!file.parent_path().empty()) make_folder(file.parent_path());
  write_atomically(file, bytes);
}

//! The report's files with these names.
std::vector<OutputFile> files_named(Report report, std::span<const char* const> names) {
  std::erase_if(report.files,
                [&](const Product& file) { return std::ranges::find(names, file.name) == names.end(); });
  return make_all(report.files);
}

constexpr std::array mesh_files = {"upper.vtp", "lower.vtp"};
constexpr std::array teeth_files = {"upper_edits.json", "upper_labels.json", "lower_edits.json",
                                    "lower_labels.json"};

void write_meshes(const ShownBite& shown, const fs::path& folder, const Progress& progress) {
  check_replaceable(results_in(folder, shown),
                    std::vector<std::string>(mesh_files.begin(), mesh_files.end()));
  InspectionOptions options = of_map(shown);
  options.surface_distance = true;
  const auto inspection = inspected(shown, options, progress);
  write_together(folder, files_named(report_of(inspection, shown), mesh_files));
}

std::string map_image(const ShownBite& shown, const Progress& progress) {
  const auto inspection = inspected(shown, of_map(shown), progress);
  const std::array name = {shown.palette == Palette::classic ? "map.png" : "map_colourblind.png"};
  return files_named(report_of(inspection, shown), name).front().bytes;
}

std::string contact_table(const ShownBite& shown, const Progress& progress) {
  const auto inspection = inspected(shown, report_options(shown.threshold_mm), progress);
  return csv_text(report_of(inspection, shown).tables.front());
}

//! The files that a report may have.
std::vector<std::string> report_file_names() {
  std::vector<std::string> names = inspection_file_names();
  names.emplace_back("report.pdf");
  std::ranges::move(dicom_file_names(), std::back_inserter(names));
  return names;
}

//! Pictures are made on other threads, which have the program's language.
void make_in(Language language, std::vector<Product>& files) {
  for (Product& file : files) {
    file.make = [language, make = std::move(file.make)] {
      const InLanguage own(language);
      return make();
    };
  }
}

//! As `inspect --pdf --dicom` adds them.
void add_forms(Report& report, const Inspection& inspection, const Inputs& inputs, const ShownBite& shown) {
  const PdfOptions pdf{.date = shown.notes.date};
  if (!shown.forms.html) report.page_name.clear();
  if (shown.forms.pdf) report.later_files.push_back(pdf_file(pdf));
  if (!shown.forms.dicom) return;
  dicom::Study study{.date = shown.notes.date};
  std::erase(study.date, '-');
  std::ranges::move(dicom_files(inspection, inputs, {study, pdf}), std::back_inserter(report.later_files));
}

void write_report(const ShownBite& shown, const fs::path& folder, const Progress& progress) {
  check_replaceable(results_in(folder, shown), report_file_names());
  make_folder(folder);  // first, so that a bad path fails before the work
  const auto inspection = inspected(shown, report_options(shown.threshold_mm), part_of(progress, 0, 0.8));
  const InLanguage language(shown.language);
  const Inputs inputs{shown.loaded->upper, shown.loaded->lower, shown.loaded->import_ms};
  Report report = intercusp::report_of(inspection, inputs, nullptr, shown.notes);
  add_forms(report, *inspection, inputs, shown);
  make_in(shown.language, report.files);
  const std::vector<OutputFile> files = files_of(report);
  write_results(results_in(folder, shown), report.json, std::span(files).subspan(1));
}

bool is_there(const fs::path& path) {
  std::error_code ignored;
  return fs::exists(path, ignored);
}

}  // namespace

void write_export(Export what, const ShownBite& shown, const fs::path& target, const Progress& progress) {
  switch (what) {
    case Export::report:
      return write_report(shown, target, progress);
    case Export::pose:
      return write_file(target, pose_file_text(shown.upper_from_lower), shown);
    case Export::map_image:
      return write_file(target, map_image(shown, progress), shown);
    case Export::contacts_csv:
      return write_file(target, contact_table(shown, progress), shown);
    case Export::meshes:
      return write_meshes(shown, target, progress);
    case Export::teeth:
      check_replaceable(results_in(target, shown),
                        std::vector<std::string>(teeth_files.begin(), teeth_files.end()));
      return write_teeth(shown, target);
    case Export::session:
      break;
  }
}

bool Actions::exists(Export what, const fs::path& target) {
  const auto in_target = [&](const std::string& name) { return is_there(target / name); };
  if (what == Export::report) return std::ranges::any_of(report_file_names(), in_target);
  if (what == Export::meshes) return std::ranges::any_of(mesh_files, in_target);
  if (what == Export::teeth) return std::ranges::any_of(teeth_files, in_target);
  return is_there(what == Export::session ? session_file_named(target) : target);
}

}  // namespace intercusp::viewer
