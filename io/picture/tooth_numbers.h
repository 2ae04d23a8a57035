// Tooth numbers around an arch.
#pragma once

#include "io/picture/picture.h"
#include "io/picture/posed_jaw.h"

namespace intercusp {

//! Where a picture's top left lies in its view, and how large it shows it.
struct PictureScale {
  double x_mm = 0, y_mm = 0;
  double pixels_per_mm = 1;
};

//! Writes the number of each labelled tooth beside it, on the side away from the middle of the arch.
void draw_tooth_numbers(Picture& picture, const PosedJaw& jaw, const Eigen::Isometry3d& view_from_case,
                        const PictureScale& scale);

}  // namespace intercusp
