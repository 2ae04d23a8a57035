#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <memory>
#include <mutex>
#include <thread>

#include "cli/cohort_case.h"
#include "cli/output.h"
#include "cli/process.h"
#include "io/files/errors.h"
#include "io/files/read_file.h"
#include "io/files/result_folder.h"
#include "io/files/safe_text.h"
#include "io/files/write_atomically.h"
#include "io/results/cohort/check.h"
#include "io/results/cohort/collect.h"
#include "io/results/cohort/layouts.h"
#include "io/results/cohort/manifest.h"
#include "io/results/cohort/plan.h"
#include "occlusion/base/own_program.h"

namespace intercusp::cli {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

struct CohortArguments {
  std::string folder, manifest, out, name, unit, profile, key;
  int ended = 0;
  int jobs = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  bool retry = false, quiet = false, force = false;
  CohortAnalysis analysis = CohortAnalysis::inspect;
  std::vector<std::string> options;  //!< options of the analysis
};

void say(const std::string& text) { fmt::print(stderr, "intercusp: {}\n", visible_text(text)); }

//! First line of logs, by which a later run recognises them.
constexpr std::string_view log_head = "# A log of intercusp cohort\n";

//! Starts an empty log that replaces that of the last run.
//! \throw ReplaceError if the file is not a log of the program; OutputError
fs::path new_log(const fs::path& file, bool force) {
  std::error_code error;
  const bool is_ours = fs::is_regular_file(file, error) && fs::file_size(file, error) > 0 &&
                       read_file(file).view().starts_with(log_head);
  if (!is_ours) check_replaceable(file, {}, force);
  write_atomically(file, log_head);
  return file;
}

//! Does not overwrite a manifest that a user has written or edited.
void run_init(const CohortArguments& arguments) {
  const fs::path file = fs::path(arguments.folder) / "manifest.csv";
  const FoundCases found = find_cases(arguments.folder, arguments.analysis);
  for (const LeftOut& out : found.left_out) say(out.what + ": " + out.why);
  if (found.cases.empty())
    throw InputError(arguments.folder,
                     "holds no case; put each case's upper and lower scan into a folder of its own, with "
                     "upper and lower in their names");
  const std::string text = manifest_text(found.cases);
  std::error_code error;
  const bool is_same = fs::is_regular_file(file, error) && fs::file_size(file, error) == text.size() &&
                       read_file(file).view() == text;
  if (!is_same) check_replaceable(file, {}, arguments.force);
  write_atomically(file, text);
  fmt::print("{} cases, {} left out\nManifest: {}\n", found.cases.size(), found.left_out.size(),
             file.string());
}

void tell_what_is_odd(const Manifest& manifest) {
  for (const std::string& column : manifest.unknown_columns)
    say(manifest.file.string() + ": the column " + column + " is not used");
  std::size_t outside = 0;
  std::string example;
  for (const CohortCase& one : manifest.cases) {
    for (const std::string& path : files_outside(one, fs::absolute(manifest.file).parent_path())) {
      if (outside++ == 0) example = path;
    }
  }
  if (outside > 0)
    say(fmt::format("{}: {} of its files lie outside its folder: {}{}", manifest.file.string(), outside,
                    example, outside > 1 ? " and others" : ""));
}

void run_check(const CohortArguments& arguments) {
  const Manifest manifest = read_manifest(arguments.manifest);
  if (!arguments.out.empty()) check_cohort_folder(arguments.out, manifest);
  tell_what_is_odd(manifest);
  ProgressLine line(arguments.quiet);
  std::mutex mutex;
  const std::optional<double> mm_per_unit = mm_per_unit_of(arguments.unit);
  const std::vector<CaseFault> faults =
      check_cases(manifest, arguments.analysis, mm_per_unit, [&](std::size_t done) {
        const std::lock_guard lock(mutex);
        line.say(fmt::format("reading case {} of {}", done, manifest.cases.size()));
      });
  line.clear();
  for (const CaseFault& fault : faults)
    fmt::print("line {}: {} {}: {}: {}\n", fault.line, visible_text(fault.subject),
               visible_text(fault.session), fault.code, visible_text(fault.reason));
  std::size_t faulty = 0, before = 0;
  for (const CaseFault& fault : faults) {
    faulty += fault.line != before ? 1 : 0;
    before = fault.line;
  }
  if (!arguments.quiet) fmt::print("{} cases, {} would fail\n", manifest.cases.size(), faulty);
  if (faulty > 0)
    throw InputError(manifest.file,
                     fmt::format("{} of {} cases would fail; mend them, or run the cohort without", faulty,
                                 manifest.cases.size()));
}

//! Other engines give other bits, so every machine uses one engine unless the user chooses another.
std::vector<std::string> case_options(CohortAnalysis analysis, std::vector<std::string> options) {
  check_options(analysis, options);
  if (analysis != CohortAnalysis::inspect) return options;
  const bool engine_given = std::ranges::any_of(
      options, [](const std::string& o) { return o == "--engine" || o.starts_with("--engine="); });
  if (!engine_given) options.insert(options.begin(), {"--engine", "zlist"});
  return options;
}

struct PlannedCohort {
  Manifest manifest;
  CohortPlan plan;
};

//! Checks for files in the folders of planned cases that their results would replace.
//! \throw ReplaceError
void check_case_folders(const fs::path& out, const CohortPlan& plan) {
  std::string message;
  for (const PlannedCase& planned : plan.to_do) {
    const fs::path folder = case_folder(out, planned.one);
    const std::vector<fs::path> inputs = input_files(planned.one);
    try {
      check_case_folder(out, planned.one);
      for (const CaseOutput& output : outputs_of(planned.one, plan)) {
        const fs::path below = output.folder.empty() ? folder : folder / output.folder;
        check_replaceable({below, output.names.front(), inputs, plan.force}, output.names);
      }
    } catch (const ReplaceError& refused) {
      message += (message.empty() ? "" : "\n") + std::string(refused.what());
    }
  }
  if (!message.empty()) throw ReplaceError(message);
}

//! Writes manifest.csv and plan.json into the folder of the cohort.
//! \param lock is taken before anything is changed
PlannedCohort plan_into(const CohortArguments& arguments, FolderLock& lock) {
  const std::vector<std::string> options = case_options(arguments.analysis, arguments.options);
  const fs::path out = arguments.out;
  Manifest manifest = read_manifest(arguments.manifest);
  check_cohort_folder(out, manifest);
  const ResultFolder results{.folder = out, .record = "plan.json", .inputs = {}, .force = arguments.force};
  check_replaceable(results, std::vector<std::string>{"plan.json", "manifest.csv"});
  make_folder(out);
  lock = FolderLock(out);
  tell_what_is_odd(manifest);
  check_writable(out);
  ProgressLine line(arguments.quiet);
  line.say("reading the inputs");
  CohortPlan plan = make_plan(manifest, out, arguments.analysis, options, arguments.retry);
  plan.force = arguments.force;
  check_case_folders(out, plan);
  write_results(results, plan_fields(plan), std::vector<OutputFile>{{"manifest.csv", manifest.bytes}});
  return {std::move(manifest), std::move(plan)};
}

struct Counts {
  std::size_t done = 0, failed = 0, missing = 0;
};

Counts count(const fs::path& cohort, const std::vector<CohortCase>& cases) {
  Counts counts;
  for (const CohortCase& one : cases) {
    const auto record = read_record(case_folder(cohort, one));
    ++(!record ? counts.missing : record->done() ? counts.done : counts.failed);
  }
  return counts;
}

//! Counts the cases of the plan that have a result. Each case is checked until it has one.
class Countdown {
 public:
  Countdown(const fs::path& cohort, const CohortPlan& plan, ProgressLine& line)
      : total_(plan.to_do.size()), line_(line) {
    for (const PlannedCase& planned : plan.to_do) {
      clear_case(case_folder(cohort, planned.one));
      waiting_.push_back(case_folder(cohort, planned.one) / record_name);
      set_aside(waiting_.back());
    }
  }

