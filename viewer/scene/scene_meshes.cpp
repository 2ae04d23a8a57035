#include "viewer/scene/scene_meshes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <functional>
#include <numbers>
#include <vector>

#include "occlusion/base/for_all.h"
#include "occlusion/base/run_both.h"
#include "occlusion/engines/rays/embree.h"
#include "viewer/scene/jaw_mesh.h"
#include "viewer/scene/vertex_ring.h"

namespace intercusp::viewer {
namespace {

constexpr std::size_t openness_parts = 16;

constexpr int rays = 10;       // per vertex; neighbours use different rays and are averaged below
constexpr float reach_mm = 7;  // about the height of a crown; farther surfaces cast no shadow
constexpr float start_mm = 0.03F;

//! The mesh in Embree's tree.
class Obstacles {
 public:
  explicit Obstacles(const JawMesh& mesh)
      : device_(embree::make_device()), scene_(embree::make_scene(device_)) {
    const embree::Geometry geometry = embree::make_geometry(device_, RTC_GEOMETRY_TYPE_TRIANGLE);
    std::memcpy(embree::new_buffer<float>(device_, geometry, RTC_BUFFER_TYPE_VERTEX, RTC_FORMAT_FLOAT3,
                                          mesh.points.size()),
                mesh.points.data(), mesh.points.size() * sizeof(Eigen::Vector3f));
    std::memcpy(embree::new_buffer<std::uint32_t>(device_, geometry, RTC_BUFFER_TYPE_INDEX, RTC_FORMAT_UINT3,
                                                  mesh.faces()),
                mesh.corners.data(), mesh.corners.size() * sizeof(std::uint32_t));
    embree::commit_and_attach(geometry, scene_);
    rtcCommitScene(scene_.get());
  }

  [[nodiscard]] bool between(const Eigen::Vector3f& from, const Eigen::Vector3f& along, float length) const {
    RTCIntersectContext context;
    rtcInitIntersectContext(&context);
    RTCRay ray{};
    ray.org_x = from.x(), ray.org_y = from.y(), ray.org_z = from.z();
    ray.dir_x = along.x(), ray.dir_y = along.y(), ray.dir_z = along.z();
    ray.tnear = 0, ray.tfar = length;
    ray.mask = ~0U;
    rtcOccluded1(scene_.get(), &context, &ray);
    return ray.tfar < 0;
  }

 private:
  embree::Device device_;
  embree::Scene scene_;  // after the device, which it must not outlive
};

//! Cosine-distributed directions about +z.
std::array<Eigen::Vector3f, rays> directions() {
  std::array<Eigen::Vector3f, rays> all;
  for (int i = 0; i < rays; ++i) {
    const float square = (static_cast<float>(i) + 0.5F) / rays;
    const float angle = static_cast<float>(i) * 2.3999632F;  // the golden angle
    const float aside = std::sqrt(square);
    all[static_cast<std::size_t>(i)] = {aside * std::cos(angle), aside * std::sin(angle),
                                        std::sqrt(1 - square)};
  }
  return all;
}

std::vector<float> unobstructed(const JawMesh& mesh, const std::function<void()>& part_is_done) {
  const Obstacles obstacles(mesh);
  const std::array<Eigen::Vector3f, rays> about_z = directions();
  std::vector<float> open(mesh.points.size());
  const auto share_of_sky = [&](std::size_t i) {
    const Eigen::Vector3f& normal = mesh.normals[i];
    const Eigen::Vector3f aside =
        normal.cross(std::abs(normal.x()) < 0.7F ? Eigen::Vector3f::UnitX() : Eigen::Vector3f::UnitY())
            .normalized();
    const Eigen::Vector3f across = normal.cross(aside);
    const float turn = static_cast<float>(i % 97) * (2 * std::numbers::pi_v<float> / 97);
    const float cosine = std::cos(turn), sine = std::sin(turn);
    int free = 0;
    for (const Eigen::Vector3f& d : about_z) {
      const Eigen::Vector3f along =
          (cosine * d.x() - sine * d.y()) * aside + (sine * d.x() + cosine * d.y()) * across + d.z() * normal;
      free += obstacles.between(mesh.points[i] + start_mm * normal, along, reach_mm) ? 0 : 1;
    }
    return static_cast<float>(free) / rays;
  };
  for (std::size_t part = 0; part < openness_parts; ++part) {
    for_all(part * open.size() / openness_parts, (part + 1) * open.size() / openness_parts,
            [&](std::size_t i) { open[i] = share_of_sky(i); });
    part_is_done();
  }
  return open;
}

//! Depth of each vertex below the smoothed surface around it, mm: fissures too fine for the few rays.
std::vector<float> hollowness(const JawMesh& mesh, const VertexRing& ring) {
  const std::vector<Eigen::Vector3f> smooth = ring.smoothed(mesh.points, 10);
  std::vector<float> below(smooth.size());
  for (std::size_t i = 0; i < below.size(); ++i) below[i] = (smooth[i] - mesh.points[i]).dot(mesh.normals[i]);
  return ring.smoothed(std::move(below), 1);
}

//! Share of ambient light that reaches each vertex, 1 in the open, by ray casting (Embree) to a few mm; darkened further in
//! fine hollows. The same bits for any number of threads.
//! \param part_is_done called openness_parts times; what it throws ends the work
//! \throw std::runtime_error if Embree cannot be used
std::vector<float> openness_of(const JawMesh& mesh, const std::function<void()>& part_is_done) {
  const VertexRing ring(mesh);
  std::vector<float> open = ring.smoothed(unobstructed(mesh, part_is_done), 3);
  const std::vector<float> below = hollowness(mesh, ring);
  constexpr float per_mm = 4.0F;  // a fissure 0.1 mm below its surroundings loses four tenths of its light
  for (std::size_t i = 0; i < open.size(); ++i)
    open[i] = std::clamp(open[i] * (1 - std::clamp(per_mm * below[i], -0.15F, 0.5F)), 0.0F, 1.0F);
  return open;
}

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
