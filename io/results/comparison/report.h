// The report of `compare`, with its figures and words.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "io/report/report.h"
#include "io/results/comparison/comparison.h"
#include "io/wording/figure.h"
#include "io/wording/section.h"

namespace intercusp {

//! A tooth of one scan after.
struct ToothChangeRow {
  const Comparison* comparison;
  const ComparedScan* scan;
  const ToothChange* tooth;
};
[[nodiscard]] std::vector<ToothChangeRow> tooth_change_rows(const Comparison& comparison,
                                                            const ComparedScan& scan);
//! Numbers within the noise are null.
[[nodiscard]] Figures<ToothChangeRow> tooth_change_figures();

//! A few of them for people, in narrow columns; movement and turn as one number each.
[[nodiscard]] Figures<ToothChangeRow> brief_tooth_change_figures();

//! Whether the tooth is measured and any figure of it is beyond the noise.
[[nodiscard]] bool has_changed(const ToothChange& tooth);

//! Findings about the pose and the surfaces that were left out. Readers need them before the numbers.
[[nodiscard]] std::vector<Finding> findings_of(const Comparison& comparison, const ComparedScan& scan);

//! How the scans were brought together: by what, how well, and the noise of a place.
[[nodiscard]] std::vector<Fact> facts_of(const Comparison& comparison, const ComparedScan& scan);

//! In whole µm: "–42".
[[nodiscard]] std::string um_text(double mm);

//! What a change at a vertex is.
[[nodiscard]] std::string change_sentence();

//! The change below which a place is within the noise of the scans: what pictures show in grey.
[[nodiscard]] double place_noise_mm(const ScanComparison& change);

//! "b.stl", or "b.stl, 2024-03-01" where its name does not have its date.
[[nodiscard]] std::string scan_in_words(const ReadScan& scan, const std::optional<ScanDate>& date);

//! "Scan 2 (b.stl)", or nothing where there is one.
[[nodiscard]] std::string scan_name(const Comparison& comparison, const ComparedScan& scan);

//! What changed, in a sentence for each scan.
[[nodiscard]] std::string headline_of(const Comparison& comparison);

//! The findings of all scans and remarks of import.
[[nodiscard]] std::vector<Remark> remarks_of(const Comparison& comparison);

//! What the numbers mean.
[[nodiscard]] Section definitions_section(const Comparison& comparison);

//! The sections on one scan: its teeth that changed, and how it was brought to the scan before.
//! \param pictures of it, files of the report
[[nodiscard]] std::vector<Section> sections_of(const Comparison& comparison, const ComparedScan& scan,
                                               const std::vector<std::string>& pictures);

//! `compare`: compare.json, teeth_change.csv, report.html; of each scan after whose pose is determined before_change.vtp,
//! after_change.vtp and change.png, with _1, _2 … where there are several, and then series.png; of repeats repeats.csv.
[[nodiscard]] Report report_of(std::shared_ptr<const Comparison> comparison);

//! Every file that such a report may have, compare.json first; with stars for numbers.
[[nodiscard]] std::vector<std::string> comparison_file_names();

}  // namespace intercusp
