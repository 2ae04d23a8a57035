#include <algorithm>
#include <filesystem>
#include <iterator>
#include <span>
#include <utility>

#include "io/dicom/dicom_files.h"
#include "io/files/result_folder.h"
#include "io/files/write_atomically.h"
#include "io/language/language.h"
#include "io/pdf/report_pdf.h"
#include "io/report/parts.h"
#include "io/results/inspection/report.h"
#include "viewer/app/exports.h"
#include "viewer/case/rest_reading.h"
#include "viewer/panels/widgets.h"
#include "viewer/tools/inspection/tool.h"

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

//! The report's files with these names.
std::vector<OutputFile> files_named(Report report, const std::vector<std::string>& names) {
  std::erase_if(report.files,
                [&](const Product& file) { return std::ranges::find(names, file.name) == names.end(); });
  return make_all(report.files);
}

std::vector<std::string> mesh_files() { return {"upper.vtp", "lower.vtp"}; }

void write_meshes(const ShownBite& shown, const fs::path& folder, const Progress& progress) {
  check_replaceable(results_in(folder, shown), mesh_files());
  InspectionOptions options = of_map(shown);
  options.surface_distance = true;
  const auto inspection = inspected(shown, options, progress);
  write_together(folder, files_named(report_of(inspection, shown), mesh_files()));
}

void write_map(const ShownBite& shown, const fs::path& file, const Progress& progress) {
  const auto inspection = inspected(shown, of_map(shown), progress);
  const std::string name = shown.palette == Palette::classic ? "map.png" : "map_colourblind.png";
  write_file(file, files_named(report_of(inspection, shown), {name}).front().bytes, shown);
}

void write_contacts(const ShownBite& shown, const fs::path& file, const Progress& progress) {
  const auto inspection = inspected(shown, report_options(shown.threshold_mm), progress);
  write_file(file, csv_text(report_of(inspection, shown).tables.front()), shown);
}

//! The files that a report may have.
std::vector<std::string> report_files() {
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
  const DicomPatient& patient = shown.patient;
  dicom::Study study = patient.like.empty() ? dicom::Study() : dicom::study_of(patient.like);
  if (!patient.id.empty()) study.patient_id = patient.id;
  if (!patient.name.empty()) study.patient_name = patient.name;
  if (!shown.notes.date.empty()) {
    study.date = shown.notes.date;
    std::erase(study.date, '-');
  }
  std::ranges::move(dicom_files(inspection.bite_case->bite, inspection.surface,
                                inspection.options.thresholds_mm, inputs, {study, pdf}),
                    std::back_inserter(report.later_files));
}

void write_report(const ShownBite& shown, const fs::path& folder, const Progress& progress) {
  check_replaceable(results_in(folder, shown), report_files());
  FoldersToFill folders;
  folders.make(folder);  // first, so that a bad path fails before the work
  const auto inspection = inspected(shown, report_options(shown.threshold_mm), part_of(progress, 0, 0.8));
  const InLanguage language(shown.language);
  const Inputs inputs{shown.loaded->upper, shown.loaded->lower, shown.loaded->import_ms};
  Report report = intercusp::report_of(inspection, inputs, nullptr, shown.notes);
  add_forms(report, *inspection, inputs, shown);
  make_in(shown.language, report.files);
  const std::vector<OutputFile> files = files_of(report);
  write_results(results_in(folder, shown), report.json, std::span(files).subspan(1));
}

void choose_patient(const AppState& state, Actions& actions) {
  DicomPatient patient = state.patient;
  const auto field = [](const char* id, const char* hint, std::string& text) {
    ImGui::SetNextItemWidth(-FLT_MIN);
    (void)text_field(id, hint, text);
  };
  field("##patient id", Text("Patient ID"), patient.id);
  field("##patient name", Text("Patient's name: Family^Given"), patient.name);
  field("##patient like", Text("Or a DICOM file of the patient"), patient.like);
  explain(
      Text("Patient and study are those of this file, where the fields above are empty. None of the three is "
           "kept in "
           "a session."));
  if (patient == state.patient) return;
  actions.state().patient = patient;
  actions.state().changed = true;
}

//! The formats of a report, and its language.
void choose_forms(const AppState& state, Actions& actions) {
  Settings settings = state.settings;
  ReportForms& forms = settings.report_forms;
  bool changed = ImGui::Checkbox("HTML", &forms.html);
  ImGui::SameLine();
  changed |= ImGui::Checkbox("PDF", &forms.pdf);
  ImGui::SameLine();
  changed |= ImGui::Checkbox("DICOM", &forms.dicom);
  explain(
      Text("In the folder dicom: the report as a document, both jaws in occlusion, and the contacts per "
           "tooth as a structured report."));
  const std::vector<const char*> names = names_of_languages();
  const Language shown = forms.language.value_or(settings.language);
  if (const auto clicked = choice("report language", names, static_cast<int>(shown.place()))) {
    forms.language = Language(static_cast<std::size_t>(*clicked));
    changed = true;
  }
  if (changed) actions.views.set_settings(settings);
  if (state.settings.report_forms.dicom) choose_patient(state, actions);
}

const char* without_form(const AppState& state) {
  const ReportForms& forms = state.settings.report_forms;
  if (!forms.any()) return Text("Choose at least one of HTML, PDF and DICOM.");
  if (!forms.dicom) return nullptr;
  if (!dicom::text_fault(state.patient.id).empty())
    return Text("The patient ID can have at most 64 letters, without backslashes.");
  if (!dicom::person_name_fault(state.patient.name).empty())
    return Text("The patient's name has the form Family^Given, with at most 64 letters and no backslashes.");
  return nullptr;
}

}  // namespace

const FileExport report_export = {
    .name = Text("Report"),
    .explanation = Text("A folder with the report, its pictures, tables and maps."),
    .doing = Text("Inspecting the bite and writing the report\u2026"),
    .file = "report",
    .files = report_files,
    .write = write_report,
    .choices = choose_forms,
    .missing = without_form};
const FileExport map_export = {.name = Text("Clearance map"),
                               .explanation = Text("The full map as a picture, 0.05 mm per pixel."),
                               .doing = Text("Drawing the map\u2026"),
                               .file = "map.png",
                               .write = write_map};
const FileExport contacts_export = {
    .name = Text("Table of contacts"),
    .explanation = Text("CSV: every contact patch with its teeth, area and clearances."),
    .doing = Text("Inspecting the bite and writing the contacts\u2026"),
    .file = "contacts.csv",
    .write = write_contacts};
const FileExport meshes_export = {
    .name = Text("Jaws with their distances"),
    .explanation = Text("Upper and lower as VTP with clearance, distance and tooth number of every vertex."),
    .doing = Text("Measuring and writing the meshes\u2026"),
    .file = "meshes",
    .files = mesh_files,
    .write = write_meshes};

namespace {

class InspectionTool : public Tool {
  std::vector<Contribution> contributions() const override {
    return {{PanelKind::contacts, 0, draw_findings}, {PanelKind::contacts, 200, draw_contacts}};
  }

  std::vector<const FileExport*> exports() const override {
    return {&report_export, &map_export, &contacts_export, &meshes_export};
  }
};

}  // namespace

const Tool& inspection_tool() { return the<InspectionTool>; }

}  // namespace intercusp::viewer
