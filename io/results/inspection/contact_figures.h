// The contacts of an inspection in one form for both measures: surface distance, which is the headline, and
// clearance along the direction of projection. Their figures are those of areas, contacts, teeth and pairs of
// teeth. Figures of the whole case follow.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "io/wording/figure.h"
#include "occlusion/inspect.h"

namespace intercusp {

// Names of the measures in every file.
constexpr std::string_view clearance_measure = "clearance";
constexpr std::string_view surface_measure = "surface_distance";

//! Smaller areas would read 0.00, so tables and pictures omit such contacts.
constexpr double least_listed_mm2 = 0.01;

struct MeasuredContacts {
  std::string_view measure;   //!< clearance_measure or surface_measure
  std::string_view share_of;  //!< the area of which the balance states shares
  const ContactTable& contacts;
  const Bite& bite;
  const Intervals* intervals = nullptr;  //!< null if not computed
  int ids_before = 0;                    //!< number of contacts of the other measure, which come first

  //! Unique in the whole report. ContactPatch::number restarts in each of its tables.
  [[nodiscard]] int id_of(const ContactPatch& patch) const { return ids_before + patch.id; }

  // By index in `contacts`; null without intervals.
  [[nodiscard]] const AreaInterval* area_interval(std::size_t i) const;
  [[nodiscard]] const ToothInterval* tooth_interval(std::size_t i) const;
  //! Also null if a contact is too small to be followed.
  [[nodiscard]] const ContactPresence* presence(std::size_t i) const;
};

//! Both refer to the inspection.
[[nodiscard]] MeasuredContacts by_clearance(const Inspection& inspection);
//! Empty if the inspection has no surface distances.
[[nodiscard]] std::optional<MeasuredContacts> by_surface_distance(const Inspection& inspection);

//! An entry of a ContactTable, with its variation within the error of the bite.
template <class Entry, class Interval>
struct MeasuredRow {
  const MeasuredContacts* measured;
  const Entry* entry;
  const Interval* interval = nullptr;  //!< null if unknown
  Jaw surface = Jaw::lower;  //!< the measured surface; only areas, not contacts, also exist for the upper
};

using AreaRow = MeasuredRow<AreaTotal, AreaInterval>;
using ContactRow = MeasuredRow<ContactPatch, ContactPresence>;
using ToothRow = MeasuredRow<ToothContact, ToothInterval>;
using PairRow = MeasuredRow<ToothPairContact, void>;

// In the order of the measured tables. The rows refer to `measured`.
[[nodiscard]] std::vector<AreaRow> area_rows(const MeasuredContacts& measured);
[[nodiscard]] std::vector<ContactRow> contact_rows(const MeasuredContacts& measured);
[[nodiscard]] std::vector<ToothRow> tooth_rows(const MeasuredContacts& measured);
[[nodiscard]] std::vector<PairRow> pair_rows(const MeasuredContacts& measured);

[[nodiscard]] Figures<AreaRow> area_figures();
//! The distribution of these areas over the sides.
[[nodiscard]] Figures<AreaRow> balance_figures();
//! Figures in the order of contacts.csv.
[[nodiscard]] Figures<ContactRow> contact_figures();
[[nodiscard]] Figures<ToothRow> tooth_figures();
[[nodiscard]] Figures<PairRow> pair_figures();

// The numbers of a whole case, in the order of report.json. The columns are those of a cohort.

[[nodiscard]] Figures<Inspection> inspection_figures();
//! \pre for their values, there is a first contact
[[nodiscard]] Figures<Inspection> first_contact_figures();
[[nodiscard]] Figures<Inspection> relation_figures();

}  // namespace intercusp
