#include <memory>

#include "cli/output.h"
#include "io/case/jaw_of_mesh.h"
#include "io/language/language.h"
#include "io/pdf/report_pdf.h"
#include "io/results/bite/report.h"
#include "occlusion/registration/find_bite.h"

namespace intercusp::cli {
namespace {

struct BiteArguments {
  CaseOptions jaws;
  std::vector<std::string> buccal;
  bool pdf = false;
  OutputOptions output;
};

InputFiles inputs_of(const BiteArguments& arguments) {
  InputFiles inputs = input_files(arguments.jaws);
  const InputFiles buccal = input_files(arguments.buccal);
  inputs.files.insert(inputs.files.end(), buccal.files.begin(), buccal.files.end());
  inputs.scans.insert(inputs.scans.end(), buccal.scans.begin(), buccal.scans.end());
  return inputs;
}

void run_bite(const BiteArguments& arguments) {
  std::vector<std::string> names = bite_file_names();
  if (arguments.pdf) names.emplace_back("report.pdf");
  const Output output(arguments.output, names, inputs_of(arguments));
  run_case_command(arguments.jaws, output, false, [&](const ImportedCase& jaws, ProgressLine& line) {
    BiteInputs inputs{.jaws = jaws.inputs, .buccal = {}};
    std::vector<JawScan> buccal;
    for (const std::string& source : arguments.buccal) {
      ReadScan read = read_buccal_scan(source, mm_per_unit_of(arguments.jaws.unit));
      buccal.push_back(*read.scan);
      inputs.buccal.push_back(std::move(read.report));
    }
    const BiteOptions options{.look_exchanged = look_exchanged(jaws.inputs.upper, jaws.inputs.lower)};
    const auto found = std::make_shared<const FoundBite>(
        find_bite(jaws.bite, buccal, options, percent_on(line, phrase("finding the bite"))));
    Report report = report_of(found, inputs);
    if (arguments.pdf) report.later_files.push_back(pdf_file({}));
    output.deliver(report, line);
  });
}

}  // namespace

void add_bite_command(CLI::App& program) {
  auto [command, arguments] =
      add_command(program, "bite", "Find the bite of two jaws that were exported without one", run_bite);
  add_case_options(command, arguments.jaws);
  command.remove_option(command.get_option("--pose"));
  repeatable(command.add_option("--buccal", arguments.buccal,
                                "Scan of the teeth in bite, taken from the cheek, any frame; give it twice "
                                "for both sides. Without one the bite is found by the arches alone"))
      ->check(file_name());
  add_output_options(command, arguments.output);
  add_pdf_option(command, arguments.pdf);
}

}  // namespace intercusp::cli
