// Which generations of x86 processors this one runs code for: kernels that are compiled once for each
// (CMake's -march=x86-64-v3 and -v4) are chosen by it at run time.
//
// For the files that choose, not for the kernels themselves, which are compiled for newer processors.
#pragma once

namespace intercusp {

#ifdef INTERCUSP_X86_LEVELS
inline bool runs_x86_64_v4() {
  return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
         __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw");
}
inline bool runs_x86_64_v3() { return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi"); }
#endif

}  // namespace intercusp
