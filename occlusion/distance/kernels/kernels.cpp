#include "occlusion/distance/kernels/closest_faces.h"

#include "occlusion/base/processor.h"

#define INTERCUSP_DECLARE(isa)                                                      \
  namespace isa {                                                                   \
  void closest_faces(const FaceTreeView&, double, PointGroup&);                     \
  static NamedKernel kernels_of(const char* name) { return {name, closest_faces}; } \
  }

namespace intercusp::surface {

INTERCUSP_FOR_EACH_ISA(INTERCUSP_DECLARE)

KernelList all_kernels() {
  static const auto found = runnable_kernels<NamedKernel>(INTERCUSP_OF_EACH_ISA(kernels_of));
  return {found.kernels, found.count};
}

}  // namespace intercusp::surface
