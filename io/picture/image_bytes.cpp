#include "io/picture/image_bytes.h"

#include <algorithm>
#include <stdexcept>

#include "io/files/png_mark.h"
#include "io/language/language.h"
#include "io/picture/itk_files.h"
#include "io/wording/definitions.h"

namespace intercusp {

std::string png_bytes(const Picture& picture) {
  if (picture.pixels.empty()) throw std::runtime_error("a picture without pixels cannot be written");
  static_assert(sizeof(Rgb) == 3);
  const auto* const bytes = reinterpret_cast<const std::uint8_t*>(picture.pixels.data());
  return marked_png(itk_png(picture.width, picture.height, {bytes, 3 * picture.pixels.size()}));
}

std::string nrrd_bytes(const Inspection& inspection, const Provenance& provenance) {
  return nrrd_bytes(inspection.map.view, inspection.map.clearance_mm,
                    {{"intercusp_content", "clearance in mm, negative where the jaws overlap"},
                     {"intercusp_measure", for_programs(measure_sentence)}},
                    provenance);
}

std::string nrrd_bytes(const View& view, std::span<const float> values,
                       const std::vector<std::pair<std::string, std::string>>& notes,
                       const Provenance& provenance) {
  const Eigen::Vector3d origin = view.case_point(0, 0, 0);
  const Eigen::Matrix3d case_from_view = view.view_from_case.linear().transpose();
  ItkSlice slice{.width = view.grid.width,
                 .height = view.grid.height,
                 .values = values,
                 .origin_mm = {origin.x(), origin.y(), origin.z()},
                 .spacing_mm = view.grid.pixel_mm,
                 .direction = {},
                 .notes = {{"intercusp_frame", "case frame: that of the upper jaw's file, in mm"}}};
  slice.notes.insert(slice.notes.end(), notes.begin(), notes.end());
  for (const auto& note : notes_of(provenance)) slice.notes.push_back(note);
  for (int i = 0; i < 9; ++i) slice.direction[i] = case_from_view(i / 3, i % 3);
  return itk_nrrd(slice);
}

}  // namespace intercusp
