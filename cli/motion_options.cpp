#include "cli/motion_options.h"

#include <CLI/CLI.hpp>

#include "cli/run_case_command.h"
#include "io/language/language.h"
#include "io/report/reports.h"
#include "occlusion/base/free_memory.h"
#include "occlusion/case/face_count.h"

namespace intercusp::cli {

void add_motion_options(CLI::App& command, MotionArguments& arguments) {
  add_case_options(command, arguments.jaws);
  command
      .add_option("--pixel", arguments.pixel_mm,
                  "Pixel size of the map in mm (first contact does not depend on it)")
      ->check(within(limits::pixel_mm, "MM"))
      ->capture_default_str();
  add_output_options(command, arguments.output);
}

void run_motion(const MotionArguments& arguments, const Motion& motion) {
  const Output output(arguments.output, closing_file_names(motion), input_files(arguments.jaws));
  run_case_command(arguments.jaws, output, true, [&](const ImportedCase& jaws, ProgressLine& line) {
    constexpr std::uint64_t a_face = 250;  // of search trees and placed jaws, rounded down
    need_memory(a_face * face_count(jaws.bite));
    const auto closing = std::make_shared<const Closing>(find_closing(
        std::make_shared<const Case>(prepare_case(jaws.bite)), motion, {.pixel_mm = arguments.pixel_mm},
        [&line](double done) {
          line.say(done < 0.5 ? phrase("finding the first contact") : phrase("mapping the remaining travel"));
        }));
    output.deliver(report_of(closing, {jaws.upper, jaws.lower, jaws.import_ms}), line);
  });
}

}  // namespace intercusp::cli
