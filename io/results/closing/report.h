// The report of `close` and `slide`, with its figures, words and picture. Amounts are in degrees for a turn,
// in mm for a shift.
#pragma once

#include <memory>
#include <string>

#include "io/mesh/mesh_report.h"
#include "io/picture/picture.h"
#include "io/report/report.h"
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

//! The axis, with a point on it in the case frame; for a shift, the direction. Unit length.
[[nodiscard]] Eigen::Vector3d axis_point(const Closing& closing);
[[nodiscard]] Eigen::Vector3d axis_direction(const Closing& closing);

[[nodiscard]] Provenance provenance_of(const Closing& closing, const MeshReport& upper,
                                       const MeshReport& lower);

//! What a number of the map means, and why it is an upper bound.
[[nodiscard]] std::string remaining_sentence(const Closing& closing);

//! A row of contacts_order.csv, and of the lists in the JSON file.
struct ContactOrderRow {
  const Closing* closing;
  const char* of;     //!< "pair", "upper tooth" or "lower tooth"
  std::size_t order;  //!< counted from 1 within each of these
  const FirstToothContact* contact;
};
[[nodiscard]] std::vector<ContactOrderRow> contact_order_rows(const Closing& closing, const char* of,
                                                              const std::vector<FirstToothContact>& contacts);
//! \param turn whether amounts are degrees; otherwise they are mm
[[nodiscard]] Figures<ContactOrderRow> contact_order_figures(bool turn);

//! The first contact, the overlap at the start, or that the jaws do not meet.
[[nodiscard]] std::string finding_sentence(const Closing& closing);

//! The order of contacts, the map and what was left out.
[[nodiscard]] std::vector<Section> sections_of(const Closing& closing);

//! Where travel is counted from. If it is counted from the first contact, the picture shows which contacts
//! come next.
enum class TravelFrom { start, first_contact };

//! The map seen along the motion, with anterior on top if it is known. For a turn the axis runs across, and
//! the radius up or down. Large maps are reduced as in layout_of (map_picture.h), to the smallest travel of
//! each block.
//! \pre there is a map, and a first contact if travel is counted from it
[[nodiscard]] Picture closing_picture(const Closing& closing, TravelFrom from, const Provenance& provenance);

//! `close` and `slide`: close.json or slide.json, and contacts_order.csv. With a map also
//! remaining_travel.png; with a first contact pose_at_contact.json; with both travel_after_contact.png.
[[nodiscard]] Report report_of(std::shared_ptr<const Closing> closing, const Inputs& inputs);

//! Every file that such a report may have, close.json or slide.json first.
[[nodiscard]] std::vector<std::string> closing_file_names(const Motion& motion);

}  // namespace intercusp
