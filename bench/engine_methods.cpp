#include "bench/engine_methods.h"

#include <memory>

#include "bench/agreement.h"
#include "occlusion/engines/compute_map.h"
#include "occlusion/engines/zlist/zlist_engine.h"

namespace intercusp::bench {
namespace {

Prepared prepare(const BenchCase& bench_case, const View& view, const EngineOptions& options) {
  const auto chosen =
      std::make_shared<ChosenEngine>(make_engine(bench_case.bite.upper, bench_case.bite.lower, options));
  Prepared result;
  result.answer = [=](const Eigen::Isometry3d& pose) { (void)chosen->engine->compute(view, pose); };
  result.stages = [=] { return chosen->engine->stage_times(); };
  result.agreement = [=, &bench_case] {
    if (options.live && options.kind == EngineKind::zlist) return compare_live_with_full(bench_case, view);
    return compare_maps(
        bench_case, view,
        [&](const Eigen::Isometry3d& pose) -> std::span<const float> {
          return chosen->engine->compute(view, pose).clearance_mm;
        },
        true);
  };
  return result;
}

Method method(const std::string& id, const std::string& title, const EngineOptions& options) {
  Method result;
  result.id = id;
  result.title = title;
  result.answer = "map";
  result.of_pixels = true;
  result.engine = true;
  result.prepare = [options](const BenchCase& bench_case, const View& view) {
    return prepare(bench_case, view, options);
  };
  return result;
}

//! The full lists with a moving upper: a window that differs from the last one by a millionth of a pixel keeps nothing.
Method both_jaws() {
  Method result = method("zlist_both", "ours: z-lists, full, both jaws", {.kind = EngineKind::zlist});
  result.engine = false;  // its memory is counted with zlist_full
  result.prepare = [](const BenchCase& bench_case, const View& view) {
    Prepared prepared = prepare(bench_case, view, {.kind = EngineKind::zlist});
    const auto engine =
        std::make_shared<ZListEngine>(bench_case.bite.upper, bench_case.bite.lower, ZListOptions{});
    const auto window = std::make_shared<View>(view);
    prepared.answer = [=](const Eigen::Isometry3d& pose) {
      const double moved = window->grid.u0_mm == view.grid.u0_mm ? 1e-6 * view.grid.pixel_mm : 0;
      window->grid.u0_mm = view.grid.u0_mm + moved;
      (void)engine->compute(*window, pose);
    };
    prepared.stages = [=] { return engine->stage_times(); };
    return prepared;
  };
  return result;
}

}  // namespace

std::vector<Method> engine_methods() {
  return {
      method(live_method, "ours: z-lists, live map", {.kind = EngineKind::zlist, .live = true}),
      method("zlist_full", "ours: z-lists, full", {.kind = EngineKind::zlist}),
      both_jaws(),
      method("ray", "ours: rays, all hits", {.kind = EngineKind::ray}),
      method("stencil_live", "ours: stencil passes, live map", {.kind = EngineKind::stencil, .live = true}),
      method("stencil", "ours: stencil passes, full", {.kind = EngineKind::stencil}),
      plain_pass()};
}

}  // namespace intercusp::bench
