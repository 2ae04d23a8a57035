// Scenes with known clearance, contact area and other answers.
#pragma once

#include <Eigen/Geometry>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "occlusion/geometry/triangle_mesh.h"
#include "occlusion/validation/kit/kit.h"

namespace intercusp::kit {

//! Two meshes in the frame of the paper: z points from the lower to the upper, mm.
struct Bodies {
  TriangleMesh upper, lower;
};

struct KnownScene {
  std::string name;
  bool curved = false;  //!< facets only approximate the ideal body, the better the smaller they are
  //! \param edge_mm approximate edge length of the triangles; flat bodies have the same surface for any
  std::function<Bodies(double edge_mm)> bodies;
  //! Clearance of the ideal bodies at (x, y). Empty outside the compared region, which is where both bodies
  //! slope by at most 45°, away from their ends.
  std::function<std::optional<double>(double x, double y)> clearance_mm;
  double threshold_mm = 0;
  double area_mm2 = 0;  //!< in the (x, y) plane: where the ideal bodies' clearance is at most the threshold
  //! Area of the ideal lower within the threshold of the upper, in any direction, and of the upper within
  //! that of the lower. Empty without a closed form.
  std::optional<double> lower_within_mm2 = std::nullopt, upper_within_mm2 = std::nullopt;
  //! Transform from the paper frame to the case frame. The lower has its own frame and a pose.
  Eigen::Isometry3d case_from_paper = Eigen::Isometry3d::Identity();
  Eigen::Isometry3d paper_from_lower = Eigen::Isometry3d::Identity();
};

[[nodiscard]] std::vector<KnownScene> scenes();

//! Answers of the commands that make no map, for known bodies that are rotated in space.
//! \param with_opengl whether to run CInDeR as well
//! \throw std::runtime_error if Embree cannot be used
[[nodiscard]] std::vector<KitAnswer> answers_of_commands(bool with_opengl);

}  // namespace intercusp::kit
