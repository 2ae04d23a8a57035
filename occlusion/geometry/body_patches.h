// The surface of an analytic body as curved triangles over parameters, to any fineness.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "occlusion/geometry/analytic_body.h"

namespace intercusp {

//! One parametrisation of a part of a body's surface.
class BodyPatch {
 public:
  virtual ~BodyPatch() = default;
  //! In the case frame.
  [[nodiscard]] virtual Eigen::Vector3d place(const Eigen::Vector2d& uv) const = 0;
  //! The greatest lengths of its second derivatives by uu, uv and vv between two corners.
  [[nodiscard]] virtual std::array<double, 3> bends(const Eigen::Vector2d& low,
                                                    const Eigen::Vector2d& high) const = 0;
};

struct PatchTriangle {
  std::shared_ptr<const BodyPatch> patch;
  std::array<Eigen::Vector2d, 3> uv;

  [[nodiscard]] std::array<Eigen::Vector3d, 3> corners() const {
    return {patch->place(uv[0]), patch->place(uv[1]), patch->place(uv[2])};
  }
  //! No point of the surface over these parameters is further from the flat triangle between its corners, at the same
  //! share of each (Filip, Magedson & Markot 1986).
  [[nodiscard]] double off_mm() const;
};

//! The whole surface. \pre not a box, which has an exact mesh
[[nodiscard]] std::vector<PatchTriangle> patches_of(const AnalyticBody& body);

}  // namespace intercusp
