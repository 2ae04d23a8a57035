// Options and run shared by `close` and `slide`.
#pragma once

#include "cli/options.h"
#include "occlusion/motion/closing/closing.h"

namespace intercusp::cli {

struct MotionArguments {
  CaseOptions jaws;
  double pixel_mm = ClosingOptions{}.pixel_mm;  //!< of the map
  OutputOptions output;
};

void add_motion_options(CLI::App& command, MotionArguments& arguments);

//! Reads the case, finds the first contact, writes and prints the results.
void run_motion(const MotionArguments& arguments, const Motion& motion);

}  // namespace intercusp::cli
