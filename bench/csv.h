// The measurements as CSV: bench/results holds such files.
#pragma once

#include <string>
#include <vector>

#include "bench/table.h"

namespace intercusp::bench {

//! Writes one line for each row and, if poses were timed by depth, for each depth. Lines that begin with # name the
//! machine, the date and the command.
//! \throw std::runtime_error if the file cannot be written
void write_csv(const std::string& file, const std::vector<Row>& rows, const std::string& command);

}  // namespace intercusp::bench
