#include "io/report/export_play.h"

#include <fmt/format.h>
#include <utility>

#include "io/files/products.h"
#include "io/picture/compass_picture.h"
#include "io/picture/image_bytes.h"
#include "io/picture/track_pictures.h"
#include "io/report/play_csv.h"
#include "io/report/play_json.h"
#include "io/report/play_vtp.h"
#include "io/wording/definitions.h"

namespace intercusp {
namespace {

std::vector<std::pair<std::string, std::string>> notes_of_times(const PlayOptions& options) {
  return {{"intercusp_quantity", "time in contact of each pixel's centre, s"},
          {"intercusp_measure", measure_sentence()},
          {"intercusp_contact", contact_sentence({options.threshold_mm})},
          {"intercusp_contact_time", contact_time_sentence()}};
}

}  // namespace

std::vector<OutputFile> play_files(const PlayReport& report) {
  const Playback& playback = report.playback;
  const Provenance provenance = play_provenance(playback, report.track, report.upper, report.lower);
  const PosedJaw upper = posed_upper(playback.bite), lower = posed_lower(playback.bite);
  const std::vector<JawView> views =
      jaw_views(as_inspection(playback, ClearanceMap::empty(playback.frame)));  // upper, lower, …
  const double threshold_mm = playback.options.threshold_mm;
  std::vector<Product> products;
  for (const bool is_upper : {true, false}) {
    const PosedJaw& jaw = is_upper ? upper : lower;
    const SurfaceRecord& record = is_upper ? playback.upper : playback.lower;
    const JawView& view = views[is_upper ? 0 : 1];
    const std::string name = is_upper ? "upper" : "lower";
    products.push_back({"compass_" + name + ".png", [&playback, &jaw, &record, &view, &provenance] {
                          return png_bytes(compass_picture(playback, jaw, record, view, provenance));
                        }});
    products.push_back({name + ".vtp", [&jaw, &record, threshold_mm, &provenance] {
                          return play_vtp(jaw, record, threshold_mm, provenance);
                        }});
  }
  products.push_back(
      {"contact_time.png", [&] { return png_bytes(contact_time_picture(playback, provenance)); }});
  if (playback.frame.grid.size() > 0) {
    products.push_back({"contact_time.nrrd", [&] {
                          return nrrd_bytes(playback.frame, playback.pixel_contact_s,
                                            notes_of_times(playback.options), provenance);
                        }});
  }
  products.push_back({"series.csv", [&] { return series_csv(playback); }});
  products.push_back({"areas_per_tooth.csv", [&] { return areas_per_tooth_csv(playback); }});
  products.push_back({"teeth.csv", [&] { return teeth_csv(playback); }});
  products.push_back({"play.json", [&] { return play_json(report); }});
  return make_all(products);
}

OutputFile frame_file(const PlayedCase& played, std::size_t number, const Moment& moment,
                      const Movement& movement, const ClearanceMap& map, const Provenance& provenance) {
  return {fmt::format("frame_{:05}.png", number),
          png_bytes(moment_picture(played, moment, movement, map, provenance))};
}

}  // namespace intercusp
