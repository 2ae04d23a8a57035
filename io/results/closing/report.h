// The report of `close` and `slide`, with its figures, words and picture; in degrees of a turn, in mm of a shift.
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

//! Where travel is counted from. Counted from the first contact, the picture shows which contacts come next.
enum class TravelFrom { start, first_contact };

//! Seen along the motion, anterior on top if known. For a rotation the axis runs across and the radius up or down. Large
//! maps are reduced as in layout_of (map_picture.h), to the smallest travel of each block.
//! \pre there is a map, and a first contact to count from
[[nodiscard]] Picture closing_picture(const Closing& closing, TravelFrom from, const Provenance& provenance);

//! `close` and `slide`: close.json or slide.json and contacts_order.csv; remaining_travel.png where there is a
//! map; where there is a first contact pose_at_contact.json, and with a map travel_after_contact.png.
[[nodiscard]] Report report_of(std::shared_ptr<const Closing> closing, const Inputs& inputs);

//! Every file that such a report may have, close.json or slide.json first.
[[nodiscard]] std::vector<std::string> closing_file_names(const Motion& motion);

}  // namespace intercusp
