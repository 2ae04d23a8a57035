#include "viewer/scene/place_mark.h"

#include <fmt/format.h>

#include "io/wording/definitions.h"

namespace intercusp::viewer {

Eigen::Vector2d pixel_in_scene(const Camera& camera, const ViewBox& box, const Eigen::Vector3d& case_point) {
  const double pixels_per_mm = static_cast<double>(box.height) / camera.height_mm;
  return Eigen::Vector2d(box.x + box.width / 2, box.y + box.height / 2) +
         pixels_per_mm * (camera.pose() * case_point).head<2>();
}

Eigen::Vector2d pixel_in_map(const View& view, const MapPlacement& placement,
                             const Eigen::Vector3d& case_point) {
  const Eigen::Vector2d from_corner =
      (view.view_from_case * case_point).head<2>() - Eigen::Vector2d(view.grid.u0_mm, view.grid.v0_mm);
  return Eigen::Vector2d(placement.x, placement.y) +
         static_cast<double>(placement.scale) / view.grid.pixel_mm * from_corner;
}

void draw_place_mark(DrawListCanvas& canvas, const Eigen::Vector2d& at) {
  const double inner = 0.25 * canvas.em, outer = 0.7 * canvas.em;
  for (const auto& [ink, thickness] :
       {std::pair{ink_of(canvas.inks.halo.colour, canvas.inks.halo.opacity), 5.0F},
        {ink_of(place_mark_colour), 2.0F}})
    for (const Eigen::Vector2d& way :
         {Eigen::Vector2d(1, 0), Eigen::Vector2d(-1, 0), Eigen::Vector2d(0, 1), Eigen::Vector2d(0, -1)})
      canvas.list.AddLine(point(at + inner * way), point(at + outer * way), ink, thickness);
}

void draw_space_ruler(DrawListCanvas& canvas, const Eigen::Vector2d& from, const Eigen::Vector2d& to,
                      double length_mm) {
  for (const auto& [ink, thickness] :
       {std::pair{ink_of(canvas.inks.halo.colour, canvas.inks.halo.opacity), 4.5F},
        {ink_of(canvas.inks.strong.colour), 2.0F}}) {
    canvas.list.AddLine(point(from), point(to), ink, thickness);
    for (const Eigen::Vector2d& end : {from, to})
      canvas.list.AddCircleFilled(point(end), 1.5F + thickness, ink);
  }
  const Letters letters{canvas.em, canvas.inks.strong, true};
  const Eigen::Vector2d middle = (from + to) / 2;
  const std::string length = fmt::format("{} mm", rounded(length_mm, 2));
  const double top = middle.y() - 1.6 * canvas.em, half = canvas.text_width(length, letters) / 2;
  const double pad = 0.3 * canvas.em;
  canvas.list.AddRectFilled(point({middle.x() - half - pad, top - pad / 2}),
                            point({middle.x() + half + pad, top + canvas.em + pad / 2}),
                            ink_of(canvas.inks.halo.colour, canvas.inks.halo.opacity),
                            static_cast<float>(pad));
  canvas.write(middle.x(), top, length, letters, Align::centre);
}

}  // namespace intercusp::viewer
