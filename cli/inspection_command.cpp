#include <algorithm>
#include <filesystem>
#include <iterator>
#include <memory>

#include "cli/commands.h"
#include "cli/output.h"
#include "io/case/checkbite_file.h"
#include "io/case/landmark_file.h"
#include "io/dicom/dicom_files.h"
#include "io/dicom/study.h"
#include "io/language/language.h"
#include "io/pdf/report_pdf.h"
#include "io/results/inspection/report.h"
#include "io/results/validation/report.h"
#include "occlusion/inspect.h"
#include "occlusion/validation/validate.h"

namespace intercusp::cli {
namespace {

struct InspectArguments {
  CaseOptions jaws;
  InspectionOptions options;
  std::vector<std::filesystem::path> landmarks;
  bool validate = false;
  ValidationOptions rays;
  bool exchange = false;
  bool pdf = false;
  std::string paper = "a4";
  bool dicom = false;
  std::optional<std::string> patient_id, patient_name, study_uid;
  std::string like;
  std::string checkbite;
  CaseNotes notes;
  OutputOptions output;
};

//! The validation, or null if it was not requested.
std::shared_ptr<const Validation> validation_of(const Inspection& inspection,
                                                const InspectArguments& arguments, ProgressLine& line) {
  if (!arguments.validate) return nullptr;
  ValidationOptions rays = arguments.rays;
  rays.depth_tolerance_mm = inspection.options.depth_tolerance_mm;
  return std::make_shared<const Validation>(
      validate(inspection.maps, inspection.bite_case->bite, rays,
               percent_on(line, phrase("tracing {} rays a pixel", rays.rays_per_pixel))));
}

PdfOptions pdf_options(const InspectArguments& arguments) {
  return {.paper = arguments.paper == "letter" ? pdf::letter : pdf::a4, .date = arguments.notes.date};
}

//! The study of --like, with the values of other options in place of its own.
//! \throw InputError
dicom::Study study_of(const InspectArguments& arguments) {
  dicom::Study study = arguments.like.empty() ? dicom::Study{} : dicom::study_of(arguments.like);
  if (arguments.patient_id) study.patient_id = *arguments.patient_id;
  if (arguments.patient_name) study.patient_name = *arguments.patient_name;
  if (arguments.study_uid) study.uid = *arguments.study_uid;
  if (!arguments.notes.date.empty()) {
    study.date = arguments.notes.date;
    std::erase(study.date, '-');
  }
  return study;
}

std::vector<std::filesystem::path> further_inputs(const InspectArguments& arguments) {
  std::vector<std::filesystem::path> files = arguments.landmarks;
  files.emplace_back(arguments.like);
  files.emplace_back(arguments.checkbite);
  return files;
}

//! With what the files beside the scans hold. \throw InputError
InspectionOptions options_of(const InspectArguments& arguments) {
  InspectionOptions options = arguments.options;
  if (!arguments.checkbite.empty()) options.condyles = read_hinge(arguments.checkbite);
  options.landmarks = read_landmarks(arguments.landmarks);
  return options;
}

void run_inspect(const InspectArguments& arguments) {
  const Output output(arguments.output,
                      inspect_files({.validate = arguments.validate,
                                     .exchange = arguments.exchange,
                                     .pdf = arguments.pdf,
                                     .dicom = arguments.dicom}),
                      input_files(arguments.jaws, further_inputs(arguments)));
  const dicom::Study study = study_of(arguments);
  const InspectionOptions options = options_of(arguments);
  const bool direction_given = options.direction.has_value();
  run_case_command(
      arguments.jaws, output, direction_given, [&](const ImportedCase& jaws, ProgressLine& line) {
        const auto inspection = std::make_shared<const Inspection>(
            inspect(prepare_case(jaws.bite), options, percent_on(line, phrase("inspecting the bite"))));
        const std::shared_ptr<const Validation> validation = validation_of(*inspection, arguments, line);
        Report report = report_of(inspection, jaws.inputs, validation, arguments.notes);
        if (arguments.exchange)
          std::ranges::move(exchange_files(inspection), std::back_inserter(report.files));
        if (arguments.pdf) report.later_files.push_back(pdf_file(pdf_options(arguments)));
        if (arguments.dicom)
          std::ranges::move(
              dicom_files(inspection->bite_case->bite, inspection->surface, inspection->options.thresholds_mm,
                          jaws.inputs, {study, pdf_options(arguments)}),
              std::back_inserter(report.later_files));
        output.deliver(report, line);
      });
}

//! Must be called after the output options, because it needs their folder.
void add_document_options(CLI::App& command, InspectArguments& arguments) {
  CLI::Option* const pdf = add_pdf_option(command, arguments.pdf);
  command.add_option("--paper", arguments.paper, "Paper of the PDF")
      ->check(CLI::IsMember({"a4", "letter"}))
      ->capture_default_str()
      ->needs(pdf);
  command
      .add_option("--date", arguments.notes.date,
                  "Date of the case, YYYY-MM-DD, for the report, its pictures and the DICOM study")
      ->check(iso_date());
}

std::string uid_fault(const std::string& text) {
  return dicom::is_uid(text) ? "" : text + " is no UID of DICOM";
}

void add_dicom_options(CLI::App& command, InspectArguments& arguments) {
  CLI::Option* const dicom = command.add_flag(
      "--dicom", arguments.dicom, "Also write report, jaws and measurements as DICOM, in the folder dicom");
  dicom->needs(command.get_option("--out"));
  const CLI::Validator text(dicom::text_fault, "TEXT");
  command.add_option("--patient-id", arguments.patient_id, "Patient ID of the DICOM files")
      ->check(text)
      ->needs(dicom);
  command.add_option("--patient-name", arguments.patient_name, "Patient's name in them: Family^Given")
      ->check(CLI::Validator(dicom::person_name_fault, "NAME"))
      ->needs(dicom);
  command
      .add_option("--study-uid", arguments.study_uid,
                  "Study to which they belong (default: derived from the scans)")
      ->check(CLI::Validator(uid_fault, "UID"))
      ->needs(dicom);
  command.add_option("--like", arguments.like, "DICOM file whose patient and study they take")
      ->check(file_name())
      ->needs(dicom);
}

}  // namespace

std::vector<std::string> inspect_files(const InspectExtras& extras) {
  std::vector<std::string> names = inspection_file_names();
  const auto add = [&names](const std::vector<std::string>& more) {
    names.insert(names.end(), more.begin(), more.end());
  };
  if (extras.validate) add(validation_file_names());
  if (extras.exchange) add(exchange_file_names());
  if (extras.pdf) add({"report.pdf"});
  if (extras.dicom) add(dicom_file_names());
  return names;
}

void add_inspect_command(CLI::App& program) {
  auto [command, arguments] = add_command(
      program, "inspect", "Measure distances and contacts of two jaws and write a report", run_inspect);
  const AddOption add{command};
  add_case_options(command, arguments.jaws);
  each_option(arguments.options, add);
  CLI::Option* const validate =
      add({"--validate", "", "Compare the maps with ray tracing and add the errors to the report"},
          arguments.validate);
  each_option(arguments.rays, add);
  command.get_option("--rays")->needs(validate);
  repeatable(command.add_option("--landmarks", arguments.landmarks,
                                "Landmarks that replace those found, of either jaw: landmarks.mrk.json of "
                                "segment after corrections, or JSON of Teeth3DS; may be repeated"))
      ->check(file_name());
  command.add_option("--case", arguments.notes.name,
                     "Name or number of the case, for the report and its pictures");
  command.add_flag(
      "--exchange", arguments.exchange,
      "Also write files for other programs: painted PLY, glTF and 3MF, and the distance of each vertex");
  add_checkbite_option(
      command, arguments.checkbite,
      "Find the first contact about the hinge axis in this checkbite.json (default: an average one)");
  add_output_options(command, arguments.output);
  add_document_options(command, arguments);
  add_dicom_options(command, arguments);
}

}  // namespace intercusp::cli
