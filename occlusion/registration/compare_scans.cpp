#include "occlusion/registration/compare_scans.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <set>
#include <utility>

#include "occlusion/base/for_all.h"
#include "occlusion/base/run_both.h"
#include "occlusion/registration/tooth_starts.h"

namespace intercusp {
namespace {

//! Both scans and what is prepared of them.
struct Pair {
  const PreparedScan& before;
  PreparedScan& after;                //!< whose labels may change
  const std::vector<ToothAxes> axes;  //!< of the teeth before
};

using Movements = std::vector<std::optional<ToothMovement>>;  // one for each of the axes

Movements movements_of(const Pair& pair, const ScanRegistration& registration, const Progress& progress) {
  Movements movements(pair.axes.size());
  SharedProgress teeth(progress, movements.size());
  for_each_task(movements.size(), [&](std::size_t i) {
    movements[i] = tooth_movement(pair.before.scan, pair.after.scan, pair.axes[i],
                                  registration.fixed_from_moving(), registration.fit.error);
    teeth.part_is_done();
  });
  return movements;
}

std::vector<int> moved_teeth(const Pair& pair, const Movements& movements) {
  std::vector<int> moved;
  for (std::size_t i = 0; i < movements.size(); ++i) {
    if (movements[i] && movements[i]->has_moved()) moved.push_back(pair.axes[i].fdi);
  }
  std::ranges::sort(moved);
  return moved;
}

//! Without some teeth, and without gum where the scans are brought together by the teeth alone.
std::vector<std::uint8_t> mask_without(const JawScan& scan, const std::vector<int>& teeth, bool teeth_alone) {
  std::vector<std::uint8_t> mask(scan.labels.size());
  for (std::size_t v = 0; v < mask.size(); ++v) {
    const int label = scan.labels[v];
    mask[v] = !std::ranges::binary_search(teeth, label) && !(teeth_alone && label == 0);
  }
  return mask;
}

bool has_teeth(const JawScan& scan) {
  constexpr std::size_t least = 3;
  return tooth_middles(scan).size() >= least;
}

//! By the teeth where both scans have some: gum may be most of the surface, and where all of it has grown by some hundredths
//! of a millimetre the teeth would seem to have moved. Whether the scans belong together all of the surface tells, or, where
//! gum has changed by more, the teeth.
void register_unchanged(ScanComparison& result, const Pair& pair,
                        const std::optional<Eigen::Isometry3d>& start, const Progress& progress) {
  const JawScan &before = pair.before.scan, &after = pair.after.scan;
  result.registration = register_scans(pair.before, pair.after, {.start = start}, part_of(progress, 0, 0.7));
  result.gum_fits = result.registration.reason != NotRegistered::shapes_differ;
  if (!(result.determined() || !result.gum_fits) || !has_teeth(before) || !has_teeth(after)) return;
  const std::vector<std::uint8_t> before_teeth = mask_without(before, {}, true);
  if (!result.gum_fits) {
    std::vector<std::uint8_t> as_given;
    for (const int label : result.before->labels) as_given.push_back(label != 0);
    ScanRegistration by_teeth = register_scans(pair.before, pair.after, {.start = start, .region = as_given},
                                               part_of(progress, 0.7, 1));
    if (!by_teeth.determined()) return;
    result.registration = std::move(by_teeth);
  }
  const MatchSurface fixed(before.mesh.vertices, before.mesh.faces, before_teeth);
  const MatchSurface moving(after.mesh.vertices, after.mesh.faces, mask_without(after, {}, true));
  result.registration.fit = refine(fixed, moving, result.before_from_after(), {.reach_mm = 1});
  result.by_teeth = true;
}

//! Registers again without the teeth that moved. They are those that the last round found, as a tooth that moved makes the
//! others seem to have.
void leave_out_moved(ScanComparison& result, const Pair& pair, Movements& movements,
                     const Progress& progress) {
  constexpr int rounds = 3;
  for (int round = 0; round < rounds; ++round) {
    std::vector<int> moved = moved_teeth(pair, movements);
    // Where most teeth seem to have moved, the rest is not a better reference.
    if (moved == result.moved_teeth || 2 * moved.size() > pair.axes.size()) return;
    result.moved_teeth = std::move(moved);
    const std::vector<std::uint8_t> before_mask =
        mask_without(pair.before.scan, result.moved_teeth, result.by_teeth);
    const std::vector<std::uint8_t> after_mask =
        mask_without(pair.after.scan, result.moved_teeth, result.by_teeth);
    const TriangleMesh &before = pair.before.scan.mesh, &after = pair.after.scan.mesh;
    const MatchSurface fixed(before.vertices, before.faces, before_mask);
    const MatchSurface moving(after.vertices, after.faces, after_mask);
    result.registration.fit = refine(fixed, moving, result.before_from_after(), {.reach_mm = 1});
    const double share = 1.0 / rounds;
    movements =
        movements_of(pair, result.registration, part_of(progress, round * share, (round + 1) * share));
  }
}

//! Per vertex as given. \param of_vertex the vertex in order, of which the surface has the values
std::vector<double> as_given(const std::vector<std::uint32_t>& of_vertex,
                             const std::vector<double>& of_ordered) {
  std::vector<double> values;
  values.reserve(of_vertex.size());
  for (const std::uint32_t v : of_vertex)
    values.push_back(v == no_vertex ? std::numeric_limits<double>::quiet_NaN() : of_ordered[v]);
  return values;
}

//! FDI numbers of the welded mesh, with 0 also where another number is within 0.8 mm: crowns and gum are parted a little
//! differently on every scan.
std::vector<int> inner_labels(const MatchSurface& surface, const VertexRings& rings,
                              const std::vector<int>& labels) {
  constexpr double margin_mm = 0.8;
  std::vector<int> of_welded(surface.mesh().vertices.size(), 0);
  for (std::size_t v = 0; v < labels.size(); ++v) {
    if (surface.of_vertex()[v] != no_vertex) of_welded[surface.of_vertex()[v]] = labels[v];
  }
  const auto rounds = std::max(1, static_cast<int>(std::lround(margin_mm / surface.edge_mm())));
  for (int round = 0; round < rounds; ++round) {
    const std::vector<int> last = of_welded;
    for (std::uint32_t v = 0; v < last.size(); ++v) {
      const auto ring = rings.of(v);
      if (surface.is_rim(v) ||
          std::any_of(ring.begin(), ring.end(), [&](auto n) { return last[n] != last[v]; }))
        of_welded[v] = 0;
    }
  }
  return of_welded;
}

//! One of the scans with what its teeth are measured by.
struct Side {
  const MatchSurface& surface;
  const MatchSurface& other;
  ScanTime time;
  VertexRings rings;
  std::vector<int> labels;
  SurfaceChange change;
  ChangeNoise noise;
};

Side side_of(const MatchSurface& surface, const MatchSurface& other, ScanTime time,
             const std::vector<int>& labels, const Eigen::Isometry3d& other_from_surface) {
  Side side{
      .surface = surface, .other = other, .time = time, .rings = VertexRings(surface.mesh()), .change = {}};
  side.change = surface_change(surface, side.rings, time, other, other_from_surface);
  side.labels = inner_labels(surface, side.rings, labels);
  std::vector<std::uint8_t> is_tooth(side.labels.size());
  for (std::size_t v = 0; v < is_tooth.size(); ++v) is_tooth[v] = labels.empty() || side.labels[v] != 0;
  side.noise = change_noise(side.change, is_tooth);
  return side;
}

LossAndGain change_of_tooth(const Side& side, int fdi,
                            const std::optional<Eigen::Isometry3d>& other_from_tooth, double shared_mm) {
  std::vector<std::uint8_t> of_tooth(side.labels.size());
  for (std::size_t v = 0; v < of_tooth.size(); ++v) of_tooth[v] = side.labels[v] == fdi;
  ChangeNoise noise = side.noise;
  noise.shared_mm = shared_mm;
  if (!other_from_tooth) return loss_and_gain(side.surface, side.rings, side.change, noise, of_tooth);
  const SurfaceChange own =
      surface_change(side.surface, side.rings, side.time, side.other, *other_from_tooth, of_tooth);
  return loss_and_gain(side.surface, side.rings, own, noise, of_tooth);
}

//! What the pose's error does along the long axis of the tooth.
double shared_error_mm(const PoseError& error, const ToothAxes& tooth) {
  return error.deviation_mm(tooth.origin, tooth.occlusal);
}

std::vector<ToothChange> changes_of_teeth(const Pair& pair, const Side& before, const Side& after,
                                          Movements movements, const ScanRegistration& registration) {
  std::vector<ToothChange> teeth(pair.axes.size());
  for_each_task(teeth.size(), [&](std::size_t i) {
    const ToothAxes& axes = pair.axes[i];
    const bool moved = movements[i] && movements[i]->has_moved();
    std::optional<Eigen::Isometry3d> before_from_after;
    if (moved) before_from_after = movements[i]->fit.fixed_from_moving;
    std::optional<Eigen::Isometry3d> after_from_before;
    if (moved) after_from_before = before_from_after->inverse();
    const double shared = shared_error_mm(moved ? movements[i]->fit.error : registration.fit.error, axes);
    teeth[i] = {.fdi = axes.fdi,
                .change = mean_of(change_of_tooth(before, axes.fdi, after_from_before, shared),
                                  change_of_tooth(after, axes.fdi, before_from_after, shared)),
                .movement = std::move(movements[i])};
  });
  std::ranges::sort(teeth, {}, &ToothChange::fdi);
  return teeth;
}

//! How many vertices of each tooth after lie on each tooth before.
std::map<std::array<int, 2>, int> votes_for_numbers(const Pair& pair,
                                                    const Eigen::Isometry3d& before_from_after) {
  std::vector<Eigen::Vector3d> places;
  std::vector<int> labels;
  for (const MatchSample& sample : pair.after.surface.samples(20000)) {
    const int label = pair.after.scan.labels[sample.vertex];
    if (label == 0) continue;
    places.push_back(before_from_after * sample.place);
    labels.push_back(label);
  }
  constexpr double reach_mm = 2;  // teeth move by up to so much
  const auto found = pair.before.surface.closest(places, reach_mm);
  std::map<std::array<int, 2>, int> votes;
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (!found[i]) continue;
    const std::uint32_t corner = pair.before.surface.mesh().faces[found[i]->face][0];
    if (const int on = pair.before.scan.labels[corner]; on != 0) ++votes[{labels[i], on}];
  }
  return votes;
}

//! Numbers that were estimated may differ between the scans: teeth that lie on each other get the number before, those with
//! most in common first. A tooth whose number is taken then has none.
void match_numbers(const Pair& pair, const Eigen::Isometry3d& before_from_after) {
  if (pair.before.scan.labels.empty() || pair.after.scan.labels.empty()) return;
  const auto votes = votes_for_numbers(pair, before_from_after);
  std::vector<std::pair<std::array<int, 2>, int>> most(votes.begin(), votes.end());
  std::ranges::stable_sort(most, std::greater(), [](const auto& entry) { return entry.second; });
  std::map<int, int> number_of;  // by the number after
  std::set<int> taken;
  for (const auto& [numbers, count] : most) {
    if (number_of.contains(numbers[0]) || taken.contains(numbers[1])) continue;
    number_of[numbers[0]] = numbers[1];
    taken.insert(numbers[1]);
  }
  for (int& label : pair.after.scan.labels) {
    if (const auto number = number_of.find(label); number != number_of.end()) {
      label = number->second;
    } else if (taken.contains(label)) {
      label = 0;
    }
  }
}

ScanRegistration given_pose(const Pair& pair, const Eigen::Isometry3d& before_from_after) {
  ScanRegistration registration{.start = StartMethod::given};
  registration.fit = fit_in_pose(pair.before.surface, pair.after.surface, before_from_after);
  registration.fit.error.centre = pair.before.surface.centre();
  if (pair.before.surface.empty() || pair.after.surface.empty())
    registration.reason = NotRegistered::no_surface;
  return registration;
}

}  // namespace

