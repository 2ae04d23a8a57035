#include <CLI/CLI.hpp>
#include <memory>

#include "cli/commands.h"
#include "cli/motion_options.h"
#include "occlusion/base/angles.h"

namespace intercusp::cli {
namespace {

struct CloseArguments {
  MotionArguments motion;
  std::string axis;
  double max_angle_deg = usual_limit_deg;
};

//! Checked before any file is opened.
Motion turn_of(const CloseArguments& arguments) {
  const std::string wants =
      "six numbers PX,PY,PZ,DX,DY,DZ: a point of the axis and a direction that is not zero";
  const std::vector<double> numbers = numbers_of("--axis", wants, arguments.axis, 6);
  return Motion::turn(place_of("--axis", arguments.axis, Eigen::Vector3d(numbers.data())),
                      direction_of("--axis", arguments.axis, Eigen::Vector3d(numbers.data() + 3)),
                      arguments.max_angle_deg * rad_per_deg);
}

}  // namespace

void add_close_command(CLI::App& program) {
  CLI::App* command = program.add_subcommand(
      "close", "Find the exact first contact when the lower jaw turns about a hinge axis");
  auto arguments = std::make_shared<CloseArguments>();
  command
      ->add_option("--axis", arguments->axis,
                   "Hinge axis PX,PY,PZ,DX,DY,DZ: a point in mm and a direction; the lower turns "
                   "right-handed about it")
      ->required();
  command->add_option("--max-angle", arguments->max_angle_deg, "Largest turn in degrees")
      ->check(within(limits::turn_deg, "DEG"))
      ->capture_default_str();
  add_motion_options(*command, arguments->motion);
  command->callback([arguments] { run_motion(arguments->motion, turn_of(*arguments)); });
}

}  // namespace intercusp::cli
