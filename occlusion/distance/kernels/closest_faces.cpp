#include "occlusion/distance/kernels/closest_faces.h"

#ifndef INTERCUSP_ISA
#error "INTERCUSP_ISA names the instruction set that this file is compiled for"
#endif

namespace intercusp::surface::INTERCUSP_ISA {
namespace {

constexpr int half = lanes / 2;
constexpr float far_away = 3e38F;  // beyond all there is

//! The points as the boxes have them, and how far each one's ball reaches.
struct alignas(64) Balls {
  float at[3][lanes];
  float squared[lanes];
  float low[3], high[3], most_squared;  //!< of all of them
};

void place_balls(const FaceTreeView& tree, const PointGroup& group, Balls& balls) {
  for (int i = 0; i < lanes; ++i) {
    balls.at[0][i] = static_cast<float>(group.x[i] - tree.centre[0]);
    balls.at[1][i] = static_cast<float>(group.y[i] - tree.centre[1]);
    balls.at[2][i] = static_cast<float>(group.z[i] - tree.centre[2]);
  }
  for (int axis = 0; axis < 3; ++axis) {
    float low = balls.at[axis][0], high = low;
    for (int i = 1; i < lanes; ++i) {
      low = balls.at[axis][i] < low ? balls.at[axis][i] : low;
      high = balls.at[axis][i] > high ? balls.at[axis][i] : high;
    }
    balls.low[axis] = low;
    balls.high[axis] = high;
  }
}

//! (d + r)² is at most d²·(1 + k) + r²·(1 + 1/k) for any k: no root is needed, and the ball grows by next to
//! nothing.
void reach_balls(double rounding_mm, const PointGroup& group, Balls& balls) {
  constexpr double k = 1e-4;
  const double least = rounding_mm * rounding_mm * (1 + 1 / k);
  for (int i = 0; i < lanes; ++i) {
    const double squared = group.squared[i] * (1 + 1.1 * k) + least;  // 0.1 k: what floats lose of a square
    balls.squared[i] = static_cast<float>(squared < 1e36 ? squared : 1e36);
  }
  float most = balls.squared[0];
  for (int i = 1; i < lanes; ++i) most = balls.squared[i] > most ? balls.squared[i] : most;
  balls.most_squared = most;
}

//! How far a stretch lies beside another; 0 where they overlap.
inline float between(float low, float high, float other_low, float other_high) {
  const float below = low - other_high, above = other_low - high;
  const float more = below > above ? below : above;
  return more > 0 ? more : 0;
}

//! A bit for each half of a group, at each of its lanes.
constexpr std::int32_t half_bit[lanes] = {1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2};

//! The halves of a group that have a point whose ball reaches one of the boxes.
std::int32_t halves_that_reach(const Balls& balls, const FaceBoxes& boxes, std::uint32_t branch) {
  const float low_x = boxes.low[0][branch], high_x = boxes.high[0][branch];
  const float low_y = boxes.low[1][branch], high_y = boxes.high[1][branch];
  const float low_z = boxes.low[2][branch], high_z = boxes.high[2][branch];
  std::int32_t halves = 0;
  for (int i = 0; i < lanes; ++i) {
    const float x = between(low_x, high_x, balls.at[0][i], balls.at[0][i]);
    const float y = between(low_y, high_y, balls.at[1][i], balls.at[1][i]);
    const float z = between(low_z, high_z, balls.at[2][i], balls.at[2][i]);
    halves |= x * x + y * y + z * z <= balls.squared[i] ? half_bit[i] : 0;
  }
  return halves;
}

//! A box that waits to be looked into.
struct Waiting {
  std::uint32_t boxes, branch;
};

//! Boxes that wait, the last first. A tree of 2^32 faces has eight levels.
struct Stack {
  Waiting waiting[8 * branches];
  int count = 0;
};

//! Adds the boxes that the balls may reach, all of them taken as one. The one nearest to their middle is
//! likely to hold the closest faces, which leave out most of the rest, and goes first.
void add_boxes(const FaceTreeView& tree, std::uint32_t place, const Balls& balls, Stack& stack) {
  const FaceBoxes& boxes = tree.boxes[place];
  alignas(64) float squared[branches], from_middle[branches];
  for (int i = 0; i < branches; ++i) {
    float gap2 = 0, middles2 = 0;
    for (int axis = 0; axis < 3; ++axis) {
      const float low = boxes.low[axis][i], high = boxes.high[axis][i];
      const float gap = between(low, high, balls.low[axis], balls.high[axis]);
      const float middles = low + high - balls.low[axis] - balls.high[axis];
      gap2 += gap * gap;
      middles2 += middles * middles;
    }
    squared[i] = gap2;
    from_middle[i] = middles2;
  }
  const int before = stack.count;
  int nearest = before;
  float least = far_away;
  for (std::uint32_t i = 0; i < branches; ++i) {
    if (!(squared[i] <= balls.most_squared)) continue;
    if (from_middle[i] < least) {
      least = from_middle[i];
      nearest = stack.count;
    }
    stack.waiting[stack.count++] = {place, i};
  }
  if (stack.count == before) return;
  const Waiting first = stack.waiting[nearest];
  stack.waiting[nearest] = stack.waiting[stack.count - 1];
  stack.waiting[stack.count - 1] = first;
}

inline double within(double value, double high) {
  value = value > 0 ? value : 0;
  return value < high ? value : high;
}

//! Keeps the face where it is nearer to the points of a half than what was found. A point over the face is as
//! far as its plane, any other as far in the plane as the nearest edge besides.
bool look_at(const FlatFace& face, double place, std::int32_t halves, PointGroup& group) {
  const double* const ex = face.x;
  const double* const ey = face.y;
  const double ez[3] = {ex[1] * ey[2] - ex[2] * ey[1], ex[2] * ey[0] - ex[0] * ey[2],
                        ex[0] * ey[1] - ex[1] * ey[0]};
  std::int64_t nearer = 0;  // as wide as the rest
  for (int first = 0; first < lanes; first += half) {
    if ((halves & half_bit[first]) == 0) continue;
    for (int i = first; i < first + half; ++i) {
      const double px = group.x[i] - face.corner[0], py = group.y[i] - face.corner[1],
                   pz = group.z[i] - face.corner[2];
      const double x = ex[0] * px + ex[1] * py + ex[2] * pz;
      const double y = ey[0] * px + ey[1] * py + ey[2] * pz;
      const double z = ez[0] * px + ez[1] * py + ez[2] * pz;

      const double beside = x - within(x, face.length);
      const double from_first = beside * beside + y * y;

      const double x2 = x - face.length;
      const double along2 = within(face.second[0] * x2 + face.second[1] * y, face.second_length);
      const double beside2 = x2 - along2 * face.second[0], over2 = y - along2 * face.second[1];
      const double from_second = beside2 * beside2 + over2 * over2;

      const double along3 = within(face.third[0] * x + face.third[1] * y, face.third_length);
      const double beside3 = x - along3 * face.third[0], over3 = y - along3 * face.third[1];
      const double from_third = beside3 * beside3 + over3 * over3;

      const double inside2 = face.second[0] * y - face.second[1] * x2;
      const double inside3 = face.third[1] * x - face.third[0] * y;
      double inside = y < inside2 ? y : inside2;
      inside = inside3 < inside ? inside3 : inside;
      double in_plane = from_first < from_second ? from_first : from_second;
      in_plane = from_third < in_plane ? from_third : in_plane;
      in_plane = inside > 0 ? 0 : in_plane;
      const double squared = z * z + in_plane;
      const bool is_nearer = squared < group.squared[i];
      group.face[i] = is_nearer ? place : group.face[i];
      group.squared[i] = is_nearer ? squared : group.squared[i];
      nearer |= is_nearer ? 1 : 0;
    }
  }
  return nearer != 0;
}

}  // namespace

void closest_faces(const FaceTreeView& tree, double rounding_mm, PointGroup& group) {
  Balls balls;
  place_balls(tree, group, balls);
  reach_balls(rounding_mm, group, balls);
  Stack stack;
  add_boxes(tree, 0, balls, stack);
  while (stack.count > 0) {
    const Waiting next = stack.waiting[--stack.count];
    const FaceBoxes& boxes = tree.boxes[next.boxes];
    const std::int32_t halves = halves_that_reach(balls, boxes, next.branch);
    if (halves == 0) continue;
    const std::uint32_t part = boxes.part[next.branch];
    if (!boxes.are_faces) {
      add_boxes(tree, part, balls, stack);
    } else if (look_at(tree.faces[part], part, halves, group)) {
      reach_balls(rounding_mm, group, balls);
    }
  }
}

}  // namespace intercusp::surface::INTERCUSP_ISA
