#include <memory>

#include "cli/output.h"
#include "io/language/language.h"
#include "io/results/inspection/report.h"
#include "io/results/validation/kit/report.h"
#include "io/results/validation/report.h"
#include "occlusion/inspect.h"
#include "occlusion/validation/kit/kit.h"
#include "occlusion/validation/validate.h"

namespace intercusp::cli {
namespace {

struct ValidateArguments {
  CaseOptions jaws;
  InspectionOptions options;
  OutputOptions output;
  ValidationOptions rays;
  bool kit = false;
};

//! Runs the validation kit instead of a case.
void run_validation_kit(const OutputOptions& options) {
  const Output output(options, {"accuracy.json", "accuracy.html"}, {});
  ProgressLine line(output.quiet());
  line.say(phrase("running the validation kit"));
  const KitReport kit = run_kit(percent_on(line, phrase("running the validation kit")));
  output.deliver(report_of(kit), line);
}

void run_validate(const ValidateArguments& arguments) {
  const InspectionOptions options = with_maps_alone(arguments.options);
  ValidationOptions rays = arguments.rays;
  rays.depth_tolerance_mm = options.depth_tolerance_mm;
  const Output output(arguments.output, validation_file_names(), input_files(arguments.jaws));
  run_case_command(arguments.jaws, output, options.direction.has_value(),
                   [&](const ImportedCase& jaws, ProgressLine& line) {
                     line.say(phrase("mapping the bite"));
                     const Inspection inspection = inspect(prepare_case(jaws.bite), options);
                     const auto validation = std::make_shared<const Validation>(
                         validate(inspection.maps, inspection.bite_case->bite, rays,
                                  percent_on(line, phrase("tracing {} rays a pixel", rays.rays_per_pixel))));
                     const Provenance provenance =
                         provenance_of(inspection, jaws.inputs.upper, jaws.inputs.lower);
                     output.deliver(report_of(validation, inspection, jaws.inputs, provenance), line);
                   });
}

//! --kit excludes the jaws, which are required without it.
void add_kit_option(CLI::App& command, bool& kit) {
  CLI::Option* const option = command.add_flag(
      "--kit", kit,
      "Check every engine on bodies with known answers, instead of a case, and write the accuracy report");
  for (const char* jaw : {"UPPER", "LOWER"}) {
    command.get_option(jaw)->required(false)->excludes(option);
  }
}

}  // namespace

void add_validate_command(CLI::App& program) {
  CLI::App* command = program.add_subcommand("validate", "Compare the clearance map with ray tracing");
  auto arguments = std::make_shared<ValidateArguments>();
  add_case_options(*command, arguments->jaws);
  each_maps_option(arguments->options, AddOption{*command});
  each_option(arguments->rays, AddOption{*command});
  add_output_options(*command, arguments->output);
  add_kit_option(*command, arguments->kit);
  command->callback([command, arguments] {
    if (arguments->kit) return run_validation_kit(arguments->output);
    for (const char* jaw : {"UPPER", "LOWER"}) {
      if (command->count(jaw) == 0) throw CLI::RequiredError(jaw);
    }
    run_validate(*arguments);
  });
}

}  // namespace intercusp::cli
