// Rings and numbers that mark places in a picture.
#pragma once

#include <Eigen/Core>
#include <string>

#include "io/picture/picture.h"

namespace intercusp {

//! A ring with a white edge, readable on every colour.
void draw_ring(Picture& picture, const Eigen::Vector2d& at, double radius_px, double half_width_px);

//! A number on a white plate.
void draw_number(Picture& picture, double x, double top, const std::string& text);

}  // namespace intercusp
