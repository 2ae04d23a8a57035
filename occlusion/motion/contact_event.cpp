#include "occlusion/motion/contact_event.h"

#include <algorithm>
#include <limits>

#include "occlusion/motion/trajectories.h"

namespace intercusp::motion {
namespace {

//! Transforms points by one amount of a motion.
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

//! Up to two roots; a missing one is NaN.
using TwoRoots = std::array<double, 2>;
constexpr double none = std::numeric_limits<double>::quiet_NaN();

//! The root between 0 and a full turn. A root just below a full turn is a rounded 0.
double within_turn(double angle) {
  double root = std::fmod(angle, full_turn);
  if (root < 0) root += full_turn;
  return full_turn - root < 1e-11 ? 0 : root;
}

//! The second root is the one at which the value falls below zero.
TwoRoots roots_of(Motion::Kind kind, const Gap& gap) {
  if (kind == Motion::Kind::shift) {
    const double root = -gap.constant / gap.slope;
    return std::isfinite(root) ? TwoRoots{none, root} : TwoRoots{none, none};
  }
  const double amplitude = std::sqrt(gap.cosine * gap.cosine + gap.sine * gap.sine);
  if (!(std::abs(gap.constant) <= amplitude) || amplitude == 0) return {none, none};
  const double phase = std::atan2(gap.sine, gap.cosine);
  const double to_zero = std::acos(-gap.constant / amplitude);
  return {within_turn(phase - to_zero), within_turn(phase + to_zero)};
}

//! Height of a moved point above a plane, times the length of the normal.
//! \param sense 1: the point moves with the motion; −1: against it
Gap height_over(Motion::Kind kind, const Eigen::Vector3d& point, const Eigen::Vector3d& n,
                const Eigen::Vector3d& on_plane, double sense) {
  if (kind == Motion::Kind::shift) return {.constant = n.dot(point - on_plane), .slope = sense * n.z()};
  return {.constant = n.z() * point.z() - n.dot(on_plane),
          .cosine = n.x() * point.x() + n.y() * point.y(),
          .sine = sense * (n.y() * point.x() - n.x() * point.y())};
}

//! The amount at which a closing gap has closed by more than the tolerance. Infinity if it never does, or if
//! it first opens by the tolerance. An overlap at the start must grow.
double amount_of_sinking(Motion::Kind kind, const Gap& gap, double from) {
  const double level = std::min(-slide_mm, gap.after(kind, from) - import_rounding_mm);
  const double deep = first_within(kind, gap, level, from);
  const double parted = first_within(kind, scaled(gap, -1), -most_overlap_mm, from);
  return parted < deep ? std::numeric_limits<double>::infinity() : deep;
}

//! A corner on its way over a face.
struct CornerPath {
  Motion::Kind kind;
  const Eigen::Vector3d& corner;
  const ContactFace& face;
  double sense;  //!< 1: the corner moves with the motion; −1: against it

  [[nodiscard]] Eigen::Vector3d at(double amount) const { return moved(kind, corner, sense * amount); }

  //! Whether the corner may come over the face while it sinks in by the tolerance, judged by its velocity
  //! where it meets the plane.
  [[nodiscard]] bool may_come_over(const Eigen::Vector3d& point, const Eigen::Vector3d& onward) const {
    const Eigen::Vector3d& normal = face.normal;
    const double length = normal.norm(), closing = -normal.dot(onward);
    const double reach =
        // Tolerances are short, so the arc counts as straight.
        2 * touch_mm * (1 + length * onward.norm() / closing);
    for (std::size_t edge = 0; edge < 3 && closing > 0; ++edge) {
      const Eigen::Vector3d& from = face.corners[edge];
      const Eigen::Vector3d way = face.corners[(edge + 1) % 3] - from;
      if (way.cross(point - from).dot(normal) < -reach * way.norm() * length) return false;
    }
    return true;
  }

