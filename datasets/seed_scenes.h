// The papers' scenes, one maker each; called by make_scene.
#pragma once

#include "datasets/scenes.h"

namespace intercusp {

//! Myszkowski, Okunev & Kunii 1995, Fig. 3: a, b, c; 160 000 triangles in all.
[[nodiscard]] Scene one_pi_convex_scene(const SceneOptions& options);
[[nodiscard]] Scene two_pi_convex_scene(const SceneOptions& options);
[[nodiscard]] Scene two_concave_scene(const SceneOptions& options);

//! Shinya & Forgue 1991, Figs. 4 and 7.
[[nodiscard]] Scene displaced_meshes_scene(const SceneOptions& options);
[[nodiscard]] Scene teapot_scene(const SceneOptions& options);

//! Knott 2003, Figs. 4.13 and 4.14.
[[nodiscard]] Scene entangled_scene(const SceneOptions& options);
[[nodiscard]] Scene boxes_scene(const SceneOptions& options);

}  // namespace intercusp
