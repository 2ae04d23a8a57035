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

//! Binary glTF 2.0: a node per mesh, positions in metres as the format demands. The root node turns superior up and
//! anterior towards the viewer, if the axes are known. \throw std::runtime_error where it cannot be written.
[[nodiscard]] std::string glb_bytes(std::span<const PaintedMesh> meshes,
                                    const std::optional<AnatomicalAxes>& axes);

//! 3MF in mm: an object per mesh. \throw std::runtime_error where lib3mf cannot write it.
[[nodiscard]] std::string three_mf_bytes(std::span<const PaintedMesh> meshes);

}  // namespace intercusp
