// The words and units of `close` and `slide`: degrees of a turn, mm of a shift.
#pragma once

#include <string>

#include "io/mesh/mesh_report.h"
#include "io/wording/figure.h"
#include "io/wording/provenance.h"
#include "io/wording/section.h"
#include "occlusion/motion/closing/closing.h"

namespace intercusp {

[[nodiscard]] inline bool turns(const Closing& closing) {
  return closing.motion.kind() == Motion::Kind::turn;
}

//! "close" or "slide": the command, and the stem of its JSON file.
[[nodiscard]] std::string command_name(const Closing& closing);

//! "deg" or "mm": the suffix of field names.
[[nodiscard]] std::string unit_name(const Closing& closing);

//! An amount of the motion in degrees or mm.
[[nodiscard]] double shown_amount(const Closing& closing, double amount);

//! "3.214°" or "0.512 mm".
[[nodiscard]] std::string amount_text(const Closing& closing, double amount);

//! "corner of the lower on a face of the upper".
[[nodiscard]] std::string features_text(ContactFeatures features);

//! The axis with its point in the case frame, or the direction; unit length.
[[nodiscard]] Eigen::Vector3d axis_point(const Closing& closing);
[[nodiscard]] Eigen::Vector3d axis_direction(const Closing& closing);

[[nodiscard]] Provenance provenance_of(const Closing& closing, const MeshReport& upper,
                                       const MeshReport& lower);

//! The meaning of a number of the map, and why it is an upper bound.
[[nodiscard]] std::string remaining_sentence(const Closing& closing);

//! A line of contacts_order.csv, and of the lists of the JSON file.
struct ContactOrderRow {
  const Closing* closing;
  const char* of;     //!< "pair", "upper tooth" or "lower tooth"
  std::size_t order;  //!< from 1 within each of these
  const FirstToothContact* contact;
};
[[nodiscard]] std::vector<ContactOrderRow> contact_order_rows(const Closing& closing, const char* of,
                                                              const std::vector<FirstToothContact>& contacts);
//! \param turn amounts are degrees, otherwise mm
[[nodiscard]] Figures<ContactOrderRow> contact_order_figures(bool turn);

//! The first contact, the overlap at the start, or that the jaws do not meet.
[[nodiscard]] std::string finding_sentence(const Closing& closing);

//! The order of contacts, the map and what was left out.
[[nodiscard]] std::vector<Section> sections_of(const Closing& closing);

}  // namespace intercusp
