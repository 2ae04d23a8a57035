#include "cli/cohort_case.h"

#include <tbb/global_control.h>

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>
#include <tuple>

#include "cli/commands.h"
#include "cli/failure.h"
#include "cli/options.h"
#include "cli/process.h"
#include "io/case/import_jaw.h"
#include "io/case/scan_names.h"
#include "io/files/errors.h"
#include "io/files/paths.h"
#include "io/files/read_json.h"
#include "io/files/write_atomically.h"
#include "io/results/bite/report.h"
#include "io/results/cohort/case_record.h"
#include "io/results/cohort/check.h"
#include "io/results/cohort/plan.h"
#include "io/results/comparison/report.h"
#include "io/results/model/report.h"
#include "io/results/teeth/report.h"
#include "io/results/tracks/report.h"

namespace intercusp::cli {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

//! CLI11 takes the words in reverse order.
void parse(CLI::App& program, Words words) {
  std::ranges::reverse(words);
  program.parse(words);
}

void run(const Words& words) {
  CLI::App program;
  add_commands(program);
  parse(program, words);
}

//! A run of the program for a case, without its output options.
struct CaseCommand {
  fs::path folder;  //!< for its results, relative to the folder of the case
  Words words;      //!< the command, its inputs and options
};

Words with_jaws(const std::string& command, const CohortCase& one) {
  Words words = {command, one.upper, one.lower};
  for (const std::string& labels : {one.upper_labels, one.lower_labels})
    if (!labels.empty()) words.insert(words.end(), {"--labels", labels});
  return words;
}

Words with_pose(Words words, const CohortCase& one) {
  if (!one.pose.empty()) words.insert(words.end(), {"--pose", one.pose});
  return words;
}

std::vector<CaseCommand> inspect_commands(const CohortCase& one, const Words& options) {
  const Words name = {"--case", one.subject + (one.session.empty() ? "" : " " + one.session)};
  std::vector<CaseCommand> commands = {{"", with_pose(with_jaws("inspect", one), one) + name + options}};
  if (!one.track.empty())
    commands.push_back({"play", with_pose(with_jaws("play", one), one) + Words{"--track", one.track}});
  return commands;
}

std::vector<CaseCommand> bite_commands(const CohortCase& one, const Words& options) {
  Words words = with_jaws("bite", one);
  for (const std::string& scan : paths_in(one.buccal)) words.insert(words.end(), {"--buccal", scan});
  return {{"", std::move(words) + options}};
}

//! If sessions are dates, they are the dates of the scans.
Words dates_of(const CohortCase& one) {
  if (!date_of(one.first_session) || !date_of(one.session)) return {};
  return {"--date", one.first_session, "--date", one.session};
}

//! A jaw that is missing in one of both sessions is left out. The first row of a subject has no comparison.
std::vector<CaseCommand> compare_commands(const CohortCase& one, const Words& options) {
  std::vector<CaseCommand> commands;
  for (const auto& [jaw, first, later] :
       {std::tuple("upper", one.first_upper, one.upper), {"lower", one.first_lower, one.lower}})
    if (!first.empty() && !later.empty())
      commands.push_back({jaw, Words{"compare", first, later, "--jaw", jaw} + dates_of(one) + options});
  return commands;
}

std::vector<CaseCommand> segment_commands(const CohortCase& one, const Words& options) {
  std::vector<CaseCommand> commands;
  for (const auto& [jaw, scan] : {std::pair("upper", one.upper), {"lower", one.lower}})
    if (!scan.empty()) commands.push_back({jaw, Words{"segment", scan, "--jaw", jaw} + options});
  return commands;
}

std::vector<CaseCommand> commands_of(const CohortCase& one, const CohortPlan& plan) {
  switch (plan.analysis) {
    case CohortAnalysis::compare:
      return compare_commands(one, plan.options);
    case CohortAnalysis::bite:
      return bite_commands(one, plan.options);
    case CohortAnalysis::segment:
      return segment_commands(one, plan.options);
    case CohortAnalysis::model:
      return {{"", with_pose(with_jaws("model", one), one) + plan.options}};
    case CohortAnalysis::inspect:
      break;
  }
  return inspect_commands(one, plan.options);
}

//! The files of a command, its record first.
std::vector<std::string> files_of(const std::string& command, const Words& options) {
  const auto given = [&options](const char* option) {
    return std::ranges::find(options, option) != options.end();
  };
  if (command == "inspect")
    return inspect_files({.validate = given("--validate"),
                          .exchange = given("--exchange"),
                          .pdf = given("--pdf"),
                          .dicom = given("--dicom")});
  if (command == "play") return play_file_names();
  if (command == "segment") return segment_file_names();
  std::vector<std::string> names = command == "bite"    ? bite_file_names()
                                   : command == "model" ? model_file_names()
                                                        : comparison_file_names();
  if (given("--pdf")) names.emplace_back("report.pdf");
  return names;
}

//! Reads the scans of a subject's first row, which have nothing to be compared with.
nlohmann::json read_first(const CohortCase& one, const Words& options) {
  nlohmann::json result = nlohmann::json::object();
  ImportOptions import{.teeth = TeethSource::none};
  CLI::App command;
  std::string unit;
  add_unit_option(command, unit);
  command.allow_extras();
  parse(command, options);
  import.mm_per_unit = mm_per_unit_of(unit);
  for (const auto& [jaw, source] : {std::pair("upper", one.upper), {"lower", one.lower}}) {
    if (source.empty()) continue;
    for (const InputFile& file : read_jaw(source, std::nullopt, import).report.files)
      result[jaw]["files"].push_back({{"sha256", file.sha256}});
  }
  return result;
}

//! The case's result in the form that its columns read (columns.h).
nlohmann::json result_of(const CohortCase& one, const CohortPlan& plan, const fs::path& folder) {
  nlohmann::json result = nlohmann::json::object();
  if (needs_both_jaws(plan.analysis)) return read_json(folder / outputs_of(one, plan).front().names.front());
  if (plan.analysis == CohortAnalysis::compare && one.first_case.empty())
    return read_first(one, plan.options);
  for (const CaseOutput& output : outputs_of(one, plan))
    result[output.folder.string()] = read_json(folder / output.folder / output.names.front());
  if (plan.analysis == CohortAnalysis::compare) result["compared_with"] = one.first_session;
  return result;
}

//! \return the rows of the case
std::vector<OutputFile> compute(const CohortCase& one, const CohortPlan& plan, const fs::path& folder,
                                CaseRecord& record) {
  check_scans_named(one, plan.analysis);
  for (const CaseCommand& command : commands_of(one, plan)) {
    const fs::path out = command.folder.empty() ? folder : folder / command.folder;
    Words words = command.words + Words{"--quiet", "--out", out.string()};
    if (plan.force) words.emplace_back("--force");
    run(words);
  }
  const nlohmann::json result = result_of(one, plan, folder);
  add_figures(record, result);
  return case_rows(one, plan.analysis, result);
}

//! A text that is equal on every machine: its paths start at the manifest's folder.
std::string without_folder(std::string text, const std::string& folder) {
  for (auto at = text.find(folder + "/"); at != std::string::npos; at = text.find(folder + "/"))
    text.erase(at, folder.size() + 1);
  return text;
}

const PlannedCase& planned_case(const CohortPlan& plan, const std::string& name, const fs::path& cohort) {
  const auto found = std::ranges::find(plan.to_do, name, [](const PlannedCase& one) { return one.one.name; });
  if (found == plan.to_do.end())
    throw InputError(cohort / "plan.json", "has no case " + name + " to compute");
  return *found;
}

//! A plan may come from anywhere, so its options are checked like those of the command line.
CohortPlan checked_plan(const fs::path& cohort) {
  CohortPlan plan = read_plan(cohort / "plan.json");
  try {
    check_options(plan.analysis, plan.options);
  } catch (const CLI::ParseError& error) {
    throw InputError(cohort / "plan.json", error.what());
  }
  return plan;
}

CaseRecord empty_record(const CohortCase& one, const CohortPlan& plan) {
  return {.subject = one.subject,
          .session = one.session,
          .reason_code = {},
          .reason = {},
          .key = case_key(one, plan.analysis, plan.options),
          .version = INTERCUSP_VERSION,
          .host = host_name(),
          .analysis = plan.analysis,
          .options = plan.options};
}

}  // namespace

