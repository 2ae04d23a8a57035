// Options shared by several commands, parsed and checked before any file is opened.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "io/case/import_jaw.h"
#include "occlusion/base/enum_table.h"
#include "occlusion/base/limits.h"
#include "occlusion/case/bite.h"
#include "occlusion/engines/compute_map.h"
#include "occlusion/inspect.h"

namespace CLI {
class App;
class Option;
class Validator;
}  // namespace CLI

namespace intercusp::cli {

//! The two jaws of a case and how to read them.
struct CaseOptions {
  std::string upper, lower;
  std::string pose_file;
  std::string unit;                      //!< "", "mm", "cm", "m", "inch" or "um"
  std::vector<std::string> label_files;  //!< at most one per jaw
  std::string label_colours;             //!< table of colours and teeth
  ToothNumbering numbering = ToothNumbering::automatic;
  TeethSource teeth = TeethSource::automatic;
};

//! Engine, pixels and direction of the map.
struct MapOptions {
  EngineKind engine = EngineKind::automatic;
  double pixel_mm = InspectionOptions{}.pixel_mm;
  std::string direction = "auto";
  int sectors = InspectionOptions{}.sectors;
};

//! Error of the bite registration, for the intervals.
struct BiteErrorOptions {
  std::string deviations = "0.02,0.05";  //!< standard deviations: mm, degrees
  int poses = InspectionOptions{}.bite_error.poses;
  std::uint64_t seed = BiteError{}.seed;
};

//! Output folder and amount of text.
struct OutputOptions {
  std::string out_dir;
  bool json = false;
  bool quiet = false;
  bool force = false;  //!< replaces files that the program did not write
  std::string language = "en";
};

void add_case_options(CLI::App& command, CaseOptions& options);
void add_unit_option(CLI::App& command, std::string& unit);
//! Where tooth numbers come from.
void add_teeth_option(CLI::App& command, TeethSource& teeth);
//! The case options that the viewer shares.
void add_pose_and_unit_options(CLI::App& command, std::string& pose_file, std::string& unit);
void add_map_options(CLI::App& command, MapOptions& options);
//! For commands that evaluate contacts along the arch.
void add_sectors_option(CLI::App& command, MapOptions& options);
void add_bite_error_options(CLI::App& command, BiteErrorOptions& options);
//! A number of that range. \param unit "MM"
[[nodiscard]] CLI::Validator within(const limits::Range& range, const std::string& unit);
//! The name of a file or folder, which is not empty.
[[nodiscard]] const CLI::Validator& file_name();
//! A day of the form YYYY-MM-DD.
[[nodiscard]] const CLI::Validator& iso_date();
//! \return the option, to add requirements
CLI::Option* add_rays_option(CLI::App& command, int& rays_per_pixel);
//! Thresholds may be given several times.
void add_threshold_option(CLI::App& command, std::vector<double>& thresholds_mm);
//! Equal ones once, in the order given. \throw CLI::ValidationError for more than limits::most_thresholds
[[nodiscard]] std::vector<double> thresholds_of(const std::vector<double>& thresholds_mm);
//! Options of output: folder, amount of text and language, which is set as soon as it is read.
void add_output_options(CLI::App& command, OutputOptions& options);

void add_force_flag(CLI::App& command, bool& force);

//! Millimetres per "mm", "cm", "m", "inch" or "um"; nothing for "".
[[nodiscard]] std::optional<double> mm_per_unit_of(const std::string& unit);

//! \param choose receives the name given
void add_choice(CLI::App& command, const std::string& option, const std::string& help,
                const std::vector<std::string>& names, const std::string& by_default,
                const std::function<void(const std::string&)>& choose);
//! An option that is the name of an enumerator; `value` is the default.
template <Named E>
void add_choice(CLI::App& command, const std::string& option, E& value, const std::string& help) {
  add_choice(command, option, help, all_names<E>(), name_of(value),
             [&value](const std::string& name) { value = *find_named<E>(name); });
}
//! --jaw; nothing for "auto".
void add_jaw_option(CLI::App& command, std::optional<Jaw>& jaw, const std::string& help);

//! `count` finite numbers separated by commas. \throw CLI::ValidationError naming `option` and what it expects.
[[nodiscard]] std::vector<double> numbers_of(const std::string& option, const std::string& wants,
                                             const std::string& text, std::size_t count);

//! A point within limits::farthest_mm. \throw CLI::ValidationError likewise.
[[nodiscard]] Eigen::Vector3d place_of(const std::string& option, const std::string& text,
                                       const Eigen::Vector3d& xyz);
//! Unit length. \throw CLI::ValidationError where the length is out of limits::direction_length.
[[nodiscard]] Eigen::Vector3d direction_of(const std::string& option, const std::string& text,
                                           const Eigen::Vector3d& xyz);

//! Empty for "auto". \throw CLI::ValidationError for anything but three finite numbers that are not all zero.
[[nodiscard]] std::optional<Eigen::Vector3d> direction_of(const MapOptions& options);

//! \throw CLI::ValidationError for anything but two numbers within their limits.
[[nodiscard]] BiteError bite_error_of(const BiteErrorOptions& options);

struct ImportedCase {
  Bite bite;
  MeshReport upper, lower;
  double import_ms = 0;
};

//! The files that a run reads.
struct InputFiles {
  std::vector<std::filesystem::path> files;
  //! The meshes and bodies among these, in the order given: they say which case it is.
  std::vector<std::filesystem::path> scans = {};
};
//! The files that import_case reads.
[[nodiscard]] InputFiles input_files(const CaseOptions& options);
//! The files of several jaws or solids.
[[nodiscard]] InputFiles input_files(const std::vector<std::string>& sources);
[[nodiscard]] std::vector<std::filesystem::path> files_of_sources(const std::vector<std::string>& sources);

//! Reads both jaws in parallel, and the pose. \param direction_given anatomy is not needed, so an odd size is only
//! remarked, and missing teeth are not a finding \throw InputError.
[[nodiscard]] ImportedCase import_case(const CaseOptions& options, bool direction_given);

}  // namespace intercusp::cli
