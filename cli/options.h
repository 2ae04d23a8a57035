// Options shared by several commands, parsed and checked before any file is opened.
#pragma once

#include <CLI/CLI.hpp>
#include <Eigen/Core>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/analysis_options.h"
#include "io/case/import_jaw.h"
#include "io/report/report.h"
#include "occlusion/base/enum_table.h"
#include "occlusion/case/bite.h"

namespace intercusp::cli {

//! Adds a command with its arguments.
//! \param run is called after they are read
template <class Arguments>
std::pair<CLI::App&, Arguments&> add_command(CLI::App& program, const char* name, const char* what,
                                             void (*run)(const Arguments&)) {
  auto arguments = std::make_shared<Arguments>();
  CLI::App* const command = program.add_subcommand(name, what);
  command->callback([arguments, run] { run(*arguments); });
  // The arguments stay alive even if a caller replaces the callback.
  command->preparse_callback([arguments](std::size_t) {});
  return {*command, *arguments};
}

//! The two jaws of a case, and how to read them.
struct CaseOptions {
  std::string upper, lower;
  std::string pose_file;
  std::string unit;                      //!< "", "mm", "cm", "m", "inch" or "um"
  std::vector<std::string> label_files;  //!< at most one per jaw
  std::string label_colours;             //!< table of colours and their teeth
  ToothNumbering numbering = ToothNumbering::automatic;
  TeethSource teeth = TeethSource::automatic;
};

//! Output folder and amount of text.
struct OutputOptions {
  std::string out_dir;
  bool json = false;
  bool quiet = false;
  bool force = false;  //!< also replace files that the program did not write
  std::string language = "en";
};

void add_case_options(CLI::App& command, CaseOptions& options);
void add_unit_option(CLI::App& command, std::string& unit);
//! Adds the option for where tooth numbers come from.
void add_teeth_option(CLI::App& command, TeethSource& teeth);
//! Adds those options of a case that the viewer also has.
void add_pose_and_unit_options(CLI::App& command, std::string& pose_file, std::string& unit);
//! Accepts the name of a file or folder, which must not be empty.
[[nodiscard]] const CLI::Validator& file_name();
//! Accepts a day of the form YYYY-MM-DD.
[[nodiscard]] const CLI::Validator& iso_date();
//! Makes an option that may be given several times, with one value each.
//! \return the option
CLI::Option* repeatable(CLI::Option* option);
//! Adds options of output: folder, amount of text, and language, which is set as soon as it is read.
void add_output_options(CLI::App& command, OutputOptions& options);
//! `--pdf`.  \pre the command has the output options
CLI::Option* add_pdf_option(CLI::App& command, bool& pdf);

void add_force_flag(CLI::App& command, bool& force);

//! Millimetres per "mm", "cm", "m", "inch" or "um"; empty for "".
[[nodiscard]] std::optional<double> mm_per_unit_of(const std::string& unit);

//! \param choose receives the chosen name
CLI::Option* add_choice(CLI::App& command, const std::string& flag, const std::string& help,
                        const std::vector<std::string>& names, const std::string& by_default,
                        const std::function<void(const std::string&)>& choose);

//! Adds options to a command, each bound to the value that has its default: each_option(options,
//! AddOption{command}).
struct AddOption {
  CLI::App& command;

  CLI::Option* operator()(const Option& option, double& value) const;
  CLI::Option* operator()(const Option& option, std::optional<double>& value) const;
  CLI::Option* operator()(const Option& option, Percent value) const;
  CLI::Option* operator()(const Option& option, int& value) const;
  CLI::Option* operator()(const Option& option, std::uint64_t& seed) const;
  CLI::Option* operator()(const Option& option, bool& value) const;
  //! Accepts X,Y,Z or auto.
  CLI::Option* operator()(const Option& option, std::optional<Eigen::Vector3d>& direction) const;
  //! Accepts values given one by one; equal ones count once.
  CLI::Option* operator()(const Option& option, std::vector<double>& thresholds_mm) const;
  CLI::Option* operator()(const Option& option, Deviations value) const;
  template <Named E>
  CLI::Option* operator()(const Option& option, E& value) const {
    return add_choice(command, option.flag, option.help, all_names<E>(), name_of(value),
                      [&value](const std::string& name) { value = *find_named<E>(name); });
  }
};

//! Adds --jaw; empty for "auto".
void add_jaw_option(CLI::App& command, std::optional<Jaw>& jaw, const std::string& help);

//! --checkbite FILE: a hinge axis, or more, from checkbite.json.
CLI::Option* add_checkbite_option(CLI::App& command, std::string& file, const std::string& help);

//! `count` finite numbers separated by commas. \throw CLI::ValidationError naming `option` and what it expects.
[[nodiscard]] std::vector<double> numbers_of(const std::string& option, const std::string& wants,
                                             const std::string& text, std::size_t count);

//! A point within limits::farthest_mm.
//! \throw CLI::ValidationError as numbers_of does
[[nodiscard]] Eigen::Vector3d place_of(const std::string& option, const std::string& text,
                                       const Eigen::Vector3d& xyz);
//! A unit vector.
//! \throw CLI::ValidationError if the length is outside limits::direction_length
[[nodiscard]] Eigen::Vector3d direction_of(const std::string& option, const std::string& text,
                                           const Eigen::Vector3d& xyz);

struct ImportedCase {
  Bite bite;
  Inputs inputs;
};

//! The files that a run reads.
struct InputFiles {
  std::vector<std::filesystem::path> files;
  //! The meshes and bodies among these, in the given order; they identify the case.
  std::vector<std::filesystem::path> scans = {};
};
//! The files that import_case reads, and other files.
[[nodiscard]] InputFiles input_files(const CaseOptions& options,
                                     const std::vector<std::filesystem::path>& others = {});
//! The files of several jaws or solids.
[[nodiscard]] InputFiles input_files(const std::vector<std::string>& sources);
[[nodiscard]] std::vector<std::filesystem::path> files_of_sources(const std::vector<std::string>& sources);

//! Reads both jaws in parallel, and the pose.
//! \param direction_given no anatomy is needed: an odd size is only remarked, and missing teeth
//! are not a finding
//! \throw InputError
[[nodiscard]] ImportedCase import_case(const CaseOptions& options, bool direction_given);

}  // namespace intercusp::cli
