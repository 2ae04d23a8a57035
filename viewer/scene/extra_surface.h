// A surface that a tool shows with the jaws, as an earlier scan of one of them.
#pragma once

#include <Eigen/Geometry>
#include <memory>
#include <optional>

#include "viewer/app/tool.h"
#include "viewer/case/section.h"
#include "viewer/scene/scene_meshes.h"

namespace intercusp::viewer {

struct ExtraSurface {
  std::shared_ptr<const Solid> solid;
  std::shared_ptr<const DrawnMeshes> meshes;  //!< of it
  Eigen::Isometry3d case_from_solid = Eigen::Isometry3d::Identity();
  double opacity = 1;    //!< in the 3D view; 0: hidden there
  bool of_upper = true;  //!< the jaw that it belongs to
  bool in_sections = true;
  Text name;  //!< in legends
};

//! Of the first tool that has one now.
[[nodiscard]] std::optional<ExtraSurface> extra_surface(const AppState& state);

//! The section that the state has set, with the outline of the extra surface.  \pre a section is set
[[nodiscard]] CrossSection shown_section(const AppState& state, const std::optional<ExtraSurface>& extra);

}  // namespace intercusp::viewer
