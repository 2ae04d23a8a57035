#include "io/report/report.h"

#include <tbb/task_arena.h>

#include <utility>

#include "io/files/value.h"
#include "occlusion/base/for_all.h"

namespace intercusp {

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

}  // namespace intercusp
