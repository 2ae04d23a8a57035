// The fast path: of every pixel only the layer of one jaw that faces the other.
#pragma once

#include <vector>

#include "occlusion/zlist/binned_mesh.h"
#include "occlusion/zlist/layer_lists.h"

namespace intercusp::zlist {

struct FacingLayer {
  std::vector<float> depth;        //!< mm from the depth origin
  std::vector<std::int32_t> face;  //!< no_face where the jaw does not cover the pixel
};

//! Where each pixel's line leaves the solid for the last time. Of equal depths the later face counts, as in
//! the lists.
[[nodiscard]] FacingLayer last_exits(const BinnedMesh& mesh);

//! Where each pixel's line first enters, from lists that were made already.
[[nodiscard]] FacingLayer first_entries(const LayerLists& lists, const PixelGrid& grid);

}  // namespace intercusp::zlist
