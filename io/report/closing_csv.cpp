#include "io/report/closing_csv.h"

#include <fmt/format.h>

#include "io/wording/closing_words.h"
#include "io/wording/definitions.h"

namespace intercusp {
namespace {

std::string rows(const Closing& closing, const char* of, const std::vector<ToothMeeting>& meetings,
                 const Provenance& provenance) {
  std::string text;
  for (std::size_t i = 0; i < meetings.size(); ++i) {
    const ToothMeeting& meeting = meetings[i];
    text += fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}\r\n", of, i + 1,
                        tooth_cell(meeting.upper_tooth), tooth_cell(meeting.lower_tooth),
                        closing.teeth.estimated, shown_amount(closing, meeting.amount), meeting.travel_mm,
                        meeting.amount < 0, meeting.case_point.x(), meeting.case_point.y(),
                        meeting.case_point.z(), meeting.upper_face, meeting.lower_face, provenance.version,
                        provenance.settings, provenance.upper_sha256, provenance.lower_sha256);
  }
  return text;
}

}  // namespace

std::string contact_order_csv(const Closing& closing, const Provenance& provenance) {
  return fmt::format(
             "of,order,upper_tooth,lower_tooth,teeth_estimated,remaining_{},travel_mm,overlapping,point_x_mm,"
             "point_y_mm,point_z_mm,upper_face,lower_face,version,settings,upper_sha256,lower_sha256\r\n",
             unit_name(closing)) +
         rows(closing, "pair", closing.order.pairs, provenance) +
         rows(closing, "upper tooth", closing.order.upper_teeth, provenance) +
         rows(closing, "lower tooth", closing.order.lower_teeth, provenance);
}

}  // namespace intercusp
