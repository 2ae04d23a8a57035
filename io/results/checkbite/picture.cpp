#include <algorithm>
#include <cmath>

#include "io/language/language.h"
#include "io/picture/jaw_shading.h"
#include "io/picture/page.h"
#include "io/picture/paint.h"
#include "io/picture/pixel_canvas.h"
#include "io/picture/stroke.h"
#include "io/results/checkbite/report.h"
#include "occlusion/view/view.h"

namespace intercusp {
namespace {

using Eigen::Vector2d, Eigen::Vector3d;

constexpr int between_px = 40, caption_px = 34;
constexpr Rgb axis_colour{190, 60, 40}, ellipse_colour{30, 90, 170}, guide_colour{205, 205, 205};

//! One drawing of a page: its place there is set when all are laid out.
struct Tile {
  std::string caption;
  Eigen::Isometry3d view_from_case;
  Picture picture;
  Vector2d origin_mm;  //!< of its top left
  double pixels_per_mm = 1;
  std::string left_letter = {}, right_letter = {};

  [[nodiscard]] Vector2d at(const Vector3d& case_point) const {
    return pixels_per_mm * ((view_from_case * case_point).head<2>() - origin_mm);
  }
  void stroke(const Vector3d& from, const Vector3d& to, double half_px, Rgb colour) {
    draw_stroke(picture, at(from), at(to), half_px, colour);
  }
};

Picture page_of(const std::vector<Tile>& tiles, PageText text) {
  int width = -between_px, height = 0;
  for (const Tile& tile : tiles) {
    width += tile.picture.width + between_px;
    height = std::max(height, tile.picture.height);
  }
  Page page = blank_page(text,
                         {.width = width,
                          .height = height + caption_px,
                          .sides = {},
                          .pixels_per_mm = tiles.front().pixels_per_mm,
                          .framed = false},
                         0, 0);
  PixelCanvas canvas(page.picture, print_inks_with_halo);
  int x = page.x;
  for (const Tile& tile : tiles) {
    paste(page.picture, tile.picture, x, page.y + caption_px);
    canvas.write(x + tile.picture.width / 2.0, page.y, tile.caption, {17, {pale_ink}}, Align::centre);
    canvas.write(x, page.y - 4, tile.left_letter, {24, {ink}, true});
    canvas.write(x + tile.picture.width, page.y - 4, tile.right_letter, {24, {ink}, true}, Align::right);
    x += tile.picture.width + between_px;
  }
  return std::move(page.picture);
}

//! R and L where a view shows both sides.
void name_sides(Tile& tile, const AnatomicalAxes& axes) {
  const PatientSides sides = patient_sides(tile.view_from_case, axes);
  if (sides.left.size() == 1) tile.left_letter = sides.left;
  if (sides.right.size() == 1) tile.right_letter = sides.right;
}

// ---- the axis beside the jaw

Tile jaw_tile(const PosedJaw& jaw, const std::vector<Vector3d>& places, const std::string& caption,
              const Eigen::Isometry3d& view_from_case) {
  constexpr double pixels_per_mm = 6, margin_mm = 8;
  constexpr int samples = 2;
  Eigen::AlignedBox2d window;
  for (const std::vector<Vector3d>& points : {jaw.points, places})
    for (const Vector3d& point : points) window.extend((view_from_case * point).head<2>());
  const Vector2d size = window.sizes().array() + 2 * margin_mm;
  const PictureGrid grid{.width = samples * static_cast<int>(std::ceil(size.x() * pixels_per_mm)),
                         .height = samples * static_cast<int>(std::ceil(size.y() * pixels_per_mm)),
                         .x0_mm = window.min().x() - margin_mm,
                         .y0_mm = window.min().y() - margin_mm,
                         .pixel_mm = 1 / (samples * pixels_per_mm)};
  return {.caption = caption,
          .view_from_case = view_from_case,
          .picture = paint({{&jaw}, view_from_case, grid},
                           [&](const SurfaceHit& hit) { return lit(surface_colour(jaw, hit), hit.light); }),
          .origin_mm = {grid.x0_mm, grid.y0_mm},
          .pixels_per_mm = pixels_per_mm};
}

void draw_ellipse(Tile& tile, const AxisEnd& end, const Vector3d& left) {
  constexpr int corners = 72;
  const Vector3d across = left.cross(end.long_axis);
  const auto corner = [&](int i) -> Vector3d {
    const double angle = 2 * EIGEN_PI * i / corners;
    return end.place + end.half_axes_mm.x() * std::cos(angle) * end.long_axis +
           end.half_axes_mm.y() * std::sin(angle) * across;
  };
  for (int i = 0; i < corners; ++i) tile.stroke(corner(i), corner(i + 1), 1.2, ellipse_colour);
}

void draw_axis(Tile& tile, const Checkbite& result, const AnatomicalAxes& axes) {
  const Condyles& condyles = *result.found.condyles;
  if (result.found.hinge) {
    for (const InstantaneousAxis& pair : result.found.hinge->pairs)
      tile.stroke(pair.right.place, pair.left.place, 0.8, guide_colour);
  }
  tile.stroke(condyles.right, condyles.left, 1.5, result.found.hinge ? axis_colour : pale_ink);
  for (const Vector3d& end : {condyles.right, condyles.left}) draw_ring(tile.picture, tile.at(end), 5, 1.5);
  if (!result.found.hinge) return;
  draw_ellipse(tile, result.found.hinge->right, axes.left);
  draw_ellipse(tile, result.found.hinge->left, axes.left);
}

// ---- the paths of the condyles

using Shift = Vector3d RecordShift::*;

//! A path in a square window of `half_mm` about the condyle's place in the centric record.
Tile path_tile(const Checkbite& result, Shift condyle, const std::string& caption,
               const Eigen::Isometry3d& view_from_case, double half_mm) {
  constexpr int size_px = 330;
  Tile tile{.caption = caption,
            .view_from_case = Eigen::Isometry3d(view_from_case.linear()),
            .picture = Picture(size_px, size_px),
            .origin_mm = {-half_mm, -half_mm},
            .pixels_per_mm = size_px / (2 * half_mm)};
  frame_box(tile.picture, 0, 0, size_px, size_px, guide_colour);
  for (const Vector2d& across : {Vector2d(1, 0), Vector2d(0, 1)}) {
    const Vector2d middle = Vector2d::Constant(0.5 * size_px);
    draw_stroke(tile.picture, middle - 0.5 * size_px * across, middle + 0.5 * size_px * across, 0.5,
                guide_colour);
  }
  PixelCanvas canvas(tile.picture, print_inks_with_halo);
  for (std::size_t i = 0; i < result.records.size(); ++i) {
    const BiteRecord& record = result.records[i];
    if (!result.shifts[i] || record.kind == RecordKind::centric) continue;
    const Vector3d end = (*result.shifts[i]).*condyle;
    tile.stroke(Vector3d::Zero(), end, 1.2, record.kind == RecordKind::open ? ellipse_colour : axis_colour);
    draw_ring(tile.picture, tile.at(end), 4, 1.2);
    canvas.write_if_free(tile.at(end).x() + 8, tile.at(end).y() - 8, record.name, {15, {ink}});
  }
  return tile;
}

double farthest_mm(const Checkbite& result) {
  double most = 1;
  for (const std::optional<RecordShift>& shift : result.shifts)
    if (shift) most = std::max({most, shift->condyle_left.norm(), shift->condyle_right.norm()});
  return most;
}

PageText page_text(const std::string& title, const std::string& what, const std::string& note,
                   const Provenance& provenance) {
  return {.title = title, .view_name = what, .small_print = {note + " " + provenance_sentence(provenance)}};
}

}  // namespace

Picture axis_picture(const Checkbite& result, const Provenance& provenance) {
  const AnatomicalAxes& axes = *result.bite_case->anatomy.axes;
  const PosedJaw lower = posed_jaw(result.bite_case->bite, Jaw::lower);
  const std::vector<Vector3d> places = {result.found.condyles->right, result.found.condyles->left};
  std::vector<Tile> tiles = {
      jaw_tile(lower, places, phrase("seen from the patient's right"),
               orthographic(axes.left, -axes.superior)),
      jaw_tile(lower, places, phrase("seen from above"), orthographic(-axes.superior, axes.anterior))};
  for (Tile& tile : tiles) {
    name_sides(tile, axes);
    draw_axis(tile, result, axes);
  }
  const std::string note = result.found.hinge
                               ? phrase(
                                     "Red: hinge axis between its ends. Blue: 95 % ellipses of the ends. "
                                     "Grey: axes of pairs of openings.")
                               : phrase("Grey: axis of the Bonwill triangle; the records tell none.");
  return page_of(
      tiles, page_text(phrase("Hinge axis"), phrase("lower jaw in the centric record"), note, provenance));
}

Picture condyle_picture(const Checkbite& result, const Provenance& provenance) {
  const AnatomicalAxes& axes = *result.bite_case->anatomy.axes;
  const double half_mm = 1.25 * farthest_mm(result);
  const Eigen::Isometry3d side = orthographic(axes.left, -axes.superior),
                          above = orthographic(-axes.superior, axes.anterior);
  std::vector<Tile> tiles = {
      path_tile(result, &RecordShift::condyle_right, phrase("right condyle, from the right"), side, half_mm),
      path_tile(result, &RecordShift::condyle_right, phrase("right condyle, from above"), above, half_mm),
      path_tile(result, &RecordShift::condyle_left, phrase("left condyle, from the right"), side, half_mm),
      path_tile(result, &RecordShift::condyle_left, phrase("left condyle, from above"), above, half_mm)};
  for (Tile& tile : tiles) name_sides(tile, axes);
  return page_of(
      tiles,
      page_text(phrase("Paths of the condyles"),
                phrase("from the centric record, at the crossing of the lines"),
                phrase("From the right, forward is to the right. From above, forward is down."), provenance));
}

}  // namespace intercusp
