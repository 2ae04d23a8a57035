// The benchmark's case: two jaws, the direction of the map, and the fixed poses.
#pragma once

#include <Eigen/Geometry>
#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "occlusion/case/bite.h"
#include "occlusion/view/view.h"

namespace intercusp::bench {

struct BenchCase {
  Bite bite;
  Eigen::Isometry3d view_from_case;
  std::vector<Eigen::Isometry3d> poses;  //!< measured_poses, 16 of them
  Eigen::Isometry3d far_apart;           //!< 30 mm further open than the first, far from any contact

  [[nodiscard]] std::size_t triangles() const { return bite.lower->mesh.faces.size(); }

  //! The bite in one of the poses.
  [[nodiscard]] Bite posed(const Eigen::Isometry3d& upper_from_lower) const {
    return {bite.upper, bite.lower, upper_from_lower};
  }
};

//! Least clearance along the projection of the pose with this index, mm; the hinge openings (11 and above)
//! have no such number.
[[nodiscard]] double closed_to_mm(std::size_t pose_index);
constexpr std::size_t closing_poses = 11;

//! Five of the 16 poses, for slow methods: 3, 1, -0.2 and -1 mm, and open by 1.5°.
constexpr std::array<std::size_t, 5> five_poses = {0, 5, 8, 10, 13};

//! A generated dentition, closed like an imported scan; π is the case's z.
[[nodiscard]] BenchCase generated_case(std::size_t triangles);

//! Two scans, imported and projected like in `intercusp measure`.
//! \throw InputError if a file cannot be used.
[[nodiscard]] BenchCase scanned_case(const std::string& upper_file, const std::string& lower_file);

//! The window of the two jaws' common rectangle with square pixels, whose number is as close to side² as possible.
[[nodiscard]] View window_of(const BenchCase& bench_case, int side);

}  // namespace intercusp::bench