  //! The first amount from `first` to `last` at which the corner is over the face.
  [[nodiscard]] std::optional<double> over_face(double first, double last) const {
    std::array<Gap, 3> beyond;
    std::array<double, 3> most_mm;
    for (std::size_t edge = 0; edge < 3; ++edge) {
      const Eigen::Vector3d& from = face.corners[edge];
      const Eigen::Vector3d outward = (face.corners[(edge + 1) % 3] - from).cross(face.normal).normalized();
      beyond[edge] = height_over(kind, corner, outward, from, sense);
      const bool is_valley = face.normal.dot(face.across[edge] - face.corners[edge]) > 0;
      most_mm[edge] = is_valley ? touch_mm : rim_mm;
    }
    double amount = first;
    for (int round = 0; round < 8; ++round) {
      double next = amount;
      for (std::size_t i = 0; i < 3; ++i)
        next = std::max(next, first_within(kind, beyond[i], most_mm[i], next));
      if (!(next <= last)) return std::nullopt;
      if (next == amount) return amount;
      amount = next;
    }
    return std::nullopt;
  }

  //! \param from where the corner is at most the tolerance above or below the plane, or meets it
  [[nodiscard]] std::optional<ContactEvent> event_from(double from, const Gap& height) const {
    const double sunk = amount_of_sinking(kind, height, from);
    if (!std::isfinite(sunk)) return std::nullopt;
    const std::optional<double> amount = over_face(from, sunk);
    if (!amount || (*amount > from && height.after(kind, *amount) > rim_mm)) return std::nullopt;
    return ContactEvent{*amount, at(*amount), height};
  }
};

std::optional<ContactEvent> corner_meets(Motion::Kind kind, const Eigen::Vector3d& corner,
                                         const ContactFace& face, double sense) {
  const CornerPath path{kind, corner, face, sense};
  const Gap height = height_over(kind, corner, face.normal, face.corners[0], sense);
  const double at_start = height.at_start(), length2 = face.normal.squaredNorm();
  if (at_start * at_start <= most_overlap_mm * most_overlap_mm * length2) {
    if (const auto event = path.event_from(0, scaled(height, 1 / std::sqrt(length2)))) return event;
  }
  double amount = roots_of(kind, height)[1];
  if (!(amount >= 0)) return std::nullopt;
  const Eigen::Vector3d point = path.at(amount), onward = sense * velocity(kind, point);
  if (!path.may_come_over(point, onward)) return std::nullopt;  // nearly all end here
  // One step of Newton's method removes the rounding error of the closed form.
  const double refined = amount - face.normal.dot(point - face.corners[0]) / face.normal.dot(onward);
  if (refined >= 0 && std::abs(refined - amount) < 1e-6) amount = refined;
  return path.event_from(amount, scaled(height, 1 / std::sqrt(length2)));
}

//! The volume that two edges span, one of them moved. It is zero if their lines meet.
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

//! Heights of the corners beside two edges along the edges' common normal, times its length.
struct HeightsBeside {
  HeightsBeside(const Moment& moment, const EdgesAt& edges, const FaceEdge& lower, const FaceEdge& upper) {
    for (std::size_t i = 0; i < 2; ++i) {
      of_upper[i] = edges.normal.dot(upper.beside[i] - upper.from);
      of_lower[i] = edges.normal.dot(moment * lower.beside[i] - edges.p);
    }
  }
  //! Positive if the upper's faces lie ahead along the normal; negative if the lower's do.
  [[nodiscard]] double upper_ahead() const { return of_upper[0] + of_upper[1] - of_lower[0] - of_lower[1]; }
  //! Whether all of the upper's corners lie on that side, and all of the lower's on the other.
  [[nodiscard]] bool are_parted(double upper_side, double margin) const {
    return std::ranges::all_of(of_upper, [&](double height) { return upper_side * height >= -margin; }) &&
           std::ranges::all_of(of_lower, [&](double height) { return upper_side * height <= margin; });
  }

