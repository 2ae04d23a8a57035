// Places in a picture, marked and numbered.
#pragma once

#include <Eigen/Core>
#include <string>

#include "io/picture/picture.h"

namespace intercusp {

//! With a white edge, so that it reads on every colour.
void draw_ring(Picture& picture, const Eigen::Vector2d& at, double radius_px, double half_width_px);

//! A number on a white plate, likewise.
void draw_number(Picture& picture, int x, int top, const std::string& text);

}  // namespace intercusp
