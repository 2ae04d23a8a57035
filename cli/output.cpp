#include "cli/output.h"

#include <fmt/core.h>

#include "io/files/json_text.h"
#include "io/files/write_atomically.h"
#include "io/language/language.h"

namespace intercusp::cli {

void make_output_folder(const OutputOptions& output) {
  if (output.out_dir.empty()) return;
  make_folder(output.out_dir);
  check_writable(output.out_dir);
}

void deliver(const Report& report, const OutputOptions& output, ProgressLine& line,
             const std::string& where) {
  const std::string& folder = output.out_dir;
  if (!folder.empty()) {
    line.say(phrase("writing the results"));
    write_together(folder, files_of(report));
  }
  line.clear();
  if (output.json) {
    fmt::print("{}", json_lines(report.json));
  } else if (!output.quiet) {
    fmt::print("{}", summary_text(report));
    if (folder.empty()) return;
    fmt::print("{}\n", !where.empty()             ? where
                       : report.page_name.empty() ? phrase("Results: {}", folder)
                                                  : phrase("Report: {}/{}", folder, report.page_name));
  }
}

}  // namespace intercusp::cli
