// An elastic foundation: springs on both jaws' surfaces near the bite. They push but never pull.
//
// Points are spread over the anatomy of both jaws. A point inside the other jaw is pushed towards the closest
// surface, by a force proportional to its depth and to the area that it represents. A point outside, or
// deeper than 2 mm, carries no force. There is no friction. The bed models the ligaments and the compliance
// of the teeth. Its stiffness is 1 N/mm per mm². Only the ratio of load to stiffness matters, so the load
// decides how deep the jaws sink in.
#pragma once

#include <Eigen/Geometry>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "occlusion/case/bite.h"
#include "occlusion/distance/jaw_distance.h"
#include "occlusion/geometry/decompositions.h"

namespace intercusp {

//! Finds which vertices of a jaw's anatomy lie within reach of the other jaw's, in any pose. It keeps them in
//! groups of neighbours, made once for all poses.
class NearVertices {
 public:
  //! \param jaw must outlive this object
  explicit NearVertices(const Solid& jaw);

  //! For each vertex of the jaw, 1 if it is part of the anatomy and within reach, else 0. Distance is
  //! 1-Lipschitz, so the distance of a group's middle decides for the whole group, except near the limit of
  //! the reach.
  [[nodiscard]] std::vector<std::uint8_t> within(double reach_mm, const JawDistance& other,
                                                 const Eigen::Isometry3d& other_from_jaw) const;

 private:
  struct Group {
    std::uint32_t first, end;  //!< indices into `vertices_`
    Eigen::Vector3d middle;
    double radius_mm;
  };

  const TriangleMesh& mesh_;
  std::vector<std::uint32_t> vertices_;  //!< vertices of the anatomy, with neighbours together
  std::vector<Group> groups_;
};

//! A point that carries load.
struct PressedPoint {
  Eigen::Vector3d case_point;
  Eigen::Vector3d push;  //!< unit direction of the push on the lower, case frame
  double depth_mm;
  double area_mm2;
  std::uint32_t upper_face, lower_face;  //!< the face on which it lies, and the closest face of the other jaw
};

//! The bed in one pose of the lower.
struct BedReaction {
  double energy = 0;                 //!< N·mm
  Vector6d push = Vector6d::Zero();  //!< force (N) and moment (N·mm) on the lower about the pivot, case frame
  Matrix6d stiffness = Matrix6d::Zero();  //!< stiffness of that push, without the curvature of the surfaces
  double deepest_mm = 0;                  //!< depth of the deepest point
  double bearing_mm2 = 0;                 //!< area of the points that bear
};

struct BedOptions {
  double spacing_mm;  //!< greatest distance between points; they are closer where the mesh is finer
  double reach_mm;    //!< faces further than this from the other jaw at the start have no points
};

//! A point of the bed.
struct BedPoint {
  Eigen::Vector3d place, normal;  //!< in its jaw's frame
  double area_mm2;                //!< area that it represents
  std::uint32_t face;
  bool on_lower;
};

//! Both jaws of a bite, prepared once for all beds.
struct SeatingJaws {
  PreparedJaws distance;
  NearVertices near_of_upper, near_of_lower;
  //! Number of closest points that all beds have searched. It has no bound if flush walls leave the jaws free
  //! to slide.
  mutable std::atomic<std::uint64_t> searches = 0;
};

//! \throw as prepare_jaws
[[nodiscard]] SeatingJaws seating_jaws(const Bite& bite);

class ElasticBed {
 public:
  //! \pre jaws were prepared from the solids of this bite, and outlive this object
  ElasticBed(const Bite& bite, const SeatingJaws& jaws, const BedOptions& options);

  //! The result is bit-identical for any number of threads.
  //! \param pivot of moments and turns, case frame
  //! \throw std::runtime_error if the beds of these jaws have searched many times as many points as scans in
  //! a bite need
  [[nodiscard]] BedReaction press(const Eigen::Isometry3d& upper_from_lower, const Eigen::Vector3d& pivot);

  //! The points that bear load in the pose that was pressed last.
  [[nodiscard]] std::vector<PressedPoint> pressed_points() const;

 private:
  //! The last result at a point: unknown, far from the other jaw, or a reading.
  enum class Known : std::uint8_t { nothing, far, near };
  struct Asked;
  //! Adds a point to those whose closest face is searched, unless it cannot have moved inside.
  void ask(std::size_t point, const Eigen::Vector3d& in_other, Asked& asked) const;
  void answer(Asked& asked, const Eigen::Isometry3d& upper_from_lower);
  //! \param beside reading of a point of the same jaw, which often decides on which side a new one lies
  void take(std::size_t point, const Eigen::Vector3d& in_other, const std::optional<ClosestPoint>& closest,
            const std::optional<NearbyReading>& beside, const Eigen::Isometry3d& upper_from_lower);

  const PreparedJaws& jaws_;
  std::atomic<std::uint64_t>& searches_;
  std::vector<BedPoint> points_;
  std::vector<NearbyReading> looked_;  //!< the last reading of each point, in the other jaw's frame
  std::vector<Known> known_;
  std::vector<PressedPoint> pressed_;  //!< one per point; depth 0 if it bears no load
};

}  // namespace intercusp
