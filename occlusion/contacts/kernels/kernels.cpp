#include "occlusion/contacts/kernels/contact_shares.h"
#include "occlusion/processor.h"

#define INTERCUSP_DECLARE(isa)                             \
  namespace isa {                                          \
  void find_near(const float*, int, float, std::uint8_t*); \
  void find_shares(const Stretch&, const Limit&, Shares&); \
  }

namespace intercusp::contacts {

INTERCUSP_DECLARE(baseline)
#ifdef INTERCUSP_X86_LEVELS
INTERCUSP_DECLARE(x86_64_v3)
INTERCUSP_DECLARE(x86_64_v4)
#endif

namespace {

struct Found {
  NamedKernels kernels[3];
  int count = 0;
};

Found find_kernels() {
  Found found;
#ifdef INTERCUSP_X86_LEVELS
  if (runs_x86_64_v4()) {
    found.kernels[found.count++] = {"AVX-512", x86_64_v4::find_near, x86_64_v4::find_shares};
  }
  if (runs_x86_64_v3()) {
    found.kernels[found.count++] = {"AVX2", x86_64_v3::find_near, x86_64_v3::find_shares};
  }
#endif
  found.kernels[found.count++] = {"baseline", baseline::find_near, baseline::find_shares};
  return found;
}

}  // namespace

KernelList all_kernels() {
  static const Found found = find_kernels();
  return {found.kernels, found.count};
}

}  // namespace intercusp::contacts
