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

void draw_faces(const ClusterView& cluster, const BandView& band, const FragmentSink& sink);
void keep_last(const ClusterView& cluster, const BandView& band, WantedFaces wanted, std::uint64_t* keys);
bool compare_row(const RowLayers& layers, const CompareLimits& limits, const RowOfMap& map);

}  // namespace intercusp::zlist::INTERCUSP_ISA
