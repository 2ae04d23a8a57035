// Sums of contact areas and their errors. Terms are added in the order of the calls.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "occlusion/maps/clearance_map.h"

namespace intercusp {

//! Contact of the whole jaw, one tooth, one pair of teeth or one patch.
struct ContactSum {
  double projected_mm2 = 0, surface_mm2 = 0;
  //! Least clearance or distance; infinite without contact.
  double least_mm = std::numeric_limits<double>::infinity();

  ContactSum& operator+=(const ContactSum& other) {
    projected_mm2 += other.projected_mm2;
    surface_mm2 += other.surface_mm2;
    least_mm = std::min(least_mm, other.least_mm);
    return *this;
  }
};

//! The uncertainty of the area of one piece of a surface, mm².
struct AreaError {
  double change = 0;  //!< change of the area when the piece was last refined
  double doubt = 0;   //!< area that may have been missed
};

//! Error of several pieces together, 95 %. Changes of single pieces are random, so their squares add up; a
//! common drift shows in their sum.
struct AreaErrorSum {
  double change = 0, squares = 0, doubt = 0;

  void add(const AreaError& error) {
    change += error.change;
    squares += error.change * error.change;
    doubt += error.doubt;
  }
  [[nodiscard]] double total() const { return std::abs(change) + 2 * std::sqrt(squares) + doubt; }
};

// Contact by tooth, without patches and pairs, for live maps and for hundreds of sampled poses.

//! The tooth of each face of a bite, as an index into a list of teeth.
struct ToothSlots {
  static constexpr std::uint8_t no_slot = 255;

  std::vector<int> teeth;                  //!< FDI, ascending; only the first 255 have a slot
  std::vector<std::uint8_t> upper, lower;  //!< per face; no_slot for a face on no tooth of the list

  ToothSlots() = default;
  //! \param listed FDI, in any order; repeated numbers count once
  //! \param upper_teeth,lower_teeth per face
  ToothSlots(std::vector<int> listed, const std::vector<int>& upper_teeth,
             const std::vector<int>& lower_teeth)
      : teeth(std::move(listed)) {
    std::sort(teeth.begin(), teeth.end());
    teeth.erase(std::unique(teeth.begin(), teeth.end()), teeth.end());
    upper = slots_of(upper_teeth);
    lower = slots_of(lower_teeth);
  }

  [[nodiscard]] static std::uint8_t at(const std::vector<std::uint8_t>& slots, std::int32_t face) {
    const auto place = static_cast<std::size_t>(face);
    return face == no_face || place >= slots.size() ? no_slot : slots[place];
  }

 private:
  [[nodiscard]] std::vector<std::uint8_t> slots_of(const std::vector<int>& tooth_of_face) const {
    std::vector<std::uint8_t> slots(tooth_of_face.size(), no_slot);
    for (std::size_t face = 0; face < slots.size(); ++face) {
      const auto found = std::lower_bound(teeth.begin(), teeth.end(), tooth_of_face[face]);
      if (found != teeth.end() && *found == tooth_of_face[face] && found - teeth.begin() < no_slot) {
        slots[face] = static_cast<std::uint8_t>(found - teeth.begin());
      }
    }
    return slots;
  }
};

//! Sums over the whole contact and over each tooth of ToothSlots.
struct ToothSums : ContactSum {
  std::vector<ContactSum> teeth;

  //! \param upper_face,lower_face the faces between which the contact lies
  void add(const ToothSlots& slots, std::int32_t upper_face, std::int32_t lower_face,
           const ContactSum& part) {
    static_cast<ContactSum&>(*this) += part;
    for (const std::uint8_t slot :
         {ToothSlots::at(slots.upper, upper_face), ToothSlots::at(slots.lower, lower_face)}) {
      if (slot != ToothSlots::no_slot) teeth[slot] += part;
    }
  }
  ToothSums& operator+=(const ToothSums& other) {
    static_cast<ContactSum&>(*this) += other;
    for (std::size_t i = 0; i < teeth.size(); ++i) teeth[i] += other.teeth[i];
    return *this;
  }
};

}  // namespace intercusp
