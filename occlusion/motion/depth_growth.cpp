#include "occlusion/motion/depth_growth.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <limits>
#include <utility>

#include "occlusion/exact/surface.h"
#include "occlusion/geometry/closest_on_triangle.h"
#include "occlusion/motion/trajectories.h"

namespace intercusp::motion {
namespace {

constexpr double nothing_mm = -std::numeric_limits<double>::infinity();

//! Number of halvings, or steps of golden section, after which the result is exact up to rounding.
constexpr int halvings = 45;

//! Greatest number of places along the way at which a corner is tested for having left the solid.
constexpr int most_places = 16;

//! A motion that ends at a contact would end before any depth develops. It is followed a little further, by
//! 0.01 mm or rad.
constexpr double overrun = 0.01;

//! The amount between two others at which a value is greatest, if it has a single maximum there.
double greatest_between(double low, double high, const auto& value) {
  constexpr double golden = 0.6180339887498949;
  for (int i = 0; i < halvings; ++i) {
    const double left = high - golden * (high - low), right = low + golden * (high - low);
    (value(left) < value(right) ? low : high) = value(left) < value(right) ? left : right;
  }
  return 0.5 * (low + high);
}

}  // namespace

DepthGrowth::DepthGrowth(const PreparedJaw& upper, const PreparedJaw& lower,
                         const Eigen::Isometry3d& motion_from_upper,
                         const Eigen::Isometry3d& motion_from_lower, Motion::Kind kind, double limit)
    : upper_(upper),
      lower_(lower),
      motion_from_upper_(motion_from_upper),
      motion_from_lower_(motion_from_lower),
      kind_(kind),
      limit_(limit) {}

bool DepthGrowth::corner_sinks_in(const ContactEvent& event, bool of_lower, const Eigen::Vector3d& corner,
                                  const ContactFace& face) {
  const Eigen::Vector3d normal = face.normal.normalized();
  return sinks_in(event, {{{of_lower, corner, corner, {{normal, normal.dot(face.corners[0])}}}}});
}

bool DepthGrowth::edges_sink_in(const ContactEvent& event, const FaceEdge& lower, const FaceEdge& upper) {
  const auto planes_of = [](const FaceEdge& edge) {
    const Eigen::Vector3d way = edge.to - edge.from;
    std::vector<Plane> planes;
    for (const double side : {1.0, -1.0}) {
      const Eigen::Vector3d& beside = edge.beside[side > 0 ? 0 : 1];
      const Eigen::Vector3d normal = side * way.cross(beside - edge.from).normalized();
      planes.push_back({normal, normal.dot(edge.from)});
    }
    return planes;
  };
  return sinks_in(event, {{{true, lower.from, lower.to, planes_of(upper)},
                           {false, upper.from, upper.to, planes_of(lower)}},
                          &lower,
                          &upper});
}

bool DepthGrowth::sinks_in(const ContactEvent& event, const Pair& pair) {
  const Probe* corner = pair.lower == nullptr ? &pair.probes[0] : nullptr;
  const Growth growth = growth_of(event, pair, corner);
  if (growth != Growth::shallow) return growth == Growth::deep;
  Pair faces{{}, pair.lower, pair.upper};
  for (const Probe& feature : pair.probes)
    std::ranges::move(faces_about(event, feature), std::back_inserter(faces.probes));
  return growth_of(event, std::move(faces), corner) == Growth::deep;
}

//! \param corner null if edges meet; once the corner has left the other solid, the pair has separated
DepthGrowth::Growth DepthGrowth::growth_of(const ContactEvent& event, Pair pair, const Probe* corner) {
  constexpr int most_planes = 64;  // with more planes, the place is as rough as the tolerance
  const double wanted_mm = std::max(slide_mm, import_rounding_mm - event.gap.after(kind_, event.amount));
  Growth growth = Growth::nothing;
  double amount = event.amount;
  for (int round = 0; round < most_planes; ++round) {
    const std::optional<double> next = next_sinking(event, pair, amount, wanted_mm);
    if (!next) return growth;
    amount = *next;
    for (Probe& probe : pair.probes) {
      const Tip tip = tip_of(probe, amount);
      if (tip.depth_mm < wanted_mm - rim_mm) continue;
      const Measured measured = measure(probe.of_lower, tip.point);
      const bool is_deep = measured.depth_mm >= slide_mm - rim_mm;
      const bool is_outside = measured.depth_mm < -touch_mm;
      if ((is_deep || is_outside) && corner != nullptr && has_left(*corner, event.amount, amount))
        return Growth::nothing;
      if (is_deep)
        return corner != nullptr && is_beside_deeper(*corner, amount) ? Growth::nothing : Growth::deep;
      probe.planes.push_back(measured.nearest);
      growth = Growth::shallow;
    }
  }
  return growth;
}

//! Short lines from the event's point across the faces around it, towards their corners and middles.
std::vector<DepthGrowth::Probe> DepthGrowth::faces_about(const ContactEvent& event,
                                                         const Probe& feature) const {
  constexpr double longest_line_mm = 1000 * touch_mm;  // further away, other features meet
  const PreparedJaw& jaw = feature.of_lower ? lower_ : upper_;
  const Eigen::Isometry3d& motion_from_jaw = feature.of_lower ? motion_from_lower_ : motion_from_upper_;
  const Eigen::Vector3d at_start = feature.of_lower ? moved(kind_, event.point, -event.amount) : event.point;
  std::vector<Probe> lines;
  for (const NearFace& near :
       faces_near(jaw, motion_from_jaw.inverse(Eigen::Isometry) * at_start, 2 * touch_mm)) {
    const auto& [a, b, c] = jaw.solid->mesh.faces[near.face];
    const Eigen::Vector3d &p = jaw.solid->mesh.vertices[a], &q = jaw.solid->mesh.vertices[b],
                          &r = jaw.solid->mesh.vertices[c];
    for (const Eigen::Vector3d& target : {p, q, r, Eigen::Vector3d((p + q + r) / 3)}) {
      const Eigen::Vector3d way = target - near.closest;
      const double share = std::min(1.0, longest_line_mm / way.norm());
      lines.push_back({feature.of_lower, motion_from_jaw * near.closest,
                       motion_from_jaw * (near.closest + share * way), feature.planes});
    }
  }
  return lines;
}

//! The first amount from `from` on at which the pair may have the wanted depth, by its planes. The steps grow
//! from a part of the tolerance, because a depth changes by no more than the travel.
std::optional<double> DepthGrowth::next_sinking(const ContactEvent& event, const Pair& pair, double from,
                                                double wanted_mm) const {
  constexpr double first_step_mm = 0.25 * touch_mm, growth = 1.2, most_steps = 64;
  const double end = std::max(limit_, event.amount + overrun), longest = (end - event.amount) / most_steps;
  const double speed = velocity(kind_, event.point).norm();
  const auto depth = [&](double amount) { return depth_after(event, pair, amount); };
  double step = std::min(first_step_mm / speed, longest);
  double before = from, last = from, before_mm = depth(from), last_mm = before_mm;
  if (last_mm >= wanted_mm) return from;
  while (last < end) {
    const double next = std::min(last + step, end), next_mm = depth(next);
    const bool is_trough = last_mm < next_mm && last_mm <= before_mm;
    const double least_mm =
        is_trough ? depth(greatest_between(before, next, [&](double at) { return -depth(at); })) : next_mm;
    if (least_mm < -most_overlap_mm) return std::nullopt;  // they have separated
    std::optional<double> deep;
    if (next_mm >= wanted_mm) deep = next;
    if (!deep && last_mm > next_mm && last_mm >= before_mm) {
      const double peak = greatest_between(before, next, depth);
      if (depth(peak) >= wanted_mm) deep = peak;
    }
    if (deep) {
      double low = next_mm >= wanted_mm ? last : before, high = *deep;
      for (int i = 0; i < halvings; ++i)
        (depth(0.5 * (low + high)) >= wanted_mm ? high : low) = 0.5 * (low + high);
      return high;
    }
    before = last, before_mm = last_mm, last = next, last_mm = next_mm;
    step = std::min(growth * step, longest);
  }
  return std::nullopt;
}

//! Upper bound of the depth of the features in each other, by their planes; negative where they are apart.
double DepthGrowth::depth_after(const ContactEvent& event, const Pair& pair, double amount) const {
  double most_mm = std::numeric_limits<double>::infinity();
  if (pair.lower != nullptr) {
    const EdgesAt at_event(kind_, event.amount, *pair.lower, *pair.upper),
        edges(kind_, amount, *pair.lower, *pair.upper);
    if (edges.are_parallel()) return nothing_mm;
    most_mm = -event.gap.after(kind_, amount) * std::sqrt(at_event.normal2 / edges.normal2);
    if (most_mm <= 0) return most_mm;
  }
  double depth_mm = nothing_mm;
  for (const Probe& probe : pair.probes) depth_mm = std::max(depth_mm, tip_of(probe, amount).depth_mm);
  return std::min(most_mm, depth_mm);
}

DepthGrowth::Tip DepthGrowth::tip_of(const Probe& probe, double amount) const {
  const double along = probe.of_lower ? amount : -amount;
  const Eigen::Vector3d from = moved(kind_, probe.from, along);
  const auto depth_below = [](const Plane& plane, const Eigen::Vector3d& point) {
    return plane.offset - plane.normal.dot(point);
  };
  const auto depth_at = [&](const Eigen::Vector3d& point) {
    double depth_mm = std::numeric_limits<double>::infinity();
    for (const Plane& plane : probe.planes) depth_mm = std::min(depth_mm, depth_below(plane, point));
    return depth_mm;
  };
  Tip tip{depth_at(from), from};
  if (probe.from == probe.to) return tip;
  const Eigen::Vector3d to = moved(kind_, probe.to, along), way = to - from;
  const auto consider = [&](double share) {
    if (!(share > 0 && share <= 1)) return;
    const Eigen::Vector3d point = from + share * way;
    const double depth_mm = depth_at(point);
    if (depth_mm > tip.depth_mm) tip = {depth_mm, point};
  };
  consider(1);
  // The minimum of linear functions is greatest at an end or where two of them are equal.
  for (std::size_t i = 0; i < probe.planes.size(); ++i) {
    const Plane& one = probe.planes[i];
    for (std::size_t k = 0; k < i; ++k) {
      const Plane& other = probe.planes[k];
      const double differs = depth_below(one, from) - depth_below(other, from);
      consider(differs / way.dot(one.normal - other.normal));
    }
  }
  return tip;
}

//! \param point of one jaw, in the pose at the start of the other jaw, which is measured
DepthGrowth::Measured DepthGrowth::measure(bool of_lower, const Eigen::Vector3d& point) {
  // The first radius mostly suffices.
  constexpr std::array radii_mm = {4 * touch_mm, 2.0, std::numeric_limits<double>::infinity()};
  const PreparedJaw& jaw = of_lower ? upper_ : lower_;
  const Eigen::Isometry3d& motion_from_jaw = of_lower ? motion_from_upper_ : motion_from_lower_;
  const Eigen::Vector3d in_jaw = motion_from_jaw.inverse(Eigen::Isometry) * point;
  std::optional<NearFace> closest;
  for (const double radius_mm : radii_mm) {
    if (!closest) closest = closest_within(jaw, in_jaw, radius_mm);
  }
  const Eigen::Vector3d out = in_jaw - closest->closest;
  const double distance_mm = out.norm();
  Eigen::Vector3d normal = face_normal_twice_area(jaw.solid->mesh, closest->face).normalized();
  bool inside = normal.dot(out) <= 0;
  const bool is_straight = distance_mm <= rim_mm || is_straight_along((inside ? -1 : 1) * normal, out);
  // The front of a part may lie within another part.
  if (!is_straight || (!inside && jaw.parts.size() > 1)) inside = is_inside(!of_lower, in_jaw);
  if (distance_mm > rim_mm) normal = (inside ? -1 : 1) / distance_mm * out;
  const Eigen::Vector3d turned = motion_from_jaw.linear() * normal;
  return {inside ? distance_mm : -distance_mm, {turned, turned.dot(motion_from_jaw * closest->closest)}};
}

//! Whether a corner is outside at an amount or, after a longer travel, at some place on the way.
bool DepthGrowth::has_left(const Probe& corner, double from, double to) {
  const double way_mm = velocity(kind_, corner.from).norm() * (to - from);
  const int places = way_mm > 100 * touch_mm ? most_places : 1;
  for (int i = 1; i <= places; ++i) {
    const Tip tip = tip_of(corner, from + (to - from) * i / places);
    if (measure(corner.of_lower, tip.point).depth_mm < -touch_mm) return true;
  }
  return false;
}

//! Whether a corner is a vertex in a flat face or a straight edge, and the surface beside it is deeper. That
//! surface then belongs to other features, and the position of the mesh's vertex does not matter.
bool DepthGrowth::is_beside_deeper(const Probe& corner, double amount) {
  const PreparedJaw& jaw = corner.of_lower ? lower_ : upper_;
  const Eigen::Isometry3d& motion_from_jaw = corner.of_lower ? motion_from_lower_ : motion_from_upper_;
  std::vector<Eigen::Vector3d> beside;
  for (const NearFace& near :
       faces_near(jaw, motion_from_jaw.inverse(Eigen::Isometry) * corner.from, rim_mm)) {
    for (const std::uint32_t vertex : jaw.solid->mesh.faces[near.face]) {
      const Eigen::Vector3d place = motion_from_jaw * jaw.solid->mesh.vertices[vertex];
      if ((place - corner.from).norm() > rim_mm) beside.push_back(place);
    }
  }
  bool is_flat = false;
  for (std::size_t i = 2; i < beside.size() && !is_flat; ++i) {
    for (std::size_t k = 1; k < i && !is_flat; ++k) {
      for (std::size_t m = 0; m < k && !is_flat; ++m) {
        const auto closest = closest_on_triangle(corner.from, beside[i], beside[k], beside[m]);
        is_flat = (closest.point - corner.from).norm() <= flat_mm;
      }
    }
  }
  if (!is_flat) return false;
  const auto depth_at = [&](const Eigen::Vector3d& place) {
    return measure(corner.of_lower, moved(kind_, place, corner.of_lower ? amount : -amount)).depth_mm;
  };
  const double own_mm = depth_at(corner.from) + import_rounding_mm;
  return std::ranges::any_of(beside, [&](const Eigen::Vector3d& place) {
    return std::ranges::any_of(std::array{1.0, 0.5, 0.1}, [&](double share) {
      return depth_at(corner.from + share * (place - corner.from)) > own_mm;
    });
  });
}

bool DepthGrowth::is_inside(bool lower, const Eigen::Vector3d& point) {
  const Solid& jaw = *(lower ? lower_ : upper_).solid;
  std::optional<InsideTest>& test = lower ? inside_lower_ : inside_upper_;
  if (!test) test.emplace(jaw.mesh);
  const std::optional<bool> inside = test->inside(point);
  return inside ? *inside : exact::side_of(exact::surface_of(jaw), point) == exact::Side::inside;
}

}  // namespace intercusp::motion
