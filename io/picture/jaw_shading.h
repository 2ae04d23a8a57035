// Shaded pictures of surfaces: which face a sample shows, with its light and its colour.
#pragma once

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "io/case/import_solids.h"
#include "io/picture/canvas.h"
#include "io/picture/jaw_picture.h"
#include "occlusion/geometry/solid.h"

namespace intercusp {

// The first face that each sample hits. The view is orthographic, with x to the right, y down and z away from
// the viewer, mm. Every face is drawn over the rows that it covers, and the nearest is kept.

//! Square pixels on the view's (x, y) plane, sampled at their centres. Pixel (0, 0) is at the top left.
struct PictureGrid {
  int width = 0;
  int height = 0;
  double x0_mm = 0;  //!< left edge of the picture
  double y0_mm = 0;  //!< top edge of the picture
  double pixel_mm = 0.1;

  [[nodiscard]] std::size_t size() const { return static_cast<std::size_t>(width) * height; }
  [[nodiscard]] std::size_t index(int column, int row) const {
    return static_cast<std::size_t>(row) * width + column;
  }
};

//! One entry per pixel in every array, row by row from the top left.
struct FirstHits {
  PictureGrid grid;
  //! no_face (clearance_map.h) if nothing is hit. The weights are then 0 and the depth is +infinity.
  std::vector<std::int32_t> face;
  std::vector<float> second_weight;  //!< barycentric weight of the face's second vertex at the hit
  std::vector<float> third_weight;   //!< weight of the third vertex; the weights of the three add up to 1
  std::vector<float> depth_mm;       //!< z of the hit in the view
};

//! Hits only the scanned surface, without the faces that import added to close it. Faces that look away are
//! skipped. Of equally near faces the first in the mesh wins. The result is bit-identical for any number of
//! threads.
//! \throw std::invalid_argument if the grid has a negative size, or a pixel size that is not positive
[[nodiscard]] FirstHits first_hits(const Solid& solid, const Eigen::Isometry3d& view_from_solid,
                                   const PictureGrid& grid);

//! Square samples, several per pixel, around the scanned surface of the jaws, with room for tooth numbers if
//! they are shown.
[[nodiscard]] PictureGrid frame_of(const JawView& view, const std::vector<const PosedJaw*>& jaws);

//! Scale of the picture; its pixels are larger than the samples.
[[nodiscard]] double picture_pixels_per_mm(const PictureGrid& frame);

//! Key light from the upper left in front, fill light from the right, and ambient light.
[[nodiscard]] double brightness(const Eigen::Vector3d& view_normal);

[[nodiscard]] inline Rgb lit(Rgb colour, double light) {
  const auto channel = [light](std::uint8_t value) {
    // Lround would be a function call.
    return static_cast<std::uint8_t>(std::min(255.0, value * light) + 0.5);
  };
  return {channel(colour.red), channel(colour.green), channel(colour.blue)};
}

//! The point of a surface that a sample of a picture shows.
struct SurfaceHit {
  std::size_t sample;
  std::size_t surface;  //!< index among the surfaces
  std::size_t face;
  Face corners;
  std::array<double, 3> weights;  //!< barycentric weights of the corners
  double depth_mm;                //!< as FirstHits::depth_mm
  Eigen::Vector3d normal;         //!< unit, outward, in the case frame
  double light;                   //!< brightness of the normal

  //! The weighted mean of the corners' values; NaN if one of them is NaN.
  template <class Number>
  [[nodiscard]] double mean_of(const std::vector<Number>& at_vertices) const {
    double mean = 0;
    for (std::size_t corner = 0; corner < 3; ++corner)
      mean += weights[corner] * static_cast<double>(at_vertices[corners[corner]]);
    return mean;
  }
  [[nodiscard]] Eigen::Vector3d mean_of(const std::vector<Eigen::Vector3d>& at_vertices) const {
    Eigen::Vector3d mean = Eigen::Vector3d::Zero();
    for (std::size_t corner = 0; corner < 3; ++corner) mean += weights[corner] * at_vertices[corners[corner]];
    return mean;
  }
};

//! Surfaces as a picture shows them, the nearest one at each sample. Surfaces without normals are shaded face
//! by face.
class SeenSurfaces {
 public:
  //! \pre the surfaces outlive this object
  SeenSurfaces(std::vector<const PosedJaw*> surfaces, const Eigen::Isometry3d& view_from_case,
               const PictureGrid& grid);

  [[nodiscard]] const PictureGrid& grid() const { return grid_; }
  //! The hit of a sample; empty if it shows no surface.
  [[nodiscard]] std::optional<SurfaceHit> at(std::size_t sample) const;

 private:
  std::vector<const PosedJaw*> surfaces_;
  Eigen::Matrix3d view_from_case_;
  PictureGrid grid_;
  std::vector<FirstHits> hits_;
};

//! Paints the surfaces. Samples that show no surface become white.
//! \param colour called from many threads
[[nodiscard]] Picture paint(const SeenSurfaces& surfaces,
                            const std::function<Rgb(const SurfaceHit&)>& colour);

//! A colour that is shaded less than the surface below it, so that it resembles the legend.
[[nodiscard]] inline Rgb lit_paint(Rgb colour, double light) { return lit(colour, 0.6 + 0.4 * light); }

struct SurfaceColours {
  Rgb tooth{240, 232, 212}, gum{222, 160, 152};
};

//! The colour of tooth or gum, without light and paint.
[[nodiscard]] Rgb surface_colour(const PosedJaw& jaw, const SurfaceHit& hit,
                                 const SurfaceColours& colours = {});

//! Draws tooth numbers around the jaw of a view.
//! \param picture has the size of the frame, without anything around it
//! \return the labels that were written, with their places in the picture
std::vector<Label> draw_tooth_numbers(Picture& picture, const PosedJaw& jaw, const JawView& view,
                                      const PictureGrid& frame);

struct SolidsAsOne {
  Solid solid;                   //!< the faces of one solid after the other; all are anatomy
  std::vector<std::size_t> end;  //!< for each solid, one past its last face

  [[nodiscard]] std::size_t owner(std::size_t face) const;
  //! The index of the face in its own solid.
  [[nodiscard]] std::size_t own_number(std::size_t face) const;
};

[[nodiscard]] SolidsAsOne as_one(const std::vector<NamedSolid>& solids);

}  // namespace intercusp
