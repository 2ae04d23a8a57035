#include <CLI/CLI.hpp>
#include <memory>

#include "cli/commands.h"
#include "cli/motion_options.h"

namespace intercusp::cli {
namespace {

struct SlideArguments {
  MotionArguments motion;
  std::string along;
  double max_mm = usual_limit_mm;
};

//! Checked before any file is opened.
Motion shift_of(const SlideArguments& arguments) {
  const std::string wants = "three numbers X,Y,Z that are not all zero";
  const std::vector<double> numbers = numbers_of("--along", wants, arguments.along, 3);
  return Motion::shift(direction_of("--along", arguments.along, Eigen::Vector3d(numbers.data())),
                       arguments.max_mm);
}

}  // namespace

void add_slide_command(CLI::App& program) {
  CLI::App* command = program.add_subcommand(
      "slide", "Find the exact first contact when the lower jaw moves along a straight line");
  auto arguments = std::make_shared<SlideArguments>();
  command->add_option("--along", arguments->along, "Direction of the motion, X,Y,Z")->required();
  command->add_option("--max", arguments->max_mm, "Largest distance in mm")
      ->check(within(limits::shift_mm, "MM"))
      ->capture_default_str();
  add_motion_options(*command, arguments->motion);
  command->callback([arguments] { run_motion(arguments->motion, shift_of(*arguments)); });
}

}  // namespace intercusp::cli
