// Each tooth that changed over a series of scans: what it lost, gained and how far it moved.
#pragma once

#include "io/picture/picture.h"
#include "io/results/comparison/comparison.h"

namespace intercusp {

//! Whether there are several scans after, and a tooth that changed.
[[nodiscard]] bool has_series(const Comparison& comparison);

//! A chart for each kind of change that there is; a change within the noise is at 0. \pre has_series
[[nodiscard]] Picture series_picture(const Comparison& comparison);

}  // namespace intercusp
