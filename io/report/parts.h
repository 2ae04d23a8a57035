// What several reports share: input files, axes, settings, timings, remarks.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "io/files/value.h"
#include "io/mesh/mesh_report.h"
#include "io/wording/figure.h"
#include "io/wording/provenance.h"
#include "io/wording/section.h"
#include "occlusion/base/finding.h"
#include "occlusion/case/anatomy.h"
#include "occlusion/case/bite.h"
#include "occlusion/contacts/intervals.h"
#include "occlusion/geometry/solid.h"
#include "occlusion/maps/map_engine.h"

namespace intercusp {

enum class EngineKind;

//! The beginning of every JSON file: schema ("intercusp-close/1"), version, units and purpose.
[[nodiscard]] Fields envelope(std::string_view schema, std::string_view units);

//! The paths separated by commas; and one entry per file with path, format and digest.
[[nodiscard]] std::string paths_of(const MeshReport& report);
[[nodiscard]] Values input_files(const MeshReport& report);

//! A jaw in the shorter reports: file, triangles, files.
[[nodiscard]] Fields input_fields(const MeshReport& report);
//! The files of a jaw and the result of their import.
[[nodiscard]] Fields solid_fields(const MeshReport& report, const Solid& solid);

//! Where the tooth numbers come from; null if there are none.
[[nodiscard]] Value label_source_value(const MeshReport& report);

//! Axes with confidence and method; null without axes.
[[nodiscard]] Fields anatomy_fields(const Anatomy& anatomy);

//! Fields: direction, pixel_mm, width and height. window_fields has right, down, u0_mm and v0_mm.
[[nodiscard]] Fields direction_fields(const View& view);
[[nodiscard]] Fields window_fields(const View& view);

//! [{"fdi", "confidence", "sure"}]; empty if files number the teeth.
[[nodiscard]] Values estimated_teeth_values(const std::vector<EstimatedTooth>& teeth);
//! "auto", or the requested engine.
[[nodiscard]] Value asked_engine(EngineKind kind);
[[nodiscard]] Value asked_direction(const std::optional<Eigen::Vector3d>& direction);

//! Definitions as fields: name and sentence.
[[nodiscard]] Fields fields_of(const std::vector<Fact>& facts);

//! In ms: import, then the stages.
//! \param always stages that come first, with 0 if they did not run
[[nodiscard]] Fields timing_fields(double import_ms, const std::vector<StageTime>& stages,
                                   const std::vector<std::string>& always = {});

//! [low, high].
[[nodiscard]] Value interval_value(const Interval& interval);

//! version, settings, upper_sha256, lower_sha256: the last columns of tables.
[[nodiscard]] Fields provenance_columns(const Provenance& provenance);

//! [{"code", "severity", "values"}]: the findings in every JSON file.
[[nodiscard]] Values finding_values(const std::vector<Finding>& findings);
//! These findings, then those of the search for teeth in each scan, which state the `jaw`.
[[nodiscard]] Values finding_values(std::vector<Finding> findings, const MeshReport& upper,
                                    const MeshReport& lower);
//! The sentences of the findings that finding_values lists.
[[nodiscard]] Values remark_values(const std::vector<Finding>& findings, const MeshReport& upper,
                                   const MeshReport& lower);

//! "Upper: The scan …".
[[nodiscard]] Values remark_values(const std::vector<Remark>& remarks);

//! The sentences of the findings, then those of the search for teeth and the remarks about both jaws.
[[nodiscard]] std::vector<Remark> remarks_of(const std::vector<Finding>& findings, const MeshReport& upper,
                                             const MeshReport& lower);

//! {"upper_from_lower": [16]}, which --pose reads.
[[nodiscard]] std::string pose_file_text(const Eigen::Isometry3d& upper_from_lower);

}  // namespace intercusp
