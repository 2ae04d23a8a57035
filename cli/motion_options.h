// What `close` and `slide` share: options of a motion's map, and the run from files to results.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "cli/options.h"
#include "occlusion/motion/motion.h"

namespace intercusp::cli {

struct MotionArguments {
  CaseOptions jaws;
  double pixel_mm = 0.05;  //!< of the map
  OutputOptions output;
};

void add_motion_options(CLI::App& command, MotionArguments& arguments);

//! A number above zero.
[[nodiscard]] const CLI::Validator& positive_number();

//! \throw CLI::ValidationError with `option` and what it wants, for anything but so many finite numbers with
//! commas between.
[[nodiscard]] std::vector<double> numbers_of(const std::string& option, const std::string& wants,
                                             const std::string& text, std::size_t count);

//! Reads the case, finds the first contact and says and writes what was found.
void run_motion(const MotionArguments& arguments, const Motion& motion);

}  // namespace intercusp::cli
