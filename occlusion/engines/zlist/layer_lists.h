// z-lists (Shinya & Forgue 1991): for every pixel of a window, all layers of one solid, sorted by depth, each
// with its face and whether the line enters or leaves there.
//
// Each solid has its own, over the same frame; they are compared pixel by pixel.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "occlusion/engines/zlist/posed_mesh.h"

namespace intercusp::zlist {

//! One crossing of a pixel's line with a face. Ordered by depth; at equal depth entering comes before
//! leaving, so that parts which touch are one interval, then by face.
struct Layer {
  float depth;              //!< mm from the depth origin of the posed mesh
  std::uint32_t exit_face;  //!< as in Fragment

  [[nodiscard]] bool leaves() const { return (exit_face & exit_bit) != 0; }
  [[nodiscard]] std::int32_t face() const { return static_cast<std::int32_t>(exit_face & face_bits); }
  friend bool operator<(const Layer& a, const Layer& b) {
    return a.depth != b.depth ? a.depth < b.depth : a.exit_face < b.exit_face;
  }
};

struct ListedLayer {
  std::uint32_t list;
  Layer layer;
};

//! The lists of one band of rows, built by one thread: no locks, and the same bits for any number of threads.
//! Storage is reused.
class BandLists {
 public:
  //! All layers of the band. Depths of two jaws must share their origin; put it in the middle of the jaws,
  //! because depths are floats.
  void make(const PosedMesh& mesh, int band);
  //! Those of some of its pixels.
  //! \param wanted 1 for each pixel of the band that gets a list
  //! \param wanted_pixels the same pixels, by number, in order
  void make(const PosedMesh& mesh, int band, std::span<const std::uint8_t> wanted,
            std::span<const std::uint32_t> wanted_pixels);

  //! The sorted layers of a pixel, indexed row by row from the start of the band or by its position among the
  //! selected pixels.
  [[nodiscard]] std::span<const Layer> at(std::size_t pixel) const {
    return {layers_.data() + first_[pixel], first_[pixel + 1] - first_[pixel]};
  }

 private:
  void sort_into_lists(std::size_t count);

  std::vector<ListedLayer> fragments_;  // as they are drawn
  std::vector<std::uint32_t> first_;    // per list, and one past the end
  std::vector<Layer> layers_;
  std::vector<std::uint32_t> list_of_pixel_;  // of those wanted
};

}  // namespace intercusp::zlist
