#include "occlusion/distance/kernels/kernels.h"

#include "occlusion/distance/kernels/vectors.h"

namespace intercusp::surface::INTERCUSP_ISA {
namespace {

// Computes frames of triangles, eight at a time.

constexpr int frames_at_once = 8;

struct FaceCorners {
  double at[3][3][frames_at_once];  //!< corner, axis
};

//! Faces in their own frames: the first corner is at the origin, the second at (length, 0), the
//! third at y ≥ 0.
struct FaceFrames {
  Doubles corner[3];
  Doubles x[3], y[3];                //!< unit vectors of the frame
  Doubles length;                    //!< length of the edge along x, the longest
  Doubles second[2], second_length;  //!< the edge from the second corner to the third: unit vector and length
  Doubles third[2], third_length;    //!< the edge from the first corner to the third
};

inline Doubles dot(const Doubles (&a)[3], const Doubles (&b)[3]) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

//! The factor that normalises a vector of this length; 0 if that is 0.
inline Doubles factor_of(const Doubles& length) {
  return choose(Doubles{} < length, Doubles::all(1) / length, Doubles{});
}

inline void take_along(const Doubles (&x)[3], Doubles (&way)[3]) {
  const Doubles along = dot(x, way);
  for (int axis = 0; axis < 3; ++axis) way[axis] = way[axis] - along * x[axis];
}

//! Makes `way` the unit vector perpendicular to x nearest to it; arbitrary if they are parallel.
inline void turn_across(const Doubles (&x)[3], Doubles (&way)[3]) {
  take_along(x, way);
  const Places<double> is_parallel = dot(way, way) == Doubles{};
  const Places<double> is_upright = x[0] * x[0] + x[1] * x[1] < Doubles::all(0.5);
  const Doubles other[3] = {
      choose(is_upright, Doubles::all(1), -x[1]), choose(is_upright, Doubles{}, x[0]), {}};
  for (int axis = 0; axis < 3; ++axis) way[axis] = choose(is_parallel, other[axis], way[axis]);
  take_along(x, way);  // twice, because for a flat face once is not exactly perpendicular
  const Doubles factor = factor_of(root(dot(way, way)));
  for (Doubles& part : way) part = part * factor;
}

//! Starts with the longest edge, for the best accuracy. Arbitrary for a face without area.
inline void find_frames(const FaceCorners& faces, FaceFrames& frames) {
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

//! The points relative to the boxes' centre, with the radius of each point's ball.
struct Balls {
  Floats at[3];
  Floats squared;
  float low[3], high[3], most_squared;  //!< over all points
};

//! (d + r)² is at most d²·(1 + k) + r²·(1 + 1/k) for any k. This bound needs no root and enlarges the
//! ball very little.
constexpr float k = 1e-4F;
constexpr float growth = 1 + 1.1F * k;  // 0.1 k covers the rounding of squares of floats

//! The second term, where r covers the rounding of both distances that are compared.
float rounding_squared(double rounding_mm) {
  return static_cast<float>(4 * rounding_mm * rounding_mm * (1 + 1 / double{k}));
}

//! \param rounding result of rounding_squared
Balls balls_of(const FaceTreeView& tree, float rounding, const PointGroup& group) {
  float at[3][lanes], reach[lanes];
  for (int i = 0; i < lanes; ++i) {
    at[0][i] = static_cast<float>(group.x[i] - tree.centre[0]);
    at[1][i] = static_cast<float>(group.y[i] - tree.centre[1]);
    at[2][i] = static_cast<float>(group.z[i] - tree.centre[2]);
    const double squared = group.squared[i] * double{growth} + double{rounding};
    reach[i] = static_cast<float>(squared < 1e36 ? squared : 1e36);
  }
  Balls balls;
  balls.squared = Floats::load(reach);
  balls.most_squared = greatest(balls.squared);
  for (int axis = 0; axis < 3; ++axis) {
    balls.at[axis] = Floats::load(at[axis]);
    balls.low[axis] = -greatest(-balls.at[axis]);
    balls.high[axis] = greatest(balls.at[axis]);
  }
  return balls;
}

//! A list of boxes that is still to be opened.
struct Waiting {
  std::uint32_t list, box;
  float squared;  //!< lower bound of its distance from all points, squared
};

//! Stack of waiting boxes. A tree of 2^32 faces has eight levels.
struct Stack {
  Waiting waiting[8 * branches];
  int count = 0;
};

//! A face that may be the closest one to some points.
struct Candidate {
  Floats least;  //!< lower bounds of the squared distances of the points
  std::uint32_t place;
};

//! The state of a search.
struct Search {
  Search(const FaceTreeView& searched, double rounding_mm, PointGroup& asked)
      : tree(searched),
        group(asked),
        rounding(rounding_squared(rounding_mm)),
        balls(balls_of(tree, rounding, group)) {}

  const FaceTreeView& tree;
  PointGroup& group;
  float rounding;  //!< result of rounding_squared
  Balls balls;
  Stack stack;
  static constexpr int most_candidates = 32;
  Candidate candidates[most_candidates];
  int count = 0;
};

constexpr int half = lanes / 2;
constexpr std::uint32_t half_bits = (1U << half) - 1;

inline double within(double value, double high) {
  value = value > 0 ? value : 0;
  return value < high ? value : high;
}

//! The frame of one face of FaceFrames.
struct Frame {
  double corner[3], x[3], y[3], z[3], length, second[2], second_length, third[2], third_length;
};

Frame frame_of(const FaceFrames& frames, int i) {
  Frame frame;
  for (int axis = 0; axis < 3; ++axis) {
    frame.corner[axis] = frames.corner[axis][i];
    frame.x[axis] = frames.x[axis][i];
    frame.y[axis] = frames.y[axis][i];
  }
  for (int axis = 0; axis < 3; ++axis) {
    const int next = (axis + 1) % 3, last = (axis + 2) % 3;
    frame.z[axis] = frame.x[next] * frame.y[last] - frame.x[last] * frame.y[next];
  }
  for (int axis = 0; axis < 2; ++axis) {
    frame.second[axis] = frames.second[axis][i];
    frame.third[axis] = frames.third[axis][i];
  }
  frame.length = frames.length[i];
  frame.second_length = frames.second_length[i];
  frame.third_length = frames.third_length[i];
  return frame;
}

//! Keeps the face for those points of a half that are nearer to it than to the best face, or as near if its
//! number is lower. For a point over the face the distance is that to its plane. For any other point, the
//! distance to the nearest edge within the plane is added.
void look_at(const Frame& face, double number, std::uint32_t points, PointGroup& group) {
  for (int first = 0; first < lanes; first += half) {
    if ((points >> first & half_bits) == 0) continue;
    for (int i = first; i < first + half; ++i) {
      const double px = group.x[i] - face.corner[0], py = group.y[i] - face.corner[1],
                   pz = group.z[i] - face.corner[2];
      const double x = face.x[0] * px + face.x[1] * py + face.x[2] * pz;
      const double y = face.y[0] * px + face.y[1] * py + face.y[2] * pz;
      const double z = face.z[0] * px + face.z[1] * py + face.z[2] * pz;

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
      const bool is_nearer =
          squared < group.squared[i] || (squared == group.squared[i] && number < group.face[i]);
      group.face[i] = is_nearer ? number : group.face[i];
      group.squared[i] = is_nearer ? squared : group.squared[i];
    }
  }
}

void fetch_corners(const FaceTreeView& tree, std::uint32_t number, int i, FaceCorners& faces) {
  for (int corner = 0; corner < 3; ++corner) {
    const double* const vertex =
        tree.vertices + 3 * std::uint64_t{tree.corners[3 * std::uint64_t{number} + corner]};
    for (int axis = 0; axis < 3; ++axis) faces.at[corner][axis][i] = vertex[axis];
  }
}

//! Candidate faces that are to be compared in double, with the points that may be near each.
struct Finalists {
  FaceCorners corners;
  std::uint32_t numbers[frames_at_once], points[frames_at_once];
  int count = 0;
};

void settle(Finalists& finalists, PointGroup& group) {
  FaceFrames frames;
  find_frames(finalists.corners, frames);
  for (int i = 0; i < finalists.count; ++i) {
    look_at(frame_of(frames, i), finalists.numbers[i], finalists.points[i], group);
  }
  finalists.count = 0;
}

//! Compares the candidates that are still within reach, in double.
void settle_candidates(Search& search) {
  Finalists finalists;
  finalists.corners = {};
  for (int i = 0; i < search.count; ++i) {
    const Candidate& candidate = search.candidates[i];
    const std::uint32_t points = bits_within(candidate.least, search.balls.squared);
    if (points == 0) continue;
    const std::uint32_t number = search.tree.numbers[candidate.place];
    fetch_corners(search.tree, number, finalists.count, finalists.corners);
    finalists.numbers[finalists.count] = number;
    finalists.points[finalists.count] = points;
    if (++finalists.count == frames_at_once) settle(finalists, search.group);
  }
  if (finalists.count > 0) settle(finalists, search.group);
  search.count = 0;
}

Floats all(float value) { return Floats::all(value); }

Floats clamped(const Floats& value, float high) { return lesser(greater(value, Floats{}), all(high)); }

//! The squared distances of all points to a face in floats, and their error bounds.
struct Estimate {
  Floats squared, error;
};

//! Let u = 2^-24, p the vector from the first corner, and L the longest edge. Then coordinates in the face's
//! plane are wrong by up to 11·u·(|p| + L), and squares by up to 64·u·(p² + L²).
constexpr float square_error = 64 * 0x1p-24F;

//! The squared distance is that to the first corner minus s·(2·t − s), where s is the nearest point on an
//! edge from there and t the projection of the query; or minus x² + y² if the foot is inside the face.
//! Whether the foot is inside may be misjudged by the error above, which enters only as its square.
//! (Beyond a sharp corner x is below 0 or above L, and `inside2` or `inside3` is a sum of two numbers
//! that are not positive.)
Estimate estimate(const RoughFace& face, const Balls& balls) {
  const Floats px = balls.at[0] - all(face.corner[0]), py = balls.at[1] - all(face.corner[1]),
               pz = balls.at[2] - all(face.corner[2]);
  const Floats x = fused(pz, all(face.x[2]), fused(py, all(face.x[1]), px * all(face.x[0])));
  const Floats y = fused(pz, all(face.y[2]), fused(py, all(face.y[1]), px * all(face.y[0])));
  const Floats from_corner = fused(pz, pz, fused(py, py, px * px));
  const Floats length = all(face.length), two = all(2);

  const Floats along = clamped(x, face.length);
  const Floats first = along * fused(x, two, -along);

  const Floats x2 = x - length;
  const Floats over2 = fused(y, all(face.second[1]), x2 * all(face.second[0]));
  const Floats along2 = clamped(over2, face.second_length);
  const Floats second = fused(along2, fused(over2, two, -along2), (x + x2) * length);

  const Floats over3 = fused(y, all(face.third[1]), x * all(face.third[0]));
  const Floats along3 = clamped(over3, face.third_length);
  const Floats third = along3 * fused(over3, two, -along3);

  const Floats inside2 = fused(y, all(face.second[0]), -(x2 * all(face.second[1])));
  const Floats inside3 = fused(x, all(face.third[1]), -(y * all(face.third[0])));
  const Places<float> is_over = Floats{} < lesser(lesser(y, inside2), inside3);
  const Floats less = choose(is_over, fused(y, y, x * x), greater(greater(first, second), third));
  return {from_corner - less, fused(length, length, from_corner) * all(square_error)};
}

//! Adds a face to the candidates if it may be the closest one to a point. A face that is left out is
//! certainly farther than some candidate, despite rounding.
void consider(Search& search, std::uint32_t place) {
  const auto [squared, error] = estimate(search.tree.rough[place], search.balls);
  Balls& balls = search.balls;
  const Floats least = squared - error;
  if (bits_within(least, balls.squared) == 0) return;
  search.candidates[search.count] = {least, place};
  balls.squared = lesser(fused(squared + error, all(growth), all(search.rounding)), balls.squared);
  balls.most_squared = greatest(balls.squared);
  if (++search.count == Search::most_candidates) settle_candidates(search);
}

//! Whether one of the boxes may contain a face nearer to one of the points. Each point is tested separately,
//! because the box around all points is too coarse if they are far away. A box is tested when it is found,
//! and again with smaller balls when it is opened. This saves a third of the time for far points and costs
//! nothing for near ones.
bool may_be_nearer(const FaceBoxes& boxes, int i, const Balls& balls) {
  Floats squared{};
  for (int axis = 0; axis < 3; ++axis) {
    const Floats gap =
        greater(greater(all(boxes.low[axis][i]) - balls.at[axis], balls.at[axis] - all(boxes.high[axis][i])),
                Floats{});
    squared = fused(gap, gap, squared);
  }
  return bits_within(squared, balls.squared) != 0;
}

//! Tests the faces of a list, or pushes the lists below it that the balls may reach. The list nearest
//! to the middle of the balls comes first, because it probably contains the closest faces, which
//! exclude most others.
void open(Search& search, std::uint32_t place) {
  const FaceBoxes& boxes = search.tree.boxes[place];
  const Balls& balls = search.balls;
  Floats squared{}, middles{};
  for (int axis = 0; axis < 3; ++axis) {
    const Floats low = Floats::load(boxes.low[axis]), high = Floats::load(boxes.high[axis]);
    const Floats gap = greater(greater(low - all(balls.high[axis]), all(balls.low[axis]) - high), Floats{});
    squared = fused(gap, gap, squared);
    const Floats middle = (low + high) - all(balls.low[axis] + balls.high[axis]);
    middles = fused(middle, middle, middles);
  }
  const Floats reach = all(balls.most_squared);
  std::uint32_t bits = bits_within(squared, reach);
  if (bits == 0) return;
  const Floats nearness = choose(squared <= reach, -middles, all(-3e38F));
  const int nearest = __builtin_ctz(bits_within(all(greatest(nearness)), nearness));
  bits &= ~(1U << nearest);
  float gaps[branches];
  squared.store(gaps);
  if (!boxes.are_faces) {
    Stack& stack = search.stack;
    for (; bits != 0; bits &= bits - 1) {
      const int i = __builtin_ctz(bits);
      if (!may_be_nearer(boxes, i, balls)) continue;
      stack.waiting[stack.count++] = {place, static_cast<std::uint32_t>(i), gaps[i]};
    }
    stack.waiting[stack.count++] = {place, static_cast<std::uint32_t>(nearest), gaps[nearest]};
    return;
  }
  for (int i = nearest;; bits &= bits - 1) {
    if (gaps[i] <= balls.most_squared && may_be_nearer(boxes, i, balls)) consider(search, boxes.part[i]);
    if (bits == 0) return;
    i = __builtin_ctz(bits);
  }
}

RoughFace rounded(const Frame& frame, const double (&centre)[3]) {
  RoughFace face{.length = static_cast<float>(frame.length),
                 .second_length = static_cast<float>(frame.second_length),
                 .third_length = static_cast<float>(frame.third_length)};
  for (int axis = 0; axis < 3; ++axis) {
    face.corner[axis] = static_cast<float>(frame.corner[axis] - centre[axis]);
    face.x[axis] = static_cast<float>(frame.x[axis]);
    face.y[axis] = static_cast<float>(frame.y[axis]);
  }
  for (int axis = 0; axis < 2; ++axis) {
    face.second[axis] = static_cast<float>(frame.second[axis]);
    face.third[axis] = static_cast<float>(frame.third[axis]);
  }
  return face;
}

}  // namespace

void closest_faces(const FaceTreeView& tree, double rounding_mm, PointGroup& group) {
  Search search(tree, rounding_mm, group);
  open(search, 0);
  Stack& stack = search.stack;
  while (stack.count > 0) {
    const Waiting next = stack.waiting[--stack.count];
    if (next.squared > search.balls.most_squared) continue;
    const FaceBoxes& list = tree.boxes[next.list];
    if (may_be_nearer(list, static_cast<int>(next.box), search.balls)) open(search, list.part[next.box]);
  }
  settle_candidates(search);
}

void rough_faces(const FaceTreeView& tree, std::uint32_t first, std::uint32_t count, RoughFace* faces) {
  for (std::uint32_t done = 0; done < count; done += frames_at_once) {
    const std::uint32_t some = count - done < frames_at_once ? count - done : frames_at_once;
    FaceCorners corners{};
    for (std::uint32_t i = 0; i < some; ++i)
      fetch_corners(tree, tree.numbers[first + done + i], static_cast<int>(i), corners);
    FaceFrames frames;
    find_frames(corners, frames);
    for (std::uint32_t i = 0; i < some; ++i)
      faces[done + i] = rounded(frame_of(frames, static_cast<int>(i)), tree.centre);
  }
}

}  // namespace intercusp::surface::INTERCUSP_ISA
