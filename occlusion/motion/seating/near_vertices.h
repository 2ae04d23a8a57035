// Which vertices of a jaw's anatomy lie within reach of the other jaw's, in any pose.
#pragma once

#include <Eigen/Geometry>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "occlusion/distance/jaw_distance.h"

namespace intercusp {

//! A jaw's vertices in groups of neighbours, made once for all poses.
class NearVertices {
 public:
  //! The jaw must outlive this.
  explicit NearVertices(const Solid& jaw);

  //! For each vertex of the jaw 1 if it is part of the anatomy and within reach, else 0. Distance is 1-Lipschitz, so
  //! the distance of a group's middle decides for the whole group, except near the limit of the reach.
  [[nodiscard]] std::vector<std::uint8_t> within(double reach_mm, const JawDistance& other,
                                                 const Eigen::Isometry3d& other_from_jaw) const;

 private:
  struct Group {
    std::uint32_t first, end;  //!< in `vertices_`
    Eigen::Vector3d middle;
    double radius_mm;
  };

  const TriangleMesh& mesh_;
  std::vector<std::uint32_t> vertices_;  //!< of the anatomy, neighbours together
  std::vector<Group> groups_;
};

}  // namespace intercusp
