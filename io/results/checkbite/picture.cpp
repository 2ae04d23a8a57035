#include <algorithm>
#include <cmath>

#include "io/language/language.h"
#include "io/picture/jaw_shading.h"
#include "io/picture/legend.h"
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

//! A framed square about a place of the view.
Tile square_tile(const std::string& caption, const Eigen::Isometry3d& view_from_case,
                 const Vector2d& middle_mm, double half_mm) {
  constexpr int size_px = 330;
  Tile tile{.caption = caption,
            .view_from_case = view_from_case,
            .picture = Picture(size_px, size_px),
            .origin_mm = middle_mm.array() - half_mm,
            .pixels_per_mm = size_px / (2 * half_mm)};
  frame_box(tile.picture, 0, 0, size_px, size_px, guide_colour);
  return tile;
}

// ---- the axis beside the jaw

Tile jaw_tile(const PosedJaw& jaw, const std::vector<Vector3d>& places, const std::string& caption,
              const Eigen::Isometry3d& view_from_case) {
  constexpr double pixels_per_mm = 4, margin_mm = 8;
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

void draw_axis(Tile& tile, const Checkbite& result) {
  const Condyles& condyles = *result.found.condyles;
  if (result.found.hinge) {
    for (const InstantaneousAxis& pair : result.found.hinge->pairs)
      tile.stroke(pair.right.place, pair.left.place, 0.8, guide_colour);
  }
  tile.stroke(condyles.right, condyles.left, 1.5, result.found.hinge ? axis_colour : pale_ink);
  for (const Vector3d& end : {condyles.right, condyles.left}) draw_ring(tile.picture, tile.at(end), 5, 1.5);
}

//! An end of the axis from the right, so near that its ellipse can be seen.
Tile ellipse_tile(const AxisEnd& end, const std::string& caption, const Eigen::Isometry3d& from_right,
                  const AnatomicalAxes& axes) {
  constexpr double room = 1.5;
  const Vector2d middle = (from_right * end.place).head<2>();
  Tile tile = square_tile(caption, from_right, middle, room * end.half_axes_mm.x());
  const std::vector<Vector3d> ellipse = ellipse_of(end, axes.left);
  for (std::size_t i = 1; i < ellipse.size(); ++i)
    tile.stroke(ellipse[i - 1], ellipse[i], 1.2, ellipse_colour);
  const double cross_mm = 0.03 * tile.picture.width / tile.pixels_per_mm;
  for (const Vector3d& along : {axes.anterior, axes.superior})
    tile.stroke(end.place - cross_mm * along, end.place + cross_mm * along, 1.2, axis_colour);
  PixelCanvas canvas(tile.picture, print_inks_with_halo);
  draw_scale_bar(canvas, 12, tile.picture.height - 12, tile.pixels_per_mm, tile.picture.width);
  return tile;
}

// ---- the paths of the condyles

using Shift = Vector3d RecordShift::*;

//! Where a condyle lies in each record, against its place in the centric one.
std::vector<std::pair<const BiteRecord*, Vector3d>> ends_of(const Checkbite& result, Shift condyle) {
  std::vector<std::pair<const BiteRecord*, Vector3d>> ends;
  for (std::size_t i = 0; i < result.records.size(); ++i)
    if (result.shifts[i] && result.records[i].kind != RecordKind::centric)
      ends.emplace_back(&result.records[i], (*result.shifts[i]).*condyle);
  return ends;
}

struct PathView {
  Shift condyle;
  std::string caption;
  Eigen::Isometry3d view;  //!< from shifts

  [[nodiscard]] Eigen::AlignedBox2d window(const Checkbite& result) const {
    Eigen::AlignedBox2d window(Vector2d::Zero());
    for (const auto& [record, end] : ends_of(result, condyle)) window.extend((view * end).head<2>());
    return window;
  }
};

//! Names beside the ends, where there is room. A record that does not move the condyle in this view has no name.
void name_ends(Tile& tile, const std::vector<std::pair<const BiteRecord*, Vector3d>>& ends) {
  constexpr double ring_px = 6, text_px = 15, least_named_px = 8;
  PixelCanvas canvas(tile.picture, print_inks_with_halo);
  for (const auto& [record, end] : ends) {
    const Vector2d at = tile.at(end);
    canvas.take({at.x() - ring_px, at.y() - ring_px, at.x() + ring_px, at.y() + ring_px});
  }
  for (const auto& [record, end] : ends) {
    const Vector2d at = tile.at(end);
    if ((at - tile.at(Vector3d::Zero())).norm() < least_named_px) continue;
    const double beside = ring_px + 3, top = at.y() - 0.6 * text_px;
    const Letters letters{text_px, {ink}};
    canvas.write_if_free(at.x() + beside, top, record->name, letters) ||
        canvas.write_if_free(at.x() - beside, top, record->name, letters, Align::right) ||
        canvas.write_if_free(at.x(), at.y() - beside - 1.2 * text_px, record->name, letters, Align::centre) ||
        canvas.write_if_free(at.x(), at.y() + beside, record->name, letters, Align::centre);
  }
}

Tile path_tile(const Checkbite& result, const PathView& path, double half_mm) {
  Tile tile = square_tile(path.caption, path.view, path.window(result).center(), half_mm);
  const Vector2d centric = tile.at(Vector3d::Zero());
  const double size = tile.picture.width;
  draw_stroke(tile.picture, {0, centric.y()}, {size, centric.y()}, 0.5, guide_colour);
  draw_stroke(tile.picture, {centric.x(), 0}, {centric.x(), size}, 0.5, guide_colour);
  const auto ends = ends_of(result, path.condyle);
  for (const auto& [record, end] : ends)
    tile.stroke(Vector3d::Zero(), end, 1.2, record->kind == RecordKind::open ? ellipse_colour : axis_colour);
  for (const auto& [record, end] : ends) draw_ring(tile.picture, tile.at(end), 4, 1.2);
  name_ends(tile, ends);
  return tile;
}

PageText page_text(const std::string& title, const std::string& what, const std::string& note,
                   const Provenance& provenance) {
  return {.title = title, .view_name = what, .small_print = {note + " " + provenance_sentence(provenance)}};
}

}  // namespace

