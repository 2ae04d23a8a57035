// Lines drawn into a picture.
#pragma once

#include <Eigen/Core>

#include "io/picture/picture.h"

namespace intercusp {

//! A line with round ends and softened edges.
void draw_stroke(Picture& picture, const Eigen::Vector2d& from, const Eigen::Vector2d& to, double half_px,
                 Rgb colour);

}  // namespace intercusp
