// Colours of a clearance. `classic` follows Fig. 6 of the stencil paper (Myszkowski, Okunev & Kunii
// 1995): red (deep) to yellow (touching) for overlaps, green to blue for gaps, so that the yellow-green
// border is contact; grey where there is only the upper jaw, pink where there is only the lower.
// `colour_blind_safe` grows lighter from the deepest overlap to the widest gap, with orange on one side
// of contact and blue on the other.
#pragma once

#include <cstdint>

#include "occlusion/base/enum_table.h"
#include "occlusion/maps/clearance_map.h"

namespace intercusp {

struct Rgb {
  std::uint8_t red = 0, green = 0, blue = 0;
  bool operator==(const Rgb&) const = default;
};

//! Mixes two colours.
//! \param share of `to`, 0 to 1
[[nodiscard]] Rgb blend(Rgb from, Rgb to, double share);

enum class Palette { classic, colour_blind_safe };
[[nodiscard]] constexpr auto names_of(Palette) {
  return enum_table<Palette>(
      {{Palette::classic, "classic"}, {Palette::colour_blind_safe, "colour_blind_safe"}});
}

//! Maps clearances to colours. Overlaps are spread evenly over [deepest, 0], gaps by their square root over
//! [0, farthest]: half of the gap colours go to the first quarter of the range, where contact is decided.
struct ColourScale {
  Palette palette = Palette::classic;
  double deepest_mm = 0.5;   //!< this and deeper overlaps have the first colour; positive
  double farthest_mm = 2.0;  //!< this and wider gaps have the last colour

  //! Position of a clearance on the scale: -1 deepest, 0 contact, +1 farthest.
  [[nodiscard]] double position(double clearance_mm) const;
  //! The clearance at a position: the inverse of `position` inside [-1, 1].
  [[nodiscard]] double clearance_at(double position) const;
  [[nodiscard]] Rgb colour_at(double position) const;
  //! Colour of a clearance. Overlaps (below 0) and gaps (0 and above) do not blend into each other.
  [[nodiscard]] Rgb colour(double clearance_mm) const { return colour_at(position(clearance_mm)); }

  bool operator==(const ColourScale&) const = default;

  [[nodiscard]] Rgb upper_only() const;
  [[nodiscard]] Rgb lower_only() const;
  [[nodiscard]] Rgb not_anatomy() const;
};

//! The usual scale, extended in round steps (1, 2, 5, …) for deeper bites, so that pictures of ordinary bites
//! can be compared at a glance.
[[nodiscard]] ColourScale scale_for(Palette palette, double max_penetration_mm);

//! The colour of one pixel of a map; white outside both jaws.
[[nodiscard]] Rgb pixel_colour(const ColourScale& scale, const ClearanceMap& map, std::size_t pixel);

}  // namespace intercusp
