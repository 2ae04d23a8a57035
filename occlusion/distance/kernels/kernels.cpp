#include "occlusion/distance/kernels/kernels.h"

#include "occlusion/base/processor.h"

#define INTERCUSP_DECLARE(isa)                                                     \
  namespace isa {                                                                  \
  void closest_faces(const FaceTreeView&, double, PointGroup&);                    \
  void rough_faces(const FaceTreeView&, std::uint32_t, std::uint32_t, RoughFace*); \
  void seen_points(const SeenMesh&, const SeenPixels&, PointGroup&);               \
  static NamedKernels kernels_of(const char* name) {                               \
    return {name, closest_faces, rough_faces, seen_points};                        \
  }                                                                                \
  }

namespace intercusp::surface {

INTERCUSP_FOR_EACH_ISA(INTERCUSP_DECLARE)

KernelList all_kernels() {
  static const auto found = runnable_kernels<NamedKernels>(INTERCUSP_OF_EACH_ISA(kernels_of));
  return {found.kernels, found.count};
}

}  // namespace intercusp::surface
