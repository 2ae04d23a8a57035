#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <cmath>
#include <filesystem>
#include <memory>

#include "cli/interrupt.h"
#include "cli/options.h"
#include "cli/output.h"
#include "io/language/language.h"
#include "io/results/seating/report.h"
#include "occlusion/motion/seating/settle.h"

namespace intercusp::cli {
namespace {

struct SettleArguments {
  CaseOptions jaws;
  double tolerance_mm = SettleOptions{}.tolerance_mm;
  double max_motion_mm = SettleOptions{}.max_motion_mm;
  std::string direction = "auto";
  OutputOptions output;
};

SettleOptions settle_options(const SettleArguments& arguments) {
  return {.tolerance_mm = arguments.tolerance_mm,
          .max_motion_mm = arguments.max_motion_mm,
          .direction = direction_of({.direction = arguments.direction})};
}

//! A refusal with the code "stopped" if the user interrupts it.
Settlement settled(const Bite& bite, const SettleOptions& options, ProgressLine& line) {
  const Interrupt interrupt;
  const std::shared_ptr<const Case> start = prepare_case(bite);
  try {
    return settle(start, options, [&](double done) {
      line.say(phrase("settling the bite, {:.0f} %", 100 * done));
      if (interrupt.asked()) throw Cancelled();
    });
  } catch (const Cancelled&) {
    return {.options = options, .start = start, .refusals = {{"stopped", Severity::error}}};
  }
}

std::string files_text(const Settlement& settlement, const std::string& out_dir) {
  return settlement.settled() ? phrase("\nPose: {}/pose.json", out_dir)
                              : phrase("\nFindings: {}/settle.json", out_dir);
}

void run_settle(const SettleArguments& arguments) {
  const SettleOptions options = settle_options(arguments);
  const Output output(arguments.output, {"settle.json", "pose.json"}, input_files(arguments.jaws));
  run_case_command(arguments.jaws, output, options.direction.has_value(),
                   [&](const ImportedCase& jaws, ProgressLine& line) {
                     const auto settlement =
                         std::make_shared<const Settlement>(settled(jaws.bite, options, line));
                     output.deliver(report_of(settlement, {jaws.upper, jaws.lower, jaws.import_ms}), line,
                                    files_text(*settlement, arguments.output.out_dir));
                   });
}

}  // namespace

void add_settle_command(CLI::App& program) {
  CLI::App* command = program.add_subcommand(
      "settle", "Move the lower jaw slightly to a stable bite, for scans registered too open or too deep");
  auto arguments = std::make_shared<SettleArguments>();
  add_case_options(*command, arguments->jaws);
  command
      ->add_option("--tolerance", arguments->tolerance_mm,
                   "Largest penetration allowed, in mm of surface distance")
      ->check(within(limits::settle_tolerance_mm, "MM"))
      ->capture_default_str();
  command
      ->add_option("--max-motion", arguments->max_motion_mm,
                   "Largest motion of any point of the lower jaw, in mm")
      ->check(within(limits::settle_motion_mm, "MM"))
      ->capture_default_str();
  command
      ->add_option(
          "--direction", arguments->direction,
          "Closing direction from lower to upper, X,Y,Z (auto: superior; if given, no arch is needed)")
      ->capture_default_str();
  add_output_options(*command, arguments->output);
  command->callback([arguments] { run_settle(*arguments); });
}

}  // namespace intercusp::cli
