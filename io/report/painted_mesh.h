// A jaw with a colour at each vertex, for programs that show or print meshes: PLY, glTF and 3MF.
#pragma once

#include <Eigen/Core>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "io/picture/paint.h"
#include "io/picture/posed_jaw.h"
#include "occlusion/case/anatomy.h"

namespace intercusp {

struct PaintedMesh {
  std::string name;          //!< "upper"
  TriangleMesh mesh;         //!< case frame, mm
  std::vector<Rgb> colours;  //!< one per vertex
};

//! Binary glTF 2.0 with a node per mesh. Positions are in metres, as the format demands. If the axes are
//! known, the root node turns superior up and anterior towards the viewer.
//! \throw std::runtime_error if it cannot be written
[[nodiscard]] std::string glb_bytes(std::span<const PaintedMesh> meshes,
                                    const std::optional<AnatomicalAxes>& axes);

//! 3MF in mm, with an object per mesh.
//! \throw std::runtime_error if lib3mf cannot write it
[[nodiscard]] std::string three_mf_bytes(std::span<const PaintedMesh> meshes);

}  // namespace intercusp
