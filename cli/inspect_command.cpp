#include "cli/inspect_command.h"

#include <fmt/core.h>

#include <memory>

#include "cli/options.h"
#include "cli/progress.h"
#include "io/export/export_inspection.h"
#include "occlusion/inspect.h"

namespace intercusp::cli {
namespace {

struct InspectArguments {
  CaseOptions jaws;
  MapOptions map;
  std::vector<double> thresholds_mm;
  OutputOptions output;
};

InspectionOptions inspection_options(const InspectArguments& arguments) {
  InspectionOptions options{.engine = engine_kind(arguments.map),
                            .pixel_mm = arguments.map.pixel_mm,
                            .direction = direction_of(arguments.map)};
  if (!arguments.thresholds_mm.empty()) options.thresholds_mm = arguments.thresholds_mm;
  return options;
}

void run_inspect(const InspectArguments& arguments) {
  const InspectionOptions options = inspection_options(arguments);
  ProgressLine progress(arguments.output.quiet);
  progress.say("reading and closing the scans");
  const ImportedCase jaws = import_case(arguments.jaws, options.direction.has_value());
  progress.say("mapping the bite");
  const Inspection inspection = inspect(jaws.bite, options);
  if (!arguments.output.out_dir.empty()) {
    progress.say("writing pictures and report");
    write_inspection(inspection, jaws.upper, jaws.lower, arguments.output.out_dir, jaws.import_ms);
  }
  progress.clear();
  if (arguments.output.json) {
    fmt::print("{}\n", report_json(inspection, jaws.upper, jaws.lower, jaws.import_ms));
  } else if (!arguments.output.quiet) {
    fmt::print("{}", summary_text(inspection, jaws.upper, jaws.lower));
    if (!arguments.output.out_dir.empty()) fmt::print("Report: {}/report.html\n", arguments.output.out_dir);
  }
}

}  // namespace

void add_inspect_command(CLI::App& program) {
  CLI::App* command =
      program.add_subcommand("inspect", "Clearance map, contacts and report of two jaws in bite");
  auto arguments = std::make_shared<InspectArguments>();
  add_case_options(*command, arguments->jaws);
  add_map_options(*command, arguments->map);
  add_threshold_option(*command, arguments->thresholds_mm);
  add_output_options(*command, arguments->output);
  command->callback([arguments] { run_inspect(*arguments); });
}

}  // namespace intercusp::cli
