#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <iterator>
#include <memory>

#include "cli/commands.h"
#include "cli/run_case_command.h"
#include "io/language/language.h"
#include "io/pdf/report_pdf.h"
#include "io/report/exchange_files.h"
#include "io/report/reports.h"
#include "occlusion/inspect.h"
#include "occlusion/validation/validate.h"

namespace intercusp::cli {
namespace {

struct InspectArguments {
  CaseOptions jaws;
  MapOptions map;
  std::vector<double> thresholds_mm;
  double area_error_percent = 100 * InspectionOptions{}.area_error;
  BiteErrorOptions bite_error;
  bool exact = false;
  bool validate = false;
  int rays_per_pixel = ValidationOptions{}.rays_per_pixel;
  bool exchange = false;
  bool pdf = false;
  std::string paper = "a4";
  CaseNotes notes;
  OutputOptions output;
};

InspectionOptions inspection_options(const InspectArguments& arguments) {
  InspectionOptions options{.engine = engine_kind(arguments.map),
                            .pixel_mm = arguments.map.pixel_mm,
                            .direction = direction_of(arguments.map),
                            .sectors = arguments.map.sectors,
                            .area_error = arguments.area_error_percent / 100,
                            .bite_error = bite_error_of(arguments.bite_error),
                            .exact = arguments.exact};
  if (!arguments.thresholds_mm.empty()) options.thresholds_mm = arguments.thresholds_mm;
  return options;
}

std::optional<Validation> validation_of(const Inspection& inspection, const InspectArguments& arguments,
                                        ProgressLine& line) {
  if (!arguments.validate) return std::nullopt;
  return validate(inspection.maps, inspection.bite,
                  {.rays_per_pixel = arguments.rays_per_pixel,
                   .depth_tolerance_mm = inspection.options.depth_tolerance_mm},
                  percent_on(line, phrase("tracing {} rays a pixel", arguments.rays_per_pixel)));
}

LaterProduct pdf_of(const InspectArguments& arguments) {
  const PdfOptions options{.paper = arguments.paper == "letter" ? pdf::letter : pdf::a4,
                           .date = arguments.notes.date};
  return {"report.pdf", [options](const Report& report, const std::vector<OutputFile>& made) {
            return report_pdf(report, made, options);
          }};
}

void run_inspect(const InspectArguments& arguments) {
  const InspectionOptions options = inspection_options(arguments);
  const bool direction_given = options.direction.has_value();
  run_case_command(
      arguments.jaws, arguments.output, direction_given, [&](const ImportedCase& jaws, ProgressLine& line) {
        const Inspection inspection =
            inspect(prepare_case(jaws.bite), options, percent_on(line, phrase("inspecting the bite")));
        const std::optional<Validation> validation = validation_of(inspection, arguments, line);
        Report report = report_of(inspection, {jaws.upper, jaws.lower, jaws.import_ms},
                                  validation ? &*validation : nullptr, arguments.notes);
        if (arguments.exchange)
          std::ranges::move(exchange_files(inspection), std::back_inserter(report.files));
        if (arguments.pdf) report.later_files.push_back(pdf_of(arguments));
        deliver(report, arguments.output, line);
      });
}

void add_analysis_options(CLI::App& command, InspectArguments& arguments) {
  add_threshold_option(command, arguments.thresholds_mm);
  command
      .add_option("--area-error", arguments.area_error_percent,
                  "Target error of contact areas in percent; contact edges are refined until it is reached")
      ->check(percentage())
      ->capture_default_str();
  add_bite_error_options(command, arguments.bite_error);
  command.add_flag("--exact", arguments.exact,
                   "Decide interference by exact tests of the faces instead of pixels");
  CLI::Option* const validate = command.add_flag(
      "--validate", arguments.validate, "Compare the maps with ray tracing and add the errors to the report");
  add_rays_option(command, arguments.rays_per_pixel)->needs(validate);
}

//! YYYY-MM-DD.
std::string date_fault(const std::string& text) {
  int year = 0, month = 0, day = 0, read = 0;
  const bool parted =
      text.size() == 10 && std::sscanf(text.c_str(), "%4d-%2d-%2d%n", &year, &month, &day, &read) == 3;
  const std::chrono::year_month_day date{std::chrono::year(year),
                                         std::chrono::month(static_cast<unsigned>(month)),
                                         std::chrono::day(static_cast<unsigned>(day))};
  return parted && read == 10 && year > 0 && month > 0 && day > 0 && date.ok()
             ? ""
             : text + " is no date of the form YYYY-MM-DD";
}

//! After the output options, whose folder they need.
void add_document_options(CLI::App& command, InspectArguments& arguments) {
  CLI::Option* const out = command.get_option("--out");
  CLI::Option* const pdf =
      command.add_flag("--pdf", arguments.pdf, "Also write the report as report.pdf")->needs(out);
  command.add_option("--paper", arguments.paper, "Paper of the PDF")
      ->check(CLI::IsMember({"a4", "letter"}))
      ->capture_default_str()
      ->needs(pdf);
  command
      .add_option("--date", arguments.notes.date,
                  "Date of the case, YYYY-MM-DD, for the report and its pictures")
      ->check(CLI::Validator(date_fault, "DATE"));
}

}  // namespace

void add_inspect_command(CLI::App& program) {
  CLI::App* command =
      program.add_subcommand("inspect", "Measure distances and contacts of two jaws and write a report");
  auto arguments = std::make_shared<InspectArguments>();
  add_case_options(*command, arguments->jaws);
  add_map_options(*command, arguments->map);
  add_sectors_option(*command, arguments->map);
  add_analysis_options(*command, *arguments);
  command->add_option("--case", arguments->notes.name,
                      "Name or number of the case, for the report and its pictures");
  command->add_flag(
      "--exchange", arguments->exchange,
      "Also write files for other programs: painted PLY, glTF and 3MF, and the distance of each vertex");
  add_output_options(*command, arguments->output);
  add_document_options(*command, *arguments);
  command->callback([arguments] { run_inspect(*arguments); });
}

}  // namespace intercusp::cli
