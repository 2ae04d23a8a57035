// The report of `segment`.
#pragma once

#include <memory>
#include <set>
#include <string>
#include <vector>

#include "io/report/report.h"

namespace intercusp {

enum class LabelFormat;
struct Segmentation;

//! `segment`: segment.json, labels.json, teeth.vtp and teeth_occlusal.png, teeth_frontal.png, teeth_left.png,
//! teeth_right.png; and a file for each of the formats (io/results/teeth/label_formats.h).
[[nodiscard]] Report report_of(std::shared_ptr<const Segmentation> segmentation,
                               const std::set<LabelFormat>& formats = {});

//! Every file that such a report may have, segment.json first; with stars for names of views.
[[nodiscard]] std::vector<std::string> segment_file_names();

}  // namespace intercusp
