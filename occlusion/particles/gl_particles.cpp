#include "occlusion/particles/gl_particles.h"

#include <array>
#include <string>

#include "occlusion/base/for_all.h"
#include "occlusion/engines/gl/context_thread.h"
#include "occlusion/engines/gl/objects.h"
#include "occlusion/engines/gl/program.h"
#include "occlusion/particles/gl_meshes.h"
#include "particle_shaders.h"

namespace intercusp {
namespace {

// As in first_impacts.comp.
constexpr GLuint paths_binding = 0, colliders_binding = 1, impacts_binding = 2;
constexpr std::size_t group_size = 64;

//! Rows of three doubles and one for padding.
struct GpuPath {
  std::array<double, 4> start, velocity, half_acceleration;
};

struct GpuCollider {
  Eigen::Matrix4f surface, inside, body_from_scene;
  Eigen::Vector4f low = Eigen::Vector4f::Zero(), high = Eigen::Vector4f::Zero();
};

Eigen::Vector3d middle_of(const std::vector<QuadricCollider>& quadrics,
                          std::span<const TriangleMesh* const> meshes) {
  Bounds middles;
  for (const QuadricCollider& quadric : quadrics)
    middles.add(quadric.world_from_body * quadric.within.centre());
  for (const TriangleMesh* mesh : meshes) {
    if (!mesh->vertices.empty()) middles.add(bounds_of(*mesh).centre());
  }
  return middles.empty() ? Eigen::Vector3d::Zero() : middles.centre();
}

//! Every product is taken in double, then rounded once.
GpuCollider gpu_collider(const QuadricCollider& collider, const Eigen::Vector3d& middle) {
  const Eigen::Isometry3d scene_from_body = Eigen::Translation3d(-middle) * collider.world_from_body;
  GpuCollider gpu{.surface = moved(collider.surface, scene_from_body).q.cast<float>(),
                  .inside = Eigen::Matrix4f::Zero(),  // 0 everywhere, so that all is inside
                  .body_from_scene = scene_from_body.inverse(Eigen::Isometry).matrix().cast<float>()};
  if (collider.inside) gpu.inside = moved(*collider.inside, scene_from_body).q.cast<float>();
  gpu.low.head<3>() = collider.within.min.cast<float>();
  gpu.high.head<3>() = collider.within.max.cast<float>();
  return gpu;
}

GpuPath gpu_path(const Path& path, const Eigen::Vector3d& middle) {
  const auto row = [](const Eigen::Vector3d& v) { return std::array<double, 4>{v.x(), v.y(), v.z(), 0}; };
  return {row(path.start - middle), row(path.velocity), row(0.5 * path.acceleration)};
}

struct GlColliders {
  gl::Program program = gl::Program::compute(shaders::first_impacts_comp);
  gl::Buffer quadrics;
  std::uint32_t quadric_count = 0;
  GlMeshes meshes;
  gl::HostBuffer paths, impacts;  // kept to reuse their memory
};

}  // namespace

struct GlParticles::Impl {
  Impl(const std::vector<QuadricCollider>& quadrics, std::span<const TriangleMesh* const> meshes);

  //! \pre within gpu.run
  void find_impacts(std::span<const Path> paths, double until_s, std::span<GlImpact> impacts);

  Eigen::Vector3d middle;
  gl::InContext<GlColliders> gpu;
};

GlParticles::Impl::Impl(const std::vector<QuadricCollider>& quadrics,
                        std::span<const TriangleMesh* const> meshes)
    : middle(middle_of(quadrics, meshes)), gpu([&](const gl::Context& context) {
        auto made = std::make_unique<GlColliders>();
        made->quadric_count = static_cast<std::uint32_t>(quadrics.size());
        std::vector<GpuCollider> table;
        for (const QuadricCollider& quadric : quadrics) table.push_back(gpu_collider(quadric, middle));
        if (!table.empty()) made->quadrics = gl::Buffer(std::as_bytes(std::span(table)));
        made->meshes = GlMeshes(meshes, middle, context);
        return made;
      }) {}

void GlParticles::Impl::find_impacts(std::span<const Path> paths, double until_s,
                                     std::span<GlImpact> impacts) {
  const std::span<GpuPath> rows = gpu->paths.room_for<GpuPath>(paths.size());
  for_all(std::size_t{0}, paths.size(), [&](std::size_t i) { rows[i] = gpu_path(paths[i], middle); });
  const std::span<const GlImpact> found = gpu->impacts.room_for<GlImpact>(paths.size());
  gpu->paths.bind_storage(paths_binding);
  if (gpu->quadric_count > 0) gpu->quadrics.bind_storage(colliders_binding);
  gpu->meshes.bind();
  gpu->impacts.bind_storage(impacts_binding);
  gpu->program.set("particles", static_cast<std::uint32_t>(paths.size()));
  gpu->program.set("colliders_used", gpu->quadric_count);
  gpu->program.set("nodes_used", gpu->meshes.nodes());
  gpu->program.set("until_s", until_s);
  glUseProgram(gpu->program.get());
  // Groups in rows: one row may be too short for all particles.
  const std::size_t groups = (paths.size() + group_size - 1) / group_size,
                    across = std::min<std::size_t>(groups, 32768);
  glDispatchCompute(static_cast<GLuint>(across), static_cast<GLuint>((groups + across - 1) / across), 1);
  glMemoryBarrier(GL_CLIENT_MAPPED_BUFFER_BARRIER_BIT);
  gl::HostBuffer::wait();
  gpu.context().throw_on_error();
  for_all(std::size_t{0}, paths.size(), [&](std::size_t i) {
    impacts[i] = found[i];
    if (found[i].face == no_impact_face) return;
    const auto [mesh, face] = gpu->meshes.place_of(found[i].face);
    impacts[i] = {found[i].time_s, gpu->quadric_count + mesh, face};
  });
}

GlParticles::GlParticles(std::vector<QuadricCollider> quadrics, std::span<const TriangleMesh* const> meshes)
    : impl_(std::make_unique<Impl>(quadrics, meshes)) {}

GlParticles::~GlParticles() = default;
GlParticles::GlParticles(GlParticles&&) noexcept = default;
GlParticles& GlParticles::operator=(GlParticles&&) noexcept = default;

std::vector<GlImpact> GlParticles::first_impacts(std::span<const Path> paths, double until_s) {
  std::vector<GlImpact> impacts(paths.size());
  const GlColliders& gpu = *impl_->gpu;
  if (paths.empty() || (gpu.quadric_count == 0 && gpu.meshes.nodes() == 0)) return impacts;
  impl_->gpu.run([&] { impl_->find_impacts(paths, until_s, impacts); });
  return impacts;
}

const std::vector<std::string>& GlParticles::debug_messages() const {
  return impl_->gpu.context().debug_messages();
}

}  // namespace intercusp
