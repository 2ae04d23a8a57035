// The choice of π (Myszkowski, Okunev & Kunii 1995, section 7).
#pragma once

#include <Eigen/Core>
#include <optional>

#include "occlusion/case/anatomy.h"
#include "occlusion/case/bite.h"
#include "occlusion/maps/map_engine.h"
#include "occlusion/view/view.h"

namespace intercusp {

//! The first guess of the paper. Each jaw's box is intersected with that of the other in its own frame; boxes
//! of separate jaws first grow until they meet. The normals of the largest wall of both intersections, turned
//! to point from the lower to the upper, are averaged. Unit length, case frame.
[[nodiscard]] Eigen::Vector3d guess_direction(const Bite& bite);

//! The refinement of the paper. An item buffer along π names the faces in the collision zone. The
//! new π is the area-weighted mean of their normals. This is repeated until π moves by less than
//! 0.5°, at most 5 times.
//! \param items an engine of this bite that names faces, preferably a live one
[[nodiscard]] Eigen::Vector3d refine_direction(const Bite& bite, const Eigen::Vector3d& direction,
                                               MapEngine& items);

//! The orthographic projection in which a bite is inspected: along `direction` if given, else along the
//! refined guess. If the axes are known, posterior points down the picture.
[[nodiscard]] Eigen::Isometry3d choose_projection(const Bite& bite,
                                                  const std::optional<Eigen::Vector3d>& direction,
                                                  const std::optional<AnatomicalAxes>& axes,
                                                  MapEngine& items);

}  // namespace intercusp
