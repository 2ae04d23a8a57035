// The report of every analysis: what stands in its files and in its summary (docs/FILE_FORMATS.md).
//
// A report owns what its files are made from, so it may outlive everything else. That is why results come as shared pointers.
#pragma once

#include <memory>
#include <set>

#include "io/case/case_notes.h"
#include "io/mesh/mesh_report.h"
#include "io/report/report.h"
#include "occlusion/maps/map_engine.h"

namespace intercusp {

struct ArticulatedBite;
struct Closing;
class Motion;
struct Inspection;
struct InterferenceReport;
struct KitReport;
struct Playback;
enum class LabelFormat;
struct Segmentation;
struct Sensitivity;
struct Settlement;
struct SprayReport;
struct TrackFile;
struct Validation;

//! Where the jaws come from.
struct Inputs {
  MeshReport upper, lower;
  double import_ms = 0;
};

//! `close` and `slide`: close.json or slide.json and contacts_order.csv; remaining_travel.png where there is a
//! map; where there is a first contact pose_at_contact.json, and with a map travel_after_contact.png.
[[nodiscard]] Report report_of(std::shared_ptr<const Closing> closing, const Inputs& inputs);

//! Every file that such a report may have, close.json or slide.json first.
[[nodiscard]] std::vector<std::string> closing_file_names(const Motion& motion);

//! `inspect`: report.json, report.html, contacts.csv, map.png, map_colourblind.png, upper_occlusal.png,
//! lower_occlusal.png, with anatomy frontal.png, upper.vtp, lower.vtp; map.nrrd where the map has pixels;
//! contact_curves.vtp where the exact test found curves; with a validation the files of that as well.
//! \param validation of this inspection's maps, or none
//! \param notes name and date of the case, as its user gives them
[[nodiscard]] Report report_of(std::shared_ptr<const Inspection> inspection, const Inputs& inputs,
                               std::shared_ptr<const Validation> validation = nullptr,
                               const CaseNotes& notes = {});

//! Every file that such a report may have without a validation, report.json first.
[[nodiscard]] std::vector<std::string> inspection_file_names();

//! `validate`: validate.json, and for each map error.png and error.nrrd (error_2.png … for more; no NRRD for a
//! map without pixels). The inspection is the one whose maps were validated.
[[nodiscard]] Report report_of(std::shared_ptr<const Validation> validation, const Inspection& inspection,
                               const Inputs& inputs);

//! Every file that such a report may have, validate.json first; with stars where their number depends on the maps.
[[nodiscard]] std::vector<std::string> validation_file_names();

//! `validate --kit`: accuracy.json and accuracy.html. Neither time nor machine is in them.
[[nodiscard]] Report report_of(const KitReport& kit);

//! `settle`: settle.json and, where the jaws settled, pose.json.
[[nodiscard]] Report report_of(std::shared_ptr<const Settlement> settlement, const Inputs& inputs);

//! `articulate`: articulate.json, guidance.csv, sensitivity.csv where there is one, opening.csv, and a track and a
//! picture of its last reported pose for each excursion.
//! \param sensitivity null if not requested
//! \param timings after import
[[nodiscard]] Report report_of(std::shared_ptr<const ArticulatedBite> bite, const Sensitivity* sensitivity,
                               const Inputs& inputs, const std::vector<StageTime>& timings);

//! A track and the file that it was read from.
struct PlayedTrack {
  const TrackFile& file;
  const std::string& path;
};

//! `play`: play.json, series.csv, areas_per_tooth.csv, teeth.csv, contact_time.png and .nrrd, upper.vtp,
//! lower.vtp, compass_upper.png and compass_lower.png.
[[nodiscard]] Report report_of(std::shared_ptr<const Playback> playback, const PlayedTrack& track,
                               const Inputs& inputs);

//! `segment`: segment.json, labels.json, teeth.vtp and teeth_occlusal.png, teeth_frontal.png, teeth_left.png,
//! teeth_right.png; and a file for each of the formats (io/report/label_formats.h).
[[nodiscard]] Report report_of(std::shared_ptr<const Segmentation> segmentation,
                               const std::set<LabelFormat>& formats = {});

//! `interfere`: interfere.json, overlaps.csv and interference.png.
[[nodiscard]] Report report_of(std::shared_ptr<const InterferenceReport> report);

//! `spray`: spray.json, report.html, coverage.csv, deposit.vtp and deposit.png, deposit_oblique.png,
//! deposit_far_side.png; impacts_1.nrrd and .png for the first solid if it is hit, impacts_2 … for the others.
[[nodiscard]] Report report_of(std::shared_ptr<const SprayReport> report);

}  // namespace intercusp
