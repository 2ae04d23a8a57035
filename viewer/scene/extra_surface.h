// Surfaces that tools show with the jaws: an earlier scan of one of them, scans from the cheek, bodies.
#pragma once

#include <Eigen/Geometry>
#include <memory>
#include <optional>
#include <vector>

#include "viewer/app/tool.h"
#include "viewer/case/section.h"
#include "viewer/scene/gpu_jaw.h"
#include "viewer/scene/scene_meshes.h"

namespace intercusp::viewer {

struct ExtraSurface {
  enum class Kind { scan, scan_before_jaws, body };
  Kind kind = Kind::scan;  //!< a scan of teeth that are shown is drawn just before them; a body is solid
  std::shared_ptr<const Solid> solid;  //!< solid behind its outline in sections; null if it has none
  std::shared_ptr<const DrawnMeshes> meshes;
  Eigen::Isometry3d case_from_solid = Eigen::Isometry3d::Identity();
  double opacity = 1;        //!< in the 3D view; 0: hidden there
  Jaw jaw = Jaw::upper;      //!< the jaw that it belongs to
  std::optional<Text> name;  //!< in legends
};

[[nodiscard]] const Materials& materials_of(const ExtraSurface& surface);

[[nodiscard]] std::vector<ExtraSurface> extra_surfaces(const AppState& state);
//! The first that has an outline in sections.
[[nodiscard]] std::optional<ExtraSurface> surface_in_sections(const AppState& state);

//! The section that the state has set, with the outline of the extra surface.  \pre a section is set
[[nodiscard]] CrossSection shown_section(const AppState& state, const std::optional<ExtraSurface>& extra);

}  // namespace intercusp::viewer
