#include "datasets/dentition_truth.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numbers>
#include <span>

#include "datasets/jaw_sheet.h"

namespace intercusp {
namespace {

constexpr double close_enough_mm = 1e-4;

//! The place where a function changes its sign; it is positive at `in` and negative at `out`.
double crossing(const std::function<double(double)>& value, double in, double out) {
  while (std::abs(out - in) > close_enough_mm) {
    const double middle = 0.5 * (in + out);
    (value(middle) >= 0 ? in : out) = middle;
  }
  return in;
}

//! The outermost zero of a function, searched from `out` to `in`.
std::optional<double> outermost(const std::function<double(double)>& value, double out, double in) {
  constexpr double least_step_mm = 0.03;
  const double sign = in < out ? -1 : 1;
  double before = out, at = out;
  while ((in - at) * sign > 0) {
    const double inside = value(at);
    if (inside >= 0) return crossing(value, at, before);
    before = at;
    at += sign * std::max(least_step_mm, -0.5 * inside);
  }
  return std::nullopt;
}

using Height = std::function<std::optional<double>(double, double)>;

//! Climbs to the highest point nearby.
Eigen::Vector2d climb(const Height& height, Eigen::Vector2d at) {
  constexpr std::array<double, 4> steps_mm = {0.3, 0.1, 0.03, 0.01};
  constexpr std::size_t most_steps = 40;
  double best = height(at.x(), at.y()).value_or(-1e9);
  for (std::size_t i = 0, taken = 0; i < steps_mm.size() && taken < most_steps;) {
    Eigen::Vector2d next = at;
    for (int turn = 0; turn < 8; ++turn) {
      const double angle = turn * 0.25 * std::numbers::pi;
      const Eigen::Vector2d there = at + steps_mm[i] * Eigen::Vector2d(std::cos(angle), std::sin(angle));
      const double value = height(there.x(), there.y()).value_or(-1e9);
      if (value <= best) continue;
      best = value;
      next = there;
    }
    if (next == at) {
      ++i;
    } else {
      at = next;
      ++taken;
      if (i > 0) i = 0;  // another summit may be reachable
    }
  }
  return at;
}

//! The visible surface of one crown, in its tooth's frame.
class CrownSurface {
 public:
  CrownSurface(const JawBody& jaw, const PlacedTooth& tooth) : jaw_(jaw), tooth_(tooth) {}

  [[nodiscard]] BodyValue at(const Eigen::Vector3d& p) const {
    return inside_jaw_at(jaw_, tooth_.point(p), tooth_.arch_mm);
  }
  [[nodiscard]] bool shows(const Eigen::Vector3d& p) const {
    return sheet_shows(jaw_, tooth_.point(p), tooth_.arch_mm);
  }
  //! Height of the surface at (x, y).
  [[nodiscard]] std::optional<double> top(double x, double y) const {
    const double height = tooth_.shape.height_mm;
    return outermost([&](double z) { return at({x, y, z}).inside_mm; }, height + 0.5, 0.4 * height);
  }
  //! The point of the surface on one side (+1: cheek) at (x, z).
  [[nodiscard]] std::optional<Eigen::Vector3d> side(double x, double z, double sign) const {
    const double out = sign * (0.6 * tooth_.shape.buccolingual_mm + 2);
    const auto y = outermost([&](double at_y) { return at({x, at_y, z}).inside_mm; }, out, 0);
    return y ? std::optional(Eigen::Vector3d(x, *y, z)) : std::nullopt;
  }
  //! The point of the gum's margin on one side.
  [[nodiscard]] std::optional<Eigen::Vector3d> gum_margin(double x, double sign) const {
    constexpr double lowest_mm = -2;
    const auto covered = [&](double z) {
      const auto place = side(x, z, sign);
      return place && at(*place).label == 0 ? 0.0 : -0.01;
    };
    const auto z = outermost(covered, 0.3 * tooth_.shape.height_mm, lowest_mm);
    return z ? side(x, *z, sign) : std::nullopt;
  }

