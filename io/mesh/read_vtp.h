// VTP and VTU, the XML PolyData and UnstructuredGrid of VTK: the formats that are read by VTK itself.
#pragma once

#include <filesystem>
#include <string_view>

#include "io/mesh/raw_mesh.h"

namespace intercusp {

//! Polygons become fans, triangle strips triangles; vertices and lines of the file are passed over. Labels
//! are read from a point array. What VTK has to say about the file ends up in the exception, not on stderr.
//! \throw InputError where check_vtp refuses the file or VTK reports an error.
[[nodiscard]] RawMesh read_vtp(const std::filesystem::path& file, std::string_view bytes);

//! Rational Bézier quadrilaterals (VTK's cell type 77; weights in RationalWeights of the points, degrees in
//! HigherOrderDegrees of the cells) as triangles (patch_mesh.h), at most 0.001 off in the file's unit and 1e-4 of the
//! size, or what mesh.patch_error says. \throw InputError as above, and for cells of other types
[[nodiscard]] RawMesh read_vtu(const std::filesystem::path& file, std::string_view bytes);

}  // namespace intercusp
