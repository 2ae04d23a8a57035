// Makes a jaw, or a scan for registration, from a mesh in memory: tooth numbers, unit, search for teeth,
// repair. import_jaw calls it after reading its files. Callers whose meshes are not in files call it
// directly.
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

//! \param mesh in the unit that `options` state; its labels are numbers as in a file
//! \param name of the mesh in messages and reports
//! \throw InputError
[[nodiscard]] RawJaw raw_jaw_of(RawMesh mesh, const std::string& name, std::optional<Jaw> jaw,
                                const ImportOptions& options = {});

//! Completes a jaw whose meshes were put together: counts, tooth numbers, conversion to mm.
//! \param labels those of each mesh; ignored if `options` ask for none
//! \throw InputError if the unit is wrong
[[nodiscard]] RawJaw completed_jaw(RawJaw read, const std::vector<FileLabels>& labels,
                                   const std::string& name, std::optional<Jaw> jaw,
                                   const ImportOptions& options);

//! One colour per vertex of the solid. Vertices are matched by position, because repair does not move the
//! vertices of the scan. Vertices that repair added have no colour.
//! \param raw the mesh that was repaired
//! \return empty if the scan has no colours
[[nodiscard]] std::vector<VertexColour> colours_on(const Solid& solid, const RawMesh& raw);

//! The jaw, repaired and closed. If it has no tooth numbers, its teeth are searched for.
//! \throw InputError
[[nodiscard]] ImportedJaw closed_jaw(RawJaw read, const std::string& name, std::optional<Jaw> jaw,
                                     const ImportOptions& options = {});

//! Removes the finding that no teeth were found, for bodies that need none.
[[nodiscard]] MeshReport without_search_for_teeth(MeshReport report);

//! A scan of one jaw for registration: read, checked and with numbered teeth. Registration needs no solid.
struct ReadScan {
  std::shared_ptr<const JawScan> scan;          //!< mm; vertices and faces in the order of the files
  MeshReport report;                            //!< without repairs, because none are made
  std::vector<EstimatedTooth> estimated_teeth;  //!< teeth found on the scan; empty if files number the teeth
};

//! \param source,jaw as for import_jaw; `options.teeth` states where numbers come from
//! \throw InputError
[[nodiscard]] ReadScan read_scan(const std::string& source, std::optional<Jaw> jaw,
                                 const ImportOptions& options = {});

//! Reads a scan of the teeth in bite, taken from the cheek. It gets no tooth numbers, because only its shape
//! matters.
//! \param mm_per_unit as for the jaws
//! \throw InputError
[[nodiscard]] ReadScan read_buccal_scan(const std::string& source, std::optional<double> mm_per_unit);

//! Makes a scan from a mesh that was read.
//! \param name of the mesh in messages
[[nodiscard]] ReadScan scan_of_jaw(RawJaw read, const std::string& name, std::optional<Jaw> jaw,
                                   const ImportOptions& options = {});

//! Finds the teeth of a scan as it was read, and checks them against the stated jaw. Differs from
//! `find_teeth` in stricter findings. The confidence of a number is at most that of the jaw. Findings beyond
//! those of `find_teeth`:
//! - "no_teeth_found" with a `reason`: "size" (the body is smaller than three teeth or larger than any jaw),
//!   "no_row" (no three teeth in a row), "no_jaw" (is_like_a_jaw is false), "two_arches" (the scan holds both
//!   jaws), "holes" (faces are missing all over it);
//! - "jaw_contradicted" with `given`, `seen` and `confidence`: the shape is surely that of the other jaw.
//!   Then no tooth is sure.
//! \param raw mm
//! \param given if empty, derived from the shape
//! \throw Cancelled
[[nodiscard]] FoundTeeth teeth_of_scan(const RawMesh& raw, std::optional<Jaw> given,
                                       const Progress& progress = {});

}  // namespace intercusp
