// Rasterises several small faces at a time, one centre of each: as many as a register holds numbers.
//
// Internal to draw_faces.cpp.
#pragma once

#ifdef __AVX512BW__
#include "occlusion/engines/zlist/kernels/small_faces_avx512.h"
#else
#include "occlusion/engines/zlist/kernels/small_faces_lanes.h"
#endif
