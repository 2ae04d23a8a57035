// A mesh as its file lists it: before any repair, in the file's own unit and order.
#pragma once

#include <Eigen/Core>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "occlusion/geometry/triangle_mesh.h"

namespace intercusp {

using VertexColour =
    std::array<std::uint8_t, 4>;  //!< sRGB; the last is 0 where the vertex has none, else 255

//! Pictures on a mesh, as OBJ files name them.
struct NamedTextures {
  //! Where a vertex lies in the picture of a material: 0 to 1 from the left and from the bottom, repeated beyond.
  struct Place {
    float u = 0, v = 0;
    std::int32_t material = -1;  //!< in `materials`; -1: none
  };
  std::vector<std::string> libraries, materials;  //!< files of materials, and names in them
  std::vector<Place> places;                      //!< one per vertex where any has one, else empty
};

struct RawMesh {
  std::vector<Eigen::Vector3d> vertices;  //!< coordinates may be NaN or infinite: repair drops them
  std::vector<Face> faces;                //!< triangles; polygons are fans. All indices are in range
  //! First vertex of each further file of the jaw: vertices of different files are never merged.
  std::vector<std::uint32_t> file_starts;
  std::vector<VertexColour> colours;       //!< one per vertex where the file has them, else empty
  std::vector<VertexColour> face_colours;  //!< one per face where the file has them, else empty
  bool has_bad_colours = false;            //!< the file has some that cannot be used
  NamedTextures textures;                  //!< not read yet (take_texture_colours)
  std::vector<int> labels;       //!< one per vertex where the file or its companion has them, else empty
  std::string label_array;       //!< the name that the file gives them
  bool labels_per_face = false;  //!< in the file
  std::vector<std::string> unread_labels;  //!< names of the file's other arrays that look like tooth numbers
  std::size_t faces_with_bad_indices =
      0;  //!< faces of the file that named missing vertices and were left out
  std::size_t faces_without_three_corners = 0;  //!< points and lines in the list of faces, left out
};

//! Faces name their vertices by 32-bit numbers; a file with more vertices cannot be used.
inline constexpr std::uint64_t max_raw_vertices = std::numeric_limits<std::uint32_t>::max();

//! Adds one polygon of a file as a fan of triangles, or counts why not.
//! \param corners vertex numbers from 0, as the file has them: they may be negative or too big.
//! \param vertex_count vertices that the file has in all; mesh.vertices may still be on its way there.
inline void add_polygon(RawMesh& mesh, std::span<const std::int64_t> corners, std::size_t vertex_count) {
  if (corners.size() < 3) {
    ++mesh.faces_without_three_corners;
    return;
  }
  for (const std::int64_t corner : corners) {
    if (corner < 0 || static_cast<std::uint64_t>(corner) >= vertex_count) {
      ++mesh.faces_with_bad_indices;
      return;
    }
  }
  const auto index = [&](std::size_t i) { return static_cast<std::uint32_t>(corners[i]); };
  for (std::size_t i = 2; i < corners.size(); ++i) mesh.faces.push_back({index(0), index(i - 1), index(i)});
}

//! Adds the triangles of a strip, in which every other triangle is turned round, or counts why not.
inline void add_strip(RawMesh& mesh, std::span<const std::int64_t> corners, std::size_t vertex_count) {
  for (std::size_t i = 2; i < corners.size(); ++i) {
    const std::size_t odd = i % 2;
    const std::array<std::int64_t, 3> triangle = {corners[i - 2 + odd], corners[i - 1 - odd], corners[i]};
    add_polygon(mesh, triangle, vertex_count);
  }
}

}  // namespace intercusp
