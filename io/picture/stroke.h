// Lines drawn into a picture.
#pragma once

#include <Eigen/Core>

#include "io/picture/picture.h"

namespace intercusp {

//! A round-ended line, its edges softened.
void draw_stroke(Picture& picture, const Eigen::Vector2d& from, const Eigen::Vector2d& to, double half_px,
                 Rgb colour);

}  // namespace intercusp
