#include "occlusion/motion/contact_event.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace intercusp::motion {
namespace {

constexpr double full_turn = 2 * std::numbers::pi;

//! A motion that closes in on something more slowly than this, as a share of its speed, slides along it.
constexpr double sliding = 1e-9;

//! What a motion makes of points after one amount.
class Moment {
 public:
  Moment(Motion::Kind kind, double amount) : kind_(kind), amount_(amount) {
    if (kind == Motion::Kind::turn) cosine_ = std::cos(amount), sine_ = std::sin(amount);
  }
  Eigen::Vector3d operator*(const Eigen::Vector3d& point) const {
    if (kind_ == Motion::Kind::shift) return {point.x(), point.y(), point.z() + amount_};
    return {cosine_ * point.x() - sine_ * point.y(), sine_ * point.x() + cosine_ * point.y(), point.z()};
  }

 private:
  Motion::Kind kind_;
  double amount_, cosine_ = 1, sine_ = 0;
};

Eigen::Vector3d velocity(Motion::Kind kind, const Eigen::Vector3d& point) {
  if (kind == Motion::Kind::shift) return Eigen::Vector3d::UnitZ();
  return {-point.y(), point.x(), 0};
}

//! constant + cosine·cos(amount) + sine·sin(amount) for a turn; constant + slope·amount for a shift.
struct Equation {
  double constant = 0, cosine = 0, sine = 0, slope = 0;
};

//! Up to two roots; NaN if missing.
using Roots = std::array<double, 2>;
constexpr double none = std::numeric_limits<double>::quiet_NaN();

//! The root between 0 and a full turn; one just below a full turn is a rounded 0.
double within_turn(double angle) {
  double root = std::fmod(angle, full_turn);
  if (root < 0) root += full_turn;
  return full_turn - root < 1e-11 ? 0 : root;
}

//! The second is the one at which the value falls from above zero to below.
Roots roots_of(Motion::Kind kind, const Equation& equation) {
  if (kind == Motion::Kind::shift) {
    const double root = -equation.constant / equation.slope;
    return std::isfinite(root) ? Roots{none, root} : Roots{none, none};
  }
  const double amplitude = std::sqrt(equation.cosine * equation.cosine + equation.sine * equation.sine);
  if (!(std::abs(equation.constant) <= amplitude) || amplitude == 0) return {none, none};
  const double phase = std::atan2(equation.sine, equation.cosine);
  const double to_zero = std::acos(-equation.constant / amplitude);
  return {within_turn(phase - to_zero), within_turn(phase + to_zero)};
}

//! A root that roundings put just before the start is the start.
double from_start(Motion::Kind kind, double root) {
  return kind == Motion::Kind::shift && root < 0 && root > -rim_mm ? 0 : root;
}

//! Height of a moved point over a face, times the normal's length.
Equation height_over(Motion::Kind kind, const Eigen::Vector3d& point, const Triangle& face, double sense) {
  const Eigen::Vector3d& n = face.normal;
  if (kind == Motion::Kind::shift) {
    return {.constant = n.dot(point - face.corners[0]), .slope = sense * n.z()};
  }
  return {.constant = n.z() * point.z() - n.dot(face.corners[0]),
          .cosine = n.x() * point.x() + n.y() * point.y(),
          .sine = sense * (n.y() * point.x() - n.x() * point.y())};
}

//! Height over an edge of a face, in its plane and inwards, mm.
double height_over_edge(const Eigen::Vector3d& point, const Triangle& face, std::size_t edge) {
  const Eigen::Vector3d& from = face.corners[edge];
  const Eigen::Vector3d way = face.corners[(edge + 1) % 3] - from;
  return way.cross(point - from).dot(face.normal) / (way.norm() * face.normal.norm());
}

//! Whether a corner on an edge of a face slides past: over a ridge, along or away from the face across it,
//! with what belongs to the corner outside that face.
bool slides_past(const FaceCorner& corner, const Triangle& face, std::size_t edge,
                 const Eigen::Vector3d& onward) {
  const Eigen::Vector3d &from = face.corners[edge], &to = face.corners[(edge + 1) % 3];
  if (face.normal.dot(face.across[edge] - from) > 0) return false;  // a valley
  const Eigen::Vector3d normal = (from - to).cross(face.across[edge] - to);
  const double length = normal.norm();
  if (normal.dot(onward) < -sliding * length * onward.norm()) return false;
  return std::ranges::all_of(corner.others, [&](const Eigen::Vector3d& other) {
    return normal.dot(other - corner.point) >= -rim_mm * length;
  });
}

//! \pre the corner is on the face, or within rim_mm of it
bool lands_on(const FaceCorner& corner, const Triangle& face, const Eigen::Vector3d& onward) {
  for (std::size_t edge = 0; edge < 3; ++edge) {
    const double height = height_over_edge(corner.point, face, edge);
    if (height < rim_mm && slides_past(corner, face, edge, onward)) return false;
  }
  return true;
}

FaceCorner moved_corner(Motion::Kind kind, const FaceCorner& corner, double amount) {
  return {moved(kind, corner.point, amount),
          {moved(kind, corner.others[0], amount), moved(kind, corner.others[1], amount)}};
}

//! \param sense 1: the corner moves with the motion, -1: against it
std::optional<ContactEvent> corner_meets(Motion::Kind kind, const FaceCorner& corner, const Triangle& face,
                                         double sense) {
  const double length = face.normal.norm();
  double amount = from_start(kind, roots_of(kind, height_over(kind, corner.point, face, sense))[1]);
  if (!(amount >= 0)) return std::nullopt;
  Eigen::Vector3d point = moved(kind, corner.point, sense * amount);
  const Eigen::Vector3d onward = sense * velocity(kind, point);
  const double closing = -face.normal.dot(onward);
  if (!(closing > sliding * length * onward.norm())) return std::nullopt;
  // One step of Newton's method takes out what the closed form has lost to roundings.
  const double refined = amount + face.normal.dot(point - face.corners[0]) / closing;
  if (refined >= 0 && std::abs(refined - amount) < 1e-6) {
    amount = refined;
    point = moved(kind, corner.point, sense * amount);
  }
  for (std::size_t edge = 0; edge < 3; ++edge) {
    if (height_over_edge(point, face, edge) < -rim_mm) return std::nullopt;  // nearly all end here
  }
  if (!lands_on(moved_corner(kind, corner, sense * amount), face, onward)) return std::nullopt;
  return ContactEvent{amount, point};
}

//! Volume that two edges span, one of them moved: zero where their lines meet.
Equation volume_between(Motion::Kind kind, const FaceEdge& lower, const FaceEdge& upper) {
  const Eigen::Vector3d d = lower.to - lower.from, e = upper.to - upper.from;
  if (kind == Motion::Kind::shift) {
    const Eigen::Vector3d normal = d.cross(e);
    return {.constant = (upper.from - lower.from).dot(normal), .slope = -normal.z()};
  }
  // (q − Rp)·(Rd × e) = Rd·(e × q) − e·R(p × d)
  const Eigen::Vector3d w = e.cross(upper.from), g = lower.from.cross(d);
  return {.constant = d.z() * w.z() - e.z() * g.z(),
          .cosine = d.x() * w.x() + d.y() * w.y() - g.x() * e.x() - g.y() * e.y(),
          .sine = d.x() * w.y() - d.y() * w.x() - g.x() * e.y() + g.y() * e.x()};
}

//! Two edges after an amount, and where their lines are nearest to each other, in lengths of the edges.
struct EdgesAt {
  EdgesAt(const Moment& moment, const FaceEdge& lower, const FaceEdge& upper)
      : p(moment * lower.from), d(moment * lower.to - p), e(upper.to - upper.from), normal(d.cross(e)) {
    const Eigen::Vector3d way = upper.from - p;
    normal2 = normal.squaredNorm();
    on_lower = way.cross(e).dot(normal) / normal2;
    on_upper = way.cross(d).dot(normal) / normal2;
  }
  [[nodiscard]] bool are_parallel() const { return !(normal2 > 1e-18 * d.squaredNorm() * e.squaredNorm()); }
  //! Whether the place lies within both edges, but for `margin_mm` at either end.
  [[nodiscard]] bool within(double margin_mm) const {
    const double of_lower = margin_mm / d.norm(), of_upper = margin_mm / e.norm();
    return on_lower > of_lower && on_lower < 1 - of_lower && on_upper > of_upper && on_upper < 1 - of_upper;
  }

