// Names and notes may hold any bytes: JSON and CSV give them back, and pages, spreadsheets and terminals treat them as
// text only.
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "io/files/safe_text.h"
#include "io/files/value.h"
#include "io/report/html_parts.h"
#include "io/report/report.h"
#include "tests/fuzz/chosen.h"
#include "tests/fuzz/csv_reader.h"

namespace intercusp {
namespace {

using fuzz::expect;

void expect_in_json(const std::string& text) {
  const nlohmann::json read = nlohmann::json::parse(json_line(Fields{{text, text}}));
  expect(read.size() == 1 && read.begin().key() == valid_utf8(text) &&
         read.begin().value() == valid_utf8(text));
}

void expect_in_csv(const std::string& text) {
  const std::vector<fuzz::Row> rows =
      fuzz::rows_of(csv_text({.name = "a.csv", .columns = {"name"}, .rows = {{text}}}));
  expect(rows.size() == 2 && rows.back().size() == 1);
  const std::string& cell = rows.back().front();
  expect(cell == visible_text(text) || cell == "'" + visible_text(text));
  expect(cell.empty() || std::string_view("=+-@\t\r").find(cell.front()) == std::string_view::npos);
}

void expect_in_page(const std::string& text) {
  const std::string safe = escaped(text);
  expect(safe.find_first_of("<>\"'") == std::string::npos && valid_utf8(safe) == safe);
}

void expect_on_terminal(const std::string& text) {
  const std::string shown = visible_text(text);
  for (const char letter : shown)
    expect(letter == '\n' || letter == '\t' || (static_cast<unsigned char>(letter) >= ' ' && letter != 0x7f));
  for (const char* const turning : {"\u200F", "\u202E", "\u2067"})
    expect(shown.find(turning) == std::string::npos);
  expect(valid_utf8(shown) == shown);
}

}  // namespace
}  // namespace intercusp

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  intercusp::expect_in_json(text);
  intercusp::expect_in_csv(text);
  intercusp::expect_in_page(text);
  intercusp::expect_on_terminal(text);
  return 0;
}
