#include "occlusion/registration/deviation.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace intercusp {
namespace {

//! A change and the area that has it.
using AreaChange = std::pair<double, double>;

//! The change that a share of the area does not exceed. \param sorted by change
double percentile(const std::vector<AreaChange>& sorted, double area_mm2, double share) {
  double below = 0;
  for (const auto& [mm, area] : sorted) {
    below += area;
    if (below >= share * area_mm2) return mm;
  }
  return sorted.back().first;
}

}  // namespace

std::optional<Deviation> deviation_of(std::span<const double> change_mm, std::span<const double> areas_mm2,
                                      std::span<const int> labels, int fdi) {
  std::vector<AreaChange> changes;
  Deviation deviation;
  for (std::size_t v = 0; v < change_mm.size(); ++v) {
    const double mm = change_mm[v], area = areas_mm2[v];
    if (std::isnan(mm) || !(area > 0) || (!labels.empty() && labels[v] != fdi)) continue;
    changes.emplace_back(mm, area);
    deviation.area_mm2 += area;
    deviation.mean_mm += area * mm;
    deviation.mean_absolute_mm += area * std::abs(mm);
    deviation.rms_mm += area * mm * mm;
    for (std::size_t i = 0; i < deviation_limits_mm.size(); ++i)
      deviation.within_shares[i] += std::abs(mm) <= deviation_limits_mm[i] ? area : 0;
  }
  if (changes.empty()) return std::nullopt;
  deviation.mean_mm /= deviation.area_mm2;
  deviation.mean_absolute_mm /= deviation.area_mm2;
  deviation.rms_mm = std::sqrt(deviation.rms_mm / deviation.area_mm2);
  for (double& share : deviation.within_shares) share /= deviation.area_mm2;
  std::ranges::sort(changes);
  deviation.p05_mm = percentile(changes, deviation.area_mm2, 0.05);
  deviation.p95_mm = percentile(changes, deviation.area_mm2, 0.95);
  return deviation;
}

}  // namespace intercusp
