#include "occlusion/motion/depth_growth.h"

#include <algorithm>
#include <array>

#include "occlusion/exact/winding.h"
#include "occlusion/motion/near_point.h"

namespace intercusp::motion {
namespace {

//! The amounts of closed gap, in tolerances. An edge of a sharp wedge sinks in by less than its gap closes.
constexpr std::array closed_by = {1.01, 2.0, 4.0, 8.0, 16.0, 32.0};

//! The distances from the place at which points are measured, in tolerances: near for small features, further out for
//! wedges so flat that nothing near the rim gets deep.
constexpr std::array reached_by = {0.0, 4.0, 64.0, 1024.0};

//! A tip on the line of an edge may lie beyond the edge, off the surface.
constexpr double on_surface_mm = 0.01 * touch_mm;

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

bool DepthGrowth::is_contact(const ContactEvent& event, std::span<const Surroundings> surroundings,
                             const Tips& tips) {
  const bool is_certain = event.is_firm && std::ranges::all_of(surroundings, [&](const Surroundings& about) {
                            return is_steep_about(event, about);
                          });
  return is_certain || exceeds_tolerance(event, tips);
}

//! Whether the motion approaches steeply all faces within the tolerance, except those of the edge that meets.
bool DepthGrowth::is_steep_about(const ContactEvent& event, const Surroundings& surroundings) const {
  const PreparedJaw& jaw = surroundings.of_lower ? lower_ : upper_;
  const TriangleMesh& mesh = jaw.solid->mesh;
  const Eigen::Isometry3d jaw_from_motion =
      motion_from(surroundings.of_lower, event.amount).inverse(Eigen::Isometry);
  const Eigen::Vector3d onward =
      jaw_from_motion.linear() * velocity(kind_, event.point) * (surroundings.of_lower ? 1 : -1);
  const auto is_steep_or_own = [&](const NearFace& near) {
    const Face& face = mesh.faces[near.face];
    const auto has = [&](std::uint32_t vertex) { return std::ranges::find(face, vertex) != face.end(); };
    if (surroundings.edge && std::ranges::all_of(*surroundings.edge, has)) return true;
    const Eigen::Vector3d normal = normal_of(jaw, near.face);
    return normal.dot(onward) > steep * normal.norm() * onward.norm();
  };
  return std::ranges::all_of(faces_near(jaw, jaw_from_motion * event.point, slide_mm), is_steep_or_own);
}

bool DepthGrowth::exceeds_tolerance(const ContactEvent& event, const Tips& tips) {
  std::vector<Sample> samples;
  if (event.is_steep) samples = samples_about(event);
  const double overlap_mm = std::max(0.0, -event.gap.after(kind_, event.amount));
  for (const double tolerances : closed_by) {
    const std::optional<double> amount = amount_at_depth(kind_, event, tolerances * touch_mm);
    if (!amount || (!event.is_steep && *amount > limit_)) return false;
    // Nothing of this event's overlap lies deeper than its gap has closed.
    const double reach_mm = 1.1 * (tolerances * touch_mm + overlap_mm);
    for (const Tip& tip : tips(*amount)) {
      const Depth depth = depth_of(tip, *amount, reach_mm);
      if (depth == Depth::beyond_tolerance) return true;
      if (depth == Depth::beyond_reach && !event.is_steep) return false;  // the feature has slid off the face
    }
    for (const Sample& sample : samples) {
      const Tip tip{sample.of_lower, motion_from(sample.of_lower, *amount) * sample.point};
      if (depth_of(tip, *amount, reach_mm) == Depth::beyond_tolerance) return true;
    }
  }
  return false;
}

Eigen::Isometry3d DepthGrowth::motion_from(bool lower, double amount) const {
  if (!lower) return motion_from_upper_;
  Eigen::Isometry3d moved = Eigen::Isometry3d::Identity();
  if (kind_ == Motion::Kind::turn) {
    moved.linear() = Eigen::AngleAxisd(amount, Eigen::Vector3d::UnitZ()).toRotationMatrix();
  } else {
    moved.translation().z() = amount;
  }
  return moved * motion_from_lower_;
}

//! Points of all faces near the place: from there towards the corners and the middle of each.
std::vector<DepthGrowth::Sample> DepthGrowth::samples_about(const ContactEvent& event) const {
  std::vector<Sample> samples;
  for (const bool lower : {false, true}) {
    const PreparedJaw& jaw = lower ? lower_ : upper_;
    const TriangleMesh& mesh = jaw.solid->mesh;
    const Eigen::Vector3d place = motion_from(lower, event.amount).inverse(Eigen::Isometry) * event.point;
    for (const NearFace& near : faces_near(jaw, place, 2 * touch_mm)) {
      const auto& [a, b, c] = mesh.faces[near.face];
      const Eigen::Vector3d &p = mesh.vertices[a], &q = mesh.vertices[b], &r = mesh.vertices[c];
      for (const Eigen::Vector3d& target : {p, q, r, Eigen::Vector3d((p + q + r) / 3)}) {
        const Eigen::Vector3d way = target - near.closest;
        const double length = way.norm();
        for (const double tolerances : reached_by) {
          const double mm = tolerances * touch_mm;
          if (mm < length) samples.push_back({lower, near.closest + mm / length * way});
        }
      }
    }
  }
  return samples;
}

DepthGrowth::Depth DepthGrowth::depth_of(const Tip& tip, double amount, double reach_mm) {
  const Eigen::Vector3d in_own = motion_from(tip.of_lower, amount).inverse(Eigen::Isometry) * tip.point;
  if (!closest_within(tip.of_lower ? lower_ : upper_, in_own, on_surface_mm)) return Depth::within_tolerance;
  const Eigen::Vector3d in_other = motion_from(!tip.of_lower, amount).inverse(Eigen::Isometry) * tip.point;
  const PreparedJaw& other = tip.of_lower ? upper_ : lower_;
  const std::optional<NearFace> closest = closest_within(other, in_other, reach_mm);
  if (!closest) return Depth::beyond_reach;
  const Eigen::Vector3d out = in_other - closest->closest;
  if (out.norm() <= slide_mm) return Depth::within_tolerance;
  // The front of a jaw of one part is outside; one part's front may lie within another part.
  if (other.parts.size() == 1 && is_straight_along(normal_of(other, closest->face), out))
    return Depth::within_tolerance;
  return is_inside(!tip.of_lower, in_other) ? Depth::beyond_tolerance : Depth::within_tolerance;
}

bool DepthGrowth::is_inside(bool lower, const Eigen::Vector3d& point) {
  const Solid& jaw = *(lower ? lower_ : upper_).solid;
  std::optional<InsideTest>& test = lower ? inside_lower_ : inside_upper_;
  if (!test) test.emplace(jaw.mesh);
  const std::optional<bool> inside = test->inside(point);
  return inside ? *inside : exact::side_of(exact::surface_of(jaw), point) == exact::Side::inside;
}

}  // namespace intercusp::motion
