// The deviation of two scans in their common pose, in the figures that studies of scanners and of wear give.
//
// All are weighted by area over the surface of the scan before; surface that has no partner on the other scan is left out.
// Positive: gained. Lengths are mm.
#pragma once

#include <array>
#include <optional>
#include <span>

namespace intercusp {

//! What Deviation::within_shares count.
inline constexpr std::array<double, 3> deviation_limits_mm = {0.05, 0.1, 0.2};

struct Deviation {
  double mean_mm = 0, mean_absolute_mm = 0, rms_mm = 0;
  double p05_mm = 0, p95_mm = 0;             //!< percentiles
  std::array<double, 3> within_shares = {};  //!< of the area: no further than deviation_limits_mm
  double area_mm2 = 0;                       //!< that has a partner
};

//! Nothing where no area has a change. \param change_mm per vertex; NaN: no partner
//! \param areas_mm2 that the vertices stand for: thirds of their faces
//! \param labels where given, one number per vertex: only those with the number `fdi` count
[[nodiscard]] std::optional<Deviation> deviation_of(std::span<const double> change_mm,
                                                    std::span<const double> areas_mm2,
                                                    std::span<const int> labels = {}, int fdi = 0);

}  // namespace intercusp
