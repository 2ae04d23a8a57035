#include "occlusion/registration/explain_crowns.h"

#include <algorithm>
#include <cmath>

#include "occlusion/base/for_all.h"
#include "occlusion/base/nth_smallest.h"

namespace intercusp {
namespace {

//! Student's intervals need a degree of freedom beside the six of a pose.
constexpr double least_patches = 7.5;
//! Coordinates in files have 24 bits; those of a jaw are up to some 60 mm.
constexpr double digits_mm = 4e-6;

//! The mean of a crown's surface.
Eigen::Vector3d middle_of(const MatchSurface& surface, const std::vector<int>& labels, int fdi) {
  Eigen::Vector3d sum = Eigen::Vector3d::Zero();
  double area_mm2 = 0;
  for (std::size_t v = 0; v < labels.size(); ++v) {
    if (labels[v] != fdi) continue;
    sum += surface.areas_mm2()[v] * surface.mesh().vertices[v];
    area_mm2 += surface.areas_mm2()[v];
  }
  return sum / area_mm2;
}

//! What of a scan lies about a crown and bears no number: a crown that the scan after does not name.
std::vector<std::uint8_t> mask_about(const JawScan& scan, const Bounds& crown,
                                     const Eigen::Isometry3d& crown_from_scan) {
  constexpr double beside_mm = 1.5;
  std::vector<std::uint8_t> mask(scan.mesh.vertices.size());
  for (std::size_t v = 0; v < mask.size(); ++v) {
    const Eigen::Vector3d place = crown_from_scan * scan.mesh.vertices[v];
    mask[v] = (scan.labels.empty() || scan.labels[v] == 0) &&
              (place.array() > crown.min.array() - beside_mm).all() &&
              (place.array() < crown.max.array() + beside_mm).all();
  }
  return mask;
}

std::unique_ptr<const MatchSurface> surface_of(const JawScan& scan, const std::vector<std::uint8_t>& mask) {
  return std::make_unique<const MatchSurface>(scan.mesh.vertices, scan.mesh.faces, mask);
}

std::unique_ptr<const MatchSurface> surface_of(const MatchSurface& scan, const std::vector<int>& labels,
                                               int fdi) {
  return std::make_unique<const MatchSurface>(scan.mesh().vertices, scan.mesh().faces, mask_of(labels, fdi));
}

ExplainedCrown crown_of(const ScanPair& scans, const ToothAxes& axes,
                        const Eigen::Isometry3d& before_from_after) {
  constexpr double least_share = 0.5;
  ExplainedCrown crown;
  crown.pair.axes = axes;
  crown.pair.before = surface_of(scans.before.surface, scans.before_crowns.whole, axes.fdi);
  if (crown.pair.before->empty()) return crown;
  crown.pair.middle = middle_of(scans.before.surface, scans.before_crowns.whole, axes.fdi);
  const CrownPresence presence =
      presence_of(*crown.pair.before, scans.after.surface, before_from_after.inverse());
  crown.no_partner_share = 1 - presence.near_share;
  crown.pair.after = surface_of(scans.after.surface, scans.after_crowns.whole, axes.fdi);
  if (!crown.pair.after->empty()) return crown;
  crown.is_there = presence.near_share > least_share;
  crown.out_of_scan = !crown.is_there && presence.ended_share > least_share;
  if (crown.is_there)
    crown.pair.after =
        surface_of(scans.after.scan,
                   mask_about(scans.after.scan, bounds_of(crown.pair.before->mesh()), before_from_after));
  return crown;
}

bool can_be_fitted(const ExplainedCrown& crown) {
  return crown.pair.after != nullptr && !crown.pair.after->empty() && !crown.pair.before->empty();
}

double middle_value(std::vector<double> values) { return nth_smallest(values, values.size() / 2); }

//! The medians over the crowns of what each of them shows.
ResidualNoise shared_noise(const std::vector<ExplainedCrown>& crowns,
                           const std::optional<double>& vertex_mm) {
  std::vector<double> vertex, of_chord;
  for (const ExplainedCrown& crown : crowns) {
    if (!can_be_fitted(crown)) continue;
    constexpr std::size_t samples = 2000;
    const ResidualNoise noise = noise_of(
        surface_matches(*crown.pair.before, *crown.pair.after, crown.own.before_from_after, samples, 1),
        crown.own);
    vertex.push_back(noise.vertex_mm);
    of_chord.push_back(noise.of_chord);
  }
  if (vertex.empty()) return {};
  // Both scans have the noise of a vertex.
  const double measured = vertex_mm ? std::sqrt(2.0) * *vertex_mm : middle_value(std::move(vertex));
  return {std::max(digits_mm, measured), middle_value(std::move(of_chord))};
}

template <class Work>
void for_fitted(ExplainedJaw& jaw, const Work& work) {
  for_each_task(jaw.crowns.size(), [&](std::size_t i) {
    if (can_be_fitted(jaw.crowns[i])) work(jaw.crowns[i]);
  });
}

//! Whether most crowns are explained better under a layer, of one sign, or all of them together, as weak layers are. Of 40
//! generated jaws of five kinds without a layer the median over the crowns was at most 6.5 of its deviations (8 µm) from 0;
//! of six with layers of 50 to 500 µm, noise 11 to 29 µm, at least 14.6.
bool shows_even_layer(const std::vector<ExplainedCrown>& crowns, const std::vector<PieceFit>& layered) {
  constexpr double better = 6, deviations = 4, most = 0.7;
  constexpr double together = 10, least_mm = 0.02, least_crowns = 6, of_median = 1.4826;
  double gained = 0, lost = 0;
  std::vector<double> layers_mm;
  for (std::size_t i = 0; i < layered.size(); ++i) {
    if (!can_be_fitted(crowns[i])) continue;
    layers_mm.push_back(layered[i].layer_mm);
    const bool prefers = layered[i].score > crowns[i].own.score + better &&
                         std::abs(layered[i].layer_mm) > deviations * layered[i].layer_deviation_mm;
    if (prefers) ++(layered[i].layer_mm > 0 ? gained : lost);
  }
  if (layers_mm.empty()) return false;
  const auto fitted = static_cast<double>(layers_mm.size());
  if (std::max(gained, lost) > most * fitted) return true;
  const double layer_mm = middle_value(layers_mm);
  for (double& apart_mm : layers_mm) apart_mm = std::abs(apart_mm - layer_mm);
  const double deviation_mm = of_median * middle_value(std::move(layers_mm)) / std::sqrt(fitted);
  return fitted >= least_crowns && std::abs(layer_mm) > std::max(least_mm, together * deviation_mm);
}

//! The surfaces of crowns without margins, as layers end before the gum does: margins that stay would seem to hold the crown while
//! the rest of it moves.
void leave_margins_out(CrownPair& pair, const ScanPair& scans) {
  auto before = surface_of(scans.before.surface, scans.before_crowns.off_margin, pair.axes.fdi);
  auto after = surface_of(scans.after.surface, scans.after_crowns.off_margin, pair.axes.fdi);
  if (before->empty() || after->empty()) return;
  pair.before = std::move(before);
  pair.after = std::move(after);
}

//! Whether an even layer explains the crowns; then they have no margins, and their own poses are those under it.
void try_layers(ExplainedJaw& jaw, const ScanPair& scans, const Eigen::Isometry3d& before_from_after,
                const std::optional<double>& vertex_mm) {
  // As wide as layers: on a narrower scale a movement along the crown explains a part of one.
  constexpr double wide_mm = 0.5;
  std::vector<PieceFit> layered(jaw.crowns.size());
  std::vector<CrownPair> pairs(jaw.crowns.size());
  for_each_task(jaw.crowns.size(), [&](std::size_t i) {
    ExplainedCrown& crown = jaw.crowns[i];
    if (!can_be_fitted(crown)) return;
    pairs[i].axes = crown.pair.axes;
    leave_margins_out(pairs[i], scans);
    const CrownPair& pair = pairs[i].before != nullptr ? pairs[i] : crown.pair;
    constexpr double same_mm = 0.005;  // starts as near as this end alike
    const Eigen::Isometry3d& own = crown.own.before_from_after;
    const auto fit_from = [&](const Eigen::Isometry3d& start) {
      return fit_piece(*pair.before, *pair.after, start, jaw.noise,
                       {.first_scale_mm = wide_mm, .layer = true});
    };
    layered[i] = fit_from(own);
    if ((own * pair.after->centre() - before_from_after * pair.after->centre()).norm() < same_mm) return;
    const PieceFit other = fit_from(before_from_after);
    if (other.score > layered[i].score) layered[i] = other;
  });
  jaw.even_layer = shows_even_layer(jaw.crowns, layered);
  if (!jaw.even_layer) return;
  for (std::size_t i = 0; i < layered.size(); ++i) {
    if (!can_be_fitted(jaw.crowns[i])) continue;
    jaw.crowns[i].own = layered[i];
    if (pairs[i].before == nullptr) continue;
    jaw.crowns[i].pair.before = std::move(pairs[i].before);
    jaw.crowns[i].pair.after = std::move(pairs[i].after);
  }
  // What was taken for noise is the layer.
  jaw.noise = shared_noise(jaw.crowns, vertex_mm);
  for_fitted(jaw, [&](ExplainedCrown& crown) {
    crown.own = fit_piece(*crown.pair.before, *crown.pair.after, crown.own.before_from_after, jaw.noise,
                          {.first_scale_mm = 0.2, .layer = true, .first_layer_mm = crown.own.layer_mm});
  });
}

ArchField field_of(const ExplainedJaw& jaw, const Eigen::Isometry3d& before_from_after,
                   const FieldOptions& options) {
  std::vector<FieldCrown> crowns;
  for (const ExplainedCrown& crown : jaw.crowns) {
    const bool is_fitted = can_be_fitted(crown) && crown.is_held();
    crowns.push_back({.middle = crown.pair.middle, .may_lead = is_fitted && !options.pose_is_given});
    if (!is_fitted) continue;
    crowns.back().found = pose_difference(before_from_after, crown.own.before_from_after, crown.pair.middle);
    crowns.back().covariance = crown.own.error.covariance_about(crown.pair.middle);
    crowns.back().limit = crown.own.error.distance_limit();
  }
  return fit_arch_field(crowns, options);
}

void expect(ExplainedJaw& jaw, const Eigen::Isometry3d& before_from_after) {
  for (std::size_t i = 0; i < jaw.crowns.size(); ++i) {
    ExplainedCrown& crown = jaw.crowns[i];
    crown.expected = changed_pose(before_from_after, jaw.field.at[i].pose, crown.pair.middle);
    crown.covariance = jaw.field.at[i].covariance;
    // A layer that is a fifth thinner on one side seems to move the crown: with a tenth, 2 of 140 crowns of 10 generated jaws
    // under layers of 0.05 to 0.5 mm were moved.
    constexpr double uneven = 0.2, half_crown_mm = 5;
    const double shift_mm = jaw.even_layer ? uneven * crown.own.layer_mm : 0;
    crown.covariance.diagonal().head<3>().array() += std::pow(shift_mm, 2);
    crown.covariance.diagonal().tail<3>().array() += std::pow(shift_mm / half_crown_mm, 2);
  }
}

struct GumPair {
  std::unique_ptr<const MatchSurface> before, after;
  explicit GumPair(const ScanPair& scans) {
    const auto gum_of = [](const JawScan& scan) { return surface_of(scan, mask_of(scan.labels, 0)); };
    run_both([&] { before = gum_of(scans.before.scan); }, [&] { after = gum_of(scans.after.scan); });
  }
};

//! The gum alone, if most of it lies on itself.
std::optional<Refined> unchanged_gum(const GumPair& gum, const Eigen::Isometry3d& before_from_after) {
  if (gum.before->empty() || gum.after->empty()) return std::nullopt;
  constexpr double alike = 0.7, least_kept = 0.5, enough_patches = 20;
  const Refined refined =
      refine(*gum.before, *gum.after, before_from_after, {.reach_mm = 3, .samples = 6000});
  const bool tells = refined.patches_alike > alike && refined.kept_share > least_kept &&
                     refined.error.patches > enough_patches;
  return tells ? std::optional(refined) : std::nullopt;
}

//! How well the gum lies on itself where the pose of each place is given: the logarithm of the likelihood, but for a factor.
template <class PoseAt>
double gum_score(const GumPair& gum, const ResidualNoise& noise, const PoseAt& before_from_after_at) {
  constexpr std::size_t about = 3000;
  constexpr double reach_mm = 2, change_likelihood = 1e-3;
  const std::vector<MatchSample> samples = gum.before->samples(about);
  std::vector<Eigen::Vector3d> places;
  for (const MatchSample& sample : samples)
    places.push_back(before_from_after_at(sample.place).inverse() * sample.place);
  double score = 0;
  const auto found = gum.after->closest(places, reach_mm);
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (!found[i] || found[i]->on_rim) continue;
    const double ratio = (places[i] - found[i]->place).dot(found[i]->normal) /
                         std::hypot(noise.vertex_mm, noise.of_chord * found[i]->chord_mm);
    score += samples[i].area_mm2 * std::log1p(std::exp(-0.5 * ratio * ratio) / change_likelihood);
  }
  return score;
}

//! Where a scan is distorted, the gum beside a crown goes with it; where the teeth have moved, it stays.
bool gum_stays(const GumPair& gum, const ExplainedJaw& jaw) {
  const auto with_crown = [&](const Eigen::Vector3d& place) {
    const auto away = [&](const ExplainedCrown& crown) {
      return can_be_fitted(crown) && crown.is_held() ? (crown.pair.middle - place).norm() : 1e9;
    };
    return std::ranges::min_element(jaw.crowns, {}, away)->own.before_from_after;
  };
  const auto at_rest = [&](const Eigen::Vector3d&) { return jaw.gum->fixed_from_moving; };
  return gum_score(gum, jaw.noise, at_rest) > gum_score(gum, jaw.noise, with_crown);
}

void place_crowns(ExplainedJaw& jaw) {
  for (ExplainedCrown& crown : jaw.crowns) {
    crown.place = {.before_from_after = crown.expected, .error = {crown.pair.middle, crown.covariance, 0}};
  }
  for_fitted(jaw, [&](ExplainedCrown& crown) {
    if (crown.is_held())
      crown.place = place_of_crown(crown.pair, crown.own, {crown.expected, crown.covariance, jaw.even_layer},
                                   jaw.noise);
  });
}

//! Places the crowns as the gum says, if most of them have then moved and the gum has not.
void try_gum(ExplainedJaw& jaw, const ScanPair& scans, const Eigen::Isometry3d& before_from_after,
             const FieldOptions& options) {
  const GumPair gum(scans);
  jaw.gum = unchanged_gum(gum, before_from_after);
  if (!jaw.gum) return;
  const ArchField by_teeth = jaw.field;
  const Eigen::Isometry3d& pose = jaw.gum->fixed_from_moving;
  FieldOptions of_gum = options;
  of_gum.pose = jaw.gum->error;
  of_gum.pose_is_given = true;
  jaw.field = field_of(jaw, pose, of_gum);
  expect(jaw, pose);
  constexpr double least_mm = 0.1;
  double apart_mm = 0, fitted = 0, moved = 0;
  for (const ExplainedCrown& crown : jaw.crowns) {
    if (!can_be_fitted(crown) || !crown.is_held()) continue;
    const Eigen::Vector3d now = crown.expected * (crown.own.before_from_after.inverse() * crown.pair.middle);
    apart_mm += (now - crown.pair.middle).norm();
    ++fitted;
  }
  if (fitted > 0 && apart_mm > least_mm * fitted) place_crowns(jaw);
  for (const ExplainedCrown& crown : jaw.crowns) moved += crown.place.has_moved ? 1 : 0;
  jaw.against_gum = 2 * moved > fitted && gum_stays(gum, jaw);
  if (!jaw.against_gum) jaw.field = by_teeth;
}

}  // namespace

