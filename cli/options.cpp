#include "cli/options.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <iterator>
#include <set>
#include <sstream>

#include "io/case/both_jaws.h"
#include "io/case/jaw_of_mesh.h"
#include "io/case/labels.h"
#include "io/case/pose_file.h"
#include "io/case/scale_check.h"
#include "io/case/scan_names.h"
#include "io/case/source_files.h"
#include "io/files/errors.h"
#include "io/language/language.h"
#include "occlusion/base/angles.h"
#include "occlusion/base/ms_since.h"

namespace intercusp::cli {
namespace {

std::vector<std::string> language_codes() {
  std::vector<std::string> codes;
  for (const LanguageFacts& each : languages()) codes.push_back(each.code);
  return codes;
}

ImportOptions import_options(const CaseOptions& options, const std::string& label_file,
                             bool direction_given) {
  ImportOptions result;
  result.mm_per_unit = mm_per_unit_of(options.unit);
  result.refuse_odd_scale = !direction_given;
  result.label_file = label_file;
  result.label_colours = options.label_colours;
  result.teeth = options.teeth;
  result.numbering = options.numbering;
  return result;
}

//! Whether a label file is for the lower jaw, by the numbers of its teeth.
bool labels_of_lower(const std::string& label_file, ToothNumbering numbering) {
  const std::optional<std::vector<int>> labels = read_label_file(label_file);
  if (!labels) throw InputError(label_file, "holds no \"labels\"");
  const std::set<int> distinct(labels->begin(), labels->end());
  const std::vector<int> numbers(distinct.begin(), distinct.end());
  if (numbering == ToothNumbering::automatic)
    numbering = choose_numbering(numbers, Jaw::upper, ToothNumbering::fdi).numbering;
  const auto teeth_of = [&](Jaw jaw) {
    return std::ranges::count_if(numbers, [&](int n) { return jaw_of(fdi_number(n, numbering)) == jaw; });
  };
  return teeth_of(Jaw::lower) > teeth_of(Jaw::upper);
}

//! The label files of upper and lower. A single file may be for either jaw; the first of two is for the upper.
std::pair<std::string, std::string> label_files_of(const CaseOptions& options) {
  if (options.label_files.empty()) return {};
  if (options.label_files.size() > 2) throw CLI::ValidationError("--labels", "at most one file per jaw");
  if (options.label_files.size() > 1) return {options.label_files[0], options.label_files[1]};
  const std::string& file = options.label_files.front();
  return labels_of_lower(file, options.numbering) ? std::pair(std::string(), file)
                                                  : std::pair(file, std::string());
}

//! Finite numbers separated by commas; empty for anything else.
std::vector<double> numbers_in(const std::string& text) {
  std::vector<double> numbers;
  std::istringstream stream(text);
  double number = 0;
  char comma = ',';
  while (comma == ',' && stream >> number && std::isfinite(number)) {
    numbers.push_back(number);
    if (!(stream >> comma)) return numbers;
  }
  return {};
}

//! Accepts values in the option's range. CLI::Range would accept NaN, because it only refuses values below or above.
CLI::Validator within(const Option& option) {
  return {[range = option.range](const std::string& text) {
            double value = 0;
            if (CLI::detail::lexical_cast(text, value) && range.holds(value)) return std::string();
            return fmt::format("must be a number from {} to {}, not {}", range.least, range.most, text);
          },
          option.unit};
}

}  // namespace

CLI::Option* repeatable(CLI::Option* option) {
  return option->expected(1)->allow_extra_args(false)->take_all();
}

const CLI::Validator& file_name() {
  static const CLI::Validator validator(
      [](const std::string& text) {
        return text.empty() ? "the name is empty; give one, or leave the option out" : std::string();
      },
      "");
  return validator;
}

const CLI::Validator& iso_date() {
  static const CLI::Validator validator(
      [](const std::string& text) {
        return date_of(text) ? std::string() : text + " is not a date like 2026-05-31";
      },
      "DATE");
  return validator;
}

std::vector<double> numbers_of(const std::string& option, const std::string& wants, const std::string& text,
                               std::size_t count) {
  const std::vector<double> numbers = numbers_in(text);
  if (numbers.size() != count) throw CLI::ValidationError(option, "wants " + wants + ", not " + text);
  return numbers;
}

Eigen::Vector3d place_of(const std::string& option, const std::string& text, const Eigen::Vector3d& xyz) {
  if (xyz.norm() < limits::farthest_mm) return xyz;
  throw CLI::ValidationError(option, fmt::format("wants a place less than {:.0f} m away, in mm; not {}",
                                                 limits::farthest_mm / 1000, text));
}

Eigen::Vector3d direction_of(const std::string& option, const std::string& text, const Eigen::Vector3d& xyz) {
  if (limits::direction_length.holds(xyz.norm())) return xyz.normalized();
  throw CLI::ValidationError(
      option, fmt::format("wants a direction X,Y,Z that is not zero and at most {} long, not {}",
                          limits::direction_length.most, text));
}

void add_unit_option(CLI::App& command, std::string& unit) {
  command.add_option("--unit", unit, "Length unit of the input files (disables the size plausibility check)")
      ->check(CLI::IsMember({"mm", "cm", "m", "inch", "um"}));
}

CLI::Option* add_choice(CLI::App& command, const std::string& flag, const std::string& help,
                        const std::vector<std::string>& names, const std::string& by_default,
                        const std::function<void(const std::string&)>& choose) {
  return command.add_option_function<std::string>(flag, choose, help)
      ->check(CLI::IsMember(names))
      ->default_str(by_default);
}

CLI::Option* AddOption::operator()(const Option& option, double& value) const {
  return command.add_option(option.flag, value, option.help)->check(within(option))->capture_default_str();
}

CLI::Option* AddOption::operator()(const Option& option, std::optional<double>& value) const {
  return command.add_option(option.flag, value, option.help)->check(within(option));
}

CLI::Option* AddOption::operator()(const Option& option, Percent value) const {
  const auto set = [value](double percent) { value.share = percent / 100; };
  return command.add_option_function<double>(option.flag, set, option.help)
      ->check(within(option))
      ->default_str(fmt::format("{}", 100 * value.share));
}

CLI::Option* AddOption::operator()(const Option& option, int& value) const {
  return command.add_option(option.flag, value, option.help)
      ->check(CLI::Range(static_cast<int>(option.range.least), static_cast<int>(option.range.most)))
      ->capture_default_str();
}

CLI::Option* AddOption::operator()(const Option& option, std::uint64_t& seed) const {
  return command.add_option(option.flag, seed, option.help)
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
}

CLI::Option* AddOption::operator()(const Option& option, bool& value) const {
  return command.add_flag(option.flag, value, option.help);
}

CLI::Option* AddOption::operator()(const Option& option, std::optional<Eigen::Vector3d>& direction) const {
  const auto set = [&direction, flag = option.flag](const std::string& text) {
    direction.reset();
    if (text == "auto") return;
    const std::vector<double> numbers =
        numbers_of(flag, "three numbers X,Y,Z that are not all zero, or auto", text, 3);
    direction = direction_of(flag, text, Eigen::Vector3d(numbers.data()));
  };
  return command.add_option_function<std::string>(option.flag, set, option.help)->default_str("auto");
}

CLI::Option* AddOption::operator()(const Option& option, std::vector<double>& thresholds_mm) const {
  const auto set = [&thresholds_mm, flag = option.flag](const std::vector<double>& given) {
    thresholds_mm = each_once(given);
    if (thresholds_mm.size() > limits::most_thresholds)
      throw CLI::ValidationError(flag, fmt::format("wants at most {} different ones, not {}",
                                                   limits::most_thresholds, thresholds_mm.size()));
  };
  return repeatable(command.add_option_function<std::vector<double>>(option.flag, set, option.help))
      ->check(within(option))
      ->default_str(fmt::format("{}", fmt::join(thresholds_mm, " ")));
}

CLI::Option* AddOption::operator()(const Option& option, Deviations value) const {
  const auto set = [value, flag = option.flag](const std::string& text) {
    const std::string wants = fmt::format("two numbers MM,DEG: from 0 to {} mm and from 0 to {} degrees",
                                          limits::bite_shift_mm.most, limits::bite_turn_deg.most);
    const std::vector<double> numbers = numbers_of(flag, wants, text, 2);
    if (!limits::bite_shift_mm.holds(numbers[0]) || !limits::bite_turn_deg.holds(numbers[1]))
      throw CLI::ValidationError(flag, "wants " + wants + ", not " + text);
    value.mm = numbers[0];
    value.rad = numbers[1] * rad_per_deg;
  };
  return command.add_option_function<std::string>(option.flag, set, option.help)
      ->default_str(fmt::format("{},{}", value.mm, value.rad / rad_per_deg));
}

void add_jaw_option(CLI::App& command, std::optional<Jaw>& jaw, const std::string& help) {
  add_choice(command, "--jaw", help, {"auto", "upper", "lower"}, "auto",
             [&jaw](const std::string& name) { jaw = find_named<Jaw>(name); });
}

void add_teeth_option(CLI::App& command, TeethSource& teeth) {
  AddOption{command}({"--teeth", "teeth",
                      "Tooth numbers: from labels and file names, else found on the scan (auto); only from "
                      "files (file); none"},
                     teeth);
}

void add_pose_and_unit_options(CLI::App& command, std::string& pose_file, std::string& unit) {
  command
      .add_option("--pose", pose_file,
                  "Pose of the lower jaw, JSON: {\"upper_from_lower\": [16 numbers, row by row]}, in mm")
      ->check(file_name());
  add_unit_option(command, unit);
}

CLI::Option* add_checkbite_option(CLI::App& command, std::string& file, const std::string& help) {
  return command.add_option("--checkbite", file, help)->check(file_name());
}

void add_case_options(CLI::App& command, CaseOptions& options) {
  command
      .add_option("UPPER", options.upper,
                  "Upper jaw: a mesh file (STL, PLY, OBJ, OFF, VTP, VTK, GLB, 3MF, DICOM), a folder, or a "
                  "comma-separated list of files; or one folder or file (GLB, 3MF) that holds both jaws")
      ->required();
  command.add_option("LOWER", options.lower, "Lower jaw, same formats");
  command.parse_complete_callback([&options] {
    if (!options.lower.empty() || options.upper.empty()) return;
    const auto jaws = jaws_of_case(options.upper);
    if (!jaws)
      throw CLI::ValidationError("LOWER", "is required unless UPPER is a folder or a file with both jaws");
    options.upper = jaws->upper;
    options.lower = jaws->lower;
  });
  add_pose_and_unit_options(command, options.pose_file, options.unit);
  repeatable(
      command.add_option(
          "--labels", options.label_files,
          "Tooth numbers, JSON: {\"labels\": [one per vertex of the file]}; give it twice for both jaws"))
      ->check(file_name());
  command
      .add_option("--label-colours", options.label_colours,
                  "Teeth as colours of faces or vertices: a table of lines r,g,b,fdi (0: gum)")
      ->check(file_name());
  AddOption{command}({"--numbering", "numbering", "Tooth numbering used in labels and file names"},
                     options.numbering);
  add_teeth_option(command, options.teeth);
}

void add_force_flag(CLI::App& command, bool& force) {
  command.add_flag(
      "--force", force,
      "Replace files that the program did not write, and results of other scans; never files that it reads");
}

void add_output_options(CLI::App& command, OutputOptions& options) {
  command.add_option("--out", options.out_dir, "Output folder, created if missing")->check(file_name());
  command.add_flag("--json", options.json, "Print the result as JSON instead of the summary");
  command.add_flag("--quiet", options.quiet, "Print errors only");
  add_force_flag(command, options.force);
  command.add_option("--lang", options.language, "Language of summaries, reports and pictures")
      ->check(CLI::IsMember(language_codes()))
      ->each([](const std::string& code) { set_language(language_of(code)); })
      ->capture_default_str();
}

CLI::Option* add_pdf_option(CLI::App& command, bool& pdf) {
  return command.add_flag("--pdf", pdf, "Also write the report as report.pdf")
      ->needs(command.get_option("--out"));
}

std::optional<double> mm_per_unit_of(const std::string& unit) {
  return unit.empty() ? std::nullopt : std::optional(mm_per_unit().at(unit));
}

std::vector<std::filesystem::path> files_of_sources(const std::vector<std::string>& sources) {
  std::vector<std::filesystem::path> files;
  for (const std::string& source : sources) {
    const std::vector<std::filesystem::path> some = source_files(source);
    files.insert(files.end(), some.begin(), some.end());
  }
  return files;
}

InputFiles input_files(const std::vector<std::string>& sources) {
  InputFiles inputs{files_of_sources(sources)};
  for (const std::string& source : sources) {
    try {
      std::ranges::copy(mesh_files(source), std::back_inserter(inputs.scans));
    } catch (const InputError&) {
      inputs.scans.emplace_back(source);  // reading it will report the reason
    }
  }
  return inputs;
}

InputFiles input_files(const CaseOptions& options, const std::vector<std::filesystem::path>& others) {
  InputFiles inputs = input_files(std::vector{options.upper, options.lower});
  inputs.files.emplace_back(options.pose_file);
  inputs.files.insert(inputs.files.end(), options.label_files.begin(), options.label_files.end());
  inputs.files.emplace_back(options.label_colours);
  inputs.files.insert(inputs.files.end(), others.begin(), others.end());
  return inputs;
}

ImportedCase import_case(const CaseOptions& options, bool direction_given) {
  const auto start = std::chrono::steady_clock::now();
  // Unreadable files are refused before the search for teeth.
  std::optional<PoseFile> pose;
  if (!options.pose_file.empty()) pose = read_pose_file(options.pose_file);
  const auto [upper_labels, lower_labels] = label_files_of(options);
  const ImportOptions upper_options = import_options(options, upper_labels, direction_given),
                      lower_options = import_options(options, lower_labels, direction_given);
  const auto source_of = [&](Jaw jaw) { return jaw == Jaw::upper ? options.upper : options.lower; };
  const auto options_of = [&](Jaw jaw) { return jaw == Jaw::upper ? upper_options : lower_options; };
  BothJaws<RawJaw> read = make_both([&](Jaw jaw) { return read_jaw(source_of(jaw), jaw, options_of(jaw)); });
  if (!direction_given) refuse_same_files(options.upper, read.upper.report, options.lower, read.lower.report);
  auto [upper, lower] = make_both([&](Jaw jaw) {
    return closed_jaw(std::move(jaw == Jaw::upper ? read.upper : read.lower), source_of(jaw), jaw,
                      options_of(jaw));
  });
  ImportedCase result{.bite = {.upper = upper.solid, .lower = lower.solid},
                      .inputs = {.upper = std::move(upper.report), .lower = std::move(lower.report)}};
  Inputs& inputs = result.inputs;
  if (direction_given) {
    if (have_same_files(inputs.upper, inputs.lower))
      inputs.lower.remarks.push_back(
          {"same_file_for_both_jaws", Severity::warning, {{"file", options.upper}}});
    for (MeshReport* const report : {&inputs.upper, &inputs.lower})
      *report = without_search_for_teeth(std::move(*report));
  }
  if (pose) {
    result.bite.upper_from_lower = pose->upper_from_lower;
    std::ranges::move(remarks_on(*pose, result.bite.lower->mesh), std::back_inserter(inputs.lower.remarks));
  }
  inputs.import_ms = ms_since(start);
  return result;
}

}  // namespace intercusp::cli
