#include "occlusion/motion/tracks/movement.h"

#include <algorithm>
#include <cmath>

namespace intercusp {
namespace {

constexpr double window_s = 0.1;

std::string plain(std::string_view name) {
  std::string text(name);
  for (char& c : text) {
    if (c == '_' || c == '-') c = ' ';
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return text;
}

//! Positions of the incisal point along left, anterior and superior.
std::vector<Eigen::Vector3d> incisal_path(const Track& track, const MovementFrame& frame) {
  Eigen::Matrix3d anatomy_from_case;
  anatomy_from_case << frame.axes.left.transpose(), frame.axes.anterior.transpose(),
      frame.axes.superior.transpose();
  std::vector<Eigen::Vector3d> path;
  for (const TimedPose& pose : track.poses)
    path.emplace_back(anatomy_from_case * (pose.upper_from_lower * frame.incisal_point));
  return path;
}

//! 1 for movements to the left, −1 to the right, 0 for movements that are not sideways.
int direction_of(MovementKind kind) {
  switch (kind) {
    case MovementKind::laterotrusion_left:
    case MovementKind::return_from_right:
      return 1;
    case MovementKind::laterotrusion_right:
    case MovementKind::return_from_left:
      return -1;
    default:
      return 0;
  }
}

//! A path on one side that begins or ends near the middle is wholly a return or wholly a laterotrusion,
//! whichever part is longer.
void join_halves_of_ways(std::vector<MovementKind>& kinds, const std::vector<double>& left_mm) {
  for (std::size_t first = 0, end = 0; first < kinds.size(); first = end) {
    const int direction = direction_of(kinds[first]);
    while (end < kinds.size() && direction_of(kinds[end]) == direction) ++end;
    if (direction == 0) continue;
    const double back_mm = -direction * left_mm[first], out_mm = direction * left_mm[end - 1];
    if (std::min(back_mm, out_mm) >= least_excursion_mm) continue;
    const bool to_left = direction > 0, returns = back_mm > out_mm;
    const MovementKind kind = returns
                                  ? to_left ? MovementKind::return_from_right : MovementKind::return_from_left
                              : to_left ? MovementKind::laterotrusion_left
                                        : MovementKind::laterotrusion_right;
    std::fill(kinds.begin() + static_cast<std::ptrdiff_t>(first),
              kinds.begin() + static_cast<std::ptrdiff_t>(end), kind);
  }
}

//! The kinds of movement, from the poses alone.
std::vector<MovementKind> kinds_of(const Track& track, const MovementFrame& frame) {
  const std::vector<Eigen::Vector3d> path = incisal_path(track, frame);
  const std::vector<TimedPose>& poses = track.poses;
  std::vector<MovementKind> kinds(poses.size(), MovementKind::rest);
  std::vector<double> left_mm;
  std::size_t first = 0, last = 0;
  for (std::size_t i = 0; i < poses.size() && poses.size() > 1; ++i) {
    const double now_s = poses[i].time_s;
    while (poses[first].time_s < now_s - window_s / 2) ++first;
    while (last + 1 < poses.size() && poses[last + 1].time_s <= now_s + window_s / 2) ++last;
    // If poses are sparse, the velocity comes from the neighbours.
    const std::size_t from = i > 0 ? std::min(first, i - 1) : 0;
    const std::size_t to = std::max(last, std::min(i + 1, poses.size() - 1));
    const double time_s = poses[to].time_s - poses[from].time_s;
    kinds[i] = movement_kind({.velocity_mm_s = (path[to] - path[from]) / time_s,
                              .displacement_mm = path[i] - path[frame.most_closed]});
    left_mm.push_back(path[i].x() - path[frame.most_closed].x());
  }
  join_halves_of_ways(kinds, left_mm);
  return kinds;
}

//! The part of the track that contains a time; empty if there is none.
const NamedPart* part_at(const Track& track, double time_s) {
  const auto found = std::find_if(track.parts.begin(), track.parts.end(), [&](const NamedPart& part) {
    return part.from_s <= time_s && time_s <= part.to_s;
  });
  return found == track.parts.end() ? nullptr : &*found;
}

struct NamedKind {
  std::string name;
  MovementKind kind;
  bool named_by_track;
  bool operator==(const NamedKind&) const = default;
};

std::vector<NamedKind> name_poses(const Track& track, const std::vector<MovementKind>& kinds) {
  std::vector<NamedKind> named;
  for (std::size_t i = 0; i < track.poses.size(); ++i) {
    if (const NamedPart* const part = part_at(track, track.poses[i].time_s)) {
      named.push_back({part->name, kind_named(part->name).value_or(kinds[i]), true});
    } else {
      named.push_back({std::string(name_of(kinds[i])), kinds[i], false});
    }
  }
  return named;
}

//! Segments shorter than the window are noise and join the previous segment. Names given by the track stay.
void join_short_stretches(std::vector<NamedKind>& named, const std::vector<double>& standing_s) {
  std::size_t first = 0;
  while (first < named.size()) {
    std::size_t end = first;
    double time_s = 0;
    for (; end < named.size() && named[end] == named[first]; ++end) time_s += standing_s[end];
    const bool is_short =
        time_s < window_s && first > 0 && !named[first].named_by_track && !named[first - 1].named_by_track;
    if (is_short)
      std::fill(named.begin() + static_cast<std::ptrdiff_t>(first),
                named.begin() + static_cast<std::ptrdiff_t>(end), NamedKind(named[first - 1]));
    first = end;
  }
}

TrackMovements stretches_of(const Track& track, const std::vector<NamedKind>& named) {
  TrackMovements result;
  for (std::size_t i = 0; i < named.size(); ++i) {
    if (i == 0 || !(named[i] == named[i - 1])) {
      const double from_s =
          i == 0 ? track.poses[i].time_s : 0.5 * (track.poses[i - 1].time_s + track.poses[i].time_s);
      result.movements.push_back({from_s, from_s, named[i].name, named[i].kind, named[i].named_by_track});
    }
    result.of_pose.push_back(result.movements.size() - 1);
    const bool is_last = i + 1 == named.size();
    result.movements.back().to_s =
        is_last ? track.poses[i].time_s : 0.5 * (track.poses[i].time_s + track.poses[i + 1].time_s);
  }
  return result;
}

std::vector<char> out_of_centric(const Track& track, const std::optional<MovementFrame>& frame) {
  std::vector<char> out(track.poses.size(), 1);
  if (!frame) return out;
  const std::vector<Eigen::Vector3d> path = incisal_path(track, *frame);
  for (std::size_t i = 0; i < out.size(); ++i)
    out[i] = (path[i] - path[frame->most_closed]).norm() > least_excursion_mm ? 1 : 0;
  return out;
}

}  // namespace

std::optional<MovementKind> kind_named(std::string_view name) {
  return find_named<MovementKind>(plain(name));
}

MovementKind movement_kind(const IncisalMotion& motion) {
  const double left = motion.velocity_mm_s.x(), anterior = motion.velocity_mm_s.y(),
               superior = motion.velocity_mm_s.z();
  if (motion.velocity_mm_s.norm() < rest_speed_mm_s) return MovementKind::rest;
  const bool steep = std::abs(superior) > steepest_guidance * std::hypot(left, anterior);
  const bool far_open = motion.displacement_mm.z() < -guided_mm;
  if (steep || far_open) return superior > 0 ? MovementKind::closing : MovementKind::opening;
  if (std::abs(anterior) >= std::abs(left)) {
    if (anterior < 0) return MovementKind::retrusion;
    if (std::abs(left) <= most_protrusive_slope * anterior) return MovementKind::protrusion;
    return left > 0 ? MovementKind::lateroprotrusion_left : MovementKind::lateroprotrusion_right;
  }
  const double aside_mm = motion.displacement_mm.x();
  if (left > 0) return aside_mm >= 0 ? MovementKind::laterotrusion_left : MovementKind::return_from_right;
  return aside_mm <= 0 ? MovementKind::laterotrusion_right : MovementKind::return_from_left;
}

ContactKind contact_kind(MovementKind movement, bool on_the_left) {
  switch (movement) {
    case MovementKind::laterotrusion_left:
    case MovementKind::return_from_left:
      return on_the_left ? ContactKind::working : ContactKind::balancing;
    case MovementKind::laterotrusion_right:
    case MovementKind::return_from_right:
      return on_the_left ? ContactKind::balancing : ContactKind::working;
    case MovementKind::lateroprotrusion_left:
      return on_the_left ? ContactKind::lateroprotrusion : ContactKind::balancing;
    case MovementKind::lateroprotrusion_right:
      return on_the_left ? ContactKind::balancing : ContactKind::lateroprotrusion;
    default:
      return static_cast<ContactKind>(movement);  // the enumerators have the same order
  }
}
static_assert(static_cast<int>(MovementKind::retrusion) == static_cast<int>(ContactKind::retrusion) &&
              static_cast<int>(MovementKind::closing) == static_cast<int>(ContactKind::closing));

TrackMovements find_movements(const Track& track, const std::optional<MovementFrame>& frame) {
  const std::vector<MovementKind> kinds =
      frame ? kinds_of(track, *frame) : std::vector(track.poses.size(), MovementKind::unknown);
  std::vector<NamedKind> named = name_poses(track, kinds);
  join_short_stretches(named, standing_times_s(track));
  TrackMovements found = stretches_of(track, named);
  found.out_of_centric = out_of_centric(track, frame);
  return found;
}

}  // namespace intercusp
