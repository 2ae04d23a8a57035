#include "cli/output.h"

#include <fmt/core.h>

#include "io/files/safe_text.h"
#include "io/files/value.h"
#include "io/files/write_atomically.h"
#include "io/language/language.h"
#include "occlusion/base/free_memory.h"
#include "occlusion/case/bite.h"

namespace intercusp::cli {

void say_what_went(const EarlierFiles& files, const std::string& folder) {
  for (const std::string& sentence : sentences_of(files, folder))
    fmt::print(stderr, "intercusp: {}\n", visible_text(sentence));
}

Output::Output(const OutputOptions& options, const std::vector<std::string>& names, InputFiles inputs)
    : options_(options),
      results_{.folder = options.out_dir,
               .record = names.front(),
               .inputs = std::move(inputs.files),
               .force = options.force,
               .scans = std::move(inputs.scans)} {
  if (options.out_dir.empty()) return;
  check_replaceable(results_, names);
  folders_.make(options.out_dir);
  check_writable(options.out_dir);
}

void Output::deliver(const Report& report, ProgressLine& line, const std::string& where,
                     std::span<StagedFile> before) const {
  const std::string& folder = options_.out_dir;
  if (!folder.empty()) {
    line.say(phrase("writing the results"));
    const std::vector<OutputFile> files = files_of(report);
    const EarlierFiles earlier =
        write_results(results_, report.json, std::span(files).subspan(1), before);  // the first is the record
    line.clear();
    say_what_went(earlier, folder);
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

void run_case_command(const CaseOptions& options, const Output& output, bool direction_given,
                      const std::function<void(const ImportedCase& jaws, ProgressLine& line)>& work) {
  ProgressLine line(output.quiet());
  line.say(phrase("reading and closing the scans"));
  const ImportedCase jaws = import_case(options, direction_given);
  constexpr std::uint64_t a_face = 50;  // the least of all commands
  need_memory(a_face * face_count(jaws.bite));
  work(jaws, line);
}

}  // namespace intercusp::cli
