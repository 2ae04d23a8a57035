#include "occlusion/engines/stencil/layer_overflow.h"

#include <algorithm>
#include <span>

#include "occlusion/engines/stencil/parameters.h"

namespace intercusp::stencil {

LayerOverflow::LayerOverflow(std::uint32_t max_listed)
    : buffer_(sizeof(Counts) + sizeof(std::uint32_t) * std::max<std::size_t>(max_listed, 1)) {}

void LayerOverflow::reset() const {
  const Counts nothing;
  buffer_.write(0, std::as_bytes(std::span(&nothing, 1)));
  buffer_.bind_storage(overflow_binding);
}

LayerOverflow::Counts LayerOverflow::counts() const {
  Counts counts;
  buffer_.read(0, std::as_writable_bytes(std::span(&counts, 1)));
  return counts;
}

std::vector<PixelPlace> LayerOverflow::places(std::uint32_t count) const {
  std::vector<std::uint32_t> packed(count);
  if (count > 0) buffer_.read(sizeof(Counts), std::as_writable_bytes(std::span(packed)));
  std::sort(packed.begin(), packed.end());  // the GPU lists them in any order
  std::vector<PixelPlace> places;
  for (const std::uint32_t place : packed) {
    places.push_back({static_cast<int>(place & 0xFFFF), static_cast<int>(place >> 16)});
  }
  return places;
}

}  // namespace intercusp::stencil
