// Writes meshes as binary little-endian PLY with float coordinates. Each vertex also has a colour and an `int
// label` if they are given.
#pragma once

#include <filesystem>
#include <span>
#include <string>

#include "io/files/write_atomically.h"
#include "occlusion/geometry/triangle_mesh.h"
#include "occlusion/maps/colour_scale.h"

namespace intercusp {

//! The bytes of the file.
//! \param labels,colours one per vertex, or empty
[[nodiscard]] std::string ply_bytes(const TriangleMesh& mesh, std::span<const int> labels = {},
                                    std::span<const Rgb> colours = {});

//! Writes the file completely or not at all.
//! \throw OutputError
inline void write_ply(const std::filesystem::path& file, const TriangleMesh& mesh,
                      std::span<const int> labels = {}) {
  write_atomically(file, ply_bytes(mesh, labels));
}

}  // namespace intercusp
