// z-lists (Shinya & Forgue 1991): for every pixel of a window, all layers of one solid, sorted by depth, each
// with its face and whether the line enters or leaves there.
//
// Lists of several solids over the same frame are compared pixel by pixel; each solid has its own, so what
// does not move keeps its lists.
#pragma once

#include <Eigen/Geometry>
#include <cstdint>
#include <span>
#include <vector>

#include "occlusion/geometry/solid.h"
#include "occlusion/projection/map_frame.h"
#include "occlusion/zlist/binned_mesh.h"

namespace intercusp::zlist {

//! One crossing of a pixel's line with a face. Ordered by depth; at equal depth entering comes before
//! leaving, so that parts which touch are one interval, then by face.
struct Layer {
  float depth;              //!< mm from LayerLists::depth_origin
  std::uint32_t exit_face;  //!< face, with the top bit set where the line leaves

  [[nodiscard]] bool leaves() const { return (exit_face & exit_bit) != 0; }
  [[nodiscard]] std::int32_t face() const { return static_cast<std::int32_t>(exit_face & ~exit_bit); }
  friend bool operator<(const Layer& a, const Layer& b) {
    return a.depth != b.depth ? a.depth < b.depth : a.exit_face < b.exit_face;
  }
  static constexpr std::uint32_t exit_bit = 0x8000'0000U;
};

class LayerLists {
 public:
  //! All layers of the mesh that was binned. Depths are single precision relative to its depth origin, which
  //! two lists must share to be compared: put it amid the jaws. \param wanted where given, one entry per
  //! pixel: only pixels with a nonzero entry get lists.
  explicit LayerLists(const BinnedMesh& mesh, std::span<const std::uint8_t> wanted = {});

  //! The layers of a pixel, sorted.
  [[nodiscard]] std::span<const Layer> at(int column, int row) const {
    const Band& band = bands_[static_cast<std::size_t>(row / band_rows)];
    if (band.first.empty()) return {};
    const std::size_t pixel =
        static_cast<std::size_t>(row % band_rows) * static_cast<std::size_t>(width_) + column;
    return {band.layers.data() + band.first[pixel], band.first[pixel + 1] - band.first[pixel]};
  }

  [[nodiscard]] std::size_t layer_count() const;

 private:
  //! Some rows of the window, filled by one thread from beginning to end: no locks, and the same bits for any
  //! number of threads.
  struct Band {
    std::vector<std::uint32_t> first;  //!< per pixel, and one past the end; empty where no pixel was wanted
    std::vector<Layer> layers;
  };
  int width_;
  std::vector<Band> bands_;
};

//! A depth amid the two jaws of a bite, to be shared as `depth_origin`.
[[nodiscard]] double middle_depth(const Solid& upper, const MapFrame& frame);

}  // namespace intercusp::zlist
