// One jaw as a proposal would grind it: a depth at each vertex, along a fixed line into the jaw. The other jaw and the input
// stay as they are. Lengths are mm.
#pragma once

#include <Eigen/Geometry>
#include <cstdint>
#include <memory>
#include <vector>

#include "occlusion/case/case.h"
#include "occlusion/distance/jaw_distance.h"

namespace intercusp {

//! One per vertex of the jaw; 0: not ground.
using Depths = std::vector<double>;

//! Vertices that edges join, all on one tooth.
using GrindRegion = std::vector<std::uint32_t>;

//! A place to grind.
struct GrindPatch {
  int number = 0;                                     //!< from 1, from the patient's right to the left
  int tooth = 0;                                      //!< FDI; 0: gum or unknown
  double depth_mm = 0;                                //!< greatest way of a vertex
  double area_mm2 = 0;                                //!< of the faces with a vertex that moves, before
  Eigen::Vector3d centroid_mm{0, 0, 0};               //!< of that area, case frame
  std::vector<std::uint32_t> vertices;                //!< that move, ascending
  std::vector<std::vector<Eigen::Vector3d>> outline;  //!< closed lines around those faces, case frame
};

class GroundJaw {
 public:
  //! \pre the case has axes  \throw std::runtime_error if Embree has no device
  GroundJaw(const Case& start, Jaw jaw);

  [[nodiscard]] const Solid& solid() const { return *solid_; }
  [[nodiscard]] const JawDistance& other() const { return other_; }
  [[nodiscard]] Eigen::Isometry3d other_from_own(const Eigen::Isometry3d& upper_from_lower) const;
  //! In the jaw's own frame.
  [[nodiscard]] Eigen::Vector3d place(std::uint32_t vertex, double depth_mm) const {
    return solid_->mesh.vertices[vertex] + depth_mm * inwards_[vertex];
  }

  //! The depth, at least `from_mm`, from which the other jaw is `wanted_mm` away from the vertex. Less where the distance
  //! is uncertain, and at most 2 mm.
  [[nodiscard]] double depth_for(std::uint32_t vertex, double from_mm, double wanted_mm,
                                 const Eigen::Isometry3d& other_from_own) const;

  [[nodiscard]] Bite ground(const Depths& depths) const;

  //! The regions of the chosen vertices, those with most vertices first.  \param chosen one per vertex
  [[nodiscard]] std::vector<GrindRegion> regions(const std::vector<std::uint8_t>& chosen) const;
  //! What is ground of each region; regions without are left out.
  [[nodiscard]] std::vector<GrindPatch> patches(const std::vector<GrindRegion>& regions, const Depths& depths,
                                                const Eigen::Vector3d& left) const;

 private:
  Bite bite_;
  Jaw jaw_;
  std::shared_ptr<const Solid> solid_;
  JawDistance other_;
  std::vector<Eigen::Vector3d> inwards_;  //!< unit, own frame
};

}  // namespace intercusp
