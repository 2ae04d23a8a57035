// Writes everything that a played track leaves behind.
#pragma once

#include <filesystem>
#include <vector>

#include "io/files/write_atomically.h"
#include "io/report/play_report.h"

namespace intercusp {

//! play.json, series.csv, areas_per_tooth.csv, teeth.csv, contact_time.png and .nrrd, upper.vtp, lower.vtp,
//! compass_upper.png and compass_lower.png.  \pre played with accumulation
[[nodiscard]] std::vector<OutputFile> play_files(const PlayReport& report);

//! A frame of the film: frame_00001.png for the first pose.
[[nodiscard]] OutputFile frame_file(const PlayedCase& played, std::size_t number, const Moment& moment,
                                    const Movement& movement, const ClearanceMap& map,
                                    const Provenance& provenance);

}  // namespace intercusp
