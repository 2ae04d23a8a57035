#include "viewer/scene/scene_meshes.h"

#include "occlusion/base/run_both.h"
#include "viewer/scene/openness.h"

namespace intercusp::viewer {
namespace {

constexpr std::size_t quick_faces = 20000;  // per jaw; twice as coarse as a scan of a usual arch

DrawnMeshes meshes_of(const Solid& solid, SharedProgress& progress) {
  DrawnMeshes meshes{.full = jaw_mesh(solid), .quick = {}};
  progress.part_is_done();
  meshes.full.openness = openness_of(meshes.full, [&] { progress.part_is_done(); });
  meshes.quick = reduced(meshes.full, quick_faces);
  progress.part_is_done();
  return meshes;
}

}  // namespace

std::shared_ptr<const SceneMeshes> scene_meshes(const Bite& bite, const Progress& progress) {
  const auto meshes = std::make_shared<SceneMeshes>();
  meshes->bite = bite;
  SharedProgress shared(progress, 2 * (openness_parts + 2));
  const auto drawn = [&](const std::shared_ptr<const Solid>& solid) {
    return solid ? meshes_of(*solid, shared) : DrawnMeshes();
  };
  run_both([&] { meshes->upper = drawn(bite.upper); }, [&] { meshes->lower = drawn(bite.lower); });
  return meshes;
}

}  // namespace intercusp::viewer
