// The report of `segment`: the teeth found on a scan, in words.
#pragma once

#include <memory>
#include <set>
#include <string>
#include <vector>

#include "io/case/import_jaw.h"
#include "io/report/report.h"
#include "io/wording/figure.h"
#include "io/wording/section.h"
#include "occlusion/case/tooth_landmarks.h"
#include "occlusion/teeth/crown_gaps.h"
#include "occlusion/teeth/find_teeth.h"

namespace intercusp {

struct Segmentation {
  RawJaw scan;
  FoundTeeth found;
  std::vector<CrownGap> gaps;
  std::vector<ToothLandmark> landmarks;  //!< in the frame of the scan
  bool jaw_given = false;
  double import_ms = 0, search_ms = 0;
};

//! Figures of a tooth in segment.json. The columns are those of a cohort.
[[nodiscard]] Figures<FoundTooth> found_tooth_figures();

//! "Upper" or "Lower".
[[nodiscard]] std::string name_of(const Segmentation& segmentation);

//! The jaw with its confidence, and the number of teeth.
[[nodiscard]] std::string headline_of(const Segmentation& segmentation);

//! The teeth, and the gaps between separate crowns; empty if there are none.
[[nodiscard]] std::vector<Section> sections_of(const Segmentation& segmentation);

//! What is wrong with the scan, then what import remarked.
[[nodiscard]] std::vector<Remark> remarks_of(const Segmentation& segmentation);

//! What the numbers are, and how certain.
[[nodiscard]] std::string estimated_numbers_sentence();

enum class LabelFormat;

//! `segment`: segment.json, labels.json, landmarks.mrk.json, teeth.vtp, teeth_occlusal.png,
//! teeth_frontal.png, teeth_left.png and teeth_right.png; also a file for each of the formats (parts.h).
[[nodiscard]] Report report_of(std::shared_ptr<const Segmentation> segmentation,
                               const std::set<LabelFormat>& formats = {});

//! Every file that such a report may have, segment.json first. Stars stand for names of views.
[[nodiscard]] std::vector<std::string> segment_file_names();

}  // namespace intercusp
