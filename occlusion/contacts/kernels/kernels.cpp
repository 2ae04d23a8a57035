#include "occlusion/contacts/kernels/contact_shares.h"

#include "occlusion/base/processor.h"

#define INTERCUSP_DECLARE(isa)                                                                \
  namespace isa {                                                                             \
  void find_near(const float*, int, float, std::uint8_t*);                                    \
  void find_shares(const Stretch&, const Limit&, Shares&);                                    \
  static NamedKernels kernels_of(const char* name) { return {name, find_near, find_shares}; } \
  }

namespace intercusp::contacts {

INTERCUSP_FOR_EACH_ISA(INTERCUSP_DECLARE)

KernelList all_kernels() {
  static const auto found = runnable_kernels<NamedKernels>(INTERCUSP_OF_EACH_ISA(kernels_of));
  return {found.kernels, found.count};
}

}  // namespace intercusp::contacts
