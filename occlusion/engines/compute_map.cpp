#include "occlusion/engines/compute_map.h"

#include <optional>

#include "occlusion/base/free_memory.h"

#include "occlusion/engines/gl/context_thread.h"
#include "occlusion/engines/gl/program.h"
#include "occlusion/engines/rays/ray_engine.h"
#include "occlusion/engines/stencil/stencil_engine.h"

namespace intercusp {
namespace {

using SharedSolid = std::shared_ptr<const Solid>;

ChosenEngine make_zlist(const SharedSolid& upper, const SharedSolid& lower, const EngineOptions& options,
                        EngineReason reason) {
  const ZListOptions zlist{.depth_tolerance_mm = options.depth_tolerance_mm, .facing_only = options.live};
  return {options.prepared != nullptr ? std::make_unique<ZListEngine>(*options.prepared, zlist)
                                      : std::make_unique<ZListEngine>(upper, lower, zlist),
          EngineKind::zlist, std::move(reason)};
}

//! Rays decide scattered pixels that the passes leave open. The ray engine is created for the first of them.
StencilOptions stencil_options(const SharedSolid& upper, const SharedSolid& lower,
                               const EngineOptions& options) {
  const RayOptions ray_options{.depth_tolerance_mm = options.depth_tolerance_mm};
  auto rays = std::make_shared<std::optional<RayEngine>>();
  StencilOptions result;
  result.depth_tolerance_mm = options.depth_tolerance_mm;
  result.live = options.live;
  result.ray_resolver = [=](const View& view, const Eigen::Isometry3d& upper_from_lower, int column,
                            int row) {
    if (!*rays) rays->emplace(upper, lower, ray_options);
    return (*rays)->pixel(view, upper_from_lower, column, row);
  };
  return result;
}

ChosenEngine make_stencil(const SharedSolid& upper, const SharedSolid& lower, const EngineOptions& options) {
  auto engine = std::make_unique<StencilEngine>(upper, lower, stencil_options(upper, lower, options));
  EngineReason reason{EngineReason::Code::opengl, engine->context_info().renderer};
  return {std::move(engine), EngineKind::stencil, std::move(reason)};
}

ChosenEngine choose(const SharedSolid& upper, const SharedSolid& lower, const EngineOptions& options) {
  constexpr std::uint64_t a_face = 1000;  // memory of the work apart from OpenGL, rounded up
  const std::uint64_t needed =
      gl::needed_memory_bytes() + a_face * face_count({.upper = upper, .lower = lower});
  if (const std::optional<std::uint64_t> free = free_memory_bytes(); free && *free < needed)
    return make_zlist(upper, lower, options,
                      {EngineReason::Code::too_little_memory, std::to_string(*free / 1'000'000)});
  try {
    const gl::ContextThread opengl;
    if (!opengl.context().is_software()) return make_stencil(upper, lower, options);
    return make_zlist(upper, lower, options,
                      {EngineReason::Code::software_opengl, opengl.context().info().renderer});
  } catch (const gl::ContextError&) {
    return make_zlist(upper, lower, options, {EngineReason::Code::no_opengl});
  } catch (const gl::ShaderError& error) {
    return make_zlist(upper, lower, options, {EngineReason::Code::shader_refused, error.what()});
  }
}

}  // namespace

ChosenEngine make_engine(const SharedSolid& upper, const SharedSolid& lower, const EngineOptions& options) {
  switch (options.kind) {
    case EngineKind::zlist:
      return make_zlist(upper, lower, options, {});
    case EngineKind::ray:
      return {std::make_unique<RayEngine>(upper, lower,
                                          RayOptions{.depth_tolerance_mm = options.depth_tolerance_mm}),
              EngineKind::ray,
              {}};
    case EngineKind::stencil:
      return make_stencil(upper, lower, options);
    case EngineKind::automatic:
      break;
  }
  return choose(upper, lower, options);
}

ClearanceMap compute_map(const Bite& bite, const View& view, const EngineOptions& options) {
  return make_engine(bite.upper, bite.lower, options).engine->compute(view, bite.upper_from_lower);
}

}  // namespace intercusp
