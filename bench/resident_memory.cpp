#include "bench/method.h"

#include <fstream>
#ifdef __GLIBC__
#include <malloc.h>
#include <unistd.h>
#endif

namespace intercusp::bench {

std::size_t resident_bytes() {
#ifdef __GLIBC__
  malloc_trim(0);
  std::ifstream statm("/proc/self/statm");
  std::size_t whole = 0;
  std::size_t resident = 0;
  if (!(statm >> whole >> resident)) return 0;
  return resident * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
#else
  return 0;
#endif
}

}  // namespace intercusp::bench
