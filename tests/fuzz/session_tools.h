// The tools whose entries of a session are fuzzed: those that need no more of the program than this.
#pragma once

#include <array>

#include "viewer/tools/articulator/tool.h"
#include "viewer/tools/comparison/earlier_scans.h"
#include "viewer/tools/several/body_files.h"

namespace intercusp::viewer {

const std::array session_tools = {Tool{.entries = articulator_entries},
                                  Tool{.entries = body_entries, .files = body_paths},
                                  Tool{.entries = earlier_scan_entries, .files = earlier_scan_files}};

}  // namespace intercusp::viewer
