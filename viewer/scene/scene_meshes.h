// Both jaws of a case as they are drawn, made in the background while the case is opened.
#pragma once

#include <memory>

#include "occlusion/base/progress.h"
#include "viewer/case/loaded_case.h"
#include "viewer/scene/jaw_mesh.h"

namespace intercusp::viewer {

struct DrawnMeshes {
  JawMesh full, quick;  //!< quick: reduced to what software draws 20 times a second
};

struct SceneMeshes {
  Bite bite;  //!< that they were made from
  DrawnMeshes upper, lower;
};

//! Takes seconds for a million faces: openness is found by casting rays.
//! \param bite one jaw may be null: its meshes stay empty  \throw Cancelled
[[nodiscard]] std::shared_ptr<const SceneMeshes> scene_meshes(const Bite& bite,
                                                              const Progress& progress = {});

}  // namespace intercusp::viewer
