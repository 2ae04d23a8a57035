// Vertices are put into the faces of a mesh: inside one, which becomes three, or on an edge, where two become four.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "occlusion/geometry/triangle_mesh.h"

namespace intercusp {

class Insertion {
 public:
  //! \param vertices of the faces and those to be put in; they must outlive this
  Insertion(const std::vector<Eigen::Vector3d>& vertices, std::vector<Face> faces);

  //! \param face nearest to the vertex, one of those given
  //! \return false where that has changed already, or the vertex lies beyond a corner or an open edge of it
  bool put(std::uint32_t vertex, std::uint32_t face);

  //! The numbers of those faces that are new or not as they were given.
  [[nodiscard]] std::vector<std::uint32_t> changed() const;

  [[nodiscard]] std::vector<Face> faces() && { return std::move(faces_); }

 private:
  void change(std::uint32_t face, const Face& to);
  //! \param corner at which the edge begins
  bool split(std::uint32_t vertex, std::uint32_t face, std::size_t corner);
  void halve(std::uint32_t vertex, std::uint32_t face, std::size_t corner);

  const std::vector<Eigen::Vector3d>& vertices_;
  std::vector<Face> faces_;
  std::vector<std::uint8_t> changed_;                 //!< of the faces that were given
  std::vector<std::array<std::uint32_t, 3>> across_;  //!< the face beyond the edge that begins at each corner
};

}  // namespace intercusp
