#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <memory>
#include <stdexcept>

#include "cli/output.h"
#include "io/case/checkbite_file.h"
#include "io/language/language.h"
#include "io/results/articulator/report.h"
#include "io/wording/findings.h"
#include "occlusion/base/ms_since.h"
#include "occlusion/motion/articulator/sensitivity.h"

namespace intercusp::cli {
namespace {

using Clock = std::chrono::steady_clock;

//! Arguments as they were typed; empty for the default.
struct ArticulateArguments {
  CaseOptions jaws;
  std::string condyles, checkbite;
  std::string inclination, bennett, side_shift;
  double bonwill_arm_mm = ArticulatorSettings{}.bonwill_arm_mm;
  double intercondylar_mm = ArticulatorSettings{}.intercondylar_mm;
  double balkwill_deg = ArticulatorSettings{}.balkwill_rad / rad_per_deg;
  ArticulateOptions options;
  std::string sensitivity = "none";  //!< empty: the option was given without a number
  OutputOptions output;
};

//! Parses one number for both sides, or right and left.
BothSides sides_of(const std::string& option, const std::string& text, const limits::Range& range,
                   double unit, const BothSides& usual) {
  if (text.empty()) return usual;
  const bool both = text.find(',') == std::string::npos;
  const std::vector<double> numbers =
      numbers_of(option, "one number for both sides, or RIGHT,LEFT", text, both ? 1 : 2);
  for (const double number : numbers)
    if (!range.holds(number))
      throw CLI::ValidationError(
          option, fmt::format("wants numbers from {} to {}, not {}", range.least, range.most, text));
  return {numbers.front() * unit, numbers.back() * unit};
}

//! Measured numbers in place of average ones.
BothSides measured(const CheckbiteNumbers& numbers, double unit, const BothSides& usual) {
  return {numbers.right ? numbers.right->value * unit : usual.right,
          numbers.left ? numbers.left->value * unit : usual.left};
}

ArticulatorSettings settings_of(const ArticulateArguments& arguments, const CheckbiteFile& checkbite) {
  ArticulatorSettings usual;
  usual.inclination_rad = measured(checkbite.inclination_deg, rad_per_deg, usual.inclination_rad);
  usual.bennett_rad = measured(checkbite.bennett_deg, rad_per_deg, usual.bennett_rad);
  usual.side_shift_mm = measured(checkbite.side_shift_mm, 1, usual.side_shift_mm);
  const ArticulatorSettings settings{
      {.bonwill_arm_mm = arguments.bonwill_arm_mm,
       .intercondylar_mm = arguments.intercondylar_mm,
       .balkwill_rad = arguments.balkwill_deg * rad_per_deg},
      {.inclination_rad = sides_of("--inclination", arguments.inclination, limits::inclination_deg,
                                   rad_per_deg, usual.inclination_rad),
       .bennett_rad =
           sides_of("--bennett", arguments.bennett, limits::bennett_deg, rad_per_deg, usual.bennett_rad),
       .side_shift_mm =
           sides_of("--side-shift", arguments.side_shift, limits::side_shift_mm, 1, usual.side_shift_mm)}};
  try {
    check_settings(settings);
  } catch (const std::invalid_argument& error) {
    throw CLI::ValidationError("--bonwill-arm", error.what());  // a single number has been checked already
  }
  return settings;
}

//! The ranges of a sweep: 95 % intervals where a number was measured, else those of patients.
std::array<SettingRange, setting_count> ranges_of(const ArticulateArguments& arguments,
                                                  const CheckbiteFile& checkbite) {
  std::array<SettingRange, setting_count> ranges = setting_ranges();
  const auto narrow = [&](Setting setting, const std::optional<CheckbiteNumber>& number, double unit) {
    SettingRange& range = *std::ranges::find(ranges, setting, &SettingRange::setting);
    if (number) range.least = number->least * unit, range.most = number->most * unit;
  };
  const auto narrow_both = [&](Setting right, Setting left, const CheckbiteNumbers& numbers, double unit) {
    narrow(right, numbers.right, unit);
    narrow(left, numbers.left, unit);
  };
  using enum Setting;
  if (arguments.inclination.empty())
    narrow_both(inclination_right, inclination_left, checkbite.inclination_deg, rad_per_deg);
  if (arguments.bennett.empty()) narrow_both(bennett_right, bennett_left, checkbite.bennett_deg, rad_per_deg);
  if (arguments.side_shift.empty())
    narrow_both(side_shift_right, side_shift_left, checkbite.side_shift_mm, 1);
  return ranges;
}

std::optional<Condyles> condyles_of(const ArticulateArguments& arguments, const CheckbiteFile& checkbite) {
  if (arguments.condyles.empty()) return checkbite.hinge;
  const std::vector<double> n =
      numbers_of("--condyles", "six numbers RX,RY,RZ,LX,LY,LZ, the right condyle and the left one, mm",
                 arguments.condyles, 6);
  const Condyles condyles{.right = {n[0], n[1], n[2]}, .left = {n[3], n[4], n[5]}};
  for (const Eigen::Vector3d& condyle : {condyles.right, condyles.left})
    (void)place_of("--condyles", arguments.condyles, condyle);
  const limits::Range& apart = limits::condyles_apart_mm;
  if (!apart.holds(condyles.distance_mm()))
    throw CLI::ValidationError(
        "--condyles", fmt::format("the condyles are not {} to {} mm apart", apart.least, apart.most));
  return condyles;
}

//! Number of settings, 0 without the option.
int sensitivity_of(const ArticulateArguments& arguments) {
  if (arguments.sensitivity == "none") return 0;
  if (arguments.sensitivity.empty()) return SensitivityOptions{}.settings;
  int settings = 0;
  if (!CLI::detail::lexical_cast(arguments.sensitivity, settings) || settings < 1 ||
      settings > SensitivityOptions::most_settings) {
    throw CLI::ValidationError(
        "--sensitivity",
        fmt::format("expects a number of settings from 1 to {}, or no value as the last option; got {}",
                    SensitivityOptions::most_settings, arguments.sensitivity));
  }
  return settings;
}

//! Calls articulated_case; if it refuses, the findings about the anatomy explain why.
ArticulatedCase articulated(const std::shared_ptr<const Case>& bite_case) {
  try {
    return articulated_case(bite_case);
  } catch (const std::invalid_argument& error) {
    std::string message = error.what();
    for (const std::string& sentence : sentences_of(bite_case->anatomy.findings)) message += "; " + sentence;
    throw std::invalid_argument(message);
  }
}

std::optional<Sensitivity> swept(const ArticulatedCase& prepared, const ArticulateArguments& arguments,
                                 const ArticulateOptions& options, const CheckbiteFile& checkbite,
                                 ProgressLine& line) {
  const int settings = sensitivity_of(arguments);
  if (settings == 0) return std::nullopt;
  const Interrupt interrupt;
  return sweep_settings(prepared,
                        {.settings = settings,
                         .threshold_mm = options.threshold_mm,
                         .condyles = options.condyles,
                         .ellipses = arguments.condyles.empty() ? checkbite.ellipses : std::nullopt,
                         .ranges = ranges_of(arguments, checkbite)},
                        percent_on(line, phrase("trying {} settings (Ctrl-C keeps what is done)", settings)),
                        [&interrupt] { return interrupt.asked(); });
}

void run_articulate(const ArticulateArguments& arguments) {
  ArticulateOptions options = arguments.options;
  const CheckbiteFile checkbite =
      arguments.checkbite.empty() ? CheckbiteFile{} : read_checkbite(arguments.checkbite);
  options.settings = settings_of(arguments, checkbite);
  options.condyles = condyles_of(arguments, checkbite);
  (void)sensitivity_of(arguments);  // report wrong usage before opening files
  const Output output(arguments.output,
                      {"articulate.json", "guidance.csv", "sensitivity.csv", "opening.csv", "protrusion.*",
                       "laterotrusion_right.*", "laterotrusion_left.*"},
                      input_files(arguments.jaws, {arguments.checkbite}));
  const auto work = [&](const ImportedCase& jaws, ProgressLine& line) {
    const Clock::time_point preparing = Clock::now();
    const ArticulatedCase prepared = articulated(prepare_case(jaws.bite));
    const double prepare_ms = ms_since(preparing);
    const Clock::time_point sliding = Clock::now();
    const auto result = std::make_shared<const ArticulatedBite>(
        articulate(prepared, options, percent_on(line, phrase("sliding"))));
    const double movements_ms = ms_since(sliding);
    const Clock::time_point sweeping = Clock::now();
    const std::optional<Sensitivity> sensitivity = swept(prepared, arguments, options, checkbite, line);
    const std::vector<StageTime> timings = {{"prepare", prepare_ms},
                                            {"movements", movements_ms},
                                            {"sensitivity", sensitivity ? ms_since(sweeping) : 0}};
    output.deliver(report_of(result, sensitivity ? &*sensitivity : nullptr, jaws.inputs, timings), line,
                   phrase("Tables, tracks and pictures: {}/", arguments.output.out_dir));
  };
  run_case_command(arguments.jaws, output, false, work);
}

void add_axis_options(CLI::App& command, ArticulateArguments& arguments) {
  CLI::Option* const condyles = command.add_option("--condyles", arguments.condyles,
                                                   "Right and left condyle RX,RY,RZ,LX,LY,LZ in the upper "
                                                   "jaw's frame, in mm (default: the Bonwill triangle)");
  const AddOption add{command};
  for (CLI::Option* const of_triangle :
       {add({"--bonwill-arm", "bonwill_arm_mm", "Distance from the incisal point to a condyle, in mm",
             limits::bonwill_mm, "MM"},
            arguments.bonwill_arm_mm),
        add({"--intercondylar", "intercondylar_mm", "Distance between the condyles, in mm",
             limits::condyles_apart_mm, "MM"},
            arguments.intercondylar_mm),
        add({"--balkwill", "balkwill_deg",
             "Angle between the Bonwill triangle and the occlusal plane, in degrees", limits::balkwill_deg,
             "DEG"},
            arguments.balkwill_deg)})
    of_triangle->excludes(condyles);
}

void add_guidance_options(CLI::App& command, ArticulateArguments& arguments) {
  command
      .add_option("--inclination", arguments.inclination,
                  "Condylar inclination to the occlusal plane in degrees: RIGHT,LEFT or one for both")
      ->default_str("35,35");
  command
      .add_option("--bennett", arguments.bennett,
                  "Bennett angle of the non-working side in degrees: RIGHT,LEFT or one for both")
      ->default_str("15,15");
  command
      .add_option("--side-shift", arguments.side_shift,
                  "Immediate side shift of the non-working side in mm: RIGHT,LEFT or one for both")
      ->default_str("0,0");
}

}  // namespace

void add_articulate_command(CLI::App& program) {
  auto [command, arguments] = add_command(
      program, "articulate", "Simulate excursions on a virtual articulator and report which teeth guide them",
      run_articulate);
  add_case_options(command, arguments.jaws);
  add_axis_options(command, arguments);
  add_guidance_options(command, arguments);
  add_checkbite_option(
      command, arguments.checkbite,
      "Use the axis and the settings that this checkbite.json measured; other options replace them");
  each_option(arguments.options, AddOption{command});
  command
      .add_option("--sensitivity", arguments.sensitivity,
                  "Find contacts that depend on the settings by trying N plausible ones (500)")
      ->expected(0, 1);
  add_output_options(command, arguments.output);
}

}  // namespace intercusp::cli