  Eigen::Vector3d p, d, e, normal;
  double normal2, on_lower, on_upper;
};

//! Whether the upper lies ahead of the lower, as far as the faces beside the edges tell.
bool are_pressed(const Moment& moment, const EdgesAt& edges, const FaceEdge& lower, const FaceEdge& upper,
                 const Eigen::Vector3d& onward) {
  const double length = std::sqrt(edges.normal2);
  const double across = edges.normal.dot(onward);
  if (!(std::abs(across) > sliding * length * onward.norm())) return false;
  const Eigen::Vector3d ahead = across > 0 ? edges.normal : Eigen::Vector3d(-edges.normal);
  return std::ranges::all_of(upper.beside,
                             [&](const Eigen::Vector3d& beside) {
                               return ahead.dot(beside - upper.from) >= -rim_mm * length;
                             }) &&
         std::ranges::all_of(lower.beside, [&](const Eigen::Vector3d& beside) {
           return ahead.dot(moment * beside - edges.p) <= rim_mm * length;
         });
}

//! Edges whose lines meet after about that amount.
std::optional<ContactEvent> edges_meet_about(Motion::Kind kind, const FaceEdge& lower, const FaceEdge& upper,
                                             double amount) {
  constexpr double rough_mm = -1e-6;
  const EdgesAt rough(Moment(kind, amount), lower, upper);
  if (rough.are_parallel() || !rough.within(rough_mm)) return std::nullopt;  // nearly all end here
  // One step of Newton's method on the volume that the edges span.
  const double closing = rough.normal.dot(velocity(kind, upper.from + rough.on_upper * rough.e));
  const double refined = amount + (upper.from - rough.p).dot(rough.normal) / closing;
  if (refined >= 0 && std::abs(refined - amount) < 1e-6) amount = refined;
  const Moment moment(kind, amount);
  const EdgesAt edges(moment, lower, upper);
  // At their ends they are corners on edges, which the test of corners takes from rim_mm on.
  if (!edges.within(0.1 * rim_mm)) return std::nullopt;
  const Eigen::Vector3d point = upper.from + edges.on_upper * edges.e;
  if (!are_pressed(moment, edges, lower, upper, velocity(kind, point))) return std::nullopt;
  return ContactEvent{amount, point};
}

}  // namespace

Eigen::Vector3d moved(Motion::Kind kind, const Eigen::Vector3d& point, double amount) {
  return Moment(kind, amount) * point;
}

std::optional<ContactEvent> lower_corner_meets(Motion::Kind kind, const FaceCorner& corner,
                                               const Triangle& upper_face) {
  return corner_meets(kind, corner, upper_face, 1);
}

std::optional<ContactEvent> upper_corner_meets(Motion::Kind kind, const FaceCorner& corner,
                                               const Triangle& lower_face) {
  std::optional<ContactEvent> event = corner_meets(kind, corner, lower_face, -1);
  if (event) event->point = corner.point;  // the upper rests
  return event;
}

std::optional<ContactEvent> edges_meet(Motion::Kind kind, const FaceEdge& lower, const FaceEdge& upper) {
  Roots roots = roots_of(kind, volume_between(kind, lower, upper));
  if (roots[1] < roots[0]) std::swap(roots[0], roots[1]);
  for (const double root : roots) {
    const double amount = from_start(kind, root);
    if (!(amount >= 0)) continue;
    if (const auto event = edges_meet_about(kind, lower, upper, amount)) return event;
  }
  return std::nullopt;
}

}  // namespace intercusp::motion
