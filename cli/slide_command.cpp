#include "cli/slide_command.h"

#include <memory>

#include "cli/motion_options.h"

namespace intercusp::cli {
namespace {

struct SlideArguments {
  MotionArguments motion;
  std::string along;
  double max_mm = 20;
};

//! Checked before any file is opened.
Motion shift_of(const SlideArguments& arguments) {
  const std::string wants = "three numbers X,Y,Z that are not all zero";
  const std::vector<double> numbers = numbers_of("--along", wants, arguments.along, 3);
  const Eigen::Map<const Eigen::Vector3d> direction(numbers.data());
  if (!(direction.norm() > 1e-9))
    throw CLI::ValidationError("--along", "wants " + wants + "; not " + arguments.along);
  return Motion::shift(direction, arguments.max_mm);
}

}  // namespace

void add_slide_command(CLI::App& program) {
  CLI::App* command = program.add_subcommand(
      "slide", "First contact of a straight shift of the lower jaw, exact and in one step");
  auto arguments = std::make_shared<SlideArguments>();
  command->add_option("--along", arguments->along, "The direction in which the lower is shifted, X,Y,Z")
      ->required();
  command->add_option("--max", arguments->max_mm, "How far to shift, mm")
      ->check(positive_number())
      ->capture_default_str();
  add_motion_options(*command, arguments->motion);
  command->callback([arguments] { run_motion(arguments->motion, shift_of(*arguments)); });
}

}  // namespace intercusp::cli
