#include "io/report/export_closing.h"

#include "io/picture/closing_picture.h"
#include "io/picture/image_bytes.h"
#include "io/report/closing_csv.h"
#include "io/wording/closing_words.h"

namespace intercusp {

std::vector<OutputFile> closing_files(const Closing& closing, const MeshReport& upper,
                                      const MeshReport& lower, double import_ms) {
  const Provenance provenance = provenance_of(closing, upper, lower);
  std::vector<OutputFile> files = {
      {command_name(closing) + ".json", closing_json(closing, upper, lower, import_ms)},
      {"contacts_order.csv", contact_order_csv(closing, provenance)}};
  const auto add_picture = [&](const char* name, TravelFrom from) {
    files.push_back({name, png_bytes(closing_picture(closing, from, provenance))});
  };
  if (closing.mapping.map) add_picture("remaining_travel.png", TravelFrom::start);
  if (closing.mapping.map && closing.answer.contact)
    add_picture("travel_after_contact.png", TravelFrom::first_contact);
  if (closing.answer.contact) files.push_back({"pose_at_contact.json", contact_pose_json(closing)});
  return files;
}

}  // namespace intercusp
