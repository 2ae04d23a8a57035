#include "cli/process.h"

#include <cstdlib>
#ifdef __GLIBC__
#include <malloc.h>
#include <sys/resource.h>
#endif

namespace intercusp::cli {

void keep_freed_memory() {
#ifdef __GLIBC__
  mallopt(M_MMAP_THRESHOLD, 32 << 20);  // the greatest value that glibc accepts
  mallopt(M_TRIM_THRESHOLD, 1 << 30);
  // Each thread's arena reserves 64 to 128 MB of address space, which counts towards a limit (ulimit -v).
  constexpr rlim_t little = 4'000'000'000;
  rlimit limit{};
  if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur < little) mallopt(M_ARENA_MAX, 2);
#endif
}

}  // namespace intercusp::cli
