// Chooses the kernels for this processor. Kernels are compiled once for each generation of x86 processors
// (CMake's -march=x86-64-v3 and -v4; the namespaces of cmake/kernels.cmake).
//
// Only files that choose kernels include this header, not the kernels themselves, which are compiled for
// newer processors.
#pragma once

namespace intercusp {

#ifdef INTERCUSP_X86_LEVELS
//! Expands `use(isa)` for each namespace of kernels.
#define INTERCUSP_FOR_EACH_ISA(use) use(baseline) use(x86_64_v3) use(x86_64_v4)
//! Lists a function that all these namespaces have, as arguments of runnable_kernels.
#define INTERCUSP_OF_EACH_ISA(function) baseline::function, x86_64_v3::function, x86_64_v4::function

inline bool runs_x86_64_v4() {
  return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
         __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw");
}
inline bool runs_x86_64_v3() { return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi"); }
#else
#define INTERCUSP_FOR_EACH_ISA(use) use(baseline)
#define INTERCUSP_OF_EACH_ISA(function) baseline::function

inline bool runs_x86_64_v4() { return false; }
inline bool runs_x86_64_v3() { return false; }
#endif

//! The kernels that this processor can run, the fastest first.
template <class Kernels>
struct RunnableKernels {
  Kernels kernels[3];
  int count = 0;
};

//! \param baseline,v3,v4 return the kernels of a generation under the given name
template <class Kernels>
RunnableKernels<Kernels> runnable_kernels(Kernels (*baseline)(const char* name),
                                          Kernels (*v3)(const char* name) = nullptr,
                                          Kernels (*v4)(const char* name) = nullptr) {
  RunnableKernels<Kernels> found;
  if (runs_x86_64_v4()) found.kernels[found.count++] = v4("AVX-512");
  if (runs_x86_64_v3()) found.kernels[found.count++] = v3("AVX2");
  found.kernels[found.count++] = baseline("baseline");
  return found;
}

}  // namespace intercusp
