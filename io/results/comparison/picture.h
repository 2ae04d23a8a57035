// The scan before, seen from the bite, painted with what changed.
#pragma once

#include <string>

#include "io/picture/picture.h"
#include "io/results/comparison/comparison.h"

namespace intercusp {

//! What the picture shows, and from where.
[[nodiscard]] std::string change_picture_caption(const Comparison& comparison);

//! \pre the pose is determined
[[nodiscard]] Picture change_picture(const Comparison& comparison, const ComparedScan& scan);

}  // namespace intercusp
