// Runs some kernels on one thread between marks for valgrind's callgrind; bench/instructions.sh counts and prints. The
// counts do not depend on other work on the machine: they record the work of a pose without noise.
//
// Valgrind 3.19 supports AVX2 but not AVX-512, so run-time dispatch takes the AVX2 path.

#include <oneapi/tbb/global_control.h>

#include <cstdio>
#include <functional>
#include <span>
#include <vector>

#include "bench/bench_case.h"
#include "occlusion/contacts/areas.h"
#include "occlusion/engines/compute_map.h"
#if __has_include(<valgrind/callgrind.h>)
#include <valgrind/callgrind.h>
#define INTERCUSP_CALLGRIND
#endif

namespace intercusp::bench {
namespace {

constexpr std::size_t triangles = 50'000;
constexpr int side = 128;
constexpr double threshold_mm = 0.1;

//! Once unmarked, to fill the data kept from pose to pose, then every pose once.
void count([[maybe_unused]] const char* name, std::size_t poses,
           const std::function<void(std::size_t)>& kernel) {
  kernel(0);
#ifdef INTERCUSP_CALLGRIND
  CALLGRIND_START_INSTRUMENTATION;
  CALLGRIND_ZERO_STATS;
#endif
  for (std::size_t pose = 0; pose < poses; ++pose) kernel(pose);
#ifdef INTERCUSP_CALLGRIND
  CALLGRIND_DUMP_STATS_AT(name);
  CALLGRIND_STOP_INSTRUMENTATION;
#endif
}

void count_engine(const char* name, const BenchCase& bench_case, const View& view,
                  const EngineOptions& options) {
  const ChosenEngine chosen = make_engine(bench_case.bite.upper, bench_case.bite.lower, options);
  count(name, bench_case.poses.size(),
        [&](std::size_t pose) { (void)chosen.engine->compute(view, bench_case.poses[pose]); });
}

void count_areas(const BenchCase& bench_case, const View& view) {
  std::vector<ClearanceMap> maps;
  for (const Eigen::Isometry3d& pose : bench_case.poses)
    maps.push_back(compute_map(bench_case.posed(pose), view, {.kind = EngineKind::zlist}));
  count("contact area, live", maps.size(),
        [&](std::size_t pose) { (void)contact_area_mm2(maps[pose], threshold_mm); });
  count("areas of a report", maps.size(), [&](std::size_t pose) {
    const Bite bite = bench_case.posed(bench_case.poses[pose]);
    (void)contact_shares(maps[pose], threshold_mm);
    (void)lower_surface_per_pixel(maps[pose], bite);
    (void)steep_contacts(steep_pieces(maps[pose], bite), threshold_mm);
  });
}

}  // namespace
}  // namespace intercusp::bench

int main() {
  using namespace intercusp;
  using namespace intercusp::bench;
  const oneapi::tbb::global_control one_thread(oneapi::tbb::global_control::max_allowed_parallelism, 1);
  const BenchCase bench_case = generated_case(triangles);
  const View view = window_of(bench_case, side);
  // The script divides by the first number.
  std::printf("%zu poses, %zu triangles a jaw, %d x %d pixels\n", bench_case.poses.size(),
              bench_case.triangles(), view.grid.width, view.grid.height);
#ifndef INTERCUSP_CALLGRIND
  std::printf("Left out: this program was built without valgrind's headers.\n");
#endif
  count_engine("z-lists, live map", bench_case, view, {.kind = EngineKind::zlist, .live = true});
  count_engine("z-lists, full", bench_case, view, {.kind = EngineKind::zlist});
  count_engine("rays, all hits", bench_case, view, {.kind = EngineKind::ray});
  count_areas(bench_case, view);
  return 0;
}