bool ExplainedCrown::is_held() const { return own.error.patches >= least_patches; }

CrownPresence presence_of(const MatchSurface& crown, const MatchSurface& other,
                          const Eigen::Isometry3d& other_from_crown) {
  constexpr std::size_t samples = 400;
  constexpr double near_mm = 1.5, reach_mm = 10, least_cosine = 0.3;
  const std::vector<MatchSample> of_crown = crown.samples(samples);
  std::vector<Eigen::Vector3d> places;
  for (const MatchSample& sample : of_crown) places.push_back(other_from_crown * sample.place);
  const auto found = other.closest(places, reach_mm);
  CrownPresence presence;
  double whole = 0, telling = 0;  // the walls of neighbours tell nothing of a place between them
  for (std::size_t i = 0; i < places.size(); ++i) {
    const double area = of_crown[i].area_mm2;
    whole += area;
    const bool ends = !found[i] || found[i]->on_rim;
    if (!ends && (other_from_crown.linear() * of_crown[i].normal).dot(found[i]->normal) <= least_cosine)
      continue;
    telling += area;
    if (ends) presence.ended_share += area;
    if (!ends && found[i]->distance_mm < near_mm) presence.near_share += area;
  }
  if (whole > 0) presence.near_share /= whole;
  if (telling > 0) presence.ended_share /= telling;
  return presence;
}

