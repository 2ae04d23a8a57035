// An analytic body as a collider (Knott 2003, sections 3.2.2 to 3.2.4).
//
// The surface consists of walls: one for sphere, ellipsoid and whole torus; side, top and bottom for cylinder and cone;
// six for a box; tube and two ends for a torus's segment. A particle meets a wall where the wall's polynomial along its
// path, h(t) = f(g(t)) of equation 3.3, changes its sign. Its degree is at most 4, and 8 for a parabola and a torus. A
// crossing counts if it lies within 1e-9 mm of the body's surface, so none slips between two walls.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "occlusion/geometry/analytic_body.h"
#include "occlusion/particles/impact.h"
#include "occlusion/particles/path.h"

namespace intercusp {

class BodyCollider {
 public:
  //! \pre not null
  explicit BodyCollider(std::shared_ptr<const AnalyticBody> body);

  //! The first crossing at a time above 0 and up to `until_s`, in either sense; place and normal in the case frame, mm.
  //! A path that touches the body and stays on one side continues. May be called from many threads at once.
  //! \param left_wall the particle starts on this wall
  [[nodiscard]] std::optional<Impact> first_impact(const Path& path, double until_s,
                                                   std::uint32_t left_wall = no_impact_face) const;

 private:
  std::shared_ptr<const AnalyticBody> body_;
  Bounds bounds_;  //!< of the body in its own frame, a little wider
};

}  // namespace intercusp
