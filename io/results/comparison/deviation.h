// The deviation of two scans, for files and for people.
#pragma once

#include <optional>

#include "io/files/value.h"
#include "io/results/comparison/comparison.h"
#include "io/wording/section.h"

namespace intercusp {

//! null without one.
[[nodiscard]] Value deviation_value(const std::optional<Deviation>& deviation);

//! A row for the scan and each tooth, and the histogram. \pre the scan has a deviation
[[nodiscard]] Section deviation_section(const Comparison& comparison, const ComparedScan& scan);

}  // namespace intercusp
