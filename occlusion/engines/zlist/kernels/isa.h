// The kernels of one generation of processors; the build names it (cmake/kernels.cmake).
#pragma once

#include "occlusion/engines/zlist/kernels/depth_key.h"
#include "occlusion/engines/zlist/kernels/kernels.h"
#include "occlusion/engines/zlist/kernels/lanes.h"

#ifdef _MSC_VER
#include <intrin.h>
#endif

#ifndef INTERCUSP_ISA
#error "INTERCUSP_ISA names the instruction set that this file is compiled for"
#endif

namespace intercusp::zlist::INTERCUSP_ISA {

static inline int bits_set(std::uint32_t bits) {
#ifdef _MSC_VER
  return static_cast<int>(__popcnt(bits));
#else
  return __builtin_popcount(bits);
#endif
}

//! Writes those of sixteen 4-byte values whose bit is set, one after another. Writes sixteen whatever it
//! keeps.
template <class T>
static inline void append_chosen(std::uint32_t chosen, const T* values, T* out) {
  static_assert(sizeof(T) == 4);
  for (int first = 0; first < 16; first += lanes) {
    const std::uint32_t some = chosen >> first & lane_bits;
    write_chosen(some, load(values + first), out);
    out += bits_set(some);
  }
}

void draw_faces(const ClusterView& cluster, const BandView& band, const FragmentSink& sink);
void keep_last(const ClusterView& cluster, const BandView& band, WantedFaces wanted, std::uint64_t* keys);
bool compare_row(const RowLayers& layers, const CompareLimits& limits, const RowOfMap& map);

}  // namespace intercusp::zlist::INTERCUSP_ISA
