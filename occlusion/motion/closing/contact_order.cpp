#include "occlusion/motion/closing/contact_order.h"

#include <algorithm>
#include <map>
#include <utility>

namespace intercusp {
namespace {

//! The pixel at which each tooth, or two, meet first.
template <class Key>
using FirstPixels = std::map<Key, std::size_t>;

template <class Key>
void keep_first(FirstPixels<Key>& first, const Key& key, std::size_t pixel, const ClosingMap& map) {
  const auto [entry, is_new] = first.try_emplace(key, pixel);
  if (!is_new && map.remaining[pixel] < map.remaining[entry->second]) entry->second = pixel;
}

}  // namespace

ContactOrder order_of_contacts(const ClosingMap& map, const Bite& bite, const std::vector<int>& upper_teeth,
                               const std::vector<int>& lower_teeth) {
  FirstPixels<int> of_upper, of_lower;
  FirstPixels<std::pair<int, int>> of_pair;
  for (std::size_t pixel = 0; pixel < map.remaining.size(); ++pixel) {
    // If one jaw encloses all of an overlap, other pixels show where it meets the other.
    if (map.upper_face[pixel] == no_face || map.lower_face[pixel] == no_face) continue;
    const int upper = upper_teeth[map.upper_face[pixel]], lower = lower_teeth[map.lower_face[pixel]];
    if (upper != 0) keep_first(of_upper, upper, pixel, map);
    if (lower != 0) keep_first(of_lower, lower, pixel, map);
    if (upper != 0 && lower != 0) keep_first(of_pair, {upper, lower}, pixel, map);
  }
  const auto sorted = [&](const auto& first) {
    std::vector<FirstToothContact> contacts;
    for (const auto& [key, pixel] : first) {
      const auto upper_face = static_cast<std::uint32_t>(map.upper_face[pixel]);
      const auto lower_face = static_cast<std::uint32_t>(map.lower_face[pixel]);
      contacts.push_back({.upper_tooth = upper_teeth[upper_face],
                          .lower_tooth = lower_teeth[lower_face],
                          .amount = static_cast<double>(map.remaining[pixel]),
                          .travel_mm = static_cast<double>(map.travel_mm[pixel]),
                          .case_point = contact_point(map, bite, pixel),
                          .upper_face = upper_face,
                          .lower_face = lower_face});
    }
    std::ranges::stable_sort(contacts, {},
                             &FirstToothContact::amount);  // of equal ones the smaller numbers first
    return contacts;
  };
  return {.upper_teeth = sorted(of_upper), .lower_teeth = sorted(of_lower), .pairs = sorted(of_pair)};
}

}  // namespace intercusp
