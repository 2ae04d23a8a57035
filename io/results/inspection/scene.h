// What the 3D view of an inspection's page draws.
#pragma once

#include "io/report/scene_data.h"
#include "occlusion/inspect.h"

namespace intercusp {

//! Empty where the inspection has no surface distances.
[[nodiscard]] std::optional<SceneData> scene_data(const Inspection& inspection);

}  // namespace intercusp
