#include "occlusion/particles/gl_particles.h"

#include <optional>
#include <string>

#include "occlusion/engines/gl/context.h"
#include "occlusion/engines/gl/objects.h"
#include "occlusion/engines/gl/program.h"
#include "particle_shaders.h"

namespace intercusp {
namespace {

// As in first_impacts.comp.
constexpr GLuint paths_binding = 0, colliders_binding = 1, impacts_binding = 2;
constexpr std::size_t group_size = 64;

struct GpuPath {
  Eigen::Vector4f start = Eigen::Vector4f::Zero(), velocity = Eigen::Vector4f::Zero(),
                  half_acceleration = Eigen::Vector4f::Zero();
};

struct GpuCollider {
  Eigen::Matrix4f surface, inside, body_from_scene;
  Eigen::Vector4f low = Eigen::Vector4f::Zero(), high = Eigen::Vector4f::Zero();
};

Eigen::Vector3d middle_of(const std::vector<QuadricCollider>& colliders) {
  Bounds middles;
  for (const QuadricCollider& collider : colliders)
    middles.add(collider.world_from_body * collider.within.centre());
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
  GpuPath gpu;
  gpu.start.head<3>() = (path.start - middle).cast<float>();
  gpu.start.w() = 1;
  gpu.velocity.head<3>() = path.velocity.cast<float>();
  gpu.half_acceleration.head<3>() = (0.5 * path.acceleration).cast<float>();
  return gpu;
}

}  // namespace

struct GlParticles::Impl {
  Impl() = default;
  ~Impl() {
    const gl::CurrentScope current(context);
    colliders = gl::Buffer();
    program.reset();
  }
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;

  gl::Context context;  //!< before what lives in it
  std::optional<gl::Program> program = gl::Program::compute(shaders::first_impacts_comp);
  gl::Buffer colliders;
  std::uint32_t collider_count = 0;
  Eigen::Vector3d middle = Eigen::Vector3d::Zero();
};

GlParticles::GlParticles(std::vector<QuadricCollider> colliders) : impl_(std::make_unique<Impl>()) {
  impl_->middle = middle_of(colliders);
  impl_->collider_count = static_cast<std::uint32_t>(colliders.size());
  std::vector<GpuCollider> gpu;
  for (const QuadricCollider& collider : colliders) gpu.push_back(gpu_collider(collider, impl_->middle));
  if (!gpu.empty()) impl_->colliders = gl::Buffer(std::as_bytes(std::span(gpu)));
  impl_->context.release();
}

GlParticles::~GlParticles() = default;
GlParticles::GlParticles(GlParticles&&) noexcept = default;
GlParticles& GlParticles::operator=(GlParticles&&) noexcept = default;

std::vector<GlImpact> GlParticles::first_impacts(std::span<const Path> paths, double until_s) {
  std::vector<GlImpact> impacts(paths.size());
  if (paths.empty() || impl_->collider_count == 0) return impacts;
  std::vector<GpuPath> gpu;
  gpu.reserve(paths.size());
  for (const Path& path : paths) gpu.push_back(gpu_path(path, impl_->middle));
  const gl::CurrentScope current(impl_->context);
  const gl::Buffer in(std::as_bytes(std::span(gpu)));
  const gl::Buffer out(impacts.size() * sizeof(GlImpact));
  in.bind_storage(paths_binding);
  impl_->colliders.bind_storage(colliders_binding);
  out.bind_storage(impacts_binding);
  impl_->program->set("particles", static_cast<std::uint32_t>(paths.size()));
  impl_->program->set("colliders_used", impl_->collider_count);
  impl_->program->set("until_s", static_cast<float>(until_s));
  glUseProgram(impl_->program->get());
  // Groups in rows: one row of them may not be long enough for all particles.
  const std::size_t groups = (paths.size() + group_size - 1) / group_size,
                    across = std::min<std::size_t>(groups, 32768);
  glDispatchCompute(static_cast<GLuint>(across), static_cast<GLuint>((groups + across - 1) / across), 1);
  glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
  out.read(0, std::as_writable_bytes(std::span(impacts)));
  impl_->context.throw_on_error();
  return impacts;
}

const std::vector<std::string>& GlParticles::debug_messages() const {
  return impl_->context.debug_messages();
}

}  // namespace intercusp
