// Makes a jaw from a mesh in memory: tooth numbers, unit, search for teeth, repair. import_jaw calls this after it has
// read its files; callers whose meshes are not in files call it directly.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "io/case/import_jaw.h"
#include "io/case/labels.h"

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

//! Finds teeth on a scan without numbers and labels its vertices with them; none where the search fails.
std::vector<EstimatedTooth> estimate_labels(RawMesh& raw, std::optional<Jaw> jaw, MeshReport& report);

//! One colour per vertex of the solid, found by place: repair does not move the vertices of the scan. Vertices that
//! repair added have none.  \param raw as it was repaired  \return empty where the scan has no colours
[[nodiscard]] std::vector<VertexColour> colours_on(const Solid& solid, const RawMesh& raw);

//! The jaw, repaired and closed; if it has no tooth numbers, its teeth are searched for. \throw InputError
[[nodiscard]] ImportedJaw closed_jaw(RawJaw read, const std::string& name, std::optional<Jaw> jaw,
                                     const ImportOptions& options = {});

//! For bodies that need no teeth: removes the finding that none were found.
[[nodiscard]] MeshReport without_search_for_teeth(MeshReport report);

}  // namespace intercusp
