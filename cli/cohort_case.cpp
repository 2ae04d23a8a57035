#include "cli/cohort_case.h"

#include <tbb/global_control.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>

#include "cli/commands.h"
#include "cli/failure.h"
#include "cli/process.h"
#include "io/cohort/case_record.h"
#include "io/cohort/plan.h"
#include "io/files/errors.h"
#include "io/files/read_json.h"
#include "io/files/write_atomically.h"

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

void compute(const CohortCase& one, const Words& options, const fs::path& folder, CaseRecord& record) {
  for (const auto& [jaw, source] : {std::pair("upper", one.upper), std::pair("lower", one.lower)}) {
    if (source.empty())
      throw InputError("manifest.csv", std::string("the row names no ") + jaw + " scan",
                       Finding{"no_scan_named", Severity::error});
  }
  run(add_inspect_command, inspect_words(one, options, folder));
  if (!one.track.empty()) run(add_play_command, play_words(one, folder));
  const nlohmann::json report = read_json(folder / "report.json");
  add_figures(record, report);
  write_together(folder, case_rows(one, report));
}

//! The same sentence on every machine: paths begin at the manifest's folder.
std::string without_folder(std::string text, const std::string& folder) {
  for (auto at = text.find(folder + "/"); at != std::string::npos; at = text.find(folder + "/"))
    text.erase(at, folder.size() + 1);
  return text;
}

void clear(const fs::path& folder) {
  std::error_code ignored;
  fs::remove_all(folder, ignored);
  make_folder(folder);
}

const PlannedCase& planned(const CohortPlan& plan, const std::string& name, const fs::path& file) {
  const auto found = std::ranges::find(plan.to_do, name, [](const PlannedCase& one) { return one.one.name; });
  if (found == plan.to_do.end()) throw InputError(file, "has no case " + name + " to compute");
  return *found;
}

}  // namespace

void check_inspect_options(const Words& options) {
  for (const std::string& option : options) {
    for (const char* const own :
         {"--out", "--pose", "--labels", "--case", "--json", "--quiet", "--help", "-h"})
      if (option == own || option.starts_with(std::string(own) + "="))
        throw CLI::ValidationError(option, "the cohort sets this option itself, from the manifest");
  }
  CLI::App command;
  const std::function<void()> inspect = add_inspect_options(command);  // never run
  Words words = {"upper", "lower", "--out", "out"};
  words.insert(words.end(), options.begin(), options.end());
  parse(command, words);
}

void run_cohort_case(const fs::path& cohort, const std::string& name) {
  const auto start = std::chrono::steady_clock::now();
  // One case a thread: several cases side by side are quicker than one after the other on all processors.
  const tbb::global_control one_thread(tbb::global_control::max_allowed_parallelism, 1);
  const CohortPlan plan = read_plan(cohort / "plan.json");
  const CohortCase& one = planned(plan, name, cohort / "plan.json").one;
  const fs::path folder = case_folder(cohort, one);
  clear(folder);
  CaseRecord record{.subject = one.subject,
                    .session = one.session,
                    .reason_code = {},
                    .reason = {},
                    .key = case_key(one, plan.options),
                    .version = INTERCUSP_VERSION,
                    .host = host_name(),
                    .options = plan.options};
  try {
    compute(one, plan.options, folder, record);
  } catch (const CLI::ParseError& error) {
    record.reason_code = "wrong_usage";
    record.reason = error.what();
  } catch (const std::exception&) {
    const Failure failure = current_failure();
    if (failure.status == unwritable_output || failure.status == engine_missing)
      throw;  // no fault of the case
    clear(folder);
    record.reason_code = failure.code;
    record.reason = without_folder(failure.message, plan.manifest_folder.string());
    record.figures.clear();
  }
  record.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  record.peak_memory_mb = peak_memory_mb();
  write_atomically(folder / record_name, record_text(record));
}

}  // namespace intercusp::cli
