#include "io/picture/jaw_shading.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "io/picture/pixel_canvas.h"
#include "io/picture/tooth_numbers.h"
#include "occlusion/base/for_all.h"
#include "occlusion/geometry/triangle_mesh.h"
#include "occlusion/maps/clearance_map.h"

namespace intercusp {
namespace {

constexpr int longest_side_px = 860;
constexpr int samples = 2;  // samples per pixel, in each direction

//! The mean of the samples of every pixel.
Picture mean_of_samples(const PictureGrid& frame, const auto& colour_at) {
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

Eigen::Vector3d normal_at(const PosedJaw& surface, const SurfaceHit& hit) {
  return surface.normals.empty() ? face_normal_twice_area(surface.solid->mesh, hit.face)
                                 : hit.mean_of(surface.normals);
}

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

double brightness(const Eigen::Vector3d& view_normal) {
  static const Eigen::Vector3d key = Eigen::Vector3d(-0.45, -0.6, -0.75).normalized();
  static const Eigen::Vector3d fill = Eigen::Vector3d(0.7, 0.25, -0.65).normalized();
  const double towards_viewer = std::max(0.0, -view_normal.z());
  return 0.34 + 0.58 * std::max(0.0, view_normal.dot(key)) + 0.20 * std::max(0.0, view_normal.dot(fill)) +
         0.12 * towards_viewer;
}

SeenSurfaces::SeenSurfaces(std::vector<const PosedJaw*> surfaces, const Eigen::Isometry3d& view_from_case,
                           const PictureGrid& grid)
    : surfaces_(std::move(surfaces)), view_from_case_(view_from_case.linear()), grid_(grid) {
  for (const PosedJaw* surface : surfaces_)
    hits_.push_back(first_hits(*surface->solid, view_from_case * surface->case_from_solid, grid));
}

std::optional<SurfaceHit> SeenSurfaces::at(std::size_t sample) const {
  std::size_t nearest = 0;
  for (std::size_t i = 1; i < hits_.size(); ++i) {
    if (hits_[i].depth_mm[sample] < hits_[nearest].depth_mm[sample]) nearest = i;
  }
  const FirstHits& hits = hits_[nearest];
  if (hits.face[sample] == no_face) return std::nullopt;
  const auto face = static_cast<std::size_t>(hits.face[sample]);
  const double second = static_cast<double>(hits.second_weight[sample]),
               third = static_cast<double>(hits.third_weight[sample]);
  SurfaceHit hit{.sample = sample,
                 .surface = nearest,
                 .face = face,
                 .corners = surfaces_[nearest]->solid->mesh.faces[face],
                 .weights = {1 - second - third, second, third},
                 .depth_mm = static_cast<double>(hits.depth_mm[sample])};
  hit.normal = normal_at(*surfaces_[nearest], hit).normalized();
  hit.light = brightness(view_from_case_ * hit.normal);
  return hit;
}

Picture paint(const SeenSurfaces& surfaces, const std::function<Rgb(const SurfaceHit&)>& colour) {
  return mean_of_samples(surfaces.grid(), [&](std::size_t sample) {
    const std::optional<SurfaceHit> hit = surfaces.at(sample);
    return hit ? colour(*hit) : white;
  });
}

Rgb surface_colour(const PosedJaw& jaw, const SurfaceHit& hit, const SurfaceColours& colours) {
  const std::vector<int>& labels = jaw.solid->labels;
  if (labels.empty()) return colours.tooth;
  double gum = 0;
  for (std::size_t corner = 0; corner < 3; ++corner) {
    if (labels[hit.corners[corner]] == 0) gum += hit.weights[corner];
  }
  return blend(colours.tooth, colours.gum, gum);
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

std::size_t SolidsAsOne::owner(std::size_t face) const {
  return static_cast<std::size_t>(std::ranges::upper_bound(end, face) - end.begin());
}

std::size_t SolidsAsOne::own_number(std::size_t face) const {
  const std::size_t number = owner(face);
  return number == 0 ? face : face - end[number - 1];
}

SolidsAsOne as_one(const std::vector<NamedSolid>& solids) {
  SolidsAsOne whole;
  for (const NamedSolid& named : solids) {
    append(whole.solid.mesh, named.solid->mesh);
    whole.end.push_back(whole.solid.mesh.faces.size());
  }
  whole.solid.anatomy_faces = whole.solid.mesh.faces.size();
  return whole;
}

}  // namespace intercusp
