#include "io/results/cohort/case_record.h"

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>

#include "io/files/errors.h"
#include "io/files/read_json.h"
#include "io/files/result_folder.h"
#include "io/report/report.h"
#include "io/results/cohort/columns.h"

namespace intercusp {
namespace {

using nlohmann::json;

constexpr const char* record_schema = "intercusp-cohort-case/1";

//! The digests of a jaw's files; for `compare` those of the scan after.
std::string digests(const json& result, const std::string& jaw) {
  std::string text;
  const json of_jaw = result.value(jaw, json::object());
  for (const json& file : of_jaw.value("after", of_jaw).value("files", json::array()))
    text += (text.empty() ? "" : " ") + file["sha256"].get<std::string>();
  return text;
}

//! \param entries rows of the report, one for each row of the table
CsvFile rows_table(const CohortTable& of, const CohortCase& one, const std::vector<json>& entries) {
  const Figures<CohortCase> identity = identity_columns();
  CsvFile table{.name = of.rows_name, .columns = csv_head(identity), .rows = {}};
  for (const std::string& column : csv_head(of.columns)) table.columns.push_back(column);
  for (const json& entry : entries) table.rows.push_back(csv_row(identity, one) + csv_row(of.columns, entry));
  return table;
}

CaseRecord record_of(const json& file) {
  CaseRecord record{.subject = file.at("subject"),
                    .session = file.at("session"),
                    .reason_code = file.at("reason_code"),
                    .reason = file.at("reason"),
                    .key = file.at("key"),
                    .version = file.at("version"),
                    .host = file.at("host"),
                    .analysis = find_named<CohortAnalysis>(file.value("analysis", "inspect")).value(),
                    .options = file.at("options"),
                    .seconds = file.at("seconds"),
                    .peak_memory_mb = file.at("peak_memory_mb"),
                    .upper_sha256 = file.at("upper_sha256"),
                    .lower_sha256 = file.at("lower_sha256")};
  for (const json& figure : file.at("figures")) record.figures.push_back(value_of(figure));
  return record;
}

Fields fields_of(const CaseRecord& record) {
  return {{"schema", record_schema},
          {"subject", record.subject},
          {"session", record.session},
          {"status", record.done() ? "done" : "failed"},
          {"reason_code", record.reason_code},
          {"reason", record.reason},
          {"key", record.key},
          {"version", record.version},
          {"host", record.host},
          {"analysis", name_of(record.analysis)},
          {"options", record.options},
          {"seconds", record.seconds},
          {"peak_memory_mb", record.peak_memory_mb},
          {"upper_sha256", record.upper_sha256},
          {"lower_sha256", record.lower_sha256},
          {"figures", record.figures}};
}

}  // namespace

std::filesystem::path case_folder(const std::filesystem::path& cohort, const CohortCase& one) {
  return cohort / "cases" / one.name;
}

void write_record(const std::filesystem::path& folder, const CaseRecord& record,
                  const std::vector<OutputFile>& rows) {
  make_folder(folder);
  set_aside(folder / record_name);
  for (const OutputFile& file : rows) set_aside(folder / file.name);
  write_results({.folder = folder, .record = record_name, .inputs = {}}, fields_of(record), rows);
}

void clear_case(const std::filesystem::path& folder) {
  for (const auto& [below, record] : {std::pair("play", "play.json"),
                                      {"upper", "compare.json"},
                                      {"lower", "compare.json"},
                                      {"upper", "segment.json"},
                                      {"lower", "segment.json"}})
    remove_own_files(folder / below, record);
  for (const char* const record : {"bite.json", "model.json", "report.json", record_name})
    remove_own_files(folder, record);
}

bool has_rows(const std::filesystem::path& folder, CohortAnalysis analysis) {
  return std::ranges::all_of(case_tables(analysis), [&](const CohortTable& table) {
    const std::string header = header_of(table);
    std::string text(header.size(), '\0');
    std::ifstream stream(folder / table.rows_name, std::ios::binary);
    return stream.read(text.data(), static_cast<std::streamsize>(text.size())) && text == header;
  });
}

std::optional<CaseRecord> read_record(const std::filesystem::path& folder) {
  try {
    const json file = read_json(folder / record_name);
    if (file.value("schema", "") != record_schema) return std::nullopt;
    CaseRecord record = record_of(file);
    if (record.done() && record.figures.size() != case_figures(record.analysis).size()) return std::nullopt;
    return record;
  } catch (const InputError&) {
    return std::nullopt;
  } catch (const json::exception&) {
    return std::nullopt;
    // The record is of another version's analysis.
  } catch (const std::bad_optional_access&) {
    return std::nullopt;
  }
}

void add_figures(CaseRecord& record, const json& result) {
  record.upper_sha256 = digests(result, "upper");
  record.lower_sha256 = digests(result, "lower");
  for (const Figure<json>& figure : case_figures(record.analysis))
    record.figures.push_back(figure.value(result));
}

std::vector<OutputFile> case_rows(const CohortCase& one, CohortAnalysis analysis, const json& result) {
  std::vector<OutputFile> files;
  for (const CohortTable& table : case_tables(analysis))
    files.push_back({table.rows_name, csv_text(rows_table(table, one, table.rows(result)))});
  return files;
}

std::string header_of(const CohortTable& table) { return csv_text(rows_table(table, {}, {})); }

}  // namespace intercusp
