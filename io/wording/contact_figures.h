// The figures of contact areas, contacts, teeth and pairs of teeth.
#pragma once

#include <vector>

#include "io/wording/figure.h"
#include "io/wording/measured_contacts.h"

namespace intercusp {

//! An entry of a ContactTable with its variation within the error of the bite.
template <class Entry, class Interval>
struct MeasuredRow {
  const MeasuredContacts* measured;
  const Entry* entry;
  const Interval* interval = nullptr;  //!< null where it is not known
  Jaw surface = Jaw::lower;            //!< which is measured; of the upper areas alone, and no contacts
};

using AreaRow = MeasuredRow<AreaTotal, AreaInterval>;
using ContactRow = MeasuredRow<ContactPatch, ContactPresence>;
using ToothRow = MeasuredRow<ToothContact, ToothInterval>;
using PairRow = MeasuredRow<ToothPairContact, void>;

// In the order of the measured tables. The rows borrow from `measured`.
[[nodiscard]] std::vector<AreaRow> area_rows(const MeasuredContacts& measured);
[[nodiscard]] std::vector<ContactRow> contact_rows(const MeasuredContacts& measured);
[[nodiscard]] std::vector<ToothRow> tooth_rows(const MeasuredContacts& measured);
[[nodiscard]] std::vector<PairRow> pair_rows(const MeasuredContacts& measured);

[[nodiscard]] Figures<AreaRow> area_figures();
//! Of the same rows: how the area is spread over the sides.
[[nodiscard]] Figures<AreaRow> balance_figures();
//! In the order of contacts.csv.
[[nodiscard]] Figures<ContactRow> contact_figures();
[[nodiscard]] Figures<ToothRow> tooth_figures();
[[nodiscard]] Figures<PairRow> pair_figures();

}  // namespace intercusp
