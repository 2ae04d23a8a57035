// Frames of triangles, eight at a time; compiled as closest_faces.h, which works in them.
#pragma once

#include "occlusion/distance/kernels/vectors.h"

namespace intercusp::surface::INTERCUSP_ISA {

constexpr int frames_at_once = 8;

struct FaceCorners {
  double at[3][3][frames_at_once];  //!< corner, axis
};

//! Faces in their own frames: the first corner at the origin, the second at (length, 0), the third at y ≥ 0.
struct FaceFrames {
  Doubles corner[3];
  Doubles x[3], y[3];                //!< unit vectors of the frame
  Doubles length;                    //!< of the edge along x, the longest
  Doubles second[2], second_length;  //!< the edge from the second corner to the third: unit vector and length
  Doubles third[2], third_length;    //!< from the first corner to the third
};

static inline Doubles dot(const Doubles (&a)[3], const Doubles (&b)[3]) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

//! The factor that normalises a vector of this length; 0 if that is 0.
static inline Doubles factor_of(const Doubles& length) {
  return choose(Doubles{} < length, Doubles::all(1) / length, Doubles{});
}

static inline void take_along(const Doubles (&x)[3], Doubles (&way)[3]) {
  const Doubles along = dot(x, way);
  for (int axis = 0; axis < 3; ++axis) way[axis] = way[axis] - along * x[axis];
}

//! Makes `way` the unit vector across x towards it; arbitrary if they are parallel.
static inline void turn_across(const Doubles (&x)[3], Doubles (&way)[3]) {
  take_along(x, way);
  const Places<double> is_parallel = dot(way, way) == Doubles{};
  const Places<double> is_upright = x[0] * x[0] + x[1] * x[1] < Doubles::all(0.5);
  const Doubles other[3] = {
      choose(is_upright, Doubles::all(1), -x[1]), choose(is_upright, Doubles{}, x[0]), {}};
  for (int axis = 0; axis < 3; ++axis) way[axis] = choose(is_parallel, other[axis], way[axis]);
  take_along(x, way);  // twice: on a flat face once is not exactly at right angles
  const Doubles factor = factor_of(root(dot(way, way)));
  for (Doubles& part : way) part = part * factor;
}

//! Begins with the longest edge for the best accuracy; arbitrary for a face without area.
static inline void find_frames(const FaceCorners& faces, FaceFrames& frames) {
  Doubles a[3], b[3], c[3], ab[3], bc[3], ca[3];
  for (int axis = 0; axis < 3; ++axis) {
    a[axis] = Doubles::load(faces.at[0][axis]);
    b[axis] = Doubles::load(faces.at[1][axis]);
    c[axis] = Doubles::load(faces.at[2][axis]);
    ab[axis] = b[axis] - a[axis];
    bc[axis] = c[axis] - b[axis];
    ca[axis] = a[axis] - c[axis];
  }
  const Doubles ab2 = dot(ab, ab), bc2 = dot(bc, bc), ca2 = dot(ca, ca);
  const Places<double> from_b = ab2 < bc2;
  const Places<double> from_c = choose(from_b, bc2, ab2) < ca2;
  Doubles second[3], third[3];
  for (int axis = 0; axis < 3; ++axis) {
    const Doubles first = choose(from_c, c[axis], choose(from_b, b[axis], a[axis]));
    const Doubles next = choose(from_c, a[axis], choose(from_b, c[axis], b[axis]));
    const Doubles last = choose(from_c, b[axis], choose(from_b, a[axis], c[axis]));
    frames.corner[axis] = first;
    frames.x[axis] = next - first;
    frames.y[axis] = third[axis] = last - first;
    second[axis] = last - next;
  }
  frames.length = root(dot(frames.x, frames.x));
  const Doubles factor = factor_of(frames.length);
  for (Doubles& part : frames.x) part = part * factor;
  frames.x[0] = choose(Doubles{} < frames.length, frames.x[0], Doubles::all(1));
  turn_across(frames.x, frames.y);
  const Doubles height = dot(frames.y, third);
  const Doubles second_x = dot(frames.x, second), third_x = dot(frames.x, third);
  frames.second_length = root(second_x * second_x + height * height);
  frames.third_length = root(third_x * third_x + height * height);
  const Doubles second_factor = factor_of(frames.second_length),
                third_factor = factor_of(frames.third_length);
  frames.second[0] = second_x * second_factor;
  frames.second[1] = height * second_factor;
  frames.third[0] = third_x * third_factor;
  frames.third[1] = height * third_factor;
}

}  // namespace intercusp::surface::INTERCUSP_ISA
