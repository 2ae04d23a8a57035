#include <memory>

#include "cli/output.h"
#include "io/case/checkbite_file.h"
#include "io/language/language.h"
#include "io/results/seating/report.h"
#include "occlusion/motion/seating/settle.h"

namespace intercusp::cli {
namespace {

struct SettleArguments {
  CaseOptions jaws;
  SettleOptions options;
  std::string checkbite;
  OutputOptions output;
};

//! Where a closing about the hinge moves the middle of the lower, unit.
Eigen::Vector3d closing_direction(const Condyles& hinge, const Bite& bite) {
  Eigen::Vector3d middle = Eigen::Vector3d::Zero();
  for (const Eigen::Vector3d& vertex : bite.lower->mesh.vertices) middle += vertex;
  middle =
      bite.upper_from_lower * Eigen::Vector3d(middle / static_cast<double>(bite.lower->mesh.vertices.size()));
  return (middle - hinge.middle()).cross(hinge.axis()).normalized();
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
  SettleOptions options = arguments.options;
  const Output output(arguments.output, {"settle.json", "pose.json"},
                      input_files(arguments.jaws, {arguments.checkbite}));
  std::optional<Condyles> hinge;
  if (!arguments.checkbite.empty()) hinge = read_hinge(arguments.checkbite);
  run_case_command(arguments.jaws, output, options.direction.has_value() || hinge.has_value(),
                   [&](const ImportedCase& jaws, ProgressLine& line) {
                     if (hinge) options.direction = closing_direction(*hinge, jaws.bite);
                     const auto settlement =
                         std::make_shared<const Settlement>(settled(jaws.bite, options, line));
                     output.deliver(report_of(settlement, jaws.inputs), line,
                                    files_text(*settlement, arguments.output.out_dir));
                   });
}

}  // namespace

void add_settle_command(CLI::App& program) {
  auto [command, arguments] = add_command(
      program, "settle",
      "Move the lower jaw slightly to a stable bite, for scans registered too open or too deep", run_settle);
  add_case_options(command, arguments.jaws);
  each_option(arguments.options, AddOption{command});
  add_checkbite_option(command, arguments.checkbite,
                       "Close along the path of the hinge axis in this checkbite.json")
      ->excludes(command.get_option("--direction"));
  add_output_options(command, arguments.output);
}

}  // namespace intercusp::cli