  std::array<double, 2> of_upper, of_lower;
};

//! Whether the edge only cuts a flat face.
bool is_flat(const FaceEdge& edge) {
  const Eigen::Vector3d way = edge.to - edge.from, off = edge.beside[1] - edge.from;
  const Eigen::Vector3d normal = way.cross(edge.beside[0] - edge.from);
  return off.cross(way).dot(normal) > 0 && std::abs(normal.dot(off)) <= flat_mm * normal.norm();
}

//! The event of edges whose lines meet at about that amount, or touch at the start.
std::optional<ContactEvent> edges_meet_about(Motion::Kind kind, const FaceEdge& lower, const FaceEdge& upper,
                                             const Gap& volume, double amount, bool is_root) {
  constexpr double rough_mm = -1e-6;
  const EdgesAt rough(kind, amount, lower, upper);
  // Nearly all pairs end here.
  if (rough.are_parallel() || !rough.within(rough_mm)) return std::nullopt;
  if (is_root) {
    // One step of Newton's method on the volume that the edges span.
    const double closing = rough.normal.dot(velocity(kind, upper.from + rough.on_upper * rough.e));
    const double refined = amount + (upper.from - rough.p).dot(rough.normal) / closing;
    if (refined >= 0 && std::abs(refined - amount) < 1e-6) amount = refined;
  }
  const EdgesAt edges(kind, amount, lower, upper);
  // At their ends edges are corners on edges, which the test of corners handles from rim_mm on.
  if (!edges.within(0.1 * rim_mm)) return std::nullopt;
  const Eigen::Vector3d point = upper.from + edges.on_upper * edges.e;
  const double length = std::sqrt(edges.normal2), across = edges.normal.dot(velocity(kind, point));
  const HeightsBeside beside(Moment(kind, amount), edges, lower, upper);
  const double ahead = beside.upper_ahead();
  const double upper_side = (std::abs(ahead) > 8 * rim_mm * length ? ahead : across) > 0 ? 1 : -1;
  if (is_root && upper_side * across < 0) return std::nullopt;
  if (!beside.are_parted(upper_side, rim_mm * length)) return std::nullopt;
  const Gap gap = scaled(volume, upper_side / length);
  const bool in_touch = std::abs(gap.at_start()) <= most_overlap_mm;
  if (in_touch ? is_flat(lower) || is_flat(upper) : !is_root) return std::nullopt;
  if (kind == Motion::Kind::shift && !std::isfinite(amount_of_sinking(kind, gap, amount)))
    return std::nullopt;
  return ContactEvent{amount, point, gap};
}

}  // namespace

double first_within(Motion::Kind kind, const Gap& gap, double level_mm, double from) {
  constexpr double never = std::numeric_limits<double>::infinity(), rounding_mm = 1e-12;
  const double above_mm = gap.after(kind, from) - level_mm;
  if (above_mm <= rounding_mm) return from;
  if (kind == Motion::Kind::shift) return gap.slope < 0 ? from - above_mm / gap.slope : never;
  const double cosine = (level_mm - gap.constant) / std::hypot(gap.cosine, gap.sine);
  if (!(cosine >= -1)) return never;
  return from + within_turn(std::atan2(gap.sine, gap.cosine) + std::acos(std::min(cosine, 1.0)) - from);
}

EdgesAt::EdgesAt(Motion::Kind kind, double amount, const FaceEdge& lower, const FaceEdge& upper) {
  const Moment moment(kind, amount);
  p = moment * lower.from;
  d = moment * lower.to - p;
  e = upper.to - upper.from;
  normal = d.cross(e);
  normal2 = normal.squaredNorm();
  const Eigen::Vector3d way = upper.from - p;
  on_lower = way.cross(e).dot(normal) / normal2;
  on_upper = way.cross(d).dot(normal) / normal2;
}

bool EdgesAt::are_parallel() const { return !(normal2 > 1e-18 * d.squaredNorm() * e.squaredNorm()); }

bool EdgesAt::within(double margin_mm) const {
  const double of_lower = margin_mm / d.norm(), of_upper = margin_mm / e.norm();
  return on_lower > of_lower && on_lower < 1 - of_lower && on_upper > of_upper && on_upper < 1 - of_upper;
}

Eigen::Vector3d velocity(Motion::Kind kind, const Eigen::Vector3d& point) {
  if (kind == Motion::Kind::shift) return Eigen::Vector3d::UnitZ();
  return {-point.y(), point.x(), 0};
}

Eigen::Vector3d moved(Motion::Kind kind, const Eigen::Vector3d& point, double amount) {
  return Moment(kind, amount) * point;
}

std::optional<ContactEvent> lower_corner_meets(Motion::Kind kind, const Eigen::Vector3d& corner,
                                               const ContactFace& upper_face) {
  return corner_meets(kind, corner, upper_face, 1);
}

std::optional<ContactEvent> upper_corner_meets(Motion::Kind kind, const Eigen::Vector3d& corner,
                                               const ContactFace& lower_face) {
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
  TwoRoots roots = roots_of(kind, volume);
  if (roots[1] < roots[0]) std::swap(roots[0], roots[1]);
  for (const double root : roots) {
    if (!(root >= 0)) continue;
    if (const auto event = edges_meet_about(kind, lower, upper, volume, root, true)) return event;
  }
  return std::nullopt;
}

}  // namespace intercusp::motion
