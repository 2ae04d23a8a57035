#include "io/report/report.h"

#include <tbb/task_arena.h>

#include <algorithm>
#include <utility>

#include "io/files/safe_text.h"
#include "io/files/value.h"
#include "io/language/language.h"
#include "occlusion/base/for_all.h"

namespace intercusp {
namespace {

//! The width in characters, not bytes: "µ" and "–" take one place.
std::size_t width_of(const std::string& text) {
  return static_cast<std::size_t>(std::ranges::count_if(text, [](char c) { return (c & 0xC0) != 0x80; }));
}

std::string padded(const std::string& text, std::size_t width, bool left) {
  const std::string space(width - std::min(width, width_of(text)), ' ');
  return left ? text + space : space + text;
}

std::string without_trailing_space(std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  return line + "\n";
}

std::string table_text(const Table& table) {
  std::vector<std::size_t> widths;
  for (const Column& column : table.columns) widths.push_back(width_of(column.heading));
  for (const auto& row : table.rows) {
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], width_of(row[i]));
  }
  const auto line = [&](const auto& cell_of) {
    std::string text = " ";
    for (std::size_t i = 0; i < widths.size(); ++i)
      text += (i == 0 ? " " : "  ") + padded(cell_of(i), widths[i], i == 0 || table.columns[i].is_text);
    return without_trailing_space(text);
  };
  std::string text = line([&](std::size_t i) { return table.columns[i].heading; });
  for (const auto& row : table.rows) text += line([&](std::size_t i) { return row[i]; });
  return text;
}

std::string facts_text(const std::vector<Fact>& facts) {
  std::size_t width = 0;
  for (const Fact& fact : facts) width = std::max(width, width_of(fact.name));
  std::string text;
  for (const Fact& fact : facts) text += padded(fact.name, width, true) + "  " + fact.text + "\n";
  return text;
}

std::string section_text(const Section& section) {
  std::string text = section.title.empty() ? "" : section.title + "\n";
  for (const std::string& paragraph : section.paragraphs) text += paragraph + "\n";
  if (!section.table.rows.empty()) text += table_text(section.table);
  text += facts_text(section.facts);
  for (const std::string& note : section.notes) text += "  (" + note + ")\n";
  return text;
}

}  // namespace

std::vector<std::string> file_names(const Report& report) {
  std::vector<std::string> names = {report.json_name};
  for (const CsvFile& table : report.tables) names.push_back(table.name);
  for (const Product& file : report.files) names.push_back(file.name);
  if (!report.page_name.empty()) names.push_back(report.page_name);
  for (const LaterProduct& file : report.later_files) names.push_back(file.name);
  return names;
}

std::vector<OutputFile> make_all(const std::vector<Product>& products) {
  std::vector<OutputFile> files(products.size());
  for_each_task(products.size(), [&](std::size_t i) {
    FirstError error;  // exceptions must not pass through oneTBB
    // Isolated, so that a thread that waits inside one product does not start another.
    tbb::this_task_arena::isolate([&] {
      error.keep_of([&] { files[i] = {products[i].name, products[i].make()}; });
    });
    error.rethrow();
  });
  return files;
}

std::vector<OutputFile> files_of(const Report& report) {
  std::vector<OutputFile> files = {{report.json_name, json_lines(report.json)}};
  for (const CsvFile& table : report.tables) files.push_back({table.name, csv_text(table)});
  for (OutputFile& file : make_all(report.files)) files.push_back(std::move(file));
  if (!report.page_name.empty()) files.push_back({report.page_name, page_html(report, files)});
  for (const LaterProduct& file : report.later_files) files.push_back({file.name, file.make(report, files)});
  return files;
}

std::string summary_text(const Report& report) {
  std::string text;
  for (const Remark& remark : report.remarks)
    text += (remark.about.empty() ? phrase("Note: {}", remark.text)
                                  : phrase("Note, {}: {}", remark.about, remark.text)) +
            "\n";
  text += report.headline + "\n";
  for (const Section& section : report.sections) {
    if (section.on != Section::On::page) text += "\n" + section_text(section);
  }
  return visible_text(text);
}

}  // namespace intercusp
