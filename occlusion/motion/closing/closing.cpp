#include "occlusion/motion/closing/closing.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <map>
#include <numbers>
#include <stdexcept>
#include <utility>

#include "occlusion/base/ms_since.h"
#include "occlusion/geometry/triangle_mesh.h"
#include "occlusion/motion/closing/unroll.h"
#include "occlusion/view/view.h"

namespace intercusp {
namespace {

//! The input of an engine, and how to read its map.
struct Question {
  Bite bite;                                                         //!< for a turn, the unrolled jaws
  Eigen::Isometry3d view_from_case = Eigen::Isometry3d::Identity();  //!< the engine's view
  std::optional<HingeChart> hinge;                                   //!< only for a turn
  double mm_per_amount = 1;                                          //!< ρ for a turn
  double straightness_mm = 0;                                        //!< straightness of the unrolled faces
  //! Source faces in the case; if null, faces are those of the case.
  const std::vector<std::uint32_t>* upper_source = nullptr;
  const std::vector<std::uint32_t>* lower_source = nullptr;
};

std::int32_t source_of(std::int32_t face, const std::vector<std::uint32_t>* source) {
  return face == no_face || source == nullptr ? face : static_cast<std::int32_t>((*source)[face]);
}

float amount_of(float clearance_mm, const Question& question, double limit) {
  const double amount = static_cast<double>(clearance_mm) / question.mm_per_amount;
  return amount > limit ? unlimited_clearance : static_cast<float>(amount);
}

//! Converts a map of the engine to amounts of the motion.
ClosingMap read_map(const ClearanceMap& map, const Question& question, double limit) {
  ClosingMap closing{
      .view = {question.hinge ? question.hinge->hinge_from_case() : question.view_from_case, map.view.grid},
      .hinge = question.hinge,
      .remaining = map.clearance_mm,
      .travel_mm = {},
      .upper_face = map.upper_face,
      .lower_face = map.lower_face,
      .state = map.state,
      .coverage = map.coverage};
  const PixelGrid& grid = map.view.grid;
  closing.travel_mm.resize(grid.size());
  for (int row = 0; row < grid.height; ++row) {
    const double way_mm = question.hinge ? grid.centre(0, row).y() : 1;  // travel for an amount of 1
    for (int column = 0; column < grid.width; ++column) {
      const std::size_t i = grid.index(column, row);
      const float amount = amount_of(map.clearance_mm[i], question, limit);
      const bool met = std::isfinite(amount);
      closing.remaining[i] = amount;
      closing.travel_mm[i] = met ? static_cast<float>(static_cast<double>(amount) * way_mm) : amount;
      closing.upper_face[i] = met ? source_of(map.upper_face[i], question.upper_source) : no_face;
      closing.lower_face[i] = met ? source_of(map.lower_face[i], question.lower_source) : no_face;
      if (met && (!closing.first || amount < closing.remaining[*closing.first])) closing.first = i;
    }
  }
  return closing;
}

struct FaceInCase {
  Eigen::Vector3d centre, normal;  //!< case frame; the normal has unit length
};

FaceInCase placed_face(const Solid& solid, std::int32_t face, const Eigen::Isometry3d& case_from_solid) {
  const auto& [a, b, c] = solid.mesh.faces[face];
  const std::vector<Eigen::Vector3d>& at = solid.mesh.vertices;
  return {.centre = case_from_solid * ((at[a] + at[b] + at[c]) / 3),
          .normal = case_from_solid.linear() * face_normal_twice_area(solid.mesh, face).normalized()};
}

//! The error along a trajectory if the surface is off by `off_mm`.
double off_along(const FaceInCase& face, const ClosingMap& map, double off_mm) {
  const Eigen::Vector3d along = map.hinge ? map.hinge->direction_at(face.centre) : map.view.direction();
  const double cosine = std::abs(face.normal.dot(along));
  return cosine > 0 ? off_mm / cosine : std::numeric_limits<double>::infinity();
}

double error_at_first(const ClosingMap& map, const Bite& bite, double mm_per_amount) {
  if (!map.first || map.state[*map.first] == PixelState::interfering) return 0;
  const std::size_t pixel = *map.first;
  const PixelGrid& grid = map.view.grid;
  const double way_mm = map.hinge ? grid.centre(0, static_cast<int>(pixel) / grid.width).y() : 1;
  // Snapping moves a corner by at most half a step in each direction, and a depth by half a step.
  const double off_mm = map.straightness_mm + map.quantisation.position_mm * std::numbers::sqrt2 / 2 +
                        map.quantisation.depth_mm / 2 * way_mm / mm_per_amount;
  const FaceInCase upper = placed_face(*bite.upper, map.upper_face[pixel], Eigen::Isometry3d::Identity());
  const FaceInCase lower = placed_face(*bite.lower, map.lower_face[pixel], bite.upper_from_lower);
  return (off_along(upper, map, off_mm) + off_along(lower, map, off_mm)) / way_mm + map.depth_tolerance;
}

ClosingMap map_by(EngineKind engine, const Question& question, const Bite& bite, const Motion& motion,
                  const ClosingOptions& options) {
  const View view = fit_view(question.bite, question.view_from_case, options.pixel_mm);
  const EngineOptions engine_options{.kind = engine};
  const ChosenEngine chosen = make_engine(question.bite.upper, question.bite.lower, engine_options);
  const ClearanceMap& clearance = chosen.engine->compute(view, question.bite.upper_from_lower);
  ClosingMap map = read_map(clearance, question, motion.limit());
  map.engine = chosen.kind;
  map.engine_reason = chosen.reason;
  map.depth_tolerance = engine_options.depth_tolerance_mm / question.mm_per_amount;
  map.straightness_mm = question.straightness_mm;
  map.quantisation = chosen.engine->quantisation();
  map.first_error = error_at_first(map, bite, question.mm_per_amount);
  return map;
}

ClosingMap map_of(const Question& question, const Bite& bite, const Motion& motion,
                  const ClosingOptions& options) {
  return with_engine(options.engine,
                     [&](EngineKind engine) { return map_by(engine, question, bite, motion, options); });
}

ClosingMapping map_of_turn(const Bite& bite, const Motion& motion, const ClosingOptions& options) {
  const Unrolling unrolled = unroll(bite, motion);
  if (!unrolled.bite) return {{}, unrolled.why_not};
  const UnrolledBite& flat = *unrolled.bite;
  const Question question{.bite = {.upper = flat.upper.solid, .lower = flat.lower.solid},
                          .hinge = flat.hinge,
                          .mm_per_amount = flat.radius_mm,
                          .straightness_mm = flat.straightness_mm,
                          .upper_source = &flat.upper.source_face,
                          .lower_source = &flat.lower.source_face};
  return {map_of(question, bite, motion, options), {}};
}

ClosingMapping map_of_shift(const Bite& bite, const Motion& motion, const ClosingOptions& options,
                            const Eigen::Vector3d& down) {
  const Eigen::Vector3d along = motion.motion_from_case().linear().row(2).transpose();
  const Question question{.bite = bite, .view_from_case = orthographic(along, down)};
  return {map_of(question, bite, motion, options), {}};
}

//! The intersection of a plane with the circle of radius r about x: of the two points, the one nearest to a
//! point of the plane.
Eigen::Vector3d circle_on_plane(double x_mm, double radius_mm, const Eigen::Vector3d& normal,
                                const Eigen::Vector3d& point) {
  // Solves normal · (x, r cos θ, r sin θ) = normal · point as amplitude · cos(θ − phase) = rest.
  const double amplitude = radius_mm * std::hypot(normal.y(), normal.z());
  const double phase = std::atan2(normal.z(), normal.y());
  const double rest = normal.dot(point) - normal.x() * x_mm;
  const double half = amplitude > 0 ? std::acos(std::clamp(rest / amplitude, -1.0, 1.0)) : 0;
  const auto at = [&](double angle) {
    return Eigen::Vector3d(x_mm, radius_mm * std::cos(angle), radius_mm * std::sin(angle));
  };
  const Eigen::Vector3d before = at(phase - half), after = at(phase + half);
  return (before - point).norm() <= (after - point).norm() ? before : after;
}

}  // namespace

ClosingMapping closing_map(const Bite& bite, const Motion& motion, const ClosingOptions& options,
                           const Eigen::Vector3d& down) {
  try {
    return motion.kind() == Motion::Kind::turn ? map_of_turn(bite, motion, options)
                                               : map_of_shift(bite, motion, options, down);
  } catch (const MapTooLarge& error) {
    return {{},
            Finding{"map_too_large",
                    Severity::info,
                    {{"size_x_mm", error.size_mm.x()},
                     {"size_y_mm", error.size_mm.y()},
                     {"pixels", error.pixels},
                     {"least_pixel_mm", error.least_pixel_mm}}}};
  } catch (const std::length_error&) {
    return {{}, Finding{"engine_limit", Severity::info}};
  }
}

Eigen::Vector3d contact_point(const ClosingMap& map, const Bite& bite, std::size_t pixel) {
  const PixelGrid& grid = map.view.grid;
  const auto i = static_cast<int>(pixel);
  const Eigen::Vector2d uv = grid.centre(i % grid.width, i / grid.width);
  const Eigen::Isometry3d& view_from_case = map.view.view_from_case;
  const FaceInCase face = placed_face(*bite.upper, map.upper_face[pixel], view_from_case);
  Eigen::Vector3d point = face.centre;
  if (map.hinge) {
    point = circle_on_plane(uv.x(), uv.y(), face.normal, face.centre);
  } else if (std::abs(face.normal.z()) > 1e-9) {
    const Eigen::Vector2d across = uv - face.centre.head<2>();
    point = {uv.x(), uv.y(), face.centre.z() - face.normal.head<2>().dot(across) / face.normal.z()};
  }
  return view_from_case.inverse(Eigen::Isometry) * point;
}

namespace {

//! The pixel at which each tooth, or each pair of teeth, first meets.
template <class Key>
using FirstPixels = std::map<Key, std::size_t>;

template <class Key>
void keep_first(FirstPixels<Key>& first, const Key& key, std::size_t pixel, const ClosingMap& map) {
  const auto [entry, is_new] = first.try_emplace(key, pixel);
  if (!is_new && map.remaining[pixel] < map.remaining[entry->second]) entry->second = pixel;
}

}  // namespace

ContactOrder order_of_contacts(const ClosingMap& map, const Bite& bite, const std::vector<int>& upper_teeth,
                               const std::vector<int>& lower_teeth) {
  FirstPixels<int> of_upper, of_lower;
  FirstPixels<std::pair<int, int>> of_pair;
  for (std::size_t pixel = 0; pixel < map.remaining.size(); ++pixel) {
    // If one jaw surrounds the whole overlap, other pixels show where it meets the other jaw.
    if (map.upper_face[pixel] == no_face || map.lower_face[pixel] == no_face) continue;
    const int upper = upper_teeth[map.upper_face[pixel]], lower = lower_teeth[map.lower_face[pixel]];
    if (upper != 0) keep_first(of_upper, upper, pixel, map);
    if (lower != 0) keep_first(of_lower, lower, pixel, map);
    if (upper != 0 && lower != 0) keep_first(of_pair, {upper, lower}, pixel, map);
  }
  const auto sorted = [&](const auto& first) {
    std::vector<FirstToothContact> contacts;
    for (const auto& [key, pixel] : first) {
      const auto upper_face = static_cast<std::uint32_t>(map.upper_face[pixel]);
      const auto lower_face = static_cast<std::uint32_t>(map.lower_face[pixel]);
      contacts.push_back({.upper_tooth = upper_teeth[upper_face],
                          .lower_tooth = lower_teeth[lower_face],
                          .amount = static_cast<double>(map.remaining[pixel]),
                          .travel_mm = static_cast<double>(map.travel_mm[pixel]),
                          .case_point = contact_point(map, bite, pixel),
                          .upper_face = upper_face,
                          .lower_face = lower_face});
    }
    std::ranges::stable_sort(contacts, {},
                             // For equal amounts, the smaller numbers come first.
                             &FirstToothContact::amount);
    return contacts;
  };
  return {.upper_teeth = sorted(of_upper), .lower_teeth = sorted(of_lower), .pairs = sorted(of_pair)};
}

namespace {

using Clock = std::chrono::steady_clock;

void add_map(Closing& closing) {
  const std::optional<AnatomicalAxes>& axes = closing.bite_case->anatomy.axes;
  closing.mapping = closing_map(closing.bite_case->bite, closing.motion, closing.options,
                                axes ? axes->posterior() : Eigen::Vector3d::UnitY());
  if (closing.mapping.map) {
    closing.order = order_of_contacts(*closing.mapping.map, closing.bite_case->bite,
                                      closing.bite_case->upper_teeth, closing.bite_case->lower_teeth);
  }
}

}  // namespace

double Closing::travel_at_contact_mm() const {
  return answer.contact->amount * motion.velocity_at(answer.contact->case_point).norm();
}

Eigen::Isometry3d Closing::pose_at_contact() const {
  return motion.at(answer.contact->amount) * bite_case->bite.upper_from_lower;
}

namespace {

//! The depth is known if the start overlaps. Jaws that touch may overlap or separate by the rounding of their
//! files.
std::optional<Finding> doubt_of(const Closing& closing) {
  const FirstContactAnswer& answer = closing.answer;
  const Bite& bite = closing.bite_case->bite;
  const double rounding_mm = single_precision_mm(bite.upper->mesh) + single_precision_mm(bite.lower->mesh);
  const bool in_touch = answer.contact && closing.travel_at_contact_mm() < rounding_mm;
  const double depth_mm = answer.deepest ? -answer.deepest->distance_mm : 0;
  if (!(answer.starts_overlapping || in_touch) ||
      !rounding_decides(depth_mm, rounding_mm, default_depth_tolerance_mm))
    return std::nullopt;
  return Finding{"rounding_decides", Severity::warning, {{"rounding_um", 1000 * rounding_mm}}};
}

}  // namespace

Closing find_closing(std::shared_ptr<const Case> bite_case, const Motion& motion,
                     const ClosingOptions& options, const Progress& progress) {
  const Clock::time_point start = Clock::now();
  const Bite& bite = bite_case->bite;
  Closing closing{.bite_case = bite_case, .motion = motion, .options = options};
  closing.culling = velocity_culling(bite, motion);
  const ContactSearch search(bite.upper, bite.lower);
  const double prepare_ms = bite_case->prepare_ms + ms_since(start);

  report_progress(progress, 0.2);
  const Clock::time_point search_start = Clock::now();
  closing.answer = find_first_contact(bite, search, motion);
  const double search_ms = ms_since(search_start);
  if (const std::optional<Finding> doubt = doubt_of(closing)) closing.findings.push_back(*doubt);

  report_progress(progress, 0.6);
  const Clock::time_point map_start = Clock::now();
  add_map(closing);
  closing.timings = {{"prepare", prepare_ms}, {"first_contact", search_ms}, {"map", ms_since(map_start)}};
  return closing;
}

}  // namespace intercusp
