// Exact first contact of two jaws along a whole motion, in one step (Eichner 1986), for meshes of some
// hundred thousand faces.
//
// At first contact either a corner of one jaw meets a face of the other, or two edges meet. The amounts are
// closed-form roots: linear for a shift, A·cos φ + B·sin φ + C = 0 for a turn. Bounds of boxes across and
// along the trajectories select the pairs of faces, and pairs that cannot beat the earliest contact so far
// are skipped. Nothing is missed, and the time does not depend on the length of the motion. Faces that move
// away from the other jaw are dropped first (Vaněček 1993; velocity_culling.h).
#pragma once

#include <Eigen/Geometry>
#include <array>
#include <cstdint>
#include <memory>
#include <optional>

#include "occlusion/geometry/solid.h"
#include "occlusion/motion/motion.h"

namespace intercusp {

enum class ContactFeatures { lower_corner_on_upper_face, upper_corner_on_lower_face, edge_on_edge };

struct FirstContact {
  double amount = 0;                    //!< radians or mm from the start
  Eigen::Vector3d case_point{0, 0, 0};  //!< contact point, case frame
  ContactFeatures features = ContactFeatures::edge_on_edge;
  std::uint32_t upper_face = 0, lower_face = 0;  //!< faces on which, or next to which, they meet
  //! Vertices of the feature: both ends of an edge, a corner twice, or the first two of a face.
  std::array<std::uint32_t, 2> upper_vertices{}, lower_vertices{};
};

struct ContactSearchOptions {
  bool velocity_culling = true;  //!< does not change the answer
};

//! Both jaws, prepared once for all poses and motions.
class ContactSearch {
 public:
  //! \throw std::invalid_argument if a jaw is missing
  ContactSearch(std::shared_ptr<const Solid> upper, std::shared_ptr<const Solid> lower);
  ~ContactSearch();
  ContactSearch(ContactSearch&&) noexcept;
  ContactSearch& operator=(ContactSearch&&) noexcept;

  //! Whether the jaws' anatomies overlap by more than the depth tolerance.
  //! \throw std::runtime_error if Embree has no device
  [[nodiscard]] bool overlap(const Eigen::Isometry3d& upper_from_lower) const;

  //! The first amount, from 0 to the motion's limit, at which anatomy of the lower runs into anatomy of the
  //! upper; empty if there is none. Two features meet where they first touch, if they go on to a depth above
  //! the depth tolerance before they part (depth_growth.h). Jaws that start within the tolerance of each
  //! other therefore meet at 0 if the motion presses them together. Surfaces that separate, graze or slide
  //! along each other within the tolerance do not meet. May be called from many threads at once.
  //! \pre the jaws do not overlap at the start; otherwise the result is the first later inward crossing of
  //! surfaces (find_first_contact checks the start)
  //! \throw std::invalid_argument if the pose is not finite
  [[nodiscard]] std::optional<FirstContact> first(const Eigen::Isometry3d& upper_from_lower,
                                                  const Motion& motion,
                                                  const ContactSearchOptions& options = {}) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace intercusp
