// The kernels of this folder, for each generation of processors.
#pragma once

#include "occlusion/distance/kernels/closest_faces.h"
#include "occlusion/distance/kernels/seen_points.h"

namespace intercusp::surface {

struct NamedKernels {
  const char* name;
  ClosestFacesKernel closest_faces;
  RoughFacesKernel rough_faces;
  SeenPointsKernel seen_points;
};
struct KernelList {
  const NamedKernels* first;
  int count;
};

//! Those that this processor can run, the fastest first.
[[nodiscard]] KernelList all_kernels();

}  // namespace intercusp::surface
