// The program's icon: two crowns that meet in one contact, as packaging/linux/intercusp.svg has them.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace intercusp::viewer {

using IconPixel = std::array<std::uint8_t, 4>;  //!< red, green, blue, opacity

//! Row by row from the top left.
[[nodiscard]] std::vector<IconPixel> window_icon(int side_px);

}  // namespace intercusp::viewer
