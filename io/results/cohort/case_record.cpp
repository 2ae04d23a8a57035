#include "io/results/cohort/case_record.h"

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <tuple>

#include "io/files/errors.h"
#include "io/files/read_json.h"
#include "io/files/result_folder.h"
#include "io/report/report.h"
#include "io/results/cohort/columns.h"

namespace intercusp {
namespace {

using nlohmann::json;

constexpr const char* record_schema = "intercusp-cohort-case/1";

std::string digests(const json& report, const char* jaw) {
  std::string text;
  for (const json& file : report[jaw]["files"])
    text += (text.empty() ? "" : " ") + file["sha256"].get<std::string>();
  return text;
}

//! \param entries rows of the report, one for each row of the table
CsvFile rows_table(const char* name, const Figures<json>& columns, const CohortCase& one,
                   const std::vector<json>& entries) {
  const Figures<CohortCase> identity = identity_columns();
  CsvFile table{.name = name, .columns = csv_head(identity), .rows = {}};
  for (const std::string& column : csv_head(columns)) table.columns.push_back(column);
  for (const json& entry : entries) table.rows.push_back(csv_row(identity, one) + csv_row(columns, entry));
  return table;
}

//! A tooth without contact at a threshold has a row too: "no contact" is a result.
std::vector<json> with_teeth_without_contact(const json& report) {
  std::vector<json> rows = report.value("teeth", json::array()).get<std::vector<json>>();
  std::set<std::tuple<double, std::string, int>> measured;
  for (const json& row : rows)
    if (row["tooth"].is_number()) measured.emplace(row["threshold_mm"], row["measure"], row["tooth"]);
  for (const json& area : report.value("areas", json::array())) {
    if (area.value("side", "lower") != "lower") continue;
    for (const json& axes : report.value("tooth_axes", json::array())) {
      if (measured.contains({area["threshold_mm"], area["measure"], axes["tooth"]})) continue;
      rows.push_back({{"threshold_mm", area["threshold_mm"]},
                      {"measure", area["measure"]},
                      {"side", "lower"},
                      {"tooth", axes["tooth"]},
                      {"contacts", 0},
                      {"projected_mm2", 0.0},
                      {"surface_mm2", 0.0}});
      for (const char* const jaw : {"upper", "lower"}) {
        for (const json& guess : report[jaw].value("estimated_teeth", json::array())) {
          if (guess["fdi"] != axes["tooth"]) continue;
          rows.back()["tooth_confidence"] = guess["confidence"];
          rows.back()["tooth_sure"] = guess["sure"];
        }
      }
    }
  }
  const auto place = [](const json& row) {
    return std::tuple(row["measure"].get<std::string>(), row["threshold_mm"].get<double>(),
                      row["tooth"].is_number() ? row["tooth"].get<int>() : 0);
  };
  std::ranges::stable_sort(rows, {}, place);
  return rows;
}

std::string header(const Figures<json>& columns) { return csv_text(rows_table("", columns, {}, {})); }

CaseRecord record_of(const json& file) {
  CaseRecord record{.subject = file.at("subject"),
                    .session = file.at("session"),
                    .reason_code = file.at("reason_code"),
                    .reason = file.at("reason"),
                    .key = file.at("key"),
                    .version = file.at("version"),
                    .host = file.at("host"),
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
  for (const char* const name : {record_name, teeth_rows_name, contact_rows_name}) set_aside(folder / name);
  write_results({.folder = folder, .record = record_name, .inputs = {}}, fields_of(record), rows);
}

void clear_case(const std::filesystem::path& folder) {
  remove_own_files(folder / "play", "play.json");
  remove_own_files(folder, "report.json");
  remove_own_files(folder, record_name);
}

bool has_rows(const std::filesystem::path& folder) {
  const auto begins_with = [](const std::filesystem::path& file, const std::string& header) {
    std::string text(header.size(), '\0');
    std::ifstream stream(file, std::ios::binary);
    return stream.read(text.data(), static_cast<std::streamsize>(text.size())) && text == header;
  };
  return begins_with(folder / teeth_rows_name, teeth_header()) &&
         begins_with(folder / contact_rows_name, contacts_header());
}

std::optional<CaseRecord> read_record(const std::filesystem::path& folder) {
  try {
    const json file = read_json(folder / record_name);
    if (file.value("schema", "") != record_schema) return std::nullopt;
    CaseRecord record = record_of(file);
    if (record.done() && record.figures.size() != case_figures().size()) return std::nullopt;
    return record;
  } catch (const InputError&) {
    return std::nullopt;
  } catch (const json::exception&) {
    return std::nullopt;
  }
}

void add_figures(CaseRecord& record, const json& report) {
  record.upper_sha256 = digests(report, "upper");
  record.lower_sha256 = digests(report, "lower");
  for (const Figure<json>& figure : case_figures()) record.figures.push_back(figure.value(report));
}

std::vector<OutputFile> case_rows(const CohortCase& one, const json& report) {
  const CsvFile teeth = rows_table(teeth_rows_name, teeth_columns(), one, with_teeth_without_contact(report));
  const CsvFile contacts =
      rows_table(contact_rows_name, contacts_columns(), one, report.value("contacts", json::array()));
  return {{teeth.name, csv_text(teeth)}, {contacts.name, csv_text(contacts)}};
}

std::string teeth_header() { return header(teeth_columns()); }
std::string contacts_header() { return header(contacts_columns()); }

}  // namespace intercusp
