// Trueness and precision of repeated scans, for files and for people.
#pragma once

#include "io/files/value.h"
#include "io/report/report.h"
#include "io/results/comparison/comparison.h"
#include "io/wording/figure.h"
#include "io/wording/section.h"

namespace intercusp {

//! A tooth of the reference.
[[nodiscard]] Figures<RepeatedTooth> repeated_tooth_figures();

//! null without repeats.
[[nodiscard]] Value repeats_value(const Comparison& comparison);

//! repeats.csv. \pre there are repeats
[[nodiscard]] CsvFile repeats_table(const Comparison& comparison);

//! \pre there are repeats
[[nodiscard]] Section repeats_section(const Comparison& comparison);

}  // namespace intercusp
