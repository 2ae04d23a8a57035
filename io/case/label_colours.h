// Tooth numbers given as colours of a scan's faces or vertices.
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "io/mesh/raw_mesh.h"
#include "occlusion/base/finding.h"

namespace intercusp {

//! The tooth of each vertex. Colours that the table lacks are gum, and are remarked.
//! \param table lines `r,g,b,fdi`, whole numbers, 0 = gum; a line of words may head them
//! \throw InputError where a line of the table cannot be used, or the mesh has no colours
[[nodiscard]] std::vector<int> labels_of_colours(const RawMesh& mesh, const std::filesystem::path& mesh_file,
                                                 const std::filesystem::path& table,
                                                 std::vector<Finding>& remarks);

//! A remark where colours may stand for teeth: 4 to 17 of them (gum and 3 to 16 teeth), one of which is twice as frequent as
//! the next, as gum is.
[[nodiscard]] std::optional<Finding> colours_like_labels(const RawMesh& mesh,
                                                         const std::filesystem::path& mesh_file);

}  // namespace intercusp
