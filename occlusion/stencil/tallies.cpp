#include "occlusion/stencil/tallies.h"

#include <algorithm>
#include <span>

#include "occlusion/stencil/parameters.h"

namespace intercusp::stencil {

Tallies::Tallies(std::uint32_t max_listed)
    : max_listed_(max_listed),
      counts_(sizeof(TallyCounts)),
      listed_(std::max<std::size_t>(2 * std::size_t{max_listed} * sizeof(std::uint32_t), 16)) {}

void Tallies::reset() const {
  const TallyCounts nothing;
  counts_.write(0, std::as_bytes(std::span(&nothing, 1)));
}

void Tallies::bind() const {
  counts_.bind_storage(tallies_binding);
  listed_.bind_storage(listed_binding);
}

TallyCounts Tallies::read() const {
  TallyCounts counts;
  counts_.read(0, std::as_writable_bytes(std::span(&counts, 1)));
  return counts;
}

std::vector<PixelPlace> Tallies::listed(std::uint32_t first, std::uint32_t count) const {
  std::vector<std::uint32_t> packed(count);
  if (count > 0) listed_.read(first * sizeof(std::uint32_t), std::as_writable_bytes(std::span(packed)));
  std::sort(packed.begin(), packed.end());  // the GPU lists them in any order
  std::vector<PixelPlace> places;
  for (const std::uint32_t place : packed) {
    places.push_back({static_cast<int>(place & 0xFFFF), static_cast<int>(place >> 16)});
  }
  return places;
}

}  // namespace intercusp::stencil
