#include "occlusion/engines/zlist/kernels/kernels.h"

#include "occlusion/base/processor.h"

#define INTERCUSP_DECLARE(isa)                                                                       \
  namespace isa {                                                                                    \
  void draw_faces(const ClusterView&, const BandView&, const FragmentSink&);                         \
  void keep_last(const ClusterView&, const BandView&, WantedFaces, std::uint64_t*);                  \
  bool compare_row(const RowLayers&, const CompareLimits&, const RowOfMap&);                         \
  static Kernels kernels_of(const char* name) { return {name, draw_faces, keep_last, compare_row}; } \
  }

namespace intercusp::zlist {

INTERCUSP_FOR_EACH_ISA(INTERCUSP_DECLARE)

KernelList all_kernels() {
  static const auto found = runnable_kernels<Kernels>(INTERCUSP_OF_EACH_ISA(kernels_of));
  return {found.kernels, found.count};
}

const Kernels& kernels() { return *all_kernels().first; }

}  // namespace intercusp::zlist