ExplainedJaw explain_crowns(const ScanPair& scans, const std::vector<ToothAxes>& axes,
                            const Eigen::Isometry3d& before_from_after, const ExplainOptions& options) {
  ExplainedJaw jaw;
  jaw.crowns.resize(axes.size());
  for_each_task(axes.size(),
                [&](std::size_t i) { jaw.crowns[i] = crown_of(scans, axes[i], before_from_after); });
  for_fitted(jaw, [&](ExplainedCrown& crown) {
    crown.own = own_fit(crown.pair, before_from_after, before_from_after, ResidualNoise{});
  });
  jaw.noise = shared_noise(jaw.crowns, options.vertex_mm);
  for_fitted(jaw, [&](ExplainedCrown& crown) {
    crown.own = own_fit(crown.pair, crown.own.before_from_after, before_from_after, jaw.noise);
  });
  try_layers(jaw, scans, before_from_after, options.vertex_mm);
  const FieldOptions field{
      .ends_mm = options.ends_mm, .pose = options.pose, .pose_is_given = options.pose_is_given};
  jaw.field = field_of(jaw, before_from_after, field);
  if (!options.pose_is_given) try_gum(jaw, scans, before_from_after, field);
  if (!jaw.against_gum) {
    expect(jaw, before_from_after);
    place_crowns(jaw);
  }
  return jaw;
}

}  // namespace intercusp
