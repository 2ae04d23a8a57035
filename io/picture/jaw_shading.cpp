#include "io/picture/jaw_shading.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "io/picture/pixel_canvas.h"
#include "io/picture/tooth_numbers.h"
#include "occlusion/base/for_all.h"

namespace intercusp {
namespace {

constexpr int longest_side_px = 860;
constexpr int samples = 2;  // rays per pixel, each way

constexpr Rgb tooth_colour{240, 232, 212};
constexpr Rgb gum_colour{222, 160, 152};

}  // namespace

PictureGrid frame_of(const JawView& view, const std::vector<const PosedJaw*>& jaws) {
  Bounds bounds;
  for (const PosedJaw* jaw : jaws) {
    for (std::size_t face = 0; face < jaw->solid->anatomy_faces; ++face) {
      for (const std::uint32_t vertex : jaw->solid->mesh.faces[face])
        bounds.add(view.view_from_case * jaw->points[vertex]);
    }
  }
  if (bounds.empty()) return {.width = samples, .height = samples};
  const double room = view.tooth_numbers ? 1.16 : 1.04;
  const Eigen::Vector2d size = bounds.size().head<2>() * room + Eigen::Vector2d::Constant(0.5);
  const Eigen::Vector2d corner = bounds.centre().head<2>() - size / 2;
  const double pixel_mm = size.maxCoeff() / longest_side_px;
  return {.width = samples * static_cast<int>(std::ceil(size.x() / pixel_mm)),
          .height = samples * static_cast<int>(std::ceil(size.y() / pixel_mm)),
          .x0_mm = corner.x(),
          .y0_mm = corner.y(),
          .pixel_mm = pixel_mm / samples};
}

double picture_pixels_per_mm(const PictureGrid& frame) { return 1 / (samples * frame.pixel_mm); }

Picture mean_of_samples(const PictureGrid& frame, const std::function<Rgb(std::size_t)>& colour_at) {
  Picture picture(frame.width / samples, frame.height / samples);
  for_all(0, picture.height, [&](int y) {
    for (int x = 0; x < picture.width; ++x) {
      std::array<int, 3> sum{};
      for (int sample = 0; sample < samples * samples; ++sample) {
        const Rgb colour =
            colour_at(frame.index(samples * x + sample % samples, samples * y + sample / samples));
        sum[0] += colour.red, sum[1] += colour.green, sum[2] += colour.blue;
      }
      const auto mean = [](int total) {
        return static_cast<std::uint8_t>((total + samples * samples / 2) / (samples * samples));
      };
      picture.at(x, y) = {mean(sum[0]), mean(sum[1]), mean(sum[2])};
    }
  });
  return picture;
}

double brightness(const Eigen::Vector3d& view_normal) {
  static const Eigen::Vector3d key = Eigen::Vector3d(-0.45, -0.6, -0.75).normalized();
  static const Eigen::Vector3d fill = Eigen::Vector3d(0.7, 0.25, -0.65).normalized();
  const double towards_viewer = std::max(0.0, -view_normal.z());
  return 0.34 + 0.58 * std::max(0.0, view_normal.dot(key)) + 0.20 * std::max(0.0, view_normal.dot(fill)) +
         0.12 * towards_viewer;
}

Rgb surface_colour(const PosedJaw& jaw, const SurfaceHit& hit) {
  const std::vector<int>& labels = jaw.solid->labels;
  if (labels.empty()) return tooth_colour;
  double gum = 0;
  for (int corner = 0; corner < 3; ++corner) {
    if (labels[jaw.solid->mesh.faces[hit.face][corner]] == 0) gum += hit.weights[corner];
  }
  return blend(tooth_colour, gum_colour, gum);
}

std::vector<Label> draw_tooth_numbers(Picture& picture, const PosedJaw& jaw, const JawView& view,
                                      const PictureGrid& frame) {
  const double pixels_per_mm = picture_pixels_per_mm(frame);
  PixelCanvas canvas(picture, print_inks_with_halo);
  const Eigen::Translation3d to_corner(-pixels_per_mm * frame.x0_mm, -pixels_per_mm * frame.y0_mm, 0);
  const Eigen::Affine3d px_from_solid = Eigen::Affine3d(to_corner) *
                                        Eigen::Scaling(pixels_per_mm, pixels_per_mm, 1.0) *
                                        view.view_from_case * jaw.case_from_solid;
  draw_tooth_numbers(canvas, *jaw.solid, {.px_from_solid = px_from_solid, .pixels_per_mm = pixels_per_mm});
  return canvas.labels();
}

}  // namespace intercusp
