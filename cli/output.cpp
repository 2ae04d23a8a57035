#include "cli/output.h"

#include <fmt/core.h>

#include "io/files/json_text.h"
#include "io/files/write_atomically.h"
#include "io/language/language.h"

namespace intercusp::cli {

Output::Output(const OutputOptions& options, const std::vector<std::string>& names,
               std::vector<std::filesystem::path> inputs)
    : options_(options),
      results_{.folder = options.out_dir,
               .record = names.front(),
               .inputs = std::move(inputs),
               .force = options.force} {
  if (options.out_dir.empty()) return;
  check_replaceable(results_, names);
  make_folder(options.out_dir);
  check_writable(options.out_dir);
}

void Output::deliver(const Report& report, ProgressLine& line, const std::string& where,
                     const Digests& before) const {
  const std::string& folder = options_.out_dir;
  if (!folder.empty()) {
    line.say(phrase("writing the results"));
    const std::vector<OutputFile> files = files_of(report);
    write_results(results_, report.json, std::span(files).subspan(1), before);  // the first is the record
  }
  line.clear();
  if (options_.json) {
    fmt::print("{}", json_lines(report.json));
  } else if (!options_.quiet) {
    fmt::print("{}", summary_text(report));
    if (folder.empty()) return;
    fmt::print("{}\n", !where.empty()             ? where
                       : report.page_name.empty() ? phrase("Results: {}", folder)
                                                  : phrase("Report: {}/{}", folder, report.page_name));
  }
}

}  // namespace intercusp::cli
