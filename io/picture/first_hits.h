// The first face seen by each pixel of a shaded picture.
//
// The view is orthographic, with x to the right, y down and z away from the viewer, mm. Every face is drawn over the rows
// that it covers, and the nearest is kept.
#pragma once

#include <Eigen/Geometry>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "occlusion/geometry/solid.h"

namespace intercusp {

//! Square pixels on the view's (x, y) plane, sampled at their centres. Pixel (0, 0) is at the top left.
struct PictureGrid {
  int width = 0;
  int height = 0;
  double x0_mm = 0;  //!< left edge of the picture
  double y0_mm = 0;  //!< its top edge
  double pixel_mm = 0.1;

  [[nodiscard]] std::size_t size() const { return static_cast<std::size_t>(width) * height; }
  [[nodiscard]] std::size_t index(int column, int row) const {
    return static_cast<std::size_t>(row) * width + column;
  }
};

//! One entry per pixel in every array, row by row from the top left.
struct FirstHits {
  PictureGrid grid;
  std::vector<std::int32_t>
      face;  //!< no_face (clearance_map.h) where nothing is seen; then the rest is 0, +inf
  std::vector<float> second_weight;  //!< barycentric weight of the face's second vertex at the hit,
  std::vector<float> third_weight;   //!< of the third; the three add up to 1
  std::vector<float> depth_mm;       //!< z of the hit in the view
};

//! Of the face's vertices at a hit.
[[nodiscard]] inline std::array<double, 3> weights_of(const FirstHits& hits, std::size_t pixel) {
  const double second = static_cast<double>(hits.second_weight[pixel]),
               third = static_cast<double>(hits.third_weight[pixel]);
  return {1 - second - third, second, third};
}

//! Of the scanned surface alone: what import added to close it is not drawn. Faces that look away are skipped. Among equally near faces the first of the mesh wins. The same
//! bits for any number of threads.
//! \throw std::invalid_argument if the grid has a negative size or a pixel that is not positive
[[nodiscard]] FirstHits first_hits(const Solid& solid, const Eigen::Isometry3d& view_from_solid,
                                   const PictureGrid& grid);

}  // namespace intercusp
