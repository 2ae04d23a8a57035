#include "io/results/cohort/plan.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "io/case/source_files.h"
#include "io/files/errors.h"
#include "io/files/read_file.h"
#include "io/files/read_json.h"
#include "io/files/sha256.h"
#include "io/results/cohort/case_record.h"
#include "io/results/cohort/columns.h"
#include "occlusion/base/for_all.h"

namespace intercusp {
namespace {

namespace fs = std::filesystem;

constexpr const char* plan_schema = "intercusp-cohort-plan/1";

std::string digest_of(const fs::path& file) {
  try {
    return sha256_hex(read_file(file).view());
  } catch (const InputError&) {
    return "missing";
  }
}

double megabytes_of(const std::string& source) {
  double bytes = 0;
  for (const fs::path& file : source_files(source)) {
    std::error_code error;
    const std::uintmax_t size = fs::file_size(file, error);
    if (!error) bytes += static_cast<double>(size);
  }
  return bytes / 1e6;
}

//! The scans that an analysis reads.
std::vector<std::string CohortCase::*> scans_of(CohortAnalysis analysis) {
  std::vector<std::string CohortCase::*> scans = {&CohortCase::upper, &CohortCase::lower};
  if (analysis == CohortAnalysis::compare)
    scans.insert(scans.end(), {&CohortCase::first_upper, &CohortCase::first_lower});
  if (analysis == CohortAnalysis::bite) scans.push_back(&CohortCase::buccal);
  return scans;
}

//! Estimates about twice what scans of 50 000 to 1 000 000 faces per jaw took as binary PLY
//! (docs/COHORTS.md), because compressed files hold more per byte.
void estimate(PlannedCase& planned, CohortAnalysis analysis) {
  double megabytes = 0;
  for (const std::string CohortCase::*scan : scans_of(analysis)) megabytes += megabytes_of(planned.one.*scan);
  planned.memory_mb = std::ceil(500 + 40 * megabytes);
  planned.minutes = std::ceil(1 + megabytes / 5);
}

struct Member {
  const char* name;
  std::string CohortCase::*text;
};
constexpr Member members[] = {{"subject", &CohortCase::subject},
                              {"session", &CohortCase::session},
                              {"name", &CohortCase::name},
                              {"upper", &CohortCase::upper},
                              {"lower", &CohortCase::lower},
                              {"pose", &CohortCase::pose},
                              {"upper_labels", &CohortCase::upper_labels},
                              {"lower_labels", &CohortCase::lower_labels},
                              {"track", &CohortCase::track},
                              {"buccal", &CohortCase::buccal},
                              {"first_case", &CohortCase::first_case},
                              {"first_session", &CohortCase::first_session},
                              {"first_upper", &CohortCase::first_upper},
                              {"first_lower", &CohortCase::first_lower}};

constexpr const char* not_a_plan = "is no plan of a cohort; make one with intercusp cohort plan";

CohortPlan plan_in(const fs::path& file, const nlohmann::json& json) {
  if (json.value("schema", "") != plan_schema) throw InputError(file, not_a_plan);
  const auto analysis = find_named<CohortAnalysis>(json.value("analysis", name_of(CohortAnalysis::inspect)));
  if (!analysis) throw InputError(file, not_a_plan);
  CohortPlan plan{.manifest_folder = json.at("manifest_folder").get<std::string>(),
                  .analysis = *analysis,
                  .options = json.at("options"),
                  .to_do = {}};
  plan.unchanged = json.at("unchanged");
  plan.force = json.value("force", false);
  for (const nlohmann::json& entry : json.at("cases")) {
    PlannedCase planned{.one = {},
                        .key = entry.at("key"),
                        .memory_mb = entry.at("memory_mb"),
                        .minutes = entry.at("minutes")};
    for (const Member& member : members) planned.one.*member.text = entry.value(member.name, "");
    if (planned.one.name != case_name(planned.one.subject, planned.one.session))
      throw InputError(
          file, "the case " + planned.one.name + " has another name than its subject and session give");
    plan.to_do.push_back(std::move(planned));
  }
  return plan;
}

}  // namespace

std::string case_key(const CohortCase& one, CohortAnalysis analysis,
                     const std::vector<std::string>& options) {
  std::string text = std::string("intercusp " INTERCUSP_VERSION "\n") + name_of(analysis) + "\n";
  for (const CohortTable& table : case_tables(analysis)) text += header_of(table);
  for (const std::string& name : csv_head(case_figures(analysis))) text += name + "\n";
  for (const std::string& option : options) text += "option " + option + "\n";
  std::vector<std::string CohortCase::*> inputs = scans_of(analysis);
  inputs.insert(inputs.end(), {&CohortCase::pose, &CohortCase::upper_labels, &CohortCase::lower_labels,
                               &CohortCase::track});
  for (const auto paths : inputs) {
    text += "input\n";
    std::vector<fs::path> files = source_files(one.*paths);
    std::ranges::sort(files);
    for (const fs::path& file : files) text += file.filename().string() + " " + digest_of(file) + "\n";
  }
  return sha256_hex(text);
}

std::vector<fs::path> input_files(const CohortCase& one) {
  std::vector<fs::path> files;
  for (const auto& source : {one.upper, one.lower, one.buccal})
    std::ranges::move(source_files(source), std::back_inserter(files));
  for (const std::string& file : {one.pose, one.upper_labels, one.lower_labels, one.track})
    if (!file.empty()) files.emplace_back(file);
  return files;
}

CohortPlan make_plan(const Manifest& manifest, const fs::path& cohort, CohortAnalysis analysis,
                     const std::vector<std::string>& options, bool retry) {
  std::vector<PlannedCase> all(manifest.cases.size());
  std::vector<char> stands(all.size());
  for_each_task(all.size(), [&](std::size_t i) {
    PlannedCase& planned = all[i];
    planned.one = manifest.cases[i];
    planned.key = case_key(planned.one, analysis, options);
    const auto record = read_record(case_folder(cohort, planned.one));
    const bool has_result =
        record && (!record->done() || has_rows(case_folder(cohort, planned.one), analysis));
    stands[i] = has_result && record->key == planned.key && (record->done() || !retry);
    if (!stands[i]) estimate(planned, analysis);
  });
  CohortPlan plan{.manifest_folder = fs::absolute(manifest.file).parent_path(),
                  .analysis = analysis,
                  .options = options,
                  .to_do = {}};
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (stands[i]) {
      ++plan.unchanged;
    } else {
      plan.to_do.push_back(std::move(all[i]));
    }
  }
  return plan;
}

Fields plan_fields(const CohortPlan& plan) {
  const Values cases = list_of(plan.to_do, [](const PlannedCase& planned) {
    Fields fields;
    for (const Member& member : members) fields.push_back({member.name, planned.one.*member.text});
    return std::move(fields) +
           Fields{{"key", planned.key}, {"memory_mb", planned.memory_mb}, {"minutes", planned.minutes}};
  });
  return {{"schema", plan_schema},
          {"manifest_folder", plan.manifest_folder.string()},
          {"analysis", name_of(plan.analysis)},
          {"options", plan.options},
          {"unchanged", plan.unchanged},
          {"force", plan.force},
          {"cases", cases}};
}

CohortPlan read_plan(const fs::path& file) {
  try {
    return plan_in(file, read_json(file));
  } catch (const nlohmann::json::exception&) {
    throw InputError(file, not_a_plan);
  }
}

}  // namespace intercusp
