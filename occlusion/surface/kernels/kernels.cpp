#include "occlusion/surface/kernels/closest_faces.h"

#include "occlusion/processor.h"

#define INTERCUSP_DECLARE(isa)                                  \
  namespace isa {                                               \
  void closest_faces(const FaceTreeView&, double, PointGroup&); \
  }

namespace intercusp::surface {

INTERCUSP_DECLARE(baseline)
#ifdef INTERCUSP_X86_LEVELS
INTERCUSP_DECLARE(x86_64_v3)
INTERCUSP_DECLARE(x86_64_v4)
#endif

namespace {

struct Found {
  NamedKernel kernels[3];
  int count = 0;
};

Found find_kernels() {
  Found found;
#ifdef INTERCUSP_X86_LEVELS
  if (runs_x86_64_v4()) {
    found.kernels[found.count++] = {"AVX-512", x86_64_v4::closest_faces};
  }
  if (runs_x86_64_v3()) {
    found.kernels[found.count++] = {"AVX2", x86_64_v3::closest_faces};
  }
#endif
  found.kernels[found.count++] = {"baseline", baseline::closest_faces};
  return found;
}

}  // namespace

KernelList all_kernels() {
  static const Found found = find_kernels();
  return {found.kernels, found.count};
}

}  // namespace intercusp::surface
