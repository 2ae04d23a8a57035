#include "cli/motion_options.h"

#include "cli/output.h"
#include "cli/progress.h"
#include "io/report/reports.h"
#include "occlusion/motion/closing/closing.h"

namespace intercusp::cli {

void add_motion_options(CLI::App& command, MotionArguments& arguments) {
  add_case_options(command, arguments.jaws);
  command
      .add_option("--pixel", arguments.pixel_mm,
                  "Edge of a pixel of the map, mm; first contact is exact without it")
      ->check(positive_number())
      ->capture_default_str();
  add_output_options(command, arguments.output);
}

void run_motion(const MotionArguments& arguments, const Motion& motion) {
  make_output_folder(arguments.output);
  ProgressLine line(arguments.output.quiet);
  line.say("reading and closing the scans");
  const ImportedCase jaws = import_case(arguments.jaws, true);
  const Closing closing = find_closing(
      jaws.bite, motion, {.pixel_mm = arguments.pixel_mm},
      [&line](double done) { line.say(done < 0.5 ? "seeking the first contact" : "mapping what remains"); });
  deliver(report_of(closing, {jaws.upper, jaws.lower, jaws.import_ms}), arguments.output, line);
}

}  // namespace intercusp::cli
