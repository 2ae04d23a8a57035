#include "viewer/platform/process.h"

#include <cstdlib>  // says which C library it is

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace intercusp::viewer::platform {

void return_free_memory() {
#ifdef __GLIBC__
  (void)malloc_trim(0);
#endif
}

}  // namespace intercusp::viewer::platform
