// Cases that tests build from shapes, with the axes of LPS files: superior +z, anterior -y, left +x.
#pragma once

#include <memory>
#include <utility>

#include "tests/support/bites.h"
#include "viewer/app/app_state.h"
#include "viewer/app/camera.h"

namespace intercusp::testing {

inline std::shared_ptr<const viewer::LoadedCase> case_of(TriangleMesh upper, TriangleMesh lower) {
  auto made = std::make_shared<viewer::LoadedCase>();
  made->bite = bite_of(std::move(upper), std::move(lower));
  made->as_opened = made->bite;
  made->anatomy.axes = AnatomicalAxes{.superior = Eigen::Vector3d::UnitZ(),
                                      .anterior = -Eigen::Vector3d::UnitY(),
                                      .left = Eigen::Vector3d::UnitX()};
  made->anatomy.confidence = 1;
  made->view = view_of(made->bite, 0.1);
  return made;
}

//! Shows everything.
inline viewer::Camera standard_camera(const viewer::LoadedCase& loaded,
                                      const Eigen::Isometry3d& upper_from_lower, viewer::StandardView view,
                                      double width_over_height) {
  using viewer::StandardView;
  return viewer::fitted(loaded.bite, upper_from_lower, viewer::rotation_of(view, loaded.axes()),
                        view != StandardView::lower_occlusal, view != StandardView::upper_occlusal,
                        {.width_over_height = width_over_height});
}

}  // namespace intercusp::testing
