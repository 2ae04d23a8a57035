#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "io/language/language.h"
#include "io/picture/image_bytes.h"
#include "io/picture/jaw_shading.h"
#include "io/picture/page.h"
#include "io/picture/pixel_canvas.h"
#include "io/results/spray/parts.h"
#include "io/wording/definitions.h"
#include "occlusion/base/nth_smallest.h"
#include "occlusion/geometry/triangle_mesh.h"

namespace intercusp {
namespace {

constexpr int panel_px = 512;  // longest side; a pixel of the map takes two pixels of the picture
constexpr int between_px = 36, caption_px = 34, caption_width_px = 460;

//! One of the numbers of a place, and the ends of its colours. A fiftieth of the places is beyond either end,
//! so that a few late droplets do not make all others look alike.
struct Quantity {
  std::string title, unit_title;
  double ImpactPlace::*number;
  double scale = 1;  //!< factor from the number to the unit shown
  double least = 0, most = 0;

  [[nodiscard]] bool is_constant() const { return !(most - least > 1e-6 * most); }
  [[nodiscard]] double share_of(const ImpactPlace& place) const {
    return is_constant() ? 0.5 : std::clamp((place.*number - least) / (most - least), 0.0, 1.0);
  }
};

Quantity over_map(Quantity quantity, const ImpactMap& map) {
  std::vector<double> numbers;
  for (const ImpactMap::Places* side : {&map.facing, &map.averted})
    for (const auto& [pixel, place] : *side) numbers.push_back(place.*quantity.number);
  const std::size_t beyond = numbers.size() / 50;
  quantity.least = nth_smallest(numbers, beyond);
  quantity.most = nth_smallest(numbers, numbers.size() - 1 - beyond);
  return quantity;
}

std::vector<Quantity> quantities_of(const ImpactMap& map) {
  return {over_map({phrase("Time of the first hit"), phrase("Time, ms"), &ImpactPlace::first_s, 1e3}, map),
          over_map({phrase("Speed of the first hit"), phrase("Speed, mm/s"), &ImpactPlace::speed_mm_s}, map)};
}

//! A side of the map, and its view.
struct SideView {
  const ImpactMap::Places* side;
  std::string title;
  Eigen::Isometry3d view_from_case;
  double u_sign;  //!< factor from this view's x and depth to those of the map
};

std::vector<SideView> sides_of(const ImpactMap& map) {
  const Eigen::Vector3d along = map.view.direction();
  std::vector<SideView> sides = {{&map.facing, phrase("seen from the nozzle"), map.view.view_from_case, 1}};
  if (!map.averted.empty())
    sides.push_back({&map.averted, phrase("seen from the far side"),
                     orthographic(-along, down_of_view_along(along)), -1});
  return sides;
}

//! The window of the map. The far side is seen mirrored in it.
PictureGrid grid_of(const PixelGrid& window, const SideView& view) {
  constexpr int samples = 2;  // mean_of_samples
  const double width_mm = window.width * window.pixel_mm, height_mm = window.height * window.pixel_mm;
  const double px_mm = std::max(width_mm, height_mm) / panel_px;
  return {.width = samples * static_cast<int>(std::ceil(width_mm / px_mm)),
          .height = samples * static_cast<int>(std::ceil(height_mm / px_mm)),
          .x0_mm = view.u_sign > 0 ? window.u0_mm : -(window.u0_mm + width_mm),
          .y0_mm = window.v0_mm,
          .pixel_mm = px_mm / samples};
}

//! The place of the map that a sample shows; null if nothing hit it, or if only surfaces behind it were hit.
const ImpactPlace* place_at(const PixelGrid& window, const SideView& view, const PictureGrid& grid,
                            const SurfaceHit& hit) {
  const auto column = static_cast<double>(hit.sample % static_cast<std::size_t>(grid.width)),
             row = static_cast<double>(hit.sample / static_cast<std::size_t>(grid.width));
  const double x = grid.x0_mm + (column + 0.5) * grid.pixel_mm, y = grid.y0_mm + (row + 0.5) * grid.pixel_mm;
  const auto found = view.side->find(pixel_at(window, {view.u_sign * x, y}));
  if (found == view.side->end()) return nullptr;
  constexpr double same_surface_px = 8;  // within a pixel, a surface seen at 83° is this deep
  const double behind_mm = found->second.depth_mm - view.u_sign * hit.depth_mm;
  return std::abs(behind_mm) <= same_surface_px * window.pixel_mm ? &found->second : nullptr;
}

Picture panel(const Solid& solid, const ImpactMap& map, const SideView& view, const Quantity& quantity) {
  const PictureGrid grid = grid_of(map.view.grid, view);
  Solid whole;  // droplets also end on the faces that import added
  whole.mesh = solid.mesh;
  whole.anatomy_faces = whole.mesh.faces.size();
  const PosedJaw surface{.solid = &whole, .normals = vertex_normals(whole.mesh.vertices, whole.mesh.faces)};
  return paint({{&surface}, view.view_from_case, grid}, [&](const SurfaceHit& hit) {
    const ImpactPlace* const place = place_at(map.view.grid, view, grid, hit);
    return place == nullptr ? lit(unhit_colour, hit.light)
                            : lit_paint(spray_colour(quantity.share_of(*place)), hit.light);
  });
}

//! Panels with a row for each side and a column for each quantity.
Picture panels_of(const Solid& solid, const ImpactMap& map, const std::vector<SideView>& sides,
                  const std::vector<Quantity>& quantities) {
  Picture all;
  for (std::size_t row = 0; row < sides.size(); ++row) {
    for (std::size_t column = 0; column < quantities.size(); ++column) {
      const Picture one = panel(solid, map, sides[row], quantities[column]);
      const int step_x = std::max(one.width, caption_width_px) + between_px,
                step_y = caption_px + one.height + between_px;
      if (all.width == 0)
        all = Picture(static_cast<int>(quantities.size()) * step_x - between_px,
                      static_cast<int>(sides.size()) * step_y - between_px);
      const int x = static_cast<int>(column) * step_x, y = static_cast<int>(row) * step_y;
      paste(all, one, x, y + caption_px);
      PixelCanvas(all).write(x, y, phrase("{}, {}", quantities[column].title, sides[row].title), {17, {ink}});
    }
  }
  return all;
}

//! \return y below the scale
double draw_scale(Canvas& canvas, double x, double y, const Quantity& quantity) {
  constexpr double bar_px = 200;
  canvas.write(x, y, quantity.unit_title, {20, {ink}, true});
  std::vector<Tick> ticks;
  const auto add = [&](const char* beyond, double share) {
    const double number = quantity.least + share * (quantity.most - quantity.least);
    ticks.push_back({share, beyond + phrase("{:.4g}", quantity.scale * number)});
  };
  if (quantity.is_constant()) {
    add("", 0.5);
  } else {
    add("≤ ", 0);
    for (const double share : {0.25, 0.5, 0.75}) add("", share);
    add("≥ ", 1);
  }
  draw_colour_bar(canvas, {x, y + 34, x + 36, y + 34 + bar_px}, spray_colour, ticks);
  return y + 34 + bar_px + 40;
}

//! Adds the components of every pixel of a side.
void add_side(std::vector<float>& values, const ImpactMap::Places& side, std::size_t pixels,
              std::size_t collider) {
  constexpr float nothing = std::numeric_limits<float>::quiet_NaN();
  const std::size_t start = values.size();
  for (std::size_t pixel = 0; pixel < pixels; ++pixel)
    values.insert(values.end(), {-1.0F, 0.0F, nothing, nothing});
  for (const auto& [pixel, place] : side) {
    const std::array<float, impact_components> components = {
        static_cast<float>(collider), static_cast<float>(place.hits), static_cast<float>(place.first_s),
        static_cast<float>(place.speed_mm_s)};
    std::ranges::copy(components,
                      values.begin() + static_cast<std::ptrdiff_t>(start + impact_components * pixel));
  }
}

}  // namespace

Picture impact_picture(const SprayReport& report, std::size_t solid) {
  const NamedSolid& named = report.solids[solid];
  const ImpactMap& map = report.found.solids[solid].impacts;
  const std::vector<Quantity> quantities = quantities_of(map);
  const std::vector<SideView> sides = sides_of(map);
  const Picture panels = panels_of(*named.solid, map, sides, quantities);
  const double pixels_per_mm =
      panel_px / (std::max(map.view.grid.width, map.view.grid.height) * map.view.grid.pixel_mm);
  Page page =
      page_around(panels,
                  {.title = phrase("Impact map of {}", named.name),
                   .view_name = up_of_view(down_of_view_along(map.view.direction())),
                   .small_print = {phrase(
                       "{} droplets ended on {}. A pixel of the map is {} mm wide. Intercusp {}: {}.",
                       report.found.solids[solid].hits, named.name, phrase("{:.3g}", map.view.grid.pixel_mm),
                       INTERCUSP_VERSION, settings_of(report))}},
                  {.pixels_per_mm = pixels_per_mm}, legend_px, 640);
  PixelCanvas canvas(page.picture);
  double y = page.legend_y;
  for (const Quantity& quantity : quantities) y = draw_scale(canvas, page.legend_x, y, quantity);
  draw_swatch(canvas, page.legend_x, y, legend_px, unhit_colour, phrase("no droplet ended here"));
  return std::move(page.picture);
}

std::string impact_nrrd(const ImpactMap& map, std::size_t collider,
                        const std::vector<std::pair<std::string, std::string>>& notes) {
  const std::size_t pixels = map.view.grid.size();
  std::vector<float> values;
  values.reserve(2 * impact_components * pixels);
  add_side(values, map.facing, pixels, collider);
  add_side(values, map.averted, pixels, collider);
  ItkSlices slices = slices_in(map.view, map.near_mm);
  slices.count = 2;
  slices.components = impact_components;
  slices.values = values;
  slices.apart_mm = std::max(map.far_mm - map.near_mm, map.view.grid.pixel_mm);
  slices.notes = {
      {"intercusp_content",
       "impact map: collider (from 0; -1 without hits), hits, first_s, speed_mm_s of the earliest hit"},
      {"intercusp_slices", "0: the side that faces the nozzle; 1: the side turned away from it"},
      {"intercusp_frame", "the frame of the files, in mm"}};
  slices.notes.insert(slices.notes.end(), notes.begin(), notes.end());
  return itk_nrrd(slices);
}

}  // namespace intercusp
