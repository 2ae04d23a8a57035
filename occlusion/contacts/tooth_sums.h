// Contact added up by tooth, without patches and pairs: for maps that are read live and for hundreds of sampled poses.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "occlusion/contacts/contact_sum.h"
#include "occlusion/maps/clearance_map.h"

namespace intercusp {

//! Which tooth each face of a bite lies on, by its place in a list of teeth.
struct ToothSlots {
  static constexpr std::uint8_t no_slot = 255;

  std::vector<int> teeth;                  //!< FDI, ascending; those beyond the 255th share a slot
  std::vector<std::uint8_t> upper, lower;  //!< per face; no_slot without a tooth of the list

  ToothSlots() = default;
  //! \param listed may be in any order and hold teeth twice \param upper_teeth,lower_teeth per face
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

//! The whole, and each tooth of ToothSlots.
struct ToothSums : ContactSum {
  std::vector<ContactSum> teeth;

  //! \param upper_face,lower_face that the contact lies between
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
