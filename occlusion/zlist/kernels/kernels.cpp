#include "occlusion/zlist/kernels/kernels.h"

#include "occlusion/processor.h"

#define INTERCUSP_DECLARE(isa)                                                      \
  namespace isa {                                                                   \
  void draw_faces(const ClusterView&, const BandView&, const FragmentSink&);        \
  void keep_last(const ClusterView&, const BandView&, WantedFaces, std::uint64_t*); \
  bool compare_row(const RowLayers&, const CompareLimits&, const RowOfMap&);        \
  }

namespace intercusp::zlist {

INTERCUSP_DECLARE(baseline)
#ifdef INTERCUSP_X86_LEVELS
INTERCUSP_DECLARE(x86_64_v3)
INTERCUSP_DECLARE(x86_64_v4)
#endif

namespace {

struct Found {
  Kernels kernels[3];
  int count = 0;
};

Found find_kernels() {
  Found found;
#ifdef INTERCUSP_X86_LEVELS
  if (runs_x86_64_v4()) {
    found.kernels[found.count++] = {"AVX-512", x86_64_v4::draw_faces, x86_64_v4::keep_last,
                                    x86_64_v4::compare_row};
  }
  if (runs_x86_64_v3()) {
    found.kernels[found.count++] = {"AVX2", x86_64_v3::draw_faces, x86_64_v3::keep_last,
                                    x86_64_v3::compare_row};
  }
#endif
  found.kernels[found.count++] = {"baseline", baseline::draw_faces, baseline::keep_last,
                                  baseline::compare_row};
  return found;
}

}  // namespace

KernelList all_kernels() {
  static const Found found = find_kernels();
  return {found.kernels, found.count};
}

const Kernels& kernels() { return *all_kernels().first; }

}  // namespace intercusp::zlist
