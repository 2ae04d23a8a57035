#include "io/cohort/plan.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "io/cohort/case_record.h"
#include "io/files/errors.h"
#include "io/files/json_text.h"
#include "io/files/path_list.h"
#include "io/files/read_file.h"
#include "io/files/read_json.h"
#include "io/files/sha256.h"
#include "occlusion/base/for_all.h"

namespace intercusp {
namespace {

namespace fs = std::filesystem;

constexpr const char* plan_schema = "intercusp-cohort-plan/1";

//! A jaw may be several files, a folder, and has labels beside it; all of them count.
std::vector<fs::path> files_of(const std::string& source) {
  std::vector<fs::path> files;
  for (const std::string& path : paths_in(source)) {
    std::error_code error;
    if (!fs::is_directory(path, error)) {
      files.emplace_back(path);
      const fs::path labels = fs::path(path).replace_extension(".json");
      if (labels != fs::path(path) && fs::exists(labels, error)) files.push_back(labels);
      continue;
    }
    for (const fs::directory_entry& entry : fs::directory_iterator(path, error))
      if (entry.is_regular_file(error)) files.push_back(entry.path());
  }
  std::ranges::sort(files);
  return files;
}

std::string digest_of(const fs::path& file) {
  try {
    return sha256_hex(read_file(file).view());
  } catch (const InputError&) {
    return "missing";
  }
}

double megabytes_of(const std::string& source) {
  double bytes = 0;
  for (const fs::path& file : files_of(source)) {
    std::error_code error;
    const std::uintmax_t size = fs::file_size(file, error);
    if (!error) bytes += static_cast<double>(size);
  }
  return bytes / 1e6;
}

//! About twice what scans of 50 000 to 1 000 000 faces a jaw took as binary PLY (docs/COHORTS.md): compressed files hold more in a byte.
void estimate(PlannedCase& planned) {
  const double megabytes = megabytes_of(planned.one.upper) + megabytes_of(planned.one.lower);
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
                              {"track", &CohortCase::track}};

}  // namespace

std::string case_key(const CohortCase& one, const std::vector<std::string>& options) {
  std::string text = "intercusp " INTERCUSP_VERSION "\n";
  for (const std::string& option : options) text += "option " + option + "\n";
  for (const auto paths : {&CohortCase::upper, &CohortCase::lower, &CohortCase::pose,
                           &CohortCase::upper_labels, &CohortCase::lower_labels, &CohortCase::track}) {
    text += "input\n";
    for (const fs::path& file : files_of(one.*paths))
      text += file.filename().string() + " " + digest_of(file) + "\n";
  }
  return sha256_hex(text);
}

CohortPlan make_plan(const Manifest& manifest, const fs::path& cohort,
                     const std::vector<std::string>& options, bool retry) {
  std::vector<PlannedCase> all(manifest.cases.size());
  std::vector<char> stands(all.size());
  for_each_task(all.size(), [&](std::size_t i) {
    PlannedCase& planned = all[i];
    planned.one = manifest.cases[i];
    planned.key = case_key(planned.one, options);
    const auto record = read_record(case_folder(cohort, planned.one));
    stands[i] = record && record->key == planned.key && (record->done() || !retry);
    if (!stands[i]) estimate(planned);
  });
  CohortPlan plan{
      .manifest_folder = fs::absolute(manifest.file).parent_path(), .options = options, .to_do = {}};
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (stands[i]) {
      ++plan.unchanged;
    } else {
      plan.to_do.push_back(std::move(all[i]));
    }
  }
  return plan;
}

std::string plan_text(const CohortPlan& plan) {
  const Values cases = list_of(plan.to_do, [](const PlannedCase& planned) {
    Fields fields;
    for (const Member& member : members) fields.push_back({member.name, planned.one.*member.text});
    return std::move(fields) +
           Fields{{"key", planned.key}, {"memory_mb", planned.memory_mb}, {"minutes", planned.minutes}};
  });
  return json_lines({{"schema", plan_schema},
                     {"manifest_folder", plan.manifest_folder.string()},
                     {"options", plan.options},
                     {"unchanged", plan.unchanged},
                     {"cases", cases}});
}

CohortPlan read_plan(const fs::path& file) {
  const nlohmann::json json = read_json(file);
  if (json.value("schema", "") != plan_schema)
    throw InputError(file, "is no plan of a cohort; make one with intercusp cohort plan");
  CohortPlan plan{
      .manifest_folder = json["manifest_folder"].get<std::string>(), .options = json["options"], .to_do = {}};
  plan.unchanged = json["unchanged"];
  for (const nlohmann::json& entry : json["cases"]) {
    PlannedCase planned{
        .one = {}, .key = entry["key"], .memory_mb = entry["memory_mb"], .minutes = entry["minutes"]};
    for (const Member& member : members) planned.one.*member.text = entry[member.name];
    plan.to_do.push_back(std::move(planned));
  }
  return plan;
}

}  // namespace intercusp
