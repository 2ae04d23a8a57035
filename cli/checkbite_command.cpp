#include "occlusion/motion/checkbite/checkbite.h"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <stdexcept>

#include "cli/output.h"
#include "io/language/language.h"
#include "io/pdf/report_pdf.h"
#include "io/results/checkbite/records.h"
#include "occlusion/base/ms_since.h"

namespace intercusp::cli {
namespace {

struct CheckbiteArguments {
  CaseOptions jaws;
  std::vector<std::string> records;
  CheckbiteOptions options;
  bool pdf = false;
  OutputOptions output;
};

[[noreturn]] void refuse(const std::string& what) { throw CLI::ValidationError("--record", what); }

//! NAME=FILE[,FILE] as typed.
GivenRecord record_of(const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos)
    refuse(fmt::format("wants NAME=SCAN, NAME=SCAN,SCAN or NAME=POSE.json, not {}", text));
  GivenRecord record{.name = text.substr(0, equals), .files = {}};
  for (std::size_t from = equals + 1; from <= text.size();) {
    const std::size_t comma = std::min(text.find(',', from), text.size());
    record.files.push_back(text.substr(from, comma - from));
    from = comma + 1;
  }
  return record;
}

std::vector<GivenRecord> records_of(const std::vector<std::string>& texts) {
  std::vector<GivenRecord> records;
  for (const std::string& text : texts) records.push_back(record_of(text));
  try {
    check_records(records);
  } catch (const std::invalid_argument& error) {
    refuse(error.what());
  }
  return records;
}

InputFiles inputs_of(const CheckbiteArguments& arguments, const std::vector<GivenRecord>& records) {
  InputFiles inputs = input_files(arguments.jaws);
  for (const GivenRecord& record : records) {
    inputs.files.insert(inputs.files.end(), record.files.begin(), record.files.end());
    if (!record.is_pose()) inputs.scans.insert(inputs.scans.end(), record.files.begin(), record.files.end());
  }
  return inputs;
}

void run_checkbite(const CheckbiteArguments& arguments) {
  const std::vector<GivenRecord> given = records_of(arguments.records);
  std::vector<std::string> names = checkbite_file_names();
  if (arguments.pdf) names.emplace_back("report.pdf");
  const Output output(arguments.output, names, inputs_of(arguments, given));
  run_case_command(arguments.jaws, output, false, [&](const ImportedCase& jaws, ProgressLine& line) {
    const auto start = std::chrono::steady_clock::now();
    const Progress progress = percent_on(line, phrase("registering the records"));
    ReadRecords read = read_records(given, jaws.bite, arguments.options.bite_error,
                                    mm_per_unit_of(arguments.jaws.unit), progress);
    CheckbiteInputs inputs{.jaws = jaws.inputs, .records = std::move(read.files)};
    const auto result =
        std::make_shared<const Checkbite>(checkbite(jaws.bite, std::move(read.records), arguments.options));
    inputs.search_ms = ms_since(start);
    Report report = report_of(result, inputs);
    if (arguments.pdf) report.later_files.push_back(pdf_file({}));
    output.deliver(report, line);
  });
}

}  // namespace

void add_checkbite_command(CLI::App& program) {
  auto [command, arguments] = add_command(
      program, "checkbite", "Find the hinge axis and the articulator settings from scans of several bites",
      run_checkbite);
  add_case_options(command, arguments.jaws);
  command.remove_option(command.get_option("--pose"));  // the centric record has it
  repeatable(command.add_option("--record", arguments.records,
                                "A recorded position, NAME=SCAN[,SCAN] or NAME=POSE.json: centric "
                                "(required), open, protrusion, left or right "
                                "(the mandible moved to the patient's left or right), all but centric also "
                                "numbered (open2); scans are taken from "
                                "the cheek, of one or both sides"))
      ->required();
  each_option(arguments.options, AddOption{command});
  add_output_options(command, arguments.output);
  add_pdf_option(command, arguments.pdf);
}

}  // namespace intercusp::cli
