// What `close` and `slide` share: options of a motion's map, and the run from files to results.
#pragma once

#include "cli/options.h"
#include "occlusion/motion/motion.h"

namespace intercusp::cli {

struct MotionArguments {
  CaseOptions jaws;
  double pixel_mm = 0.05;  //!< of the map
  OutputOptions output;
};

void add_motion_options(CLI::App& command, MotionArguments& arguments);

//! Reads the case, finds the first contact and says and writes what was found.
void run_motion(const MotionArguments& arguments, const Motion& motion);

}  // namespace intercusp::cli
