#include <fmt/format.h>

#include "io/files/safe_text.h"
#include "io/report/report.h"

namespace intercusp {
namespace {

//! The text in quotes if it needs them. Names come from files and may contain anything.
std::string quoted(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + "\"";
}

//! A spreadsheet would compute text that begins like a formula. An apostrophe makes it text.
std::string without_formula(const std::string& text) {
  return text.find_first_of("=+-@\t\r") == 0 ? "'" + text : text;
}

std::string cell(const Value& value) {
  if (const auto* text = std::get_if<std::string>(&value.kind()))
    return quoted(without_formula(visible_text(*text)));
  if (const auto* flag = std::get_if<bool>(&value.kind())) return *flag ? "true" : "false";
  if (const auto* number = std::get_if<double>(&value.kind())) return fmt::format("{}", *number);
  if (const auto* number = std::get_if<std::int64_t>(&value.kind())) return std::to_string(*number);
  if (const auto* number = std::get_if<std::uint64_t>(&value.kind())) return std::to_string(*number);
  return {};
}

std::string line(const Values& cells) {
  std::string text;
  for (const Value& value : cells) text += (&value == cells.data() ? "" : ",") + cell(value);
  return text + "\r\n";
}

}  // namespace

std::string csv_text(const CsvFile& table) {
  Values head(table.columns.begin(), table.columns.end()), same;
  for (const Field& field : table.every_row) {
    head.emplace_back(field.name);
    same.push_back(field.value);
  }
  std::string text = line(head);
  for (Values row : table.rows) {
    row.insert(row.end(), same.begin(), same.end());
    text += line(row);
  }
  return text;
}

}  // namespace intercusp
