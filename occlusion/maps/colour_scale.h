// Colours of a clearance. `classic` follows the figure of the stencil paper (Myszkowski, Okunev & Kunii 1995,
// Fig. 6): red (deep) to yellow (touching) for overlaps, green to blue for gaps, so that the yellow/green
// border is contact; grey where only the upper is, pink where only the lower is. `colour_blind_safe` grows
// lighter all the way from the deepest overlap to the widest gap, orange on one side of contact and blue on
// the other.
#pragma once

#include <cstdint>

#include "occlusion/maps/clearance_map.h"

namespace intercusp {

struct Rgb {
  std::uint8_t red = 0, green = 0, blue = 0;
  bool operator==(const Rgb&) const = default;
};

//! `share` of `to` over `from`, 0 to 1.
[[nodiscard]] Rgb blend(Rgb from, Rgb to, double share);

enum class Palette { classic, colour_blind_safe };

//! Which number has which colour. Overlaps are spread evenly over [deepest, 0]; gaps by their square root
//! over [0, farthest], which gives half of the scale to the first quarter of a gap, where contact is decided.
struct ColourScale {
  Palette palette = Palette::classic;
  double deepest_mm = 0.5;   //!< overlaps of this much and more have the end colour; positive
  double farthest_mm = 2.0;  //!< gaps of this much and more have the other

  //! Where a clearance stands on the scale: -1 deepest, 0 contact, +1 farthest.
  [[nodiscard]] double position(double clearance_mm) const;
  //! The clearance at a position: the inverse of `position` inside [-1, 1].
  [[nodiscard]] double clearance_at(double position) const;
  [[nodiscard]] Rgb colour_at(double position) const;
  //! Colour of a clearance; overlaps, below 0, and gaps, from 0 on, do not blend into each other.
  [[nodiscard]] Rgb colour(double clearance_mm) const { return colour_at(position(clearance_mm)); }

  [[nodiscard]] Rgb upper_only() const;
  [[nodiscard]] Rgb lower_only() const;
  [[nodiscard]] Rgb not_anatomy() const;
};

//! The usual scale, reaching deeper in round steps (1, 2, 5, …) where the bite does: pictures of ordinary
//! bites compare at sight.
[[nodiscard]] ColourScale scale_for(Palette palette, double max_penetration_mm);

//! The colour of one pixel of a map; white outside of both jaws.
[[nodiscard]] Rgb pixel_colour(const ColourScale& scale, const ClearanceMap& map, std::size_t pixel);

}  // namespace intercusp
