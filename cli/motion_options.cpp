#include "cli/motion_options.h"

#include <fmt/core.h>

#include "cli/progress.h"
#include "io/report/export_closing.h"
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
  const OutputOptions& output = arguments.output;
  if (!output.out_dir.empty())
    make_folder(output.out_dir);  // before the work: a wrong folder is told at once
  ProgressLine line(output.quiet);
  line.say("reading and closing the scans");
  const ImportedCase jaws = import_case(arguments.jaws, true);
  const Closing closing =
      find_closing(jaws.bite, motion, {.pixel_mm = arguments.pixel_mm}, [&line](double done) {
        line.say(done < 0.5 ? "seeking the first contact" : "mapping what remains");
        return true;
      });
  if (!output.out_dir.empty()) {
    line.say("writing picture and tables");
    write_together(output.out_dir, closing_files(closing, jaws.upper, jaws.lower, jaws.import_ms));
  }
  line.clear();
  if (output.json) {
    fmt::print("{}", closing_json(closing, jaws.upper, jaws.lower, jaws.import_ms));
  } else if (!output.quiet) {
    fmt::print("{}", closing_text(closing, jaws.upper, jaws.lower));
    if (!output.out_dir.empty()) fmt::print("Results: {}\n", output.out_dir);
  }
}

}  // namespace intercusp::cli
