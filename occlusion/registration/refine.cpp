#include "occlusion/registration/refine.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "occlusion/base/for_all.h"
#include "occlusion/base/nth_smallest.h"
#include "occlusion/geometry/decompositions.h"

namespace intercusp {
namespace {

constexpr double deviation_per_median = 1.4826;  // of normal errors: of their absolute values
constexpr double trim = 3;                       // standard deviations
constexpr double patch_trim = 4;
constexpr double smallest_scale_mm = 1e-6;  // copies fit exactly
constexpr double lever_mm = 20;
constexpr double least_reach_mm = 0.3;
constexpr double overlap_reach_mm = 1;   // surfaces nearer than this overlap
constexpr double noisy_patch_mm = 0.06;  // mean size of residuals: that of twice a scanner's noise

//! The steps on one number of samples.
struct Level {
  std::size_t samples;
  int steps;
  bool by_patches;
};

std::vector<Level> schedule(const RefineOptions& options) {
  if (options.roughly) return {{400, 8, false}, {1000, 6, false}};
  std::vector<Level> levels;
  for (const Level& level : {Level{1500, 12, false}, Level{6000, 8, true}}) {
    if (level.samples < options.samples) levels.push_back(level);
  }
  levels.push_back({options.samples, 6, true});
  return levels;
}

std::vector<Eigen::Vector3d> places_of(std::span<const MatchSample> samples, const Eigen::Isometry3d& pose) {
  std::vector<Eigen::Vector3d> places;
  places.reserve(samples.size());
  for (const MatchSample& sample : samples) places.push_back(pose * sample.place);
  return places;
}

//! Nothing where the normals are too different.
std::optional<SurfaceMatch> match_of(const MatchSample& sample, const MatchPlace& place,
                                     double sample_chord_mm) {
  constexpr double least_cosine = 0.5;
  if (place.on_rim || sample.normal.dot(place.normal) < least_cosine) return std::nullopt;
  return SurfaceMatch{.p = sample.place,
                      .q = place.place,
                      .normal = (sample.normal + place.normal).normalized(),
                      .residual_mm = 0,
                      .area_mm2 = sample.area_mm2,
                      .chord_mm = std::hypot(sample_chord_mm, place.chord_mm),
                      .sag_mm = place.sag_mm};
}

void add_matches(std::vector<SurfaceMatch>& matches, const MatchSurface& of, const MatchSurface& to,
                 Samples& samples, const Eigen::Isometry3d& to_from_of, double reach_mm) {
  const std::vector<std::optional<MatchPlace>> found =
      to.closest(places_of(samples.list, to_from_of), reach_mm, samples.faces);
  for (std::size_t i = 0; i < samples.list.size(); ++i) {
    if (!found[i]) continue;
    MatchSample placed = samples.list[i];
    placed.place = to_from_of * placed.place;
    placed.normal = to_from_of.linear() * placed.normal;
    if (const auto match = match_of(placed, *found[i], of.chord_mm()[placed.vertex]))
      matches.push_back(*match);
  }
}

double quantile_of_sizes(std::span<const SurfaceMatch> matches, double share, double at_most) {
  std::vector<double> sizes;
  sizes.reserve(matches.size());
  for (const SurfaceMatch& match : matches) {
    if (std::abs(match.residual_mm) <= at_most) sizes.push_back(std::abs(match.residual_mm));
  }
  if (sizes.empty()) return 0;
  return nth_smallest(sizes, static_cast<std::size_t>(share * static_cast<double>(sizes.size() - 1)));
}

//! Standard deviation of the residuals of what has not changed. It begins with the third that fits best, which stays the
//! same where half of the surface has changed, and then takes the median of what is near.
double scale_of(std::span<const SurfaceMatch> matches) {
  constexpr double first_share = 0.35, deviations_of_share = 0.4538;  // of |normal errors|
  constexpr double infinity = std::numeric_limits<double>::infinity();
  double scale = quantile_of_sizes(matches, first_share, infinity) / deviations_of_share;
  scale = std::max(scale, smallest_scale_mm);
  for (int round = 0; round < 3; ++round) {
    constexpr double of_trimmed = 1 / 0.6722;  // median of |normal errors| up to three deviations
    scale = std::max(of_trimmed * quantile_of_sizes(matches, 0.5, trim * scale), smallest_scale_mm);
  }
  return scale;
}

//! The cell of a patch, of cubes about the fixed scan's centre.
std::uint64_t patch_of(const Eigen::Vector3d& from_centre, double patch_mm) {
  constexpr double offset = 1 << 19;
  std::uint64_t key = 0;
  for (int axis = 0; axis < 3; ++axis) {
    const double cell = std::clamp(std::floor(from_centre[axis] / patch_mm) + offset, 0.0, 2 * offset - 1);
    key = key << 20 | static_cast<std::uint64_t>(cell);
  }
  return key;
}

//! Means of the residuals over each patch.
struct PatchMeans {
  std::vector<double> mean_mm, size_mm;  //!< of the residuals and of their absolute values; 0 without matches
  std::vector<double> chord_mm, area_mm2;
  double scale_mm = 0;  //!< standard deviation of the means, by their median
};

PatchMeans patch_means(std::span<const SurfaceMatch> matches, const Patches& patches, double limit_mm) {
  const std::vector<double> none(patches.count, 0);
  PatchMeans means{.mean_mm = none, .size_mm = none, .chord_mm = none, .area_mm2 = none};
  for (std::size_t i = 0; i < matches.size(); ++i) {
    const SurfaceMatch& match = matches[i];
    if (std::abs(match.residual_mm) > limit_mm) continue;
    const std::uint32_t k = patches.of_match[i];
    means.mean_mm[k] += match.area_mm2 * match.residual_mm;
    means.size_mm[k] += match.area_mm2 * std::abs(match.residual_mm);
    means.chord_mm[k] += match.area_mm2 * match.chord_mm;
    means.area_mm2[k] += match.area_mm2;
  }
  std::vector<double> sizes;
  for (std::size_t k = 0; k < patches.count; ++k) {
    if (!(means.area_mm2[k] > 0)) continue;
    for (std::vector<double>* values : {&means.mean_mm, &means.size_mm, &means.chord_mm})
      (*values)[k] /= means.area_mm2[k];
    sizes.push_back(std::abs(means.mean_mm[k]));
  }
  if (!sizes.empty()) means.scale_mm = deviation_per_median * nth_smallest(sizes, sizes.size() / 2);
  return means;
}

//! Weights of the matches: 0 for what is left out.
struct Selection {
  std::vector<double> weights;
  Patches patches;
  double scale_mm = 0;
};

struct SelectionOptions {
  double patch_mm;
  bool by_patches = true;  //!< leaves out patches that stand out
  double least_scale_mm = smallest_scale_mm;
};

Selection select(std::span<const SurfaceMatch> matches, const Eigen::Vector3d& centre,
                 const SelectionOptions& options) {
  Selection selection{.weights = std::vector<double>(matches.size()),
                      .patches = patches_of(matches, centre, options.patch_mm),
                      .scale_mm = std::max(scale_of(matches), options.least_scale_mm)};
  const double limit_mm = trim * selection.scale_mm;
  std::optional<PatchMeans> means;
  if (options.by_patches) means = patch_means(matches, selection.patches, limit_mm);
  for (std::size_t i = 0; i < matches.size(); ++i) {
    const SurfaceMatch& match = matches[i];
    if (std::abs(match.residual_mm) > limit_mm) continue;
    if (means && std::abs(means->mean_mm[selection.patches.of_match[i]]) >
                     std::max(patch_trim * means->scale_mm, options.least_scale_mm))
      continue;
    const double variance = selection.scale_mm * selection.scale_mm;
    selection.weights[i] = match.area_mm2 * variance / (variance + match.chord_mm * match.chord_mm);
  }
  return selection;
}

using Equations = Eigen::Matrix<double, 6, 7>;  // normal equations, the right side last

//! Adds up parts of fixed size in their order, independent of the thread that computes them.
template <class Add>
Equations summed(std::size_t count, const Add& add) {
  constexpr std::size_t size = 2048;
  std::vector<Equations> parts((count + size - 1) / size, Equations::Zero());
  for_all(std::size_t{0}, parts.size(), [&](std::size_t part) {
    for (std::size_t i = part * size; i < std::min(count, (part + 1) * size); ++i) add(i, parts[part]);
  });
  Equations sum = Equations::Zero();
  for (const Equations& part : parts) sum += part;
  return sum;
}

void add_row(Equations& equations, const PoseVector& row, double residual, double weight) {
  equations.leftCols<6>() += weight * row * row.transpose();
  equations.col(6) -= weight * residual * row;
}

//! Solves with turns in units of the lever, so that both halves are alike in size. Directions that the surfaces do not hold stay
//! as they are.
PoseVector solution_of(const Equations& equations) {
  PoseVector scale;
  scale << 1, 1, 1, 1 / lever_mm, 1 / lever_mm, 1 / lever_mm;
  const PoseMatrix left = scale.asDiagonal() * equations.leftCols<6>() * scale.asDiagonal();
  const PoseVector right = scale.asDiagonal() * equations.col(6);
  constexpr double least = 1e-9;
  const PoseMatrix held = left + least * left.trace() * PoseMatrix::Identity();
  return scale.asDiagonal() * solve_symmetric(held, right);
}

//! One step of the symmetric objective: both surfaces are turned towards each other by half of the motion.
Eigen::Isometry3d symmetric_step(std::span<const SurfaceMatch> matches, const std::vector<double>& weights) {
  Eigen::Vector3d p_mean = Eigen::Vector3d::Zero(), q_mean = Eigen::Vector3d::Zero();
  double whole = 0;
  for (std::size_t i = 0; i < matches.size(); ++i) {
    p_mean += weights[i] * matches[i].p;
    q_mean += weights[i] * matches[i].q;
    whole += weights[i];
  }
  if (!(whole > 0)) return Eigen::Isometry3d::Identity();
  p_mean /= whole;
  q_mean /= whole;
  const Equations equations = summed(matches.size(), [&](std::size_t i, Equations& sum) {
    if (weights[i] <= 0) return;
    const SurfaceMatch& match = matches[i];
    const Eigen::Vector3d p = match.p - p_mean, q = match.q - q_mean;
    PoseVector row;
    row << match.normal, (p + q).cross(match.normal);
    add_row(sum, row, (p - q).dot(match.normal), weights[i]);
  });
  const PoseVector step = solution_of(equations);
  const Eigen::Vector3d tangent = step.tail<3>();
  const double angle = std::atan(tangent.norm());
  const Eigen::Vector3d axis = angle > 0 ? Eigen::Vector3d(tangent.normalized()) : Eigen::Vector3d::UnitX();
  const Eigen::AngleAxisd half(angle, axis);
  return Eigen::Translation3d(q_mean) * half * Eigen::Translation3d(std::cos(angle) * step.head<3>()) * half *
         Eigen::Translation3d(-p_mean);
}

//! Whether a step moves what it fits by no more than matters.
bool is_at_rest(const Eigen::Isometry3d& step, const Eigen::Vector3d& centre) {
  constexpr double rest_mm = 5e-5;  // poses are known to micrometres
  const PoseVector moved = pose_difference(Eigen::Isometry3d::Identity(), step, centre);
  return moved.head<3>().norm() + lever_mm * moved.tail<3>().norm() < rest_mm;
}

//! What one patch adds to the normal equations, in units of the lever.
struct PatchSums {
  PoseMatrix left = PoseMatrix::Zero();
  PoseVector gradient = PoseVector::Zero();
  double weight = 0;
};

std::vector<PatchSums> sums_of_patches(std::span<const SurfaceMatch> matches, const Selection& selection,
                                       const Eigen::Vector3d& centre) {
  std::vector<PatchSums> patches(selection.patches.count);
  for (std::size_t i = 0; i < matches.size(); ++i) {
    const double weight = selection.weights[i];
    if (weight <= 0) continue;
    PoseVector row;
    row << matches[i].normal, (matches[i].middle() - centre).cross(matches[i].normal) / lever_mm;
    PatchSums& patch = patches[selection.patches.of_match[i]];
    patch.left += weight * row * row.transpose();
    patch.gradient += weight * matches[i].residual_mm * row;
    patch.weight += weight;
  }
  return patches;
}

//! By how much more than its least squares a trimmed pose moves: matches enter and leave at the limit c. The derivative of
//! the gradient is P − 2c·f(c), with P the share that is kept and f the density of residuals (Huber 1981, Robust
//! Statistics, section 3.2), which the matches within 15 % of c tell.
double trimming_factor(std::span<const SurfaceMatch> matches, double scale_mm) {
  constexpr double band = 0.15;
  double kept = 0, at_limit = 0;
  for (const SurfaceMatch& match : matches) {
    const double size = std::abs(match.residual_mm) / (trim * scale_mm);
    const double variance = scale_mm * scale_mm;
    const double weight = match.area_mm2 * variance / (variance + match.chord_mm * match.chord_mm);
    if (size <= 1) kept += weight;
    if (std::abs(size - 1) < band) at_limit += weight;
  }
  constexpr double most = 0.3;  // a surface much of which has changed has residuals of every size there
  return kept > 0 ? 1 / (1 - std::min(most, at_limit / (2 * band) / kept)) : 1;
}

//! The covariance of least squares whose residuals agree within patches and are independent between them: the jackknife
//! over patches, Σ dₖ dₖᵀ with dₖ = (H − Hₖ)⁻¹ gₖ the shift of the pose without patch k (CR3 of Bell & McCaffrey 2002,
//! "Bias reduction in standard errors for linear regression with multi-stage samples").
PoseError error_of(std::span<const SurfaceMatch> matches, const Selection& selection,
                   const Eigen::Vector3d& centre, double& stiffness) {
  const std::vector<PatchSums> patches = sums_of_patches(matches, selection, centre);
  PoseMatrix left = PoseMatrix::Zero();
  double sum = 0, squares = 0;
  for (const PatchSums& patch : patches) {
    left += patch.left;
    sum += patch.weight;
    squares += patch.weight * patch.weight;
  }
  PoseError error{.centre = centre, .patches = squares > 0 ? sum * sum / squares : 0};
  const PoseVector values = singular_values(left);
  stiffness = values[0] > 0 ? values[5] / values[0] : 0;
  if (stiffness <= 0) return error;
  PoseVector units = PoseVector::Ones();
  units.tail<3>() /= lever_mm;
  for (const PatchSums& patch : patches) {
    if (patch.weight <= 0) continue;
    const PoseVector shift = units.asDiagonal() * solve_symmetric(left - patch.left, patch.gradient);
    error.covariance += shift * shift.transpose();
  }
  const double factor = trimming_factor(matches, selection.scale_mm);
  error.covariance *= factor * factor;
  return error;
}

//! Patches as wide as vertices' errors may be correlated, as neighbours share faces, and about 60 of them.
double patch_width_mm(const MatchSurface& fixed, const MatchSurface& moving) {
  constexpr double edges = 7, least_mm = 1, enough_mm = 3, per_side = 8;
  const double side_mm = std::sqrt(std::min(fixed.area_mm2(), moving.area_mm2()));
  return std::max(std::clamp(side_mm / per_side, least_mm, enough_mm),
                  edges * std::max(fixed.edge_mm(), moving.edge_mm()));
}

void describe(Refined& refined, const MatchSurface& fixed, const MatchSurface& moving,
              const RefineOptions& options, double reach_mm) {
  const std::vector<SurfaceMatch> matches =
      surface_matches(fixed, moving, refined.fixed_from_moving, options.samples, reach_mm);
  const Selection selection = select(matches, fixed.centre(), {patch_width_mm(fixed, moving)});
  double kept = 0, whole = 0, squares = 0, weight = 0;
  for (std::size_t i = 0; i < matches.size(); ++i) {
    whole += matches[i].area_mm2;
    if (selection.weights[i] <= 0) continue;
    kept += matches[i].area_mm2;
    squares += selection.weights[i] * matches[i].residual_mm * matches[i].residual_mm;
    weight += selection.weights[i];
  }
  refined.noise_mm = selection.scale_mm;
  refined.residual_mm = weight > 0 ? std::sqrt(squares / weight) : 0;
  refined.kept_share = whole > 0 ? kept / whole : 0;
  refined.overlap_mm2 = whole / 2;
  const PatchMeans means = patch_means(matches, selection.patches, std::numeric_limits<double>::infinity());
  refined.patch_mm = means.scale_mm;
  double alike = 0;
  for (std::size_t k = 0; k < means.mean_mm.size(); ++k) {
    if (std::abs(means.mean_mm[k]) <= patch_limit_mm &&
        means.size_mm[k] <= noisy_patch_mm + means.chord_mm[k])
      alike += means.area_mm2[k];
  }
  refined.patches_alike = whole > 0 ? alike / whole : 0;
  refined.error = error_of(matches, selection, fixed.centre(), refined.stiffness);
}

}  // namespace

Patches patches_of(std::span<const SurfaceMatch> matches, const Eigen::Vector3d& centre, double patch_mm) {
  std::vector<std::uint64_t> keys;
  keys.reserve(matches.size());
  for (const SurfaceMatch& match : matches) keys.push_back(patch_of(match.middle() - centre, patch_mm));
  std::vector<std::uint64_t> cells = keys;
  std::ranges::sort(cells);
  cells.erase(std::unique(cells.begin(), cells.end()), cells.end());
  Patches patches{.count = cells.size()};
  patches.of_match.reserve(keys.size());
  for (const std::uint64_t key : keys) {
    patches.of_match.push_back(
        static_cast<std::uint32_t>(std::ranges::lower_bound(cells, key) - cells.begin()));
  }
  return patches;
}

std::vector<SurfaceMatch> surface_matches(const MatchSurface& fixed, const MatchSurface& moving,
                                          SamplePair& samples, const Eigen::Isometry3d& fixed_from_moving,
                                          double reach_mm) {
  std::vector<SurfaceMatch> matches;
  matches.reserve(samples.fixed.list.size() + samples.moving.list.size());
  add_matches(matches, moving, fixed, samples.moving, fixed_from_moving, reach_mm);
  const std::size_t of_moving = matches.size();
  add_matches(matches, fixed, moving, samples.fixed, fixed_from_moving.inverse(), reach_mm);
  for (std::size_t i = of_moving; i < matches.size(); ++i) {  // p is of the moving scan
    SurfaceMatch& match = matches[i];
    const Eigen::Vector3d on_fixed = fixed_from_moving * match.p;
    match.p = fixed_from_moving * match.q;
    match.q = on_fixed;
    match.sag_mm = -match.sag_mm;
    match.normal = fixed_from_moving.linear() * match.normal;
  }
  for (SurfaceMatch& match : matches) match.residual_mm = (match.p - match.q).dot(match.normal);
  return matches;
}

std::vector<SurfaceMatch> surface_matches(const MatchSurface& fixed, const MatchSurface& moving,
                                          const Eigen::Isometry3d& fixed_from_moving, std::size_t samples,
                                          double reach_mm) {
  SamplePair pair(fixed, moving, samples);
  return surface_matches(fixed, moving, pair, fixed_from_moving, reach_mm);
}

Refined refine(const MatchSurface& fixed, const MatchSurface& moving, const Eigen::Isometry3d& start,
               const RefineOptions& options, const Progress& progress) {
  Refined refined{.fixed_from_moving = start};
  if (fixed.empty() || moving.empty()) return refined;
  const double patch_mm = patch_width_mm(fixed, moving);
  double reach_mm = options.reach_mm;
  constexpr double scale_step = 0.7;
  double least_mm = options.first_scale_mm;
  const std::vector<Level> levels = schedule(options);
  double done = 0;
  for (const Level& level : levels) {
    SamplePair samples(fixed, moving, level.samples);
    for (int step = 0; step < level.steps; ++step) {
      const double share =
          (done + static_cast<double>(step) / level.steps) / static_cast<double>(levels.size());
      report_progress(progress, share);
      const std::vector<SurfaceMatch> matches =
          surface_matches(fixed, moving, samples, refined.fixed_from_moving, reach_mm);
      const Selection selection = select(matches, fixed.centre(), {patch_mm, level.by_patches, least_mm});
      const bool widened = selection.scale_mm <= least_mm;  // the scale has yet to fall
      least_mm = std::max(scale_step * least_mm, smallest_scale_mm);
      const Eigen::Isometry3d motion = symmetric_step(matches, selection.weights);
      refined.fixed_from_moving = motion * refined.fixed_from_moving;
      constexpr double reach_scales = 12;
      reach_mm = std::clamp(reach_scales * selection.scale_mm, std::min(least_reach_mm, reach_mm), reach_mm);
      if (!widened && is_at_rest(motion, fixed.centre())) break;
    }
    ++done;
  }
  if (options.roughly) return refined;
  // What has changed by more than the last reach overlaps as well.
  describe(refined, fixed, moving, options, std::max(reach_mm, overlap_reach_mm));
  return refined;
}

Refined fit_in_pose(const MatchSurface& fixed, const MatchSurface& moving,
                    const Eigen::Isometry3d& fixed_from_moving) {
  Refined fit{.fixed_from_moving = fixed_from_moving};
  if (fixed.empty() || moving.empty()) return fit;
  describe(fit, fixed, moving, {}, overlap_reach_mm);
  fit.error.covariance.setZero();
  return fit;
}

}  // namespace intercusp
