#include <memory>

#include "cli/output.h"
#include "io/language/language.h"
#include "io/pdf/report_pdf.h"
#include "io/results/grinding/report.h"

namespace intercusp::cli {
namespace {

struct GrindArguments {
  CaseOptions jaws;
  GrindOptions options;
  bool pdf = false;
  OutputOptions output;
};

void run_grind(const GrindArguments& arguments) {
  std::vector<std::string> names = grind_file_names();
  if (arguments.pdf) names.emplace_back("report.pdf");
  const Output output(arguments.output, names, input_files(arguments.jaws));
  run_case_command(arguments.jaws, output, false, [&](const ImportedCase& jaws, ProgressLine& line) {
    const auto proposal = std::make_shared<const GrindProposal>(propose_grinding(
        prepare_case(jaws.bite), arguments.options, percent_on(line, phrase("calculating the grinding"))));
    Report report = report_of(proposal, jaws.inputs);
    if (arguments.pdf) report.later_files.push_back(pdf_file({}));
    output.deliver(report, line);
  });
}

void add_grind_options(CLI::App& command, GrindOptions& options) {
  const AddOption add{command};
  add({"--goal", "goal", "What the grinding is to reach"}, options.goal);
  add({"--jaw", "jaw", "Jaw that is ground"}, options.jaw);
  add({"--depth", "depth_um", "Deepest contact allowed by the goal depth, in um of surface distance",
       grind_depth_um, "UM"},
      options.depth_um);
  add({"--limit", "limit_um", "Deepest grinding anywhere, in um: nothing is proposed beyond", grind_limit_um,
       "UM"},
      options.limit_um);
}

}  // namespace

void add_grind_command(CLI::App& program) {
  auto [command, arguments] = add_command(
      program, "grind", "Calculate which places of one jaw, ground how deep, would reach a goal of the bite",
      run_grind);
  add_case_options(command, arguments.jaws);
  add_grind_options(command, arguments.options);
  add_output_options(command, arguments.output);
  command.add_flag("--pdf", arguments.pdf, "Also write the report as report.pdf")
      ->needs(command.get_option("--out"));
}

}  // namespace intercusp::cli
