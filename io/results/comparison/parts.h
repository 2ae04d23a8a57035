// The parts of a comparison's report: pictures, meshes, deviation, repeats.
#pragma once

#include <optional>
#include <string>

#include "io/files/value.h"
#include "io/picture/picture.h"
#include "io/report/report.h"
#include "io/results/comparison/change_scale.h"
#include "io/results/comparison/report.h"
#include "io/wording/figure.h"
#include "io/wording/section.h"
#include "occlusion/registration/surface_change.h"

namespace intercusp {

//! What the picture shows, and from which direction.
[[nodiscard]] std::string change_picture_caption(const Comparison& comparison);

//! \param scale shared by the pictures with which this one is compared
//! \pre the pose is determined
[[nodiscard]] Picture change_picture(const Comparison& comparison, const ComparedScan& scan,
                                     const ChangeScale& scale);

//! Whether there are several scans after, and a tooth that changed.
[[nodiscard]] bool has_series(const Comparison& comparison);

//! A chart for each kind of change that occurs. A change within the noise is at 0.
//! \pre has_series
[[nodiscard]] Picture series_picture(const Comparison& comparison);

//! The vertices and faces of the file in their order, mm, in the frame of the scan before. Per vertex:
//! `change_mm` (negative: lost; NaN: the other scan has no surface there), `change_smooth_mm` (its mean over
//! about half a millimetre) and `label` (FDI, 0 = gum or unknown).
//! \param time which of the two scans
//! \pre the pose is determined
//! \throw std::runtime_error if VTK cannot write it
[[nodiscard]] std::string change_vtp(const Comparison& comparison, const ComparedScan& scan, ScanTime time);

//! The deviation; null if there is none.
[[nodiscard]] Value deviation_value(const std::optional<Deviation>& deviation);

//! A row for the scan and for each tooth, and the histogram.
//! \pre the scan has a deviation
[[nodiscard]] Section deviation_section(const Comparison& comparison, const ComparedScan& scan);

//! How a scan was registered to the scan before, and what explains the differences. The columns are those of
//! a cohort.
[[nodiscard]] Figures<ComparedScan> compared_scan_figures();

// A tooth that changed, in words.

//! For people: loss, gain, and movement and turn along the axes of the tooth.
[[nodiscard]] Figures<ToothChangeRow> tooth_change_columns();
//! "16?".
[[nodiscard]] std::string tooth_text(const ToothChangeRow& row);
//! "16 (0.213 mm³, 142 µm deep)", "16 (0.213 mm³)", "16 (0.21 mm, 3.2°)".
//! \pre the tooth has lost, gained or moved
[[nodiscard]] std::string loss_text(const ToothChangeRow& row);
[[nodiscard]] std::string gain_text(const ToothChangeRow& row);
[[nodiscard]] std::string movement_text(const ToothChangeRow& row);
[[nodiscard]] bool has_lost(const ToothChange& tooth);
[[nodiscard]] bool has_gained(const ToothChange& tooth);
[[nodiscard]] bool has_moved(const ToothChange& tooth);

//! The scan's number among the scans after, from 1.
[[nodiscard]] std::int64_t number_of(const Comparison& comparison, const ComparedScan& scan);

//! Figures of a tooth of the reference.
[[nodiscard]] Figures<RepeatedTooth> repeated_tooth_figures();

//! The repeats; null if there are none.
[[nodiscard]] Value repeats_value(const Comparison& comparison);

//! repeats.csv. \pre there are repeats
[[nodiscard]] CsvFile repeats_table(const Comparison& comparison);

//! \pre there are repeats
[[nodiscard]] Section repeats_section(const Comparison& comparison);

}  // namespace intercusp
