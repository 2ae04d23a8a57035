// `close` and `slide`: the first contact of a turn or of a shift.
#include <filesystem>
#include <memory>
#include <vector>

#include "cli/output.h"
#include "io/case/checkbite_file.h"
#include "io/language/language.h"
#include "io/results/closing/report.h"
#include "occlusion/base/angles.h"
#include "occlusion/base/free_memory.h"
#include "occlusion/case/bite.h"
#include "occlusion/motion/closing/closing.h"

namespace intercusp::cli {
namespace {

struct MotionArguments {
  CaseOptions jaws;
  ClosingOptions options;
  OutputOptions output;
};

void add_motion_options(CLI::App& command, MotionArguments& arguments) {
  add_case_options(command, arguments.jaws);
  each_option(arguments.options, AddOption{command});
  add_output_options(command, arguments.output);
}

//! Reads the case, finds the first contact, writes and prints the results. \param others files that are read besides the jaws
void run_motion(const MotionArguments& arguments, const Motion& motion,
                const std::vector<std::filesystem::path>& others = {}) {
  const Output output(arguments.output, closing_file_names(motion), input_files(arguments.jaws, others));
  run_case_command(arguments.jaws, output, true, [&](const ImportedCase& jaws, ProgressLine& line) {
    constexpr std::uint64_t a_face = 250;  // for search trees and placed jaws, rounded down
    need_memory(a_face * face_count(jaws.bite));
    const auto closing = std::make_shared<const Closing>(
        find_closing(prepare_case(jaws.bite), motion, arguments.options, [&line](double done) {
          line.say(done < 0.5 ? phrase("finding the first contact") : phrase("mapping the remaining travel"));
        }));
    output.deliver(report_of(closing, jaws.inputs), line);
  });
}

struct CloseArguments {
  MotionArguments motion;
  std::string axis, checkbite;
  double max_angle_deg = usual_limit_deg;
};

//! The motion is checked before any scan is opened.
void run_close(const CloseArguments& arguments) {
  if (arguments.axis.empty() == arguments.checkbite.empty())
    throw CLI::ValidationError("close", "needs an --axis, or a --checkbite that determined one");
  const double limit_rad = arguments.max_angle_deg * rad_per_deg;
  if (!arguments.checkbite.empty()) {
    const Condyles hinge = read_hinge(arguments.checkbite);
    return run_motion(arguments.motion, Motion::turn(hinge.middle(), -hinge.axis(), limit_rad),
                      {arguments.checkbite});
  }
  const std::string wants =
      "six numbers PX,PY,PZ,DX,DY,DZ: a point of the axis and a direction that is not zero";
  const std::vector<double> numbers = numbers_of("--axis", wants, arguments.axis, 6);
  run_motion(
      arguments.motion,
      Motion::turn(place_of("--axis", arguments.axis, Eigen::Vector3d(numbers.data())),
                   direction_of("--axis", arguments.axis, Eigen::Vector3d(numbers.data() + 3)), limit_rad));
}

struct SlideArguments {
  MotionArguments motion;
  std::string along;
  double max_mm = usual_limit_mm;
};

void run_slide(const SlideArguments& arguments) {
  const std::string wants = "three numbers X,Y,Z that are not all zero";
  const std::vector<double> numbers = numbers_of("--along", wants, arguments.along, 3);
  const Eigen::Vector3d along = direction_of("--along", arguments.along, Eigen::Vector3d(numbers.data()));
  run_motion(arguments.motion, Motion::shift(along, arguments.max_mm));
}

}  // namespace

void add_close_command(CLI::App& program) {
  auto [command, arguments] =
      add_command(program, "close",
                  "Find the exact first contact when the lower jaw turns about a hinge axis", run_close);
  command.add_option(
      "--axis", arguments.axis,
      "Hinge axis PX,PY,PZ,DX,DY,DZ: a point in mm and a direction; the lower turns right-handed "
      "about it");
  add_checkbite_option(command, arguments.checkbite,
                       "Close about the hinge axis in this checkbite.json instead");
  AddOption{command}({"--max-angle", "max_angle_deg", "Largest turn in degrees", limits::turn_deg, "DEG"},
                     arguments.max_angle_deg);
  add_motion_options(command, arguments.motion);
}

void add_slide_command(CLI::App& program) {
  auto [command, arguments] =
      add_command(program, "slide",
                  "Find the exact first contact when the lower jaw moves along a straight line", run_slide);
  command.add_option("--along", arguments.along, "Direction of the motion, X,Y,Z")->required();
  AddOption{command}({"--max", "max_mm", "Largest distance in mm", limits::shift_mm, "MM"}, arguments.max_mm);
  add_motion_options(command, arguments.motion);
}

}  // namespace intercusp::cli
