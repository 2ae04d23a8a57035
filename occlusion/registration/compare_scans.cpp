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
#include "occlusion/base/nth_smallest.h"
#include "occlusion/base/run_both.h"
#include "occlusion/registration/explain_crowns.h"
#include "occlusion/registration/gap_volume.h"
#include "occlusion/registration/inner_crowns.h"
#include "occlusion/registration/rigid_fit.h"
#include "occlusion/registration/tooth_starts.h"

namespace intercusp {
namespace {

//! Both scans and what is prepared of them.
struct Pair {
  const PreparedScan& before;
  std::optional<PreparedScan>& prepared_after;  //!< its labels and size may change
  const std::vector<ToothAxes> axes;            //!< of the teeth before
  [[nodiscard]] PreparedScan& after() const { return *prepared_after; }
};

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

//! By one kind of surface where the whole does not tell: gum or teeth.
bool register_by(ScanComparison& result, const Pair& pair, bool teeth,
                 const std::optional<Eigen::Isometry3d>& start) {
  std::vector<std::uint8_t> as_given;
  for (const int label : result.before->labels) as_given.push_back((label != 0) == teeth);
  ScanRegistration found = register_scans(pair.before, pair.after(), {.start = start, .region = as_given});
  if (!found.determined()) return false;
  result.registration = std::move(found);
  return true;
}

//! After as large as before. \return by how much it was larger
double take_growth_back(const ScanComparison& result, const Pair& pair) {
  const ScanRegistration& registration = result.registration;
  constexpr double least_growth = 0.001, better = 1.1;
  const ResidualNoise noise{0.015, 0.4};  // of scanners: what is measured so far holds the growth
  const auto fit = [&](bool scale) {
    return fit_piece(pair.before.surface, pair.after().surface, registration.fixed_from_moving(), noise,
                     {.samples = 3000, .scale = scale});
  };
  const PieceFit grown = fit(true);
  if (std::abs(grown.growth) < least_growth || grown.score < better * fit(false).score) return 0;
  JawScan scan = *result.after;
  const Eigen::Vector3d centre = grown.before_from_after.inverse() * pair.before.surface.centre();
  for (Eigen::Vector3d& vertex : scan.mesh.vertices) vertex = centre + (vertex - centre) / (1 + grown.growth);
  pair.prepared_after.emplace(scan);
  return grown.growth;
}

//! By parts of both scans, from a pose near the right one: with all that is near, or with what fits it closely, where much
//! has changed. The pose in which half of the surface lies closer is right.
Refined refined_by(const Pair& pair, const Eigen::Isometry3d& before_from_after,
                   const std::vector<int>& without, bool teeth_alone) {
  const auto surface = [&](const JawScan& scan) {
    return MatchSurface(scan.mesh.vertices, scan.mesh.faces, mask_without(scan, without, teeth_alone));
  };
  const MatchSurface before = surface(pair.before.scan), after = surface(pair.after().scan);
  constexpr double close_mm = 0.05;
  Refined wide, close;
  run_both(
      [&] { wide = refine(before, after, before_from_after, {.reach_mm = 1}); },
      [&] { close = refine(before, after, before_from_after, {.reach_mm = 1, .first_scale_mm = close_mm}); });
  return close.noise_mm < wide.noise_mm ? close : wide;
}

//! By the teeth where both scans have some: gum may be most of the surface, and where all of it has grown by some hundredths
//! of a millimetre the teeth would seem to have moved. Whether the scans belong together all of the surface tells, or, where
//! gum or teeth have changed by more, the other. \return by how much the scan after was larger
double register_unchanged(ScanComparison& result, const Pair& pair,
                          const std::optional<Eigen::Isometry3d>& start, const Progress& progress) {
  const JawScan& before = pair.before.scan;
  result.registration =
      register_scans(pair.before, pair.after(), {.start = start}, part_of(progress, 0, 0.7));
  const bool teeth = has_teeth(before) && has_teeth(pair.after().scan);
  const bool fits = result.registration.reason != NotRegistered::shapes_differ;
  if (!(result.determined() || !fits)) return 0;
  double growth = take_growth_back(result, pair);
  if (!fits) {
    std::optional<Eigen::Isometry3d> from = start;
    if (growth != 0) {
      from = result.before_from_after();
      result.registration = register_scans(pair.before, pair.after(), {.start = from});
    }
    if (!result.determined() && teeth) result.gum_fits = !register_by(result, pair, true, from);
    if (!result.determined() && teeth) result.by_gum = register_by(result, pair, false, from);
    if (!result.determined()) return growth;
  }
  if (!teeth || result.by_gum) return growth;
  result.registration.fit = refined_by(pair, result.before_from_after(), {}, true);
  result.by_teeth = true;
  return growth;
}

//! Registers again without the teeth that do not follow the others, or by the gum where the teeth have changed.
void settle_pose(ScanComparison& result, const Pair& pair, const ExplainedJaw& jaw) {
  for (const ExplainedCrown& crown : jaw.crowns) {
    if (!crown.is_there || crown.place.has_moved) result.left_out_teeth.push_back(crown.pair.axes.fdi);
  }
  std::ranges::sort(result.left_out_teeth);
  if ((jaw.against_gum || jaw.even_layer) && jaw.gum) {
    result.registration.fit = *jaw.gum;
    result.by_gum = true;
    result.by_teeth = false;
    return;
  }
  if (result.left_out_teeth.empty() || 2 * result.left_out_teeth.size() > jaw.crowns.size()) return;
  result.registration.fit =
      refined_by(pair, result.before_from_after(), result.left_out_teeth, result.by_teeth);
}

void explain_scale(ScanComparison& result, const ExplainedJaw& jaw, double growth) {
  constexpr double t = 2.2;  // Student's at 95 % with some ten modes of distortion
  const double factor = (1 + growth) * (1 + jaw.field.growth), half = t * jaw.field.growth_deviation;
  result.scale = {factor, {factor - half, factor + half}, std::abs(factor - 1) > half};
}

//! What explains the scans, after their teeth.
Explanation explanation_of(const ScanComparison& result, const ExplainedJaw& jaw) {
  constexpr double told_mm = 0.01, told_growth = 5e-4;
  constexpr double arch_mm = 20, most_of_it = 1.5;  // a scale explains more than what it leaves
  const double growth = std::abs(result.scale.factor - 1);
  const bool scale =
      result.scale.stated && growth > told_growth && arch_mm * growth > most_of_it * jaw.field.distortion_mm;
  const bool distortion = result.distortion_mm.value_or(0) > std::max(told_mm, result.at_teeth_mm);
  const auto count = [&](const auto& passes) { return std::ranges::count_if(result.teeth, passes); };
  const auto layers = count([](const ToothChange& tooth) { return tooth.layer_mm != 0; });
  const bool layer = jaw.even_layer && 2 * static_cast<std::size_t>(layers) > result.teeth.size();
  const bool teeth = count([&](const ToothChange& tooth) {
                       const bool is_missing = tooth.state == ToothState::missing_after ||
                                               tooth.state == ToothState::missing_before;
                       const bool in_common = layer ? tooth.layer_mm != 0 : jaw.against_gum;
                       return is_missing || (tooth.state == ToothState::changed && !in_common);
                     }) > 0;
  if (!result.distortion_mm && !jaw.against_gum && jaw.field.followers > 0 && !layer && !scale && !teeth)
    return Explanation::cannot_tell;
  const std::array told = {std::pair{scale, Explanation::scale},
                           std::pair{distortion, Explanation::distortion},
                           std::pair{jaw.against_gum, Explanation::teeth_against_gum},
                           std::pair{teeth, Explanation::teeth}, std::pair{layer, Explanation::layer}};
  const auto how_many = std::ranges::count_if(told, [](const auto& one) { return one.first; });
  if (how_many > 1) return Explanation::several;
  for (const auto& [is_told, explanation] : told) {
    if (is_told) return explanation;
  }
  return Explanation::unchanged;
}

void explain_teeth_together(ScanComparison& result, const ExplainedJaw& jaw, const ScanError& error) {
  constexpr double times = 2;  // what scanners do
  if (jaw.field.followers > 0 && jaw.field.greatest_mm <= times * error.ends_mm)
    result.distortion_mm = jaw.field.distortion_mm;
  double squares = 0, moved = 0;
  std::vector<PointPair> pairs;
  for (const ExplainedCrown& crown : jaw.crowns) {
    const Eigen::Vector3d& middle = crown.pair.middle;
    squares += crown.covariance.diagonal().head<3>().sum() / 3;
    if (!crown.is_there) continue;
    const Eigen::Vector3d now = crown.expected * (crown.own.before_from_after.inverse() * middle);
    pairs.push_back({now, middle});
    moved += (now - middle).norm();
  }
  const auto count = static_cast<double>(std::max<std::size_t>(1, jaw.crowns.size()));
  result.at_teeth_mm = 1.96 * std::sqrt(squares / count);
  if (jaw.against_gum && !pairs.empty())
    result.teeth_against_gum = {moved / static_cast<double>(pairs.size()),
                                Eigen::AngleAxisd(rigid_fit(pairs).linear()).angle()};
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

//! One of the scans with what its teeth are measured by.
struct Side {
  const MatchSurface& surface;
  const MatchSurface& other;
  ScanTime time;
  const CrownLabels& crowns;
  SurfaceChange common;  //!< in the pose of both scans
  SurfaceChange own;     //!< of each tooth in its own pose; NaN elsewhere
};

Side side_of(const MatchSurface& surface, const MatchSurface& other, ScanTime time, const CrownLabels& crowns,
             const CrownLabels& other_crowns, const Eigen::Isometry3d& other_from_surface,
             const std::map<int, Eigen::Isometry3d>& of_tooth) {
  Side side{.surface = surface, .other = other, .time = time, .crowns = crowns};
  std::vector<const Eigen::Isometry3d*> poses(crowns.whole.size(), &other_from_surface);
  side.common = surface_change(surface, crowns.rings, time, other, poses);
  for (std::size_t v = 0; v < poses.size(); ++v) {
    const auto found = of_tooth.find(crowns.with_gum[v]);
    poses[v] = found == of_tooth.end() ? nullptr : &found->second;
  }
  side.own = surface_change(surface, crowns.rings, time, other, poses,
                            {crowns.with_gum, other_crowns.whole, crowns.inner});
  add_broad_means(side.own, surface, crowns.rings, crowns.inner);
  return side;
}

LossAndGain change_of_tooth(const Side& side, int fdi, const Eigen::Isometry3d& surface_from_other,
                            const Eigen::Vector3d& along, ChangeNoise noise, double shared_mm) {
  std::vector<CrownPart> of_tooth(side.crowns.whole.size(), CrownPart::gum);
  for (std::size_t v = 0; v < of_tooth.size(); ++v) {
    if (side.crowns.whole[v] == fdi) {
      of_tooth[v] = side.crowns.inner[v] == fdi ? CrownPart::inner : CrownPart::margin;
    } else if (side.crowns.whole[v] != 0) {
      of_tooth[v] = CrownPart::other_tooth;
    } else if (side.crowns.with_gum[v] == fdi) {
      of_tooth[v] = CrownPart::margin;
    }
  }
  noise.shared_mm = shared_mm;
  return loss_and_gain({side.surface, side.crowns.rings, side.own, side.time, side.other}, noise, of_tooth,
                       surface_from_other, along);
}

//! The medians over the teeth: of those most have not changed beside an even layer. Without numbers that of the scan.
ChangeNoise noise_of(const Side& side, const ExplainedJaw& jaw) {
  if (jaw.crowns.empty())
    return change_noise(side.common, std::vector<std::uint8_t>(side.crowns.whole.size(), 1));
  std::vector<ChangeNoise> teeth(jaw.crowns.size());
  for_each_task(teeth.size(), [&](std::size_t i) {
    const ExplainedCrown& crown = jaw.crowns[i];
    if (crown.is_there)
      teeth[i] =
          change_noise(side.own, mask_of(side.crowns.inner, crown.pair.axes.fdi), crown.place.layer_mm != 0);
  });
  const auto median = [&](double ChangeNoise::*member) {
    std::vector<double> values;
    for (const ChangeNoise& tooth : teeth) {
      if (tooth.vertex_mm > 0) values.push_back(tooth.*member);
    }
    return values.empty() ? 0 : nth_smallest(values, values.size() / 2);
  };
  return {.vertex_mm = median(&ChangeNoise::vertex_mm),
          .fine_mm = median(&ChangeNoise::fine_mm),
          .smooth_mm = median(&ChangeNoise::smooth_mm),
          .broad_mm = median(&ChangeNoise::broad_mm)};
}

bool has_changed(const ToothChange& tooth) {
  const LossAndGain& change = *tooth.change;
  return (tooth.movement && tooth.movement->has_moved) || change.lost_mm3.beyond_noise() ||
         change.gained_mm3.beyond_noise() || change.deepest_loss_mm.beyond_noise() ||
         change.highest_gain_mm.beyond_noise();
}

std::optional<NotMeasured> why_not(const ExplainedCrown& crown) {
  constexpr double least_support = 0.1, widest_mm = 0.5;
  if (crown.out_of_scan) return NotMeasured::out_of_scan;
  if (crown.is_held() && crown.place.fit.support < least_support) return NotMeasured::no_partner;
  const PoseMatrix covariance = crown.place.error.covariance_about(crown.pair.middle);
  if (1.96 * std::sqrt(covariance.diagonal().head<3>().maxCoeff()) < widest_mm) return std::nullopt;
  return crown.is_held() ? NotMeasured::noise_too_large : NotMeasured::too_few_patches;
}

ToothChange without_numbers(const ExplainedCrown& crown) {
  return {.fdi = crown.pair.axes.fdi,
          .middle = crown.pair.middle,
          .axes = crown.pair.axes,
          .no_partner_share = crown.no_partner_share};
}

//! The volume of a crown that the other scan lacks, down to the surface there, which may lie above or below the margin's middle.
ChangeFigure missing_volume(int fdi, const Side& side, const Eigen::Isometry3d& surface_from_other,
                            const Eigen::Vector3d& along) {
  std::vector<std::uint32_t> crown;
  for (std::uint32_t v = 0; v < side.crowns.whole.size(); ++v) {
    if (side.crowns.whole[v] == fdi) crown.push_back(v);
  }
  constexpr double of_volume = 0.05;
  const double volume =
      gap_volume_mm3(side.surface.mesh(), crown, side.other.mesh(), surface_from_other, along);
  const double half = 1.96 * of_volume * volume;
  return {volume, half, {volume - half, volume + half}};
}

//! All of a crown's surface counts under an even layer. What touches a neighbour is not measured; it bears the layer as well,
//! or half of it.
ChangeFigure layer_volume(const Side& side, const ToothChange& tooth, double layer_error_mm) {
  double seen_mm3 = 0, hidden_mm3 = 0, area_mm2 = 0;
  for (std::size_t v = 0; v < side.crowns.whole.size(); ++v) {
    if (side.crowns.with_gum[v] != tooth.fdi) continue;
    const double piece_mm2 = side.surface.areas_mm2()[v], change_mm = side.own.mm[v];
    const bool bears_layer =
        change_mm / tooth.layer_mm > 0.5;  // gum that is crown on the other scan, or in truth
    if (side.crowns.whole[v] != tooth.fdi && !bears_layer) continue;
    (std::isnan(change_mm) ? hidden_mm3 : seen_mm3) +=
        piece_mm2 * (std::isnan(change_mm) ? tooth.layer_mm : change_mm);
    area_mm2 += piece_mm2;
  }
  const double value = std::abs(seen_mm3 + 0.75 * hidden_mm3);
  const double half = area_mm2 * layer_error_mm + 0.25 * std::abs(hidden_mm3);
  return {value, half, {std::max(0.0, value - half), value + half}};
}

//! The deepest place of an even layer differs from others by its errors alone, unless it is deeper than those reach.
ChangeFigure layer_depth(double layer_mm, double layer_error_mm, const ChangeFigure& by_places) {
  const double value = std::abs(layer_mm);
  if (by_places.interval[0] > value + 1.5 * by_places.noise) return by_places;
  return {value, layer_error_mm, {std::max(0.0, value - layer_error_mm), value + layer_error_mm}};
}

//! \param strain_mm of distortions within a crown
ToothChange change_of(const ExplainedCrown& crown, const Side& before, const Side& after,
                      const ChangeNoise& noise, double strain_mm, bool even_layer) {
  ToothChange tooth = without_numbers(crown);
  if (!crown.is_there && !crown.out_of_scan) {
    tooth.state = ToothState::missing_after;
    tooth.crown_mm3 = missing_volume(crown.pair.axes.fdi, before, crown.expected, crown.pair.axes.occlusal);
    return tooth;
  }
  tooth.reason = why_not(crown);
  if (tooth.reason) return tooth;
  const int fdi = tooth.fdi;
  const Eigen::Isometry3d& pose = crown.place.before_from_after;
  const double shared =
      std::hypot(crown.place.error.deviation_mm(crown.pair.middle, crown.pair.axes.occlusal), strain_mm);
  const Eigen::Vector3d& along = crown.pair.axes.occlusal;
  const LossAndGain by_before = change_of_tooth(before, fdi, pose, along, noise, shared);
  const bool both = std::ranges::find(after.crowns.whole, fdi) != after.crowns.whole.end();
  const Eigen::Isometry3d after_from_before = pose.inverse();
  tooth.change = both ? mean_of(by_before, change_of_tooth(after, fdi, after_from_before,
                                                           after_from_before.linear() * along, noise, shared))
                      : by_before;
  if (crown.is_held())
    tooth.movement =
        movement_of(crown.pair, crown.place.fit, crown.expected, crown.covariance, crown.place.has_moved);
  tooth.layer_mm = crown.place.layer_mm;
  if (tooth.layer_mm != 0) {
    LossAndGain& change = *tooth.change;
    const double error_mm =
        1.96 * std::hypot(crown.place.fit.layer_deviation_mm, 0.03 * tooth.layer_mm, shared);
    ChangeFigure& volume = tooth.layer_mm < 0 ? change.lost_mm3 : change.gained_mm3;
    volume = layer_volume(before, tooth, error_mm);
    if (both) volume = mean_of(volume, layer_volume(after, tooth, error_mm));
    ChangeFigure& depth = tooth.layer_mm < 0 ? change.deepest_loss_mm : change.highest_gain_mm;
    depth = layer_depth(tooth.layer_mm, error_mm, depth);
  }
  tooth.state = has_changed(tooth) ? ToothState::changed : ToothState::unchanged;
  const bool may_bear_layer = even_layer && (!crown.is_held() || tooth.layer_mm != 0);
  if (may_bear_layer && tooth.state == ToothState::unchanged) {  // too small to tell the layer from none
    tooth.state = ToothState::not_measured;
    tooth.reason = crown.is_held() ? NotMeasured::noise_too_large : NotMeasured::too_few_patches;
  }
  return tooth;
}

//! Crowns of the scan after that lie on none of the scan before.
std::vector<ToothChange> new_teeth(const Pair& pair, const Side& after,
                                   const Eigen::Isometry3d& before_from_after) {
  constexpr double least_share = 0.5;
  std::set<int> known;
  for (const ToothAxes& axes : pair.axes) known.insert(axes.fdi);
  std::vector<ToothChange> teeth;
  for (const auto& [fdi, middle] : tooth_middles(pair.after().scan)) {
    if (known.contains(fdi)) continue;
    const MatchSurface crown(pair.after().scan.mesh.vertices, pair.after().scan.mesh.faces,
                             mask_of(pair.after().scan.labels, fdi));
    if (crown.empty()) continue;
    const CrownPresence presence = presence_of(crown, pair.before.surface, before_from_after);
    if (presence.near_share > least_share) continue;  // the scan before shows it, without its number
    ToothChange tooth{.fdi = fdi, .no_partner_share = 1 - presence.near_share};
    if (presence.ended_share > least_share) {
      tooth.reason = NotMeasured::out_of_scan;
    } else {
      tooth.state = ToothState::missing_before;
      Eigen::Vector3d facing = Eigen::Vector3d::Zero();
      for (std::size_t face = 0; face < crown.mesh().faces.size(); ++face)
        facing += face_normal_twice_area(crown.mesh(), face);
      tooth.crown_mm3 = missing_volume(fdi, after, before_from_after.inverse(), facing.normalized());
    }
    teeth.push_back(std::move(tooth));
  }
  return teeth;
}

//! How many vertices of each tooth after lie on each tooth before.
std::map<std::array<int, 2>, int> votes_for_numbers(const Pair& pair,
                                                    const Eigen::Isometry3d& before_from_after) {
  std::vector<Eigen::Vector3d> places;
  std::vector<int> labels;
  for (const MatchSample& sample : pair.after().surface.samples(20000)) {
    const int label = pair.after().scan.labels[sample.vertex];
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
  if (pair.before.scan.labels.empty() || pair.after().scan.labels.empty()) return;
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
  for (int& label : pair.after().scan.labels) {
    if (const auto number = number_of.find(label); number != number_of.end()) {
      label = number->second;
    } else if (taken.contains(label)) {
      label = 0;
    }
  }
}

//! Changes in the pose of both scans.
struct CommonChange {
  SurfaceChange before, after;
  std::vector<std::uint32_t> of_vertex_after;  //!< as PreparedScan has them
};

//! The change of the scans as given: a growth that was taken back counts. \return what the sides have without one
CommonChange common_change(const ScanComparison& result, const Pair& pair, const Side& before,
                           const Side& after, double growth) {
  if (growth == 0) return {before.common, after.common, pair.after().of_vertex};
  const PreparedScan given(*result.after);
  const Eigen::Isometry3d &to_before = result.before_from_after(), to_after = to_before.inverse();
  const auto poses = [](const MatchSurface& surface, const Eigen::Isometry3d& pose) {
    return std::vector<const Eigen::Isometry3d*>(surface.mesh().vertices.size(), &pose);
  };
  const MatchSurface& surface = pair.before.surface;
  return {
      surface_change(surface, before.crowns.rings, ScanTime::before, given.surface, poses(surface, to_after)),
      surface_change(given.surface, VertexRings(given.surface.mesh()), ScanTime::after, surface,
                     poses(given.surface, to_before)),
      given.of_vertex};
}

void add_common_change(ScanComparison& result, const Pair& pair, const Side& before, const Side& after,
                       double growth) {
  const CommonChange change = common_change(result, pair, before, after, growth);
  result.before_change_mm = as_given(pair.before.of_vertex, change.before.mm);
  result.after_change_mm = as_given(change.of_vertex_after, change.after.mm);
  result.before_smooth_mm = as_given(pair.before.of_vertex, change.before.smooth_mm);
  result.after_smooth_mm = as_given(change.of_vertex_after, change.after.smooth_mm);
  const std::vector<double>& areas_mm2 = pair.before.surface.areas_mm2();
  result.deviation = deviation_of(change.before.mm, areas_mm2);
  for_each_task(result.teeth.size(), [&](std::size_t i) {
    ToothChange& tooth = result.teeth[i];
    tooth.deviation = deviation_of(change.before.mm, areas_mm2, before.crowns.whole, tooth.fdi);
  });
}

ScanRegistration given_pose(const Pair& pair, const Eigen::Isometry3d& before_from_after) {
  ScanRegistration registration{.start = StartMethod::given};
  registration.fit = fit_in_pose(pair.before.surface, pair.after().surface, before_from_after);
  registration.fit.error.centre = pair.before.surface.centre();
  if (pair.before.surface.empty() || pair.after().surface.empty())
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
  const Pair pair{*first, second, axes_of_teeth(first->scan)};
  const bool is_given = options.before_from_after || !options.region.empty();
  const bool stands_alone = pair.axes.size() == 1;  // no other teeth say where it would be
  double growth = 0;
  if (options.before_from_after) {
    result.registration = given_pose(pair, *options.before_from_after);
  } else if (options.region.empty()) {
    growth = register_unchanged(result, pair, options.start, part_of(progress, 0.1, 0.5));
  } else {
    result.registration = register_scans(*first, *second, {.start = options.start, .region = options.region},
                                         part_of(progress, 0.1, 0.5));
  }
  if (!result.determined()) return result;
  if (options.numbers_estimated) match_numbers(pair, result.before_from_after());
  std::optional<CrownLabels> before_crowns, after_crowns;
  run_both([&] { before_crowns = crown_labels(first->surface, first->scan.labels); },
           [&] { after_crowns = crown_labels(second->surface, second->scan.labels); });
  const ExplainedJaw jaw =
      explain_crowns({*first, *second, *before_crowns, *after_crowns}, pair.axes, result.before_from_after(),
                     {.pose = result.registration.fit.error,
                      .pose_is_given = is_given || stands_alone,
                      .vertex_mm = options.scan_error.vertex_mm,
                      .ends_mm = stands_alone ? 0 : options.scan_error.ends_mm});
  report_progress(progress, 0.7);
  if (!is_given) settle_pose(result, pair, jaw);
  report_progress(progress, 0.8);
  std::map<int, Eigen::Isometry3d> before_poses, after_poses;
  for (const ExplainedCrown& crown : jaw.crowns) {
    if (!crown.is_there) continue;
    after_poses[crown.pair.axes.fdi] = crown.place.before_from_after;
    before_poses[crown.pair.axes.fdi] = crown.place.before_from_after.inverse();
  }
  std::optional<Side> before_side, after_side;
  run_both(
      [&] {
        before_side.emplace(side_of(first->surface, second->surface, ScanTime::before, *before_crowns,
                                    *after_crowns, result.before_from_after().inverse(), before_poses));
      },
      [&] {
        after_side.emplace(side_of(second->surface, first->surface, ScanTime::after, *after_crowns,
                                   *before_crowns, result.before_from_after(), after_poses));
      });
  result.noise = noise_of(*before_side, jaw);
  report_progress(progress, 0.9);
  result.teeth = new_teeth(pair, *after_side, result.before_from_after());
  const std::size_t added = result.teeth.size();
  result.teeth.resize(added + jaw.crowns.size());
  constexpr double half_crown_mm = 5.2;  // of a molar
  for_each_task(jaw.crowns.size(), [&](std::size_t i) {
    result.teeth[added + i] =
        change_of(jaw.crowns[i], *before_side, *after_side, result.noise,
                  half_crown_mm * (jaw.field.at[i].strain + std::abs(jaw.field.growth)), jaw.even_layer);
    if (stands_alone) result.teeth[added + i].axes.reset(), result.teeth[added + i].movement.reset();
  });
  std::ranges::sort(result.teeth, {}, &ToothChange::fdi);
  add_common_change(result, pair, *before_side, *after_side, growth);
  explain_teeth_together(result, jaw, options.scan_error);
  explain_scale(result, jaw, growth);
  result.explanation = explanation_of(result, jaw);
  report_progress(progress, 1);
  return result;
}

}  // namespace intercusp