  void look() {
    std::error_code ignored;
    std::erase_if(waiting_, [&](const fs::path& file) { return fs::exists(file, ignored); });
    const std::size_t done = total_ - waiting_.size();
    std::string text = fmt::format("{} of {} cases", done, total_);
    if (done > 0 && !waiting_.empty()) {
      const double seconds = std::chrono::duration<double>(Clock::now() - start_).count();
      text += fmt::format(", about {:.0f} min left", std::ceil(seconds / static_cast<double>(done) *
                                                               static_cast<double>(waiting_.size()) / 60));
    }
    line_.say(text);
  }

 private:
  std::vector<fs::path> waiting_;
  std::size_t total_;
  ProgressLine& line_;
  Clock::time_point start_ = Clock::now();
};

fs::path workflow_folder() {
  const fs::path folder = own_program().parent_path().parent_path() / "share" / "intercusp" / "workflow";
  if (!fs::exists(folder / "Snakefile"))
    throw InputError(folder, "holds no Snakefile; install the program again");
  return folder;
}

//! The first number of "7.21.0".
//! \param log contains only the first line
int version_of(const fs::path& snakemake, const fs::path& log) {
  run_program({snakemake.string(), "--version"}, log, [] {});
  return std::atoi(std::string(read_file(log).view().substr(log_head.size())).c_str());
}

bool is_path(const std::string& profile) { return profile.find('/') != std::string::npos; }

fs::path profile_folder(const std::string& profile) {
  return is_path(profile) ? fs::absolute(profile) : workflow_folder() / "profiles" / profile;
}

//! \throw CLI::ValidationError before anything is written
void check_profile(const std::string& profile) {
  if (profile.empty() || fs::is_directory(profile_folder(profile))) return;
  throw CLI::ValidationError(
      "--profile", "there is no profile " + profile + "; name slurm or the path of a profile's folder");
}

//! Snakemake 7 submits jobs by a command, version 8 by a plugin, so each needs its own profile.
std::string profile_path(const std::string& profile, int snakemake_version) {
  const fs::path folder = profile_folder(profile);
  return (is_path(profile) ? folder : folder / (snakemake_version < 8 ? "snakemake7" : "snakemake8"))
      .string();
}

std::vector<std::string> snakemake_words(const CohortArguments& arguments, const fs::path& snakemake,
                                         const fs::path& log) {
  const fs::path workflow = workflow_folder();
  std::vector<std::string> words = {snakemake.string(),
                                    "--snakefile",
                                    (workflow / "Snakefile").string(),
                                    "--directory",
                                    fs::absolute(arguments.out).string(),
                                    "--keep-going",
                                    "--forceall",
                                    "--nolock",
                                    "--rerun-incomplete",
                                    "--drop-metadata",
                                    "--config",
                                    "program=" + own_program().string()};
  if (arguments.profile.empty()) {
    words.insert(words.end(), {"--cores", std::to_string(arguments.jobs), "--resources",
                               fmt::format("mem_mb={:.0f}", physical_memory_mb())});
  } else {
    words.insert(words.end(), {"--profile", profile_path(arguments.profile, version_of(snakemake, log)),
                               "--jobs", std::to_string(arguments.jobs)});
  }
  return words;
}

fs::path snakemake_program() {
  const fs::path snakemake = program_on_path("snakemake");
  if (snakemake.empty())
    throw InputError("snakemake", "is not installed; cohorts need it: apt install snakemake",
                     Finding{"no_snakemake", Severity::error});
  return snakemake;
}

void run_run(const CohortArguments& arguments) {
  const fs::path out = arguments.out;
  const fs::path snakemake = snakemake_program();
  check_profile(arguments.profile);
  FolderLock lock;
  const auto [manifest, plan] = plan_into(arguments, lock);
  if (!plan.to_do.empty()) {
    const fs::path log = new_log(out / "snakemake.log", arguments.force);
    ProgressLine line(arguments.quiet);
    Countdown countdown(out, plan, line);
    run_program(snakemake_words(arguments, snakemake, log), log, [&] { countdown.look(); });
  }
  const Counts counts = count(out, manifest.cases);
  if (!arguments.quiet)
    fmt::print(
        "{} cases: {} done, {} failed, {} without result; {} were there already\nTables: intercusp cohort "
        "collect {}\n",
        manifest.cases.size(), counts.done, counts.failed, counts.missing, plan.unchanged, out.string());
  if (counts.missing > 0)
    throw InputError(out,
                     fmt::format("{} cases have no result; {} says why. The same command goes on with them",
                                 counts.missing, (out / "snakemake.log").string()));
  if (counts.failed > 0)
    throw InputError(out,
                     fmt::format("{} cases failed; cases.csv of cohort collect says why", counts.failed));
}

void run_plan(const CohortArguments& arguments) {
  FolderLock lock;
  const auto [manifest, plan] = plan_into(arguments, lock);
  if (arguments.quiet) return;
  fmt::print("{} of {} cases to compute: {}\n", plan.to_do.size(), manifest.cases.size(),
             (fs::path(arguments.out) / "plan.json").string());
}

//! Writes reliability.csv if sessions are marked as repeats. Python computes it, because it has
//! the statistics.
std::vector<OutputFile> measure_reliability(const CohortArguments& arguments, const Collection& collection,
                                            const std::string& cases_table) {
  if (std::ranges::all_of(collection.cases, [](const CollectedCase& one) { return one.one.repeat.empty(); }))
    return {};
  const fs::path log = new_log(fs::path(arguments.folder) / "reliability.log", arguments.force);
  const ScratchFolder scratch;
  write_atomically(scratch.path() / "cases.csv", cases_table);
  const fs::path made = scratch.path() / "reliability.csv";
  if (run_program({(workflow_folder() / "reliability.py").string(), scratch.path().string(), made.string()},
                  log, [] {}) == 0)
    return {{"reliability.csv", std::string(read_file(made).view())}};
  say(fmt::format(
      "reliability.csv cannot be made; {} says why. It needs: apt install python3-pandas python3-statsmodels",
      log.string()));
  return {};
}

void run_collect(const CohortArguments& arguments) {
  const Collection collection =
      collect(arguments.folder, arguments.force, [&](const Collection& cases, const std::string& table) {
        return measure_reliability(arguments, cases, table);
      });
  say_what_went({.removed = collection.removed, .kept = {}}, arguments.folder);
  if (arguments.quiet) return;
  fmt::print("{} cases: {} done, {} failed\nTables: {}\nSummary: {}\n", collection.cases.size(),
             collection.cases.size() - collection.failed, collection.failed,
             (fs::path(arguments.folder) / "cases.csv").string(),
             (fs::path(arguments.folder) / "summary.html").string());
}

void add_manifest(CLI::App& command, CohortArguments& arguments) {
  command
      .add_option("manifest", arguments.manifest,
                  "CSV or TSV with the columns subject, session, upper, lower and, where there are any, "
                  "pose, upper_labels, lower_labels, track, buccal, repeat; paths relative to it")
      ->required();
}

void add_analysis(CLI::App& command, CohortArguments& arguments) {
  AddOption{command}({"--analysis", "analysis",
                      "What is done with each case; compare: each session of a subject with its first, jaw "
                      "by jaw; compare and segment take cases with one jaw, too"},
                     arguments.analysis);
}

void add_quiet(CLI::App& command, CohortArguments& arguments) {
  command.add_flag("--quiet", arguments.quiet, "Print errors only");
}

void add_plan_options(CLI::App& command, CohortArguments& arguments) {
  add_manifest(command, arguments);
  add_analysis(command, arguments);
  command.add_option("--out", arguments.out, "Folder of the results; without any input")->required();
  add_force_flag(command, arguments.force);
  command.add_flag("--retry", arguments.retry, "Compute failed cases again although nothing has changed");
  command.add_option("options", arguments.options, "After --: options of the analysis for every case");
  add_quiet(command, arguments);
}

CLI::App* add(CLI::App& cohort, const std::shared_ptr<CohortArguments>& arguments, const char* name,
              const char* what, void (*run)(const CohortArguments&)) {
  CLI::App* const command = cohort.add_subcommand(name, what);
  command->callback([arguments, run] { run(*arguments); });
  return command;
}

}  // namespace