ScanComparison compare_scans(std::shared_ptr<const JawScan> before, std::shared_ptr<const JawScan> after,
                             const CompareOptions& options, const Progress& progress) {
  ScanComparison result{.before = std::move(before), .after = std::move(after)};
  std::optional<PreparedScan> first, second;
  run_both([&] { first.emplace(*result.before); }, [&] { second.emplace(*result.after); });
  report_progress(progress, 0.1);
  const Pair pair{*first, *second, axes_of_teeth(first->scan)};
  if (options.before_from_after) {
    result.registration = given_pose(pair, *options.before_from_after);
  } else if (options.region.empty()) {
    register_unchanged(result, pair, options.start, part_of(progress, 0.1, 0.5));
  } else {
    result.registration = register_scans(*first, *second, {.start = options.start, .region = options.region},
                                         part_of(progress, 0.1, 0.5));
  }
  if (!result.determined()) return result;
  if (options.numbers_estimated) match_numbers(pair, result.before_from_after());
  Movements movements = movements_of(pair, result.registration, part_of(progress, 0.5, 0.7));
  if (options.region.empty() && !options.before_from_after)
    leave_out_moved(result, pair, movements, part_of(progress, 0.7, 0.8));
  report_progress(progress, 0.8);
  std::optional<Side> before_side, after_side;
  run_both(
      [&] {
        before_side.emplace(side_of(first->surface, second->surface, ScanTime::before, first->scan.labels,
                                    result.before_from_after().inverse()));
      },
      [&] {
        after_side.emplace(side_of(second->surface, first->surface, ScanTime::after, second->scan.labels,
                                   result.before_from_after()));
      });
  result.before_change_mm = as_given(first->of_vertex, before_side->change.mm);
  result.after_change_mm = as_given(second->of_vertex, after_side->change.mm);
  result.before_smooth_mm = as_given(first->of_vertex, before_side->change.smooth_mm);
  result.after_smooth_mm = as_given(second->of_vertex, after_side->change.smooth_mm);
  result.noise = before_side->noise;
  report_progress(progress, 0.9);
  result.teeth = changes_of_teeth(pair, *before_side, *after_side, std::move(movements), result.registration);
  report_progress(progress, 1);
  return result;
}

}  // namespace intercusp
