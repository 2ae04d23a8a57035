// Rasterises several small faces at a time, one centre of each: as many as the processor's registers hold.
//
// Internal to draw_faces.cpp.
#pragma once

#ifdef __AVX512BW__
#include "occlusion/engines/zlist/kernels/sixteen_faces.h"
#else
#include "occlusion/engines/zlist/kernels/some_faces.h"
#endif
