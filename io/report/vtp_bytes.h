// VTK PolyData files: a mesh with numbers at its points and faces, a jaw, or curves in space. Binary,
// appended, not compressed.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "io/picture/posed_jaw.h"
#include "io/wording/provenance.h"
#include "occlusion/distance/surface_distance.h"
#include "occlusion/exact/exact_interference.h"

namespace intercusp {

struct VtpArray {
  std::string name;
  std::variant<std::vector<float>, std::vector<int>, std::vector<std::uint8_t>> numbers;
};

struct VtpMesh {
  std::span<const Eigen::Vector3d> points;  //!< mm
  std::span<const Face> faces;
  std::vector<VtpArray> of_points = {}, of_faces = {};  //!< one number for each point, or for each face
  std::string shown;                                    //!< name of the array that programs show first
  std::vector<std::pair<std::string, std::string>> notes = {};  //!< name and text, in the field data
};

//! \param what what the file holds, for the error
//! \throw std::runtime_error if VTK cannot write it
[[nodiscard]] std::string mesh_vtp(const VtpMesh& mesh, const std::string& what);

//! One label per vertex; 0 if there are no labels.
[[nodiscard]] VtpArray label_array(const std::vector<int>& labels, std::size_t vertices);

//! The jaw in the case frame, with these arrays. Per vertex: `clearance_mm` (NaN if none) and `label` (FDI, 0
//! = gum or unknown); with `distances` also `surface_distance_mm` (NaN if none) and `surface_distance_at_rim`
//! (1 = the closest point lies on the rim of the other scan). Per face: `anatomy` (1 = scanned, 0 = skirt or
//! base that import added). The field data explains the numbers.
//! \param distances those of this jaw, or none
//! \pre one number per vertex
//! \throw std::runtime_error if VTK cannot write it
[[nodiscard]] std::string vtp_bytes(const PosedJaw& jaw, std::span<const float> clearance_mm,
                                    const VertexDistances* distances, const Provenance& provenance);

//! One line cell per curve, with points in double, mm, case frame. Per cell: `length_mm` and `closed` (1 = a
//! loop, whose last number is that of its first point). The field data explains them.
//! \param meaning one sentence for the reader of the file
//! \throw std::runtime_error if VTK cannot write it
[[nodiscard]] std::string polylines_vtp(std::span<const Polyline> lines, const std::string& meaning,
                                        const Provenance& provenance);

}  // namespace intercusp
