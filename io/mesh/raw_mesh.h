// A mesh as its file lists it: before any repair, in the unit and the order of the file.
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

//! sRGB. The last byte is 255, or 0 if the vertex has no colour.
using VertexColour = std::array<std::uint8_t, 4>;

//! The texture pictures of a mesh, as OBJ files name them.
struct NamedTextures {
  //! The position of a vertex in the picture of a material: 0 to 1 from the left and from the bottom,
  //! repeated beyond.
  struct Place {
    float u = 0, v = 0;
    std::int32_t material = -1;  //!< index into `materials`; −1: none
  };
  std::vector<std::string> libraries, materials;  //!< material files, and the names of materials in them
  std::vector<Place> places;                      //!< one per vertex if any vertex has one, else empty
};

struct RawMesh {
  std::vector<Eigen::Vector3d> vertices;  //!< coordinates may be NaN or infinite: repair drops them
  std::vector<Face> faces;                //!< triangles; polygons become fans. All indices are in range
  //! The first vertex of each further file of the jaw. Vertices of different files are never merged.
  std::vector<std::uint32_t> file_starts;
  std::vector<VertexColour> colours;       //!< one per vertex if the file has them, else empty
  std::vector<VertexColour> face_colours;  //!< one per face if the file has them, else empty
  bool has_bad_colours = false;            //!< some colours of the file cannot be used
  NamedTextures textures;                  //!< not read yet (take_texture_colours)
  std::vector<int> labels;       //!< one per vertex if the file or its companion has them, else empty
  std::string label_array;       //!< the labels' name in the file
  bool labels_per_face = false;  //!< the file has labels per face
  std::vector<std::string> unread_labels;  //!< names of other arrays of the file that look like tooth numbers
  //! Number of faces in the file that name missing vertices. They are left out.
  std::size_t faces_with_bad_indices = 0;
  std::size_t faces_without_three_corners = 0;  //!< points and lines in the list of faces; they are left out
};

//! Faces name their vertices by 32-bit numbers. A file with more vertices cannot be used.
inline constexpr std::uint64_t max_raw_vertices = std::numeric_limits<std::uint32_t>::max();

//! Adds one polygon of a file as a fan of triangles, or counts why it cannot.
//! \param corners vertex numbers from 0, as in the file: they may be negative or too large
//! \param vertex_count number of vertices in the file; mesh.vertices may still have fewer
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

//! Adds the triangles of a strip, or counts why it cannot. In a strip every second triangle has the opposite
//! orientation.
inline void add_strip(RawMesh& mesh, std::span<const std::int64_t> corners, std::size_t vertex_count) {
  for (std::size_t i = 2; i < corners.size(); ++i) {
    const std::size_t odd = i % 2;
    const std::array<std::int64_t, 3> triangle = {corners[i - 2 + odd], corners[i - 1 - odd], corners[i]};
    add_polygon(mesh, triangle, vertex_count);
  }
}

//! Adds the mesh of a further file, or of a further object of one. Labels are left out.
//! \param source its name in messages
//! \throw InputError for more vertices than can be used
void append(RawMesh& whole, RawMesh&& part, const std::string& source);

}  // namespace intercusp
