#include "bench/engine_methods.h"

#include <memory>

#include "bench/agreement.h"
#include "occlusion/compute_map.h"

namespace intercusp::bench {
namespace {

Prepared prepare(const BenchCase& bench_case, const MapFrame& frame, const EngineOptions& options) {
  const auto chosen =
      std::make_shared<ChosenEngine>(make_engine(bench_case.bite.upper, bench_case.bite.lower, options));
  Prepared result;
  result.answer = [=](const Eigen::Isometry3d& pose) { (void)chosen->engine->compute(frame, pose); };
  result.stages = [=] { return chosen->engine->stage_times(); };
  result.agreement = [=, &bench_case] {
    if (options.live) return compare_live_with_full(bench_case, frame);
    return compare_maps(
        bench_case, frame,
        [&](const Eigen::Isometry3d& pose) -> std::span<const float> {
          return chosen->engine->compute(frame, pose).clearance_mm;
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
  result.prepare = [options](const BenchCase& bench_case, const MapFrame& frame) {
    return prepare(bench_case, frame, options);
  };
  return result;
}

}  // namespace

std::vector<Method> engine_methods() {
  return {method(live_method, "ours: z-lists, live map", {.kind = EngineKind::zlist, .live = true}),
          method("zlist_full", "ours: z-lists, full", {.kind = EngineKind::zlist}),
          method("ray", "ours: rays, all hits", {.kind = EngineKind::ray}),
          method("stencil", "ours: stencil passes", {.kind = EngineKind::stencil})};
}

}  // namespace intercusp::bench