 private:
  const JawBody& jaw_;
  const PlacedTooth& tooth_;
};

//! The point at which the bare crown reaches farthest in x (-1: mesially).
Eigen::Vector3d farthest(const ToothShape& shape, double sign) {
  const auto reach = [&](double y, double z) -> std::optional<double> {
    const auto x = outermost([&](double at) { return inside_crown(shape, at, y, z); },
                             sign * 0.65 * shape.mesiodistal_mm, 0);
    return x ? std::optional(sign * *x) : std::nullopt;
  };
  const Eigen::Vector2d at = climb(reach, {0, 0.75 * shape.height_mm});
  return {sign * reach(at.x(), at.y()).value_or(0), at.x(), at.y()};
}

//! The same, or the place where a neighbour that is pressed into the crown takes over, as neighbours wear facets into each other.
Eigen::Vector3d farthest_own(const CrownSurface& surface, const ToothShape& shape, double sign) {
  const Eigen::Vector3d bare = farthest(shape, sign);
  constexpr double outside_mm = -0.01;
  const auto owns = [&](const Eigen::Vector3d& p) { return surface.at(p).label == shape.fdi; };
  if (owns(bare + outside_mm * sign * Eigen::Vector3d::UnitX())) return bare;
  const auto reach = [&](double y, double z) -> std::optional<double> {
    const auto own = [&](double x) { return owns({x, y, z}) ? inside_crown(shape, x, y, z) : outside_mm; };
    const auto x = outermost(own, bare.x(), 0);
    return x ? std::optional(sign * *x) : std::nullopt;
  };
  const Eigen::Vector2d at = climb(reach, bare.tail<2>());
  return {sign * reach(at.x(), at.y()).value_or(sign * bare.x()), at.x(), at.y()};
}

//! The contact point as the surface shows it: the point itself, or the nearest point of the niche around two
//! teeth that touch.
std::optional<Eigen::Vector3d> visible_contact(const CrownSurface& surface, const Eigen::Vector3d& contact) {
  constexpr double pressed_mm = 0.3;  // deeper inside its neighbour, no surface of the tooth is near
  constexpr double step_mm = 0.05, farthest_mm = 1.5;
  constexpr int directions = 16;
  const double covered_mm = surface.at(contact).inside_mm;
  if (covered_mm > pressed_mm) return std::nullopt;
  if (covered_mm < 0) return contact;
  for (double away_mm = step_mm; away_mm < farthest_mm; away_mm += step_mm) {
    for (int turn = 0; turn < directions; ++turn) {
      const double angle = turn * 2 * std::numbers::pi / directions;
      const Eigen::Vector3d aside(0, std::cos(angle), std::sin(angle));
      const auto value = [&](double mm) { return surface.at(contact + mm * aside).inside_mm; };
      if (value(away_mm) < 0) return contact + crossing(value, away_mm - step_mm, away_mm) * aside;
    }
  }
  return std::nullopt;
}

std::span<const std::string_view> cusp_names(std::size_t cusps) {
  static constexpr std::array<std::string_view, 2> two = {"cusp_b", "cusp_l"};
  static constexpr std::array<std::string_view, 3> three = {"cusp_b", "cusp_ml", "cusp_dl"};
  static constexpr std::array<std::string_view, 4> four = {"cusp_mb", "cusp_db", "cusp_ml", "cusp_dl"};
  static constexpr std::array<std::string_view, 5> five = {"cusp_mb", "cusp_db", "cusp_d", "cusp_ml",
                                                           "cusp_dl"};
  if (cusps == 2) return two;
  if (cusps == 3) return three;
  return cusps == 4 ? std::span<const std::string_view>(four) : five;
}

//! Finds the landmarks in the tooth's frame.
class LandmarkSearch {
 public:
  LandmarkSearch(const JawBody& jaw, const PlacedTooth& tooth) : surface_(jaw, tooth), shape_(tooth.shape) {
    contacts_ = {farthest_own(surface_, shape_, -1), farthest_own(surface_, shape_, 1)};
    add("contact_mesial", visible_contact(surface_, contacts_[0]));
    add("contact_distal", visible_contact(surface_, contacts_[1]));
    if (!shape_.anterior) {
      add_cusps();
    } else if (intercusp::place_of(shape_.fdi) == 3) {
      add_cusp("cusp", {shape_.tip_x, 0});
    } else {
      add_incisal_middle();
    }
    add_facial_axis();
    add("gum_lingual", surface_.gum_margin(0, -1));
  }

