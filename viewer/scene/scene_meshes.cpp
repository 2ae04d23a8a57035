#include "viewer/scene/scene_meshes.h"

#include "occlusion/base/run_both.h"
#include "viewer/scene/openness.h"

namespace intercusp::viewer {
namespace {

constexpr std::size_t quick_faces = 30000;  // per jaw

DrawnMeshes meshes_of(const Solid& solid) {
  DrawnMeshes meshes{.full = jaw_mesh(solid), .quick = {}};
  meshes.full.openness = openness_of(meshes.full);
  meshes.quick = reduced(meshes.full, quick_faces);
  return meshes;
}

}  // namespace

std::shared_ptr<const SceneMeshes> scene_meshes(const Bite& bite) {
  const auto meshes = std::make_shared<SceneMeshes>();
  meshes->bite = bite;
  run_both([&] { meshes->upper = meshes_of(*bite.upper); }, [&] { meshes->lower = meshes_of(*bite.lower); });
  return meshes;
}

}  // namespace intercusp::viewer
