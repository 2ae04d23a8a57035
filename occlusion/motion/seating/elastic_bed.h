// Both jaws' surfaces near the bite as a bed of springs that only push: what a jaw settles on.
//
// Points are spread over the anatomy of both jaws. A point that lies inside the other jaw is pushed back
// along the way to the closest surface, in any direction, by a force that grows with its depth and with the
// area it stands for; a point outside, or deeper than 2 mm, feels nothing. There is no friction. The bed
// stands for the ligaments and the softness of the teeth; how deep the jaws sink in is the load's to say, not
// the bed's: its stiffness is 1 N/mm per mm², and only the quotient of load and stiffness matters.
#pragma once

#include <Eigen/Geometry>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "occlusion/case/bite.h"
#include "occlusion/distance/jaw_distance.h"

namespace intercusp {

using Vector6d = Eigen::Matrix<double, 6, 1>;  //!< a shift in mm, then a turn in rad, case frame
using Matrix6d = Eigen::Matrix<double, 6, 6>;

//! A pressed point: where it lies, which way the lower is pushed there, how deep and over what area.
struct PressedPoint {
  Eigen::Vector3d case_point;
  Eigen::Vector3d push;  //!< unit, on the lower, case frame
  double depth_mm;
  double area_mm2;
  std::uint32_t upper_face, lower_face;  //!< the one it lies on and the closest of the other jaw
};

//! The bed in one pose of the lower.
struct BedReaction {
  double energy = 0;                      //!< N·mm
  Vector6d push = Vector6d::Zero();       //!< force (N) and moment (N·mm) on the lower about the pivot
  Matrix6d stiffness = Matrix6d::Zero();  //!< of that push, without the surfaces' curvature
  double deepest_mm = 0;                  //!< of the points
  double bearing_mm2 = 0;                 //!< area of the points that bear
};

struct BedOptions {
  double spacing_mm;  //!< of the points, at most; finer where the mesh is
  double reach_mm;    //!< faces further than this from the other jaw at the start have no points
};

//! A point of the bed.
struct BedPoint {
  Eigen::Vector3d place, normal;  //!< in its jaw's frame
  double area_mm2;                //!< that it stands for
  std::uint32_t face;
  bool on_lower;
};

class ElasticBed {
 public:
  //! \pre jaws were prepared from the solids of this bite, and outlive this.
  ElasticBed(const Bite& bite, const PreparedJaws& jaws, const BedOptions& options);

  //! \param pivot what moments and turns are about, case frame. The same bits for any number of threads.
  [[nodiscard]] BedReaction press(const Eigen::Isometry3d& upper_from_lower, const Eigen::Vector3d& pivot);

  //! The points that bear, in the pose last pressed.
  [[nodiscard]] std::vector<PressedPoint> pressed_points() const;

 private:
  void add_points(const Solid& jaw, const Eigen::Isometry3d& other_from_jaw, const JawDistance& other,
                  bool on_lower, const BedOptions& options);
  //! The reading at a point, looked up anew only where it may have come to lie inside.
  void look(std::size_t point, const Eigen::Vector3d& in_other, const Eigen::Vector3d& normal_in_other);

  const PreparedJaws& jaws_;
  std::vector<BedPoint> points_;
  std::vector<NearbyReading> looked_;  //!< where each point was last looked at, in the other's frame
  std::vector<std::uint8_t> known_;
  std::vector<PressedPoint> pressed_;  //!< one per point; depth 0 where it bears nothing
};

}  // namespace intercusp
