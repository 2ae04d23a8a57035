// The deviation of two scans in their common pose, with the figures that studies of scanners and of wear
// report.
//
// All figures are weighted by area over the surface of the scan before. Surface without a partner on the
// other scan is left out. Positive means gained. Lengths are in mm.
#pragma once

#include <array>
#include <optional>
#include <span>

namespace intercusp {

//! The limits that Deviation::within_shares refers to.
inline constexpr std::array<double, 3> deviation_limits_mm = {0.05, 0.1, 0.2};

struct Deviation {
  double mean_mm = 0, mean_absolute_mm = 0, rms_mm = 0;
  double p05_mm = 0, p95_mm = 0;  //!< percentiles
  //! Shares of the area that deviates by at most deviation_limits_mm.
  std::array<double, 3> within_shares = {};
  double area_mm2 = 0;  //!< area that has a partner
};

//! Empty if no area has a change.
//! \param change_mm per vertex; NaN: no partner
//! \param areas_mm2 per vertex, the area that it represents: thirds of its faces
//! \param labels if given, one number per vertex: only vertices with the number `fdi` count
[[nodiscard]] std::optional<Deviation> deviation_of(std::span<const double> change_mm,
                                                    std::span<const double> areas_mm2,
                                                    std::span<const int> labels = {}, int fdi = 0);

}  // namespace intercusp
