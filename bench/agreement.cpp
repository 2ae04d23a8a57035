#include "bench/agreement.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <limits>

#include "bench/peers/embree_closest.h"
#include "occlusion/engines/compute_map.h"

namespace intercusp::bench {
namespace {

constexpr std::array<std::size_t, 3> compared_poses = {0, 5, 10};

struct Tally {
  std::size_t same = 0, compared = 0;

  void add(std::span<const float> ours, std::span<const float> theirs, bool both_ways) {
    for (std::size_t i = 0; i < ours.size(); ++i) {
      const bool finite = std::isfinite(ours[i]);
      if (!finite && !(both_ways && std::isfinite(theirs[i]))) continue;
      ++compared;
      same += std::abs(ours[i] - theirs[i]) < same_clearance_mm;  // false where one is NaN
    }
  }
  [[nodiscard]] double share() const {
    return compared == 0 ? 0 : static_cast<double>(same) / static_cast<double>(compared);
  }
};

std::string formatted(const char* format, double value) {
  std::array<char, 80> text{};
  std::snprintf(text.data(), text.size(), format, value);
  return text.data();
}

//! The magnitude, at most the limit; the limit if none was found.
double within(double limit_mm, float distance_mm) {
  return std::isfinite(distance_mm) ? std::min(std::abs(static_cast<double>(distance_mm)), limit_mm)
                                    : limit_mm;
}

Agreement share_of_pixels(double share) {
  return {formatted("%.5f of pixels", share), share, share >= enough_equal};
}

}  // namespace

Agreement compare_maps(const BenchCase& bench_case, const View& view, const MapAnswer& theirs,
                       bool both_ways) {
  const ChosenEngine live =
      make_engine(bench_case.bite.upper, bench_case.bite.lower, {.kind = EngineKind::zlist, .live = true});
  Tally tally;
  for (const std::size_t pose : compared_poses) {
    const ClearanceMap& ours = live.engine->compute(view, bench_case.poses[pose]);
    tally.add(ours.clearance_mm, theirs(bench_case.poses[pose]), both_ways);
  }
  return share_of_pixels(tally.share());
}

Agreement compare_live_with_full(const BenchCase& bench_case, const View& view) {
  const ChosenEngine full =
      make_engine(bench_case.bite.upper, bench_case.bite.lower, {.kind = EngineKind::zlist});
  return compare_maps(
      bench_case, view,
      [&](const Eigen::Isometry3d& pose) -> std::span<const float> {
        return full.engine->compute(view, pose).clearance_mm;
      },
      true);
}

std::vector<bool> interference(const BenchCase& bench_case, const View& view,
                               std::span<const Eigen::Isometry3d> poses) {
  const ChosenEngine live =
      make_engine(bench_case.bite.upper, bench_case.bite.lower, {.kind = EngineKind::zlist, .live = true});
  std::vector<bool> result;
  for (const Eigen::Isometry3d& pose : poses) {
    const ClearanceMap& map = live.engine->compute(view, pose);
    result.push_back(std::find(map.state.begin(), map.state.end(), PixelState::interfering) !=
                     map.state.end());
  }
  return result;
}

Agreement compare_interference(const BenchCase& bench_case, const View& view,
                               std::span<const Eigen::Isometry3d> poses,
                               const std::function<bool(const Eigen::Isometry3d&)>& theirs) {
  const std::vector<bool> ours = interference(bench_case, view, poses);
  std::size_t same = 0;
  for (std::size_t i = 0; i < ours.size(); ++i) same += theirs(poses[i]) == ours[i];
  const double share = static_cast<double>(same) / static_cast<double>(ours.size());
  return {std::to_string(same) + " of " + std::to_string(ours.size()) + " poses", share, same == ours.size()};
}

const Eigen::Isometry3d& distance_pose(const BenchCase& bench_case) {
  return bench_case.poses[closing_poses - 1];
}

Agreement compare_distances(const BenchCase& bench_case, std::span<const float> theirs, double limit_mm,
                            bool is_signed) {
  EmbreeClosest embree(*bench_case.bite.upper, *bench_case.bite.lower,
                       std::numeric_limits<double>::infinity());
  const std::span<const float> reference = embree.compute(distance_pose(bench_case));
  double greatest = 0;
  std::size_t compared = 0;
  std::size_t same_sign = 0;
  for (std::size_t i = 0; i < reference.size(); ++i) {
    const double ours_mm = within(limit_mm, reference[i]);
    const double theirs_mm = within(limit_mm, theirs[i]);
    if (ours_mm == limit_mm && theirs_mm == limit_mm) continue;
    greatest = std::max(greatest, std::abs(ours_mm - theirs_mm));
    ++compared;
    same_sign += std::signbit(reference[i]) == std::signbit(theirs[i]) ||
                 std::abs(reference[i]) < 1e-5;  // the sign on the surface is arbitrary
  }
  const double share = compared == 0 ? 0 : static_cast<double>(same_sign) / static_cast<double>(compared);
  std::string text = formatted("within %.1e mm", greatest);
  if (is_signed) text += formatted(", %.5f of signs", share);
  return {text, greatest,
          compared > 0 && greatest < same_distance_mm && (!is_signed || share >= enough_equal)};
}

}  // namespace intercusp::bench