  [[nodiscard]] const std::vector<Landmark>& found() const { return found_; }
  [[nodiscard]] double mesiodistal_mm() const { return std::abs(contacts_[0].x() - contacts_[1].x()); }

 private:
  void add(std::string_view name, const std::optional<Eigen::Vector3d>& place) {
    if (place && surface_.shows(*place)) found_.push_back({name, *place});
  }
  [[nodiscard]] std::optional<Eigen::Vector3d> place_of(std::string_view name) const {
    const auto found = std::ranges::find(found_, name, &Landmark::name);
    return found == found_.end() ? std::nullopt : std::optional(found->position_mm);
  }

  //! Adds a cusp if it is a summit.
  void add_cusp(std::string_view name, const Eigen::Vector2d& about) {
    constexpr double farthest_mm = 1.2;
    const auto height = [&](double x, double y) { return surface_.top(x, y); };
    const Eigen::Vector2d tip = climb(height, about);
    const auto z = surface_.top(tip.x(), tip.y());
    if (z && (tip - about).norm() < farthest_mm) add(name, Eigen::Vector3d(tip.x(), tip.y(), *z));
  }
  void add_cusps() {
    const auto names = cusp_names(shape_.cusps.size());
    for (std::size_t i = 0; i < names.size(); ++i) add_cusp(names[i], {shape_.cusps[i].x, shape_.cusps[i].y});
    const auto mesial = place_of("cusp_mb"), distal = place_of("cusp_db");
    if (mesial && distal) add("groove_mb", saddle(*mesial, *distal));
  }
  //! The highest point across the tooth at x.
  [[nodiscard]] std::optional<Eigen::Vector3d> crest(double x, double from_y, double to_y) const {
    std::optional<Eigen::Vector3d> best;
    for (double step_mm = 0.3; step_mm > 0.01; step_mm /= 3) {
      for (double y = from_y; y <= to_y; y += step_mm) {
        const auto z = surface_.top(x, y);
        if (z && (!best || *z > best->z())) best = {x, y, *z};
      }
      if (!best) return std::nullopt;
      from_y = best->y() - step_mm;
      to_y = best->y() + step_mm;
    }
    return best;
  }
  //! The point where the groove between two buccal cusps crosses the ridge that joins them.
  [[nodiscard]] std::optional<Eigen::Vector3d> saddle(const Eigen::Vector3d& mesial,
                                                      const Eigen::Vector3d& distal) const {
    constexpr double aside_mm = 1;
    const double low_y = std::min(mesial.y(), distal.y()), high_y = std::max(mesial.y(), distal.y());
    double from_x = mesial.x(), to_x = distal.x();
    std::optional<Eigen::Vector3d> lowest;
    for (double step_mm = 0.4; step_mm > 0.02; step_mm /= 4) {
      for (double x = from_x; x <= to_x; x += step_mm) {
        const auto place = crest(x, low_y - aside_mm, high_y + aside_mm);
        if (place && (!lowest || place->z() < lowest->z())) lowest = place;
      }
      if (!lowest) return std::nullopt;
      from_x = lowest->x() - step_mm;
      to_x = lowest->x() + step_mm;
    }
    return lowest;
  }
  void add_incisal_middle() {
    const double half = 0.5 * shape_.buccolingual_mm;
    add("incisal_middle", crest(0.5 * (contacts_[0].x() + contacts_[1].x()), -half, half));
  }
  //! The middle of the height of the clinical crown (Andrews 1989): on the buccal groove of a molar,
  //! else in the middle.
  void add_facial_axis() {
    std::optional<Eigen::Vector3d> end = place_of("groove_mb");
    for (const std::string_view name : {"cusp", "cusp_b", "incisal_middle"})
      if (!end) end = place_of(name);
    if (!end) return;
    const auto gum = surface_.gum_margin(end->x(), 1);
    add("gum_facial", gum);
    if (!gum) return;
    const auto place = surface_.side(end->x(), 0.5 * (gum->z() + end->z()), 1);
    constexpr double glued_on_mm = 0.1;
    if (place && inside_crown(shape_, place->x(), place->y(), place->z()) > -glued_on_mm)
      add("facial_axis", place);
  }

