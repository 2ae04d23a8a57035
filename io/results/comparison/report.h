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

//! A tooth in one of the scans after.
struct ToothChangeRow {
  const Comparison* comparison;
  const ComparedScan* scan;
  const ToothChange* tooth;
};
[[nodiscard]] std::vector<ToothChangeRow> tooth_change_rows(const Comparison& comparison,
                                                            const ComparedScan& scan);
//! Figures for files. Numbers within the noise are null.
[[nodiscard]] Figures<ToothChangeRow> tooth_change_figures();

//! A few figures for people, in narrow columns. Movement and turn are one number each.
[[nodiscard]] Figures<ToothChangeRow> brief_tooth_change_figures();

//! Whether the tooth is measured and any of its figures exceeds the noise.
[[nodiscard]] bool has_changed(const ToothChange& tooth);

//! Findings about the pose and the surfaces that were left out. Readers need them before the numbers.
[[nodiscard]] std::vector<Finding> findings_of(const Comparison& comparison, const ComparedScan& scan);

//! How the scans were registered: by what, how well, and the noise at a point.
[[nodiscard]] std::vector<Fact> facts_of(const Comparison& comparison, const ComparedScan& scan);

//! In whole µm: "–42".
[[nodiscard]] std::string um_text(double mm);

//! What a change at a vertex is.
[[nodiscard]] std::string change_sentence();

//! The change below which a point is within the noise of the scans. Pictures show it in grey.
[[nodiscard]] double place_noise_mm(const ScanComparison& change);

//! "b.stl", or "b.stl, 2024-03-01" if the name does not contain the date.
[[nodiscard]] std::string scan_in_words(const ReadScan& scan, const std::optional<ScanDate>& date);

//! "Scan 2 (b.stl)"; empty if there is only one scan.
[[nodiscard]] std::string scan_name(const Comparison& comparison, const ComparedScan& scan);

//! What changed, with a sentence for each scan.
[[nodiscard]] std::string headline_of(const Comparison& comparison);

//! The findings of all scans and remarks of import.
[[nodiscard]] std::vector<Remark> remarks_of(const Comparison& comparison);

//! What the numbers mean.
[[nodiscard]] Section definitions_section(const Comparison& comparison);

//! The sections about one scan: its teeth that changed, and how it was registered to the scan before.
//! \param pictures those of the scan, which are files of the report
[[nodiscard]] std::vector<Section> sections_of(const Comparison& comparison, const ComparedScan& scan,
                                               const std::vector<std::string>& pictures);

//! `compare`: compare.json, teeth_change.csv, report.html. For each scan after with a pose also
//! before_change.vtp, after_change.vtp and change.png; with several scans these end in _1, _2 …, and
//! series.png is added. For repeats also repeats.csv.
[[nodiscard]] Report report_of(std::shared_ptr<const Comparison> comparison);

//! Every file that such a report may have, compare.json first. Stars stand for numbers.
[[nodiscard]] std::vector<std::string> comparison_file_names();

}  // namespace intercusp
