#include "occlusion/motion/articulator/setting_sample.h"

#include <array>

namespace intercusp {
namespace {

//! The radical inverse of n: its digits mirrored at the point, in (0, 1).
double mirrored(std::size_t n, std::size_t base) {
  double value = 0, place = 1;
  for (; n > 0; n /= base) {
    place /= static_cast<double>(base);
    value += place * static_cast<double>(n % base);
  }
  return value;
}

bool belongs_to_triangle(Setting setting) {
  return setting == Setting::bonwill_arm || setting == Setting::intercondylar || setting == Setting::balkwill;
}

}  // namespace

std::vector<ArticulatorSettings> sample_settings(const ArticulatorSettings& base, bool keep_triangle,
                                                 int count) {
  constexpr std::array<std::size_t, setting_count> primes = {2, 3, 5, 7, 11, 13, 17, 19, 23};
  std::vector<ArticulatorSettings> sample;
  for (std::size_t n = 1; n <= static_cast<std::size_t>(count); ++n) {
    ArticulatorSettings settings = base;
    for (std::size_t i = 0; i < setting_count; ++i) {
      const SettingRange& range = setting_ranges()[i];
      if (keep_triangle && belongs_to_triangle(range.setting)) continue;
      value_of(settings, range.setting) = range.least + mirrored(n, primes[i]) * (range.most - range.least);
    }
    sample.push_back(settings);
  }
  return sample;
}

}  // namespace intercusp