  CrownSurface surface_;
  const ToothShape& shape_;
  std::array<Eigen::Vector3d, 2> contacts_;
  std::vector<Landmark> found_;
};

std::optional<Eigen::Vector3d> landmark(const JawTruth& truth, int fdi, std::string_view name) {
  for (const ToothTruth& tooth : truth.teeth) {
    if (tooth.fdi != fdi) continue;
    const auto found = std::ranges::find(tooth.landmarks, name, &Landmark::name);
    if (found != tooth.landmarks.end()) return found->position_mm;
  }
  return std::nullopt;
}

//! Depth of the curve of Spee on one side.
//! \param down direction from the plane to the lower jaw's side
std::optional<double> spee_of(const JawTruth& truth, int quadrant, const Eigen::Vector3d& front,
                              const Eigen::Vector3d& down) {
  std::optional<double> deepest;
  for (int place = 3; place <= 7; ++place) {
    for (const std::string_view name : {"cusp", "cusp_b", "cusp_mb", "cusp_db"}) {
      const auto tip = landmark(truth, 10 * quadrant + place, name);
      if (tip) deepest = std::max(deepest.value_or(0), down.dot(*tip - front));
    }
  }
  return deepest;
}

std::optional<double> distance(const std::optional<Eigen::Vector3d>& a,
                               const std::optional<Eigen::Vector3d>& b) {
  return a && b ? std::optional((*a - *b).norm()) : std::nullopt;
}

void measure_arch(JawTruth& truth, Jaw jaw) {
  const int right = jaw == Jaw::upper ? 1 : 4, left = jaw == Jaw::upper ? 2 : 3;
  const auto of = [&](int quadrant, int place, std::string_view name) {
    return landmark(truth, 10 * quadrant + place, name);
  };
  truth.arch.intercanine_mm = distance(of(right, 3, "cusp"), of(left, 3, "cusp"));
  truth.arch.intermolar_mm = distance(of(right, 6, "cusp_mb"), of(left, 6, "cusp_mb"));
  const auto edge_right = of(right, 1, "incisal_middle"), edge_left = of(left, 1, "incisal_middle");
  const auto back_right = of(right, 7, "cusp_db"), back_left = of(left, 7, "cusp_db");
  if (!edge_right || !edge_left || !back_right || !back_left) return;
  const Eigen::Vector3d front = 0.5 * (*edge_right + *edge_left);
  const Eigen::Vector3d down = (*back_right - front).cross(*back_left - front).normalized();
  truth.arch.spee_right_mm = spee_of(truth, right, front, down);
  truth.arch.spee_left_mm = spee_of(truth, left, front, down);
  double sum = 0;
  for (const int quadrant : {right, left}) {
    const auto buccal = of(quadrant, 6, "cusp_mb"), lingual = of(quadrant, 6, "cusp_ml");
    if (!buccal || !lingual) return;
    sum += down.dot(*lingual - *buccal) / 2;
  }
  truth.arch.wilson_mm = sum;
}

}  // namespace

JawTruth truth_of(const JawBody& jaw, const Patient& patient) {
  JawTruth truth;
  for (const PlacedTooth& tooth : jaw.teeth) {
    if (!tooth.present) continue;
    const LandmarkSearch search(jaw, tooth);
    ToothTruth& added = truth.teeth.emplace_back(ToothTruth{.fdi = tooth.shape.fdi,
                                                            .mesiodistal_mm = search.mesiodistal_mm(),
                                                            .origin_mm = tooth.origin,
                                                            .buccal = tooth.buccal,
                                                            .mesial = -tooth.distal,
                                                            .occlusal = tooth.occlusal,
                                                            .landmarks = search.found()});
    for (Landmark& each : added.landmarks) each.position_mm = tooth.point(each.position_mm);
  }
  truth.arch.occlusion_width_mm = patient.arch_width_mm;
  truth.arch.occlusion_depth_mm = patient.arch_depth_mm;
  measure_arch(truth, jaw.which);
  return truth;
}

void move(JawTruth& truth, const Eigen::Isometry3d& pose) {
  for (ToothTruth& tooth : truth.teeth) {
    tooth.origin_mm = pose * tooth.origin_mm;
    for (Eigen::Vector3d* axis : {&tooth.buccal, &tooth.mesial, &tooth.occlusal})
      *axis = pose.linear() * *axis;
    for (Landmark& landmark : tooth.landmarks) landmark.position_mm = pose * landmark.position_mm;
  }
}

}  // namespace intercusp
