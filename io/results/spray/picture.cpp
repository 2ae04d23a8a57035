#include "io/results/spray/parts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

#include "io/language/language.h"
#include "io/picture/jaw_shading.h"
#include "io/picture/legend.h"
#include "io/picture/page.h"
#include "io/picture/pixel_canvas.h"
#include "io/wording/definitions.h"
#include "occlusion/base/for_all.h"
#include "occlusion/base/nth_smallest.h"
#include "occlusion/geometry/triangle_mesh.h"
#include "occlusion/view/view.h"

namespace intercusp {
namespace {

constexpr Rgb added_colour{150, 150, 156};

//! Faces that are wholly behind the nozzle lose their area but keep their numbers.
void leave_out_behind(TriangleMesh& mesh, const Emitter& emitter) {
  for (Face& face : mesh.faces) {
    const bool behind = std::ranges::all_of(face, [&](std::uint32_t vertex) {
      return (mesh.vertices[vertex] - emitter.place).dot(emitter.direction) < 0;
    });
    if (behind) face = {face[0], face[0], face[0]};
  }
}

//! All solids as one surface.
struct SprayedSurface {
  SolidsAsOne whole;
  PosedJaw posed;  //!< refers to `whole`, so both stay together

  SprayedSurface(const SprayReport& report, const SprayView& view) : whole(as_one(report.solids)) {
    TriangleMesh& mesh = whole.solid.mesh;
    posed = {.solid = &whole.solid, .normals = vertex_normals(mesh.vertices, mesh.faces)};
    if (view.from_nozzle) leave_out_behind(mesh, report.found.options.emitter);
  }
  SprayedSurface(const SprayedSurface&) = delete;
  SprayedSurface& operator=(const SprayedSurface&) = delete;

