#include "cli/memory.h"

#include <cstdlib>
#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace intercusp::cli {

void keep_freed_memory() {
#ifdef __GLIBC__
  mallopt(M_MMAP_THRESHOLD, 32 << 20);  // the greatest that glibc takes
  mallopt(M_TRIM_THRESHOLD, 1 << 30);
#endif
}

}  // namespace intercusp::cli