std::vector<Vector3d> ellipse_of(const AxisEnd& end, const Vector3d& left) {
  constexpr int corners = 72;
  std::vector<Vector3d> places;
  for (int i = 0; i <= corners; ++i) {
    const double angle = 2 * EIGEN_PI * i / corners;
    places.push_back(end.place + end.half_axes_mm.x() * std::cos(angle) * end.long_axis +
                     end.half_axes_mm.y() * std::sin(angle) * left.cross(end.long_axis));
  }
  return places;
}

Picture axis_picture(const Checkbite& result, const Provenance& provenance) {
  const AnatomicalAxes& axes = *result.bite_case->anatomy.axes;
  const PosedJaw lower = posed_jaw(result.bite_case->bite, Jaw::lower);
  const std::vector<Vector3d> places = {result.found.condyles->right, result.found.condyles->left};
  const Eigen::Isometry3d from_right = orthographic(axes.left, -axes.superior);
  std::vector<Tile> tiles = {
      jaw_tile(lower, places, phrase("seen from the patient's right"), from_right),
      jaw_tile(lower, places, phrase("seen from above"), orthographic(-axes.superior, axes.anterior))};
  for (Tile& tile : tiles) draw_axis(tile, result);
  if (const std::optional<Hinge>& hinge = result.found.hinge) {
    tiles.push_back(ellipse_tile(hinge->right, phrase("right end, from the right"), from_right, axes));
    tiles.push_back(ellipse_tile(hinge->left, phrase("left end, from the right"), from_right, axes));
  }
  for (Tile& tile : tiles) name_sides(tile, axes);
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
  // Views of shifts, which have no place.
  const Eigen::Isometry3d side(orthographic(axes.left, -axes.superior).linear()),
      above(orthographic(-axes.superior, axes.anterior).linear());
  const std::vector<PathView> paths = {
      {&RecordShift::condyle_right, phrase("right condyle, from the right"), side},
      {&RecordShift::condyle_right, phrase("right condyle, from above"), above},
      {&RecordShift::condyle_left, phrase("left condyle, from the right"), side},
      {&RecordShift::condyle_left, phrase("left condyle, from above"), above}};
  double longest_mm = 1;
  for (const PathView& path : paths)
    longest_mm = std::max(longest_mm, path.window(result).sizes().maxCoeff());
  std::vector<Tile> tiles;
  for (const PathView& path : paths) tiles.push_back(path_tile(result, path, 0.8 * longest_mm));
  for (Tile& tile : tiles) name_sides(tile, axes);
  return page_of(
      tiles,
      page_text(phrase("Paths of the condyles"),
                phrase("from the centric record, at the crossing of the lines"),
                phrase("From the right, forward is to the right. From above, forward is down."), provenance));
}

}  // namespace intercusp