  [[nodiscard]] bool is_scanned(const SprayReport& report, const SurfaceHit& hit) const {
    return report.solids[whole.owner(hit.face)].solid->is_anatomy(whole.own_number(hit.face));
  }
};

//! Droplets per mm² at a sample. The point comes from the face, because the view's depth is a float.
double density_at(const SprayedSurface& surface, const SprayReport& report, const SurfaceHit& hit) {
  const NamedSolid& named = report.solids[surface.whole.owner(hit.face)];
  const SurfacePoint point = surface_point({named.solid, named.body}, surface.whole.own_number(hit.face),
                                           hit.mean_of(surface.whole.solid.mesh.vertices));
  return static_cast<double>(report.found.options.particles) *
         share_per_mm2(*report.found.colliders, report.found.options.emitter, point.place, point.normal);
}

//! The samples of a pixel of the picture.
std::array<std::size_t, 4> samples_of(const PictureGrid& grid, int x, int y) {
  return {grid.index(2 * x, 2 * y), grid.index(2 * x + 1, 2 * y), grid.index(2 * x, 2 * y + 1),
          grid.index(2 * x + 1, 2 * y + 1)};
}

//! Droplets per mm² at each sample, one number for the four samples of a pixel; 0 if no scanned surface is
//! seen.
std::vector<double> densities(const SprayedSurface& surface, const SprayReport& report,
                              const SeenSurfaces& seen) {
  const PictureGrid& grid = seen.grid();
  std::vector<double> per_mm2(grid.size(), 0);
  for_all(0, grid.height / 2, [&](int y) {
    for (int x = 0; x < grid.width / 2; ++x) {
      const std::array<std::size_t, 4> samples = samples_of(grid, x, y);
      for (const std::size_t sample : samples) {
        const std::optional<SurfaceHit> hit = seen.at(sample);
        if (!hit || !surface.is_scanned(report, *hit)) continue;
        const double density = density_at(surface, report, *hit);
        for (const std::size_t i : samples) per_mm2[i] = density;
        break;
      }
    }
  });
  return per_mm2;
}

//! The density that only one reached face in fifty exceeds. All pictures of a spray share it as the end of
//! the scale.
double full_scale(const SprayReport& report) {
  std::vector<double> per_mm2;
  for (const SprayedSolid& solid : report.found.solids)
    std::ranges::copy_if(solid.expected_per_mm2, std::back_inserter(per_mm2),
                         [](double density) { return density > 0; });
  return per_mm2.empty() ? 1 : round_number_from(nth_smallest(per_mm2, per_mm2.size() * 49 / 50));
}

//! The frame of the scanned surface. Faces that import added may be far larger, and are cut off.
PictureGrid frame_of_scanned(const SprayReport& report, const JawView& view) {
  std::vector<PosedJaw> posed;
  for (const NamedSolid& named : report.solids)
    posed.push_back({.solid = named.solid.get(), .points = named.solid->mesh.vertices});
  std::vector<const PosedJaw*> all;
  for (const PosedJaw& one : posed) all.push_back(&one);
  return frame_of(view, all);
}

Picture render(const SprayReport& report, const SprayView& view, const PictureGrid& grid,
               double full_per_mm2) {
  const SprayedSurface surface(report, view);
  const SeenSurfaces seen({&surface.posed}, view.seen.view_from_case, grid);
  const std::vector<double> per_mm2 = densities(surface, report, seen);
  return paint(seen, [&](const SurfaceHit& hit) {
    if (!surface.is_scanned(report, hit)) return lit(added_colour, hit.light);
    const double here = per_mm2[hit.sample];
    return lit(here > 0 ? spray_colour(here / full_per_mm2) : unhit_colour, hit.light);
  });
}

void draw_legend(Page& page, const SprayReport& report, double full_per_mm2) {
  PixelCanvas canvas(page.picture);
  const double x = page.legend_x;
  double y = page.legend_y;
  canvas.write(x, y, phrase("Droplets per mm²"), {20, {ink}, true});
  y += 34;
  std::vector<Tick> ticks;
  for (const double share : {0.0, 0.25, 0.5, 0.75, 1.0}) {
    const std::string number = shortest(share * full_per_mm2);
    ticks.push_back({share, share == 1 ? phrase("{} and more", number) : number});
  }
  draw_colour_bar(canvas, {x, y, x + 36, y + 260}, spray_colour, ticks);
  y += 290;
  y += draw_swatch(canvas, x, y, legend_px, unhit_colour, phrase("in shadow: no droplet arrives"));
  const bool any_added = std::ranges::any_of(report.solids, [](const NamedSolid& named) {
    return named.solid->anatomy_faces < named.solid->mesh.faces.size();
  });
  if (any_added)
    draw_swatch(canvas, x, y, legend_px, added_colour, phrase("added by import, counts for no surface"));
}

}  // namespace

Rgb spray_colour(double share) {
  constexpr std::array<Rgb, 4> steps = {Rgb{255, 240, 160}, Rgb{90, 200, 170}, Rgb{30, 120, 190},
                                        Rgb{40, 20, 110}};
  return colour_along(steps, share);
}

std::string up_of_view(const Eigen::Vector3d& down) {
  return down.y() > 0.5 ? phrase("−y of the files up") : phrase("z of the files up");
}

std::vector<SprayView> spray_views(const SprayReport& report) {
  const Eigen::Vector3d along = report.found.options.emitter.direction;
  const Eigen::Vector3d down = down_of_view_along(along);
  const std::string up = up_of_view(down);
  const Eigen::Vector3d below = (down - down.dot(along) * along).normalized();
  const auto view = [&](const char* name, const std::string& from, const Eigen::Vector3d& away) {
    return SprayView{.seen = {.name = name,
                              .title = phrase("Deposit of a spray"),
                              .direction = phrase("seen {}, {}", from, up),
                              .view_from_case = orthographic(away, down)}};
  };
  std::vector<SprayView> views = {
      view("deposit", phrase("from the nozzle, without what lies behind it"), along),
      view("deposit_oblique", phrase("60° from above the nozzle"), 0.5 * along + std::sqrt(0.75) * below),
      view("deposit_far_side", phrase("from the far side"), -along)};
  views.front().from_nozzle = true;
  return views;
}

Picture spray_picture(const SprayReport& report, const SprayView& view) {
  const PictureGrid grid = frame_of_scanned(report, view.seen);
  const double full_per_mm2 = full_scale(report);
  const Picture solids = render(report, view, grid, full_per_mm2);
  Page page =
      page_around(solids,
                  {.title = view.seen.title,
                   .view_name = view.seen.direction,
                   .small_print = {phrase("{}. Colours: droplets to be expected per mm², from the ways back "
                                          "to the nozzle. Intercusp {}: {}.",
                                          headline_of(report), INTERCUSP_VERSION, settings_of(report))}},
                  {.pixels_per_mm = picture_pixels_per_mm(grid)}, legend_px, 440);
  draw_legend(page, report, full_per_mm2);
  return std::move(page.picture);
}

}  // namespace intercusp
