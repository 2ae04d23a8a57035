// Whether a method agrees with our live map, or for distances with Embree's closest points.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "bench/bench_case.h"
#include "bench/method.h"

namespace intercusp::bench {

//! Equal clearances differ by at most this.
constexpr double same_clearance_mm = 0.005;
//! The greatest difference between distances to the closest point: floats of 50 mm are 4e-6 apart.
constexpr double same_distance_mm = 1e-3;
//! Share of pixels or signs that must be equal.
constexpr double enough_equal = 0.999;

using MapAnswer = std::function<std::span<const float>(const Eigen::Isometry3d&)>;

//! Share of pixels with the same clearance, over the poses 3 mm apart, 1 mm apart and 1 mm deep together, of the pixels
//! with a finite clearance in our live map; with `both_ways` also of those with a finite one only in the other.
[[nodiscard]] Agreement compare_maps(const BenchCase& bench_case, const View& view, const MapAnswer& theirs,
                                     bool both_ways);

//! Our live map itself: against the full z-lists.
[[nodiscard]] Agreement compare_live_with_full(const BenchCase& bench_case, const View& view);

//! Whether the jaws interfere at each of `poses`, by our live map.
[[nodiscard]] std::vector<bool> interference(const BenchCase& bench_case, const View& view,
                                             std::span<const Eigen::Isometry3d> poses);

//! A yes or no for each of `poses`.
[[nodiscard]] Agreement compare_interference(const BenchCase& bench_case, const View& view,
                                             std::span<const Eigen::Isometry3d> poses,
                                             const std::function<bool(const Eigen::Isometry3d&)>& theirs);

//! Signed distances of the lower's vertices from the upper against Embree's, at the pose 1 mm deep. Distances beyond
//! `limit_mm`, or not found, count as `limit_mm`; vertices where both are at the limit are left out.
//! \param is_signed false: only the magnitude is compared.
[[nodiscard]] Agreement compare_distances(const BenchCase& bench_case, std::span<const float> theirs,
                                          double limit_mm, bool is_signed);
//! The pose for compare_distances.
[[nodiscard]] const Eigen::Isometry3d& distance_pose(const BenchCase& bench_case);

}  // namespace intercusp::bench
