#include "occlusion/motion/contact_event.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "occlusion/motion/trajectories.h"

namespace intercusp::motion {
namespace {

//! The transformation of points after one amount of a motion.
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

Gap scaled(const Gap& gap, double by) {
  return {by * gap.constant, by * gap.cosine, by * gap.sine, by * gap.slope};
}

//! A bound above the rounding of a value at the start.
double rounding_of(const Gap& gap) {
  return 16 * std::numeric_limits<double>::epsilon() * (std::abs(gap.constant) + std::abs(gap.cosine));
}

//! Whether features are in touch at the start, or overlap by at most the depth tolerance.
//! \param unit2 the square of the value of a gap of 1 mm
bool starts_in_touch(const Gap& gap, double unit2) {
  constexpr double most_mm = touch_mm + import_rounding_mm;
  const double at_start = gap.at_start();
  return at_start <= rounding_of(gap) && (at_start >= 0 || at_start * at_start <= most_mm * most_mm * unit2);
}

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
Roots roots_of(Motion::Kind kind, const Gap& gap) {
  if (kind == Motion::Kind::shift) {
    const double root = -gap.constant / gap.slope;
    return std::isfinite(root) ? Roots{none, root} : Roots{none, none};
  }
  const double amplitude = std::sqrt(gap.cosine * gap.cosine + gap.sine * gap.sine);
  if (!(std::abs(gap.constant) <= amplitude) || amplitude == 0) return {none, none};
  const double phase = std::atan2(gap.sine, gap.cosine);
  const double to_zero = std::acos(-gap.constant / amplitude);
  return {within_turn(phase - to_zero), within_turn(phase + to_zero)};
}

//! Height of a moved point over a face, times the normal's length.
Gap height_over(Motion::Kind kind, const Eigen::Vector3d& point, const Triangle& face, double sense) {
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

//! Whether a point in the plane of a face, within rounding, lies on it: at most beyond its rim by rounding, or in a
//! valley by the depth tolerance.
bool lies_on(const Eigen::Vector3d& point, const Triangle& face) {
  for (std::size_t edge = 0; edge < 3; ++edge) {
    const double height = height_over_edge(point, face, edge);
    if (height < -touch_mm) return false;  // nearly all end here
    if (height >= -rim_mm) continue;
    const bool is_valley = face.normal.dot(face.across[edge] - face.corners[edge]) > 0;
    if (!is_valley) return false;
  }
  return true;
}

//! An approach so slow that it never exceeds the tolerance is not an event.
std::optional<ContactEvent> unless_it_grazes(Motion::Kind kind, const ContactEvent& event) {
  if (!event.is_steep && !amount_at_depth(kind, event, touch_mm)) return std::nullopt;
  return event;
}

//! \param sense 1: the corner moves with the motion, -1: against it
std::optional<ContactEvent> corner_meets_at(Motion::Kind kind, const Eigen::Vector3d& corner,
                                            const Triangle& face, double sense, const Gap& height,
                                            double amount, bool is_root) {
  const double length = face.normal.norm();
  Eigen::Vector3d point = moved(kind, corner, sense * amount);
  const Eigen::Vector3d onward = sense * velocity(kind, point);
  const double closing = -face.normal.dot(onward), at_steep = steep * length * onward.norm();
  if (closing < (is_root ? 0 : -at_steep)) return std::nullopt;
  if (is_root) {
    // One step of Newton's method removes the rounding error of the closed form.
    const double refined = amount + face.normal.dot(point - face.corners[0]) / closing;
    if (refined >= 0 && std::abs(refined - amount) < 1e-6) {
      amount = refined;
      point = moved(kind, corner, sense * amount);
    }
  }
  if (!lies_on(point, face)) return std::nullopt;
  const bool is_steep = closing > at_steep;
  return unless_it_grazes(kind, {amount, point, is_steep, is_steep, scaled(height, 1 / length)});
}

std::optional<ContactEvent> corner_meets(Motion::Kind kind, const Eigen::Vector3d& corner,
                                         const Triangle& face, double sense) {
  const Gap height = height_over(kind, corner, face, sense);
  if (starts_in_touch(height, face.normal.squaredNorm())) {
    if (const auto event = corner_meets_at(kind, corner, face, sense, height, 0, false)) return event;
  }
  const double amount = roots_of(kind, height)[1];
  if (!(amount >= 0)) return std::nullopt;
  return corner_meets_at(kind, corner, face, sense, height, amount, true);
}

//! Volume spanned by two edges, one of them moved: zero if their lines meet.
Gap volume_between(Motion::Kind kind, const FaceEdge& lower, const FaceEdge& upper) {
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

//! Two edges after an amount, and the nearest points of their lines, in lengths of the edges.
struct EdgesAt {
  EdgesAt(const Moment& moment, const FaceEdge& lower, const FaceEdge& upper)
      : p(moment * lower.from), d(moment * lower.to - p), e(upper.to - upper.from), normal(d.cross(e)) {
    const Eigen::Vector3d way = upper.from - p;
    normal2 = normal.squaredNorm();
    on_lower = way.cross(e).dot(normal) / normal2;
    on_upper = way.cross(d).dot(normal) / normal2;
  }
  [[nodiscard]] bool are_parallel() const { return !(normal2 > 1e-18 * d.squaredNorm() * e.squaredNorm()); }
  //! Whether the place lies within both edges, except for `margin_mm` at either end.
  [[nodiscard]] bool within(double margin_mm) const {
    const double of_lower = margin_mm / d.norm(), of_upper = margin_mm / e.norm();
    return on_lower > of_lower && on_lower < 1 - of_lower && on_upper > of_upper && on_upper < 1 - of_upper;
  }
  //! Whether each edge still crosses the other if it is moved across itself by less than that.
  [[nodiscard]] bool cross_by(double margin_mm) const {
    const double ends_of_lower = std::min(on_lower, 1 - on_lower),
                 ends_of_upper = std::min(on_upper, 1 - on_upper);
    const double length = std::sqrt(normal2);
    return ends_of_lower * length > margin_mm * e.norm() && ends_of_upper * length > margin_mm * d.norm();
  }

  Eigen::Vector3d p, d, e, normal;
  double normal2, on_lower, on_upper;
};

//! Heights of the corners beside two edges along their common normal, times its length.
struct HeightsBeside {
  HeightsBeside(const Moment& moment, const EdgesAt& edges, const FaceEdge& lower, const FaceEdge& upper) {
    for (std::size_t i = 0; i < 2; ++i) {
      of_upper[i] = edges.normal.dot(upper.beside[i] - upper.from);
      of_lower[i] = edges.normal.dot(moment * lower.beside[i] - edges.p);
    }
  }
  //! 1 if the upper's faces lie ahead along the normal, −1 if the lower's do.
  [[nodiscard]] double upper_side() const {
    return of_upper[0] + of_upper[1] - of_lower[0] - of_lower[1] >= 0 ? 1 : -1;
  }
  //! Whether all of the upper's are on that side and all of the lower's on the other.
  [[nodiscard]] bool are_parted(double upper_side, double margin) const {
    return std::ranges::all_of(of_upper, [&](double height) { return upper_side * height >= -margin; }) &&
           std::ranges::all_of(of_lower, [&](double height) { return upper_side * height <= margin; });
  }

  std::array<double, 2> of_upper, of_lower;
};

//! Edges whose lines meet after about that amount, or are in touch at the start.
std::optional<ContactEvent> edges_meet_about(Motion::Kind kind, const FaceEdge& lower, const FaceEdge& upper,
                                             const Gap& volume, double amount, bool is_root) {
  constexpr double rough_mm = -1e-6;
  const EdgesAt rough(Moment(kind, amount), lower, upper);
  if (rough.are_parallel() || !rough.within(rough_mm)) return std::nullopt;  // nearly all end here
  if (is_root) {
    // One step of Newton's method on the volume that the edges span.
    const double closing = rough.normal.dot(velocity(kind, upper.from + rough.on_upper * rough.e));
    const double refined = amount + (upper.from - rough.p).dot(rough.normal) / closing;
    if (refined >= 0 && std::abs(refined - amount) < 1e-6) amount = refined;
  }
  const Moment moment(kind, amount);
  const EdgesAt edges(moment, lower, upper);
  // At their ends they are corners on edges, which the test of corners handles from rim_mm on.
  if (!edges.within(0.1 * rim_mm)) return std::nullopt;
  const Eigen::Vector3d point = upper.from + edges.on_upper * edges.e;
  const Eigen::Vector3d onward = velocity(kind, point);
  const double length = std::sqrt(edges.normal2), across = edges.normal.dot(onward);
  const HeightsBeside beside(moment, edges, lower, upper);
  const bool is_steep = std::abs(across) > steep * length * onward.norm();
  const double upper_side = is_steep ? (across > 0 ? 1 : -1) : beside.upper_side();
  if (is_root && upper_side * across < 0) return std::nullopt;
  if (!beside.are_parted(upper_side, rim_mm * length)) return std::nullopt;
  const Gap gap = scaled(volume, upper_side / length);
  if (!is_root && !starts_in_touch(gap, 1)) return std::nullopt;
  return unless_it_grazes(kind, {amount, point, is_steep, is_steep && edges.cross_by(touch_mm), gap});
}

}  // namespace

Eigen::Vector3d velocity(Motion::Kind kind, const Eigen::Vector3d& point) {
  if (kind == Motion::Kind::shift) return Eigen::Vector3d::UnitZ();
  return {-point.y(), point.x(), 0};
}

Eigen::Vector3d moved(Motion::Kind kind, const Eigen::Vector3d& point, double amount) {
  return Moment(kind, amount) * point;
}

std::optional<double> amount_at_depth(Motion::Kind kind, const ContactEvent& event, double depth_mm) {
  const Gap& gap = event.gap;
  const double at_event = gap.after(kind, event.amount);
  if (kind == Motion::Kind::shift) {
    const double more = (std::max(at_event, 0.0) + depth_mm) / -gap.slope;
    return more > 0 && std::isfinite(more) ? std::optional(event.amount + more) : std::nullopt;
  }
  const double amplitude = std::hypot(gap.cosine, gap.sine);
  const double from_peak = std::remainder(event.amount - std::atan2(gap.sine, gap.cosine), full_turn);
  if (from_peak < 0 && gap.constant + amplitude > rim_mm) return std::nullopt;
  const double cosine = (std::min(at_event, 0.0) - depth_mm - gap.constant) / amplitude;
  if (!(std::abs(cosine) <= 1)) return std::nullopt;
  return event.amount + std::acos(cosine) - from_peak;
}

std::optional<ContactEvent> lower_corner_meets(Motion::Kind kind, const Eigen::Vector3d& corner,
                                               const Triangle& upper_face) {
  return corner_meets(kind, corner, upper_face, 1);
}

std::optional<ContactEvent> upper_corner_meets(Motion::Kind kind, const Eigen::Vector3d& corner,
                                               const Triangle& lower_face) {
  std::optional<ContactEvent> event = corner_meets(kind, corner, lower_face, -1);
  if (event) event->point = corner;  // the upper is fixed
  return event;
}

std::optional<ContactEvent> edges_meet(Motion::Kind kind, const FaceEdge& lower, const FaceEdge& upper) {
  const Gap volume = volume_between(kind, lower, upper);
  const double at_start = volume.at_start();
  const double most2 = (lower.to - lower.from).squaredNorm() * (upper.to - upper.from).squaredNorm();
  if (at_start * at_start <= 1.1 * touch_mm * touch_mm * most2) {
    if (const auto event = edges_meet_about(kind, lower, upper, volume, 0, false)) return event;
  }
  Roots roots = roots_of(kind, volume);
  if (roots[1] < roots[0]) std::swap(roots[0], roots[1]);
  for (const double root : roots) {
    if (!(root >= 0)) continue;
    if (const auto event = edges_meet_about(kind, lower, upper, volume, root, true)) return event;
  }
  return std::nullopt;
}

std::array<Eigen::Vector3d, 2> nearest_on_lines(Motion::Kind kind, const FaceEdge& lower,
                                                const FaceEdge& upper, double amount) {
  const EdgesAt edges(Moment(kind, amount), lower, upper);
  return {edges.p + edges.on_lower * edges.d, upper.from + edges.on_upper * edges.e};
}

}  // namespace intercusp::motion
