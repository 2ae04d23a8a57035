// Neighbouring teeth of one jaw as `intercusp interfere` tells them: how near they come and over how large an area.
// Measured where each tooth is a closed solid of its own: given as single files, or numbered and apart in one.
#pragma once

#include <Eigen/Core>
#include <memory>
#include <vector>

#include "occlusion/base/progress.h"
#include "occlusion/several/neighbours.h"
#include "viewer/case/loaded_case.h"

namespace intercusp::viewer {

struct NeighbourPair {
  Jaw jaw = Jaw::upper;
  int fdi = 0, other_fdi = 0;
  Neighbours found;  //!< its point in the jaw's frame
};

struct NeighbourTeeth {
  std::vector<NeighbourPair>
      pairs;  //!< those that touch first, the deepest overlap at the top; then by distance
  bool upper_has_single_teeth = false, lower_has_single_teeth = false;
};

//! \throw InputError where a file of a single tooth cannot be read again; Cancelled
[[nodiscard]] NeighbourTeeth measured_neighbours(const std::shared_ptr<const LoadedCase>& loaded,
                                                 const Progress& progress = {});

}  // namespace intercusp::viewer
