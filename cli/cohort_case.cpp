#include "cli/cohort_case.h"

#include <tbb/global_control.h>

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>

#include "cli/commands.h"
#include "cli/failure.h"
#include "cli/process.h"
#include "io/files/errors.h"
#include "io/files/read_json.h"
#include "io/files/write_atomically.h"
#include "io/results/cohort/case_record.h"
#include "io/results/cohort/cohort_folder.h"
#include "io/results/cohort/plan.h"

namespace intercusp::cli {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

//! CLI11 takes the words from the back.
void parse(CLI::App& program, Words words) {
  std::ranges::reverse(words);
  program.parse(words);
}

void run(void (*add_command)(CLI::App&), const Words& words) {
  CLI::App program;
  add_command(program);
  parse(program, words);
}

Words with_inputs(const std::string& command, const CohortCase& one) {
  Words words = {command, one.upper, one.lower, "--quiet"};
  if (!one.pose.empty()) words.insert(words.end(), {"--pose", one.pose});
  for (const std::string& labels : {one.upper_labels, one.lower_labels})
    if (!labels.empty()) words.insert(words.end(), {"--labels", labels});
  return words;
}

Words inspect_words(const CohortCase& one, const Words& options, const fs::path& folder) {
  Words words = with_inputs("inspect", one);
  words.insert(words.end(), {"--out", folder.string(), "--case",
                             one.subject + (one.session.empty() ? "" : " " + one.session)});
  words.insert(words.end(), options.begin(), options.end());
  return words;
}

Words play_words(const CohortCase& one, const fs::path& folder) {
  Words words = with_inputs("play", one);
  words.insert(words.end(), {"--track", one.track, "--out", (folder / "play").string()});
  return words;
}

Words with_force(Words words, bool force) {
  if (force) words.emplace_back("--force");
  return words;
}

//! \return the rows of the case
std::vector<OutputFile> compute(const CohortCase& one, const CohortPlan& plan, const fs::path& folder,
                                CaseRecord& record) {
  for (const auto& [jaw, source] : {std::pair("upper", one.upper), std::pair("lower", one.lower)}) {
    if (source.empty())
      throw InputError("manifest.csv", std::string("the row names no ") + jaw + " scan",
                       Finding{"no_scan_named", Severity::error});
  }
  run(add_inspect_command, with_force(inspect_words(one, plan.options, folder), plan.force));
  if (!one.track.empty()) run(add_play_command, with_force(play_words(one, folder), plan.force));
  const nlohmann::json report = read_json(folder / "report.json");
  add_figures(record, report);
  return case_rows(one, report);
}

//! The same sentence on every machine: paths begin at the manifest's folder.
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

//! A plan may come from anywhere: its options are checked like those of the command line.
CohortPlan checked_plan(const fs::path& cohort) {
  CohortPlan plan = read_plan(cohort / "plan.json");
  try {
    check_inspect_options(plan.options);
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
          .key = case_key(one, plan.options),
          .version = INTERCUSP_VERSION,
          .host = host_name(),
          .options = plan.options};
}

}  // namespace

void check_inspect_options(const Words& options) {
  for (const std::string& option : options) {
    for (const char* const own :
         {"--out", "--pose", "--labels", "--case", "--json", "--quiet", "--force", "--help", "-h"})
      if (option == own || option.starts_with(std::string(own) + "="))
        throw CLI::ValidationError(option, "the cohort sets this option itself, from the manifest");
  }
  CLI::App command;
  const std::function<void()> inspect = add_inspect_options(command);  // never run
  Words words = {"upper", "lower", "--out", "out"};
  words.insert(words.end(), options.begin(), options.end());
  parse(command, words);
}

void run_cohort_case(const fs::path& cohort, const std::string& name, const std::string& key) {
  const auto start = std::chrono::steady_clock::now();
  // One case a thread: several cases side by side are quicker than one after the other on all processors.
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
      throw;  // no fault of the case
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
