// Milliseconds from a new pose to a finished map: every engine and the Embree peer on the same generated
// dentition, the same 16 poses and the same pixels, in one run. A ratio counts only between equal answers, so
// the peer's clearance is checked against the z-list engine's first.

#include <benchmark/benchmark.h>

#include <cmath>
#include <cstdio>
#include <map>
#include <memory>

#include "bench/embree_peer.h"
#include "datasets/dentition.h"
#include "io/repair/make_solid.h"
#include "occlusion/compute_map.h"
#include "occlusion/pose/measured_poses.h"

namespace intercusp::bench {
namespace {

constexpr double window_mm = 70;  // across the arch

Solid closed(const LabelledMesh& jaw) {
  RawMesh raw;
  raw.vertices = jaw.mesh.vertices;
  raw.faces = jaw.mesh.faces;
  raw.labels = jaw.labels;
  return make_solid(raw).solid;
}

struct Case {
  Bite bite;
  std::vector<Eigen::Isometry3d> poses;
};

//! Made once per size: closing a scan is not what is measured.
const Case& case_of(std::size_t triangles) {
  static std::map<std::size_t, Case> cases;
  Case& found = cases[triangles];
  if (!found.bite.upper) {
    const Dentition dentition = make_dentition({.triangles = triangles});
    found.bite.upper = std::make_shared<const Solid>(closed(dentition.upper));
    found.bite.lower = std::make_shared<const Solid>(closed(dentition.lower));
    found.poses = measured_poses(found.bite, Projection::orthographic({0, 0, 1}), -deepest_overlap_mm);
  }
  return found;
}

MapFrame frame_for(const Case& bite_case, int pixels) {
  return fit_frame(bite_case.bite, Projection::orthographic({0, 0, 1}), window_mm / pixels);
}

//! Share of pixels on which the peer says the same within 0.005 mm, of those where both find a free gap.
double agreement(const Case& bite_case, const MapFrame& frame) {
  EmbreePeer peer(*bite_case.bite.upper, *bite_case.bite.lower, frame);
  const std::vector<float>& theirs = peer.compute(bite_case.poses.front());
  Bite open = bite_case.bite;
  open.upper_from_lower = bite_case.poses.front();
  const ClearanceMap ours = compute_map(open, frame, {.kind = EngineKind::zlist});
  std::size_t same = 0;
  std::size_t compared = 0;
  for (std::size_t i = 0; i < theirs.size(); ++i) {
    if (!std::isfinite(ours.clearance_mm[i]) || !std::isfinite(theirs[i])) continue;
    ++compared;
    same += std::abs(ours.clearance_mm[i] - theirs[i]) < 0.005;
  }
  return compared == 0 ? 0 : static_cast<double>(same) / static_cast<double>(compared);
}

void name_case(benchmark::State& state, const Case& bite_case, const MapFrame& frame) {
  state.counters["triangles"] = static_cast<double>(bite_case.bite.lower->mesh.faces.size());
  state.counters["width"] = frame.grid.width;
  state.counters["height"] = frame.grid.height;
}

void embree_first_hits(benchmark::State& state) {
  const Case& bite_case = case_of(static_cast<std::size_t>(state.range(0)));
  const MapFrame frame = frame_for(bite_case, static_cast<int>(state.range(1)));
  EmbreePeer peer(*bite_case.bite.upper, *bite_case.bite.lower, frame);
  std::size_t pose = 0;
  for (auto _ : state)
    benchmark::DoNotOptimize(peer.compute(bite_case.poses[pose++ % bite_case.poses.size()]).data());
  name_case(state, bite_case, frame);
  state.counters["agrees"] = agreement(bite_case, frame);
}

void engine(benchmark::State& state, EngineKind kind, bool live) {
  const Case& bite_case = case_of(static_cast<std::size_t>(state.range(0)));
  const MapFrame frame = frame_for(bite_case, static_cast<int>(state.range(1)));
  const ChosenEngine chosen =
      make_engine(bite_case.bite.upper, bite_case.bite.lower, {.kind = kind, .live = live});
  benchmark::DoNotOptimize(chosen.engine->compute(frame, bite_case.poses.front()));
  std::size_t pose = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(chosen.engine->compute(frame, bite_case.poses[pose++ % bite_case.poses.size()]));
  }
  name_case(state, bite_case, frame);
}

//! Triangles a jaw, pixels across.
void sizes(benchmark::internal::Benchmark* bench) {
  for (const int triangles : {50'000, 210'000, 1'000'000}) bench->Args({triangles, 512});
  bench->Args({210'000, 1024})->Unit(benchmark::kMillisecond)->UseRealTime()->MeasureProcessCPUTime();
}

BENCHMARK(embree_first_hits)->Apply(sizes);
BENCHMARK_CAPTURE(engine, zlist_live, EngineKind::zlist, true)->Apply(sizes);
BENCHMARK_CAPTURE(engine, zlist_full, EngineKind::zlist, false)->Apply(sizes);
BENCHMARK_CAPTURE(engine, ray, EngineKind::ray, false)->Apply(sizes);
BENCHMARK_CAPTURE(engine, stencil, EngineKind::stencil, false)->Apply(sizes);

}  // namespace
}  // namespace intercusp::bench

BENCHMARK_MAIN();
