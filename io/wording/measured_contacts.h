// The two measures of contact in one form: surface distance, which is the headline, and clearance along the
// direction of projection.
#pragma once

#include <optional>
#include <string_view>

#include "occlusion/inspect.h"

namespace intercusp {

// Names of the measures in every file.
constexpr std::string_view clearance_measure = "clearance";
constexpr std::string_view surface_measure = "surface_distance";

//! Smaller areas would read 0.00: tables and pictures omit such contacts.
constexpr double least_listed_mm2 = 0.01;

struct MeasuredContacts {
  std::string_view measure;   //!< clearance_measure or surface_measure
  std::string_view share_of;  //!< the area that the shares of the balance are parts of
  const ContactTable& contacts;
  const Bite& bite;
  const Intervals* intervals = nullptr;  //!< none if not computed
  int ids_before = 0;                    //!< contacts of the other measure, which come first

  //! Unique in the whole report; ContactPatch::number restarts in each of its tables.
  [[nodiscard]] int id_of(const ContactPatch& patch) const { return ids_before + patch.id; }

  // By index in `contacts`; none without intervals.
  [[nodiscard]] const AreaInterval* area_interval(std::size_t i) const;
  [[nodiscard]] const ToothInterval* tooth_interval(std::size_t i) const;
  //! Also none if a contact is too small to be followed.
  [[nodiscard]] const ContactPresence* presence(std::size_t i) const;
};

//! Both borrow from the inspection.
[[nodiscard]] MeasuredContacts by_clearance(const Inspection& inspection);
//! Empty if the inspection has no surface distances.
[[nodiscard]] std::optional<MeasuredContacts> by_surface_distance(const Inspection& inspection);

}  // namespace intercusp