void add_cohort_command(CLI::App& program) {
  CLI::App* const cohort =
      program.add_subcommand("cohort", "Analyse many cases and gather their results in tables");
  cohort->require_subcommand(1);
  const auto arguments = std::make_shared<CohortArguments>();
  CLI::App* const init =
      add(*cohort, arguments, "init", "Write FOLDER/manifest.csv from the names of its scans", run_init);
  init->add_option("folder", arguments->folder,
                   "A folder per case, subject/session, iTero exports or scans side by side")
      ->required();
  add_analysis(*init, *arguments);
  add_force_flag(*init, arguments->force);
  CLI::App* const check = add(*cohort, arguments, "check",
                              "Read every input and say which cases would fail; computes nothing", run_check);
  add_manifest(*check, *arguments);
  add_analysis(*check, *arguments);
  check->add_option("--out", arguments->out, "Folder meant for the results: whether it may be used");
  add_unit_option(*check, arguments->unit);
  add_quiet(*check, *arguments);
  CLI::App* const run =
      add(*cohort, arguments, "run", "Compute what has changed, one job per case, by Snakemake", run_run);
  add_plan_options(*run, *arguments);
  AddOption{*run}({"--jobs", "", "Cases at a time", limits::jobs}, arguments->jobs);
  run->add_option("--profile", arguments->profile,
                  "slurm, or the folder of a Snakemake profile: run on a cluster");
  CLI::App* const collect =
      add(*cohort, arguments, "collect",
          "Gather the results in cases.csv, tables of teeth and contacts, and summary.html", run_collect);
  collect->add_option("folder", arguments->folder, "Folder of the results")->required();
  add_force_flag(*collect, arguments->force);
  add_quiet(*collect, *arguments);
  CLI::App* const plan =
      add(*cohort, arguments, "plan", "Write what run would compute to plan.json, for the workflow by itself",
          run_plan);
  add_plan_options(*plan, *arguments);
  CLI::App* const one =
      add(*cohort, arguments, "case", "Compute one case of plan.json: what a job of the workflow calls",
          [](const CohortArguments& a) {
            if (a.ended > 0) return record_crash(a.folder, a.name, a.ended);
            run_cohort_case(a.folder, a.name, a.key);
          });
  one->add_option("folder", arguments->folder, "Folder of the results")->required();
  one->add_option("name", arguments->name, "Name of the case in plan.json")->required();
  one->add_option("key", arguments->key, "Its key there when the job was planned");
  one->add_option("--ended", arguments->ended,
                  "Status of a job that a signal ended: the case is recorded as failed");
}

}  // namespace intercusp::cli
