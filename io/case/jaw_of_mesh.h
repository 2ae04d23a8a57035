// Makes a jaw, or a scan for registration, from a mesh in memory: tooth numbers, unit, search for teeth, repair. import_jaw
// calls this after it has read its files; callers whose meshes are not in files call it directly.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "io/case/import_jaw.h"
#include "io/case/labels.h"
#include "occlusion/teeth/find_teeth.h"
#include "occlusion/teeth/jaw_scan.h"

namespace intercusp {

//! \param mesh in the unit that `options` state; its labels are numbers as a file would have them
//! \param name of the mesh in messages and reports  \throw InputError
[[nodiscard]] RawJaw raw_jaw_of(RawMesh mesh, const std::string& name, std::optional<Jaw> jaw,
                                const ImportOptions& options = {});

//! The jaw with counts, tooth numbers and mm, once all its meshes are put together.
//! \param labels of each mesh; ignored where `options` want none  \throw InputError where the unit is wrong
[[nodiscard]] RawJaw completed_jaw(RawJaw read, const std::vector<FileLabels>& labels,
                                   const std::string& name, std::optional<Jaw> jaw,
                                   const ImportOptions& options);

//! One colour per vertex of the solid, found by place: repair does not move the vertices of the scan. Vertices that
//! repair added have none.  \param raw as it was repaired  \return empty where the scan has no colours
[[nodiscard]] std::vector<VertexColour> colours_on(const Solid& solid, const RawMesh& raw);

//! The jaw, repaired and closed; if it has no tooth numbers, its teeth are searched for. \throw InputError
[[nodiscard]] ImportedJaw closed_jaw(RawJaw read, const std::string& name, std::optional<Jaw> jaw,
                                     const ImportOptions& options = {});

//! For bodies that need no teeth: removes the finding that none were found.
[[nodiscard]] MeshReport without_search_for_teeth(MeshReport report);

//! A scan of one jaw for registration, which needs no solid: read, checked and its teeth numbered.
struct ReadScan {
  std::shared_ptr<const JawScan> scan;          //!< mm; vertices and faces in the order of the files
  MeshReport report;                            //!< without repairs: none are made
  std::vector<EstimatedTooth> estimated_teeth;  //!< found on the scan; empty where files number the teeth
};

//! \param source, jaw as for import_jaw; `options.teeth` says where numbers come from \throw InputError
[[nodiscard]] ReadScan read_scan(const std::string& source, std::optional<Jaw> jaw,
                                 const ImportOptions& options = {});

//! A scan of the teeth in bite, taken from the cheek. Tooth numbers are left out: its shape alone counts.
//! \param mm_per_unit as the jaws are read  \throw InputError
[[nodiscard]] ReadScan read_buccal_scan(const std::string& source, std::optional<double> mm_per_unit);

//! The scan of a mesh that was read. \param name of it in messages
[[nodiscard]] ReadScan scan_of_jaw(RawJaw read, const std::string& name, std::optional<Jaw> jaw,
                                   const ImportOptions& options = {});

//! The teeth of a scan as read, checked against the stated jaw: `find_teeth` with stricter findings. No number is surer than
//! the jaw. Findings beyond those of `find_teeth`:
//! - "no_teeth_found" with a `reason`: "size" (the body is smaller than three teeth or larger than any jaw), "no_row" (no three
//!   teeth in a row), "no_jaw" (is_like_a_jaw is false), "two_arches" (the scan holds both jaws), "holes" (faces
//!   are missing all over it);
//! - "jaw_contradicted" with `given`, `seen` and `confidence`: the shape is surely that of the other jaw. Then no tooth is sure.
//! \param raw mm
//! \param given empty: derived from the shape
//! \throw Cancelled
[[nodiscard]] FoundTeeth teeth_of_scan(const RawMesh& raw, std::optional<Jaw> given,
                                       const Progress& progress = {});

}  // namespace intercusp