void check_options(CohortAnalysis analysis, const Words& options) {
  Words own = {"--out", "--json", "--quiet", "--force", "--help", "-h"};
  if (needs_both_jaws(analysis)) own.insert(own.end(), {"--pose", "--labels", "--case", "--buccal"});
  if (!needs_both_jaws(analysis)) own.insert(own.end(), {"--jaw", "--pose", "--date", "--edits"});
  for (const std::string& option : options) {
    for (const std::string& each : own)
      if (option == each || option.starts_with(each + "="))
        throw CLI::ValidationError(option, "the cohort sets this option itself, from the manifest");
  }
  CLI::App program;
  add_commands(program);
  const std::string name = name_of(analysis);
  program.get_subcommand(name)->callback([] {});  // the command is only parsed
  const Words inputs =
      analysis == CohortAnalysis::segment ? Words{name, "scan"} : Words{name, "one", "other"};
  parse(program, inputs + Words{"--out", "out"} + options);
}

std::vector<CaseOutput> outputs_of(const CohortCase& one, const CohortPlan& plan) {
  std::vector<CaseOutput> outputs;
  for (const CaseCommand& command : commands_of(one, plan))
    outputs.push_back({command.folder, files_of(command.words.front(), command.words)});
  return outputs;
}

void run_cohort_case(const fs::path& cohort, const std::string& name, const std::string& key) {
  const auto start = std::chrono::steady_clock::now();
  // One thread per case: several cases side by side are faster than one after another on all processors.
  const tbb::global_control one_thread(tbb::global_control::max_allowed_parallelism, 1);
  const CohortPlan plan = checked_plan(cohort);
  const PlannedCase& planned = planned_case(plan, name, cohort);
  const CohortCase& one = planned.one;
  CaseRecord record = empty_record(one, plan);
  if (record.key != planned.key || (!key.empty() && record.key != key))
    throw InputError(cohort / "plan.json", "the inputs or options of " + name +
                                               " have changed since it was made; start the run again");
  const fs::path folder = case_folder(cohort, one);
  check_case_folder(cohort, one);
  clear_case(folder);
  make_folder(folder);
  std::vector<OutputFile> rows;
  try {
    rows = compute(one, plan, folder, record);
  } catch (const CLI::ParseError& error) {
    record.reason_code = "wrong_usage";
    record.reason = error.what();
  } catch (const std::exception&) {
    const Failure failure = current_failure();
    if (failure.status == unwritable_output || failure.status == engine_missing)
      throw;  // not the fault of the case
    clear_case(folder);
    record.reason_code = failure.code;
    record.reason = without_folder(failure.message, plan.manifest_folder.string());
    record.figures.clear();
  }
  record.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  record.peak_memory_mb = peak_memory_mb();
  write_record(folder, record, rows);
}

void record_crash(const fs::path& cohort, const std::string& name, int status) {
  const int signal = status - 128;
  if (!is_crash(signal)) return;
  const CohortPlan plan = checked_plan(cohort);
  const CohortCase& one = planned_case(plan, name, cohort).one;
  CaseRecord record = empty_record(one, plan);
  record.reason_code = "crashed";
  record.reason = fmt::format("the program was ended by signal {}: {}", signal, name_of_signal(signal));
  const fs::path folder = case_folder(cohort, one);
  check_case_folder(cohort, one);
  clear_case(folder);
  write_record(folder, record, {});
}

}  // namespace intercusp::cli
