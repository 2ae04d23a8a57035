// The main call of the core: a clearance map by the requested engine.
#pragma once

#include <memory>

#include "occlusion/base/enum_table.h"
#include "occlusion/case/bite.h"
#include "occlusion/engines/engine_reason.h"
#include "occlusion/engines/gl/context.h"
#include "occlusion/engines/zlist/zlist_engine.h"
#include "occlusion/maps/map_engine.h"

namespace intercusp {

enum class EngineKind { automatic, stencil, zlist, ray };
[[nodiscard]] constexpr auto names_of(EngineKind) {
  return enum_table<EngineKind>({{EngineKind::automatic, "auto"},
                                 {EngineKind::stencil, "stencil"},
                                 {EngineKind::zlist, "zlist"},
                                 {EngineKind::ray, "ray"}});
}

struct EngineOptions {
  EngineKind kind = EngineKind::automatic;
  double depth_tolerance_mm = default_depth_tolerance_mm;
  //! z-list engine: uses the facing path, which counts no intervals where the jaws stay apart.
  bool live = false;
  const ZListEngine* prepared = nullptr;  //!< engine of these jaws whose prepared data a z-list engine shares
};

struct ChosenEngine {
  std::unique_ptr<MapEngine> engine;
  EngineKind kind;  //!< the engine that was made; never automatic
  EngineReason reason;
};

//! Prepares an engine for one case. `automatic` chooses the stencil engine on a hardware GPU, else
//! the z-list engine.
//! \throw gl::ContextError if `stencil` was requested and OpenGL 4.5 is missing
[[nodiscard]] ChosenEngine make_engine(const std::shared_ptr<const Solid>& upper,
                                       const std::shared_ptr<const Solid>& lower,
                                       const EngineOptions& options = {});

//! Calls `analyse(kind)`, whose result has a field `engine_reason`. If the automatic choice was OpenGL and
//! OpenGL fails during the work (lost context, memory), repeats the work with the z-list engine.
template <class Analyse>
[[nodiscard]] auto with_engine(EngineKind kind, const Analyse& analyse) {
  if (kind != EngineKind::automatic) return analyse(kind);
  try {
    return analyse(kind);
  } catch (const gl::ContextError& error) {
    auto result = analyse(EngineKind::zlist);
    result.engine_reason = EngineReason{EngineReason::Code::opengl_failed, error.what()};
    return result;
  }
}

//! Computes one map by make_engine and compute.
[[nodiscard]] ClearanceMap compute_map(const Bite& bite, const View& view, const EngineOptions& options = {});

}  // namespace intercusp
