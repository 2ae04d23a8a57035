#include "io/language/language.h"
#include "io/results/teeth/parts.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "io/mesh/repair/steps.h"
#include "io/picture/jaw_shading.h"
#include "io/picture/page.h"
#include "io/picture/paint.h"
#include "io/picture/pixel_canvas.h"
#include "io/wording/definitions.h"
#include "io/wording/tooth_words.h"
#include "occlusion/case/teeth.h"
#include "occlusion/maps/clearance_map.h"
#include "occlusion/teeth/scan_landmarks.h"
#include "occlusion/view/view.h"

namespace intercusp {
namespace {

//! Puts stripes over a colour, by pixel.
Rgb hatched(Rgb colour, int x, int y, int stripe_px) {
  return (x + y) / stripe_px % 2 == 0 ? colour : blend(colour, white, 0.65);
}

//! The label with the most weight at a point of a face. A border runs halfway between vertices.
int label_at(const Solid& solid, const SurfaceHit& hit) {
  if (solid.labels.empty()) return 0;
  int best = 0;
  double most = -1;
  for (const std::uint32_t vertex : hit.corners) {
    double weight = 0;
    for (std::size_t corner = 0; corner < 3; ++corner) {
      if (solid.labels[hit.corners[corner]] == solid.labels[vertex]) weight += hit.weights[corner];
    }
    if (weight > most) most = weight, best = solid.labels[vertex];
  }
  return best;
}

Picture render(const ColouredScan& scan, const SeenSurfaces& seen) {
  return paint(seen, [&](const SurfaceHit& hit) {
    const int label = label_at(scan.solid, hit);
    const bool doubtful = label > 0 && !belief_in(scan.solid, label).sure;
    const int sample = static_cast<int>(hit.sample), width = seen.grid().width;
    constexpr int stripe_samples = 10;
    const Rgb colour = tooth_colour(label);
    return lit(doubtful ? hatched(colour, sample % width, sample / width, stripe_samples) : colour,
               hit.light);
  });
}

//! Where each tooth is visible, as some of the samples of the grid.
std::map<int, std::vector<Eigen::Vector2d>> seen_teeth(const Solid& solid, const SeenSurfaces& surfaces,
                                                       int step) {
  std::map<int, std::vector<Eigen::Vector2d>> seen;
  const PictureGrid& grid = surfaces.grid();
  for (int y = 0; y < grid.height; y += step) {
    for (int x = 0; x < grid.width; x += step) {
      const std::optional<SurfaceHit> hit = surfaces.at(grid.index(x, y));
      const int label = hit ? label_at(solid, *hit) : 0;
      if (label > 0) seen[label].emplace_back(x, y);
    }
  }
  return seen;
}

//! Draws the number of each tooth that is visible enough, where it is visible.
void draw_numbers(Picture& picture, const Solid& solid, const SeenSurfaces& surfaces) {
  constexpr int step = 4;
  constexpr double letter_px = 20, least_px = 600;  // least visible area
  const double px_per_sample = static_cast<double>(picture.width) / surfaces.grid().width;
  PixelCanvas canvas(picture, print_inks_with_halo);
  for (const auto& [tooth, places] : seen_teeth(solid, surfaces, step)) {
    if (static_cast<double>(places.size()) * std::pow(step * px_per_sample, 2) < least_px) continue;
    Eigen::Vector2d mean = Eigen::Vector2d::Zero();
    for (const Eigen::Vector2d& place : places) mean += place / static_cast<double>(places.size());
    const Eigen::Vector2d nearest = *std::ranges::min_element(
        places, {}, [&](const Eigen::Vector2d& place) { return (place - mean).squaredNorm(); });
    const Eigen::Vector2d at = px_per_sample * nearest;
    canvas.write_if_free(at.x(), at.y() - letter_px / 2, tooth_name(belief_in(solid, tooth)),
                         {letter_px, {ink}, true}, Align::centre);
  }
}

//! Draws a dot on each landmark that is visible, with a ring of its radius around it.
void draw_landmarks(Picture& picture, const Segmentation& segmentation, const SeenSurfaces& surfaces,
                    const Eigen::Isometry3d& view_from_case) {
  constexpr double hidden_mm = 0.5, dot_px = 1.5;
  const PictureGrid& grid = surfaces.grid();
  const double px_per_mm = picture.width / (grid.width * grid.pixel_mm);
  for (const ToothLandmark& landmark : segmentation.landmarks) {
    const Eigen::Vector3d seen = view_from_case * landmark.position_mm;
    const Eigen::Vector2d from_corner_mm(seen.x() - grid.x0_mm, seen.y() - grid.y0_mm);
    const Eigen::Vector2i sample = (from_corner_mm / grid.pixel_mm).cast<int>();
    if (sample.minCoeff() < 0 || sample.x() >= grid.width || sample.y() >= grid.height) continue;
    const std::optional<SurfaceHit> hit = surfaces.at(grid.index(sample.x(), sample.y()));
    if (!hit || hit->depth_mm < seen.z() - hidden_mm) continue;
    draw_ring(picture, px_per_mm * from_corner_mm, dot_px, dot_px);
    draw_ring(picture, px_per_mm * from_corner_mm, px_per_mm * landmark.radius_mm, 0.5);
  }
}

constexpr double legend_line_px = 28;

void draw_legend(Page& page, const Segmentation& segmentation) {
  PixelCanvas canvas(page.picture);
  const double x = page.legend_x;
  double y = page.legend_y;
  canvas.write(x, y, phrase("Tooth ({}), confidence", title_of(tooth_names())), {18, {ink}, true});
  y += 34;
  constexpr int side = 20;
  for (const FoundTooth& tooth : segmentation.found.teeth) {
    const int left = static_cast<int>(x), top = static_cast<int>(y);
    for (int row = 0; row < side; ++row) {
      for (int column = 0; column < side; ++column) {
        const Rgb colour = tooth_colour(tooth.fdi);
        page.picture.at(left + column, top + row) = tooth.sure ? colour : hatched(colour, column, row, 5);
      }
    }
    frame_box(page.picture, left, top, side, side, pale_ink);
    canvas.write(x + 32, y, tooth_name({tooth.fdi, tooth.confidence, tooth.sure}), {18, {ink}, !tooth.sure});
    canvas.write(x + 82, y, confidence_text(tooth.confidence) + (tooth.sure ? "" : phrase(", not sure")),
                 {18, {ink}});
    y += legend_line_px;
  }
  canvas.fill({x, y, x + side, y + side}, {tooth_colour(0)});
  canvas.view({x, y, x + side, y + side});
  canvas.write(x + 32, y, phrase("gum"), {18, {ink}});
}

std::string small_print(const Segmentation& segmentation) {
  const MeshReport& report = segmentation.scan.report;
  std::string digests;
  for (const InputFile& file : report.files) digests += " " + file.sha256.substr(0, 16);
  return estimated_numbers_sentence() +
         phrase(" Intercusp {}. SHA-256 of the scan{}.", INTERCUSP_VERSION, digests);
}

}  // namespace

ColouredScan::ColouredScan(const Segmentation& segmentation) {
  RawMesh raw = segmentation.scan.mesh;
  raw.labels = segmentation.found.labels;
  RepairCounts counts;
  repair::WorkingMesh welded = repair::weld(raw, counts);
  solid.mesh.vertices = std::move(welded.vertices);
  solid.mesh.faces = std::move(welded.faces);
  solid.labels = std::move(welded.labels);
  solid.anatomy_faces = solid.mesh.faces.size();
  for (const FoundTooth& tooth : segmentation.found.teeth)
    solid.estimated_teeth.push_back({tooth.fdi, tooth.confidence, tooth.sure});
  jaw = posed_jaw(solid, segmentation.found.jaw, Eigen::Isometry3d::Identity());
  for (std::size_t i = 0; i < solid.anatomy_faces; ++i) {
    const auto [a, b, c] = solid.mesh.faces[i];
    solid.mesh.faces.push_back({a, c, b});
  }
}

std::vector<JawView> teeth_views(const Segmentation& segmentation) {
  const std::optional<AnatomicalAxes> found = axes_of(segmentation.found);
  const bool from_below = segmentation.found.jaw == Jaw::upper;
  const AnatomicalAxes axes = found.value_or(
      AnatomicalAxes{Eigen::Vector3d::UnitZ(), -Eigen::Vector3d::UnitY(), Eigen::Vector3d::UnitX()});
  const std::string title = from_below ? phrase("Upper jaw: teeth found on the scan")
                                       : phrase("Lower jaw: teeth found on the scan");
  const auto view = [&](const char* name, const std::string& direction, const Eigen::Vector3d& away,
                        const Eigen::Vector3d& down) {
    return JawView{
        .name = std::string("teeth_") + name,
        .title = title,
        .direction =
            direction + (found ? "" : phrase(" by the axes of the file, taken as LPS; no arch was found")),
        .upper = from_below,
        .lower = !from_below,
        .tooth_numbers = true,
        .view_from_case = orthographic(away, down)};
  };
  const Eigen::Vector3d down = -axes.superior;
  return {from_below
              ? view("occlusal", phrase("occlusal view, seen from below"), axes.superior, -axes.anterior)
              : view("occlusal", phrase("occlusal view, seen from above"), -axes.superior, axes.anterior),
          view("frontal", phrase("frontal view"), -axes.anterior, down),
          view("left", phrase("seen from the patient's left"), -axes.left, down),
          view("right", phrase("seen from the patient's right"), axes.left, down)};
}

Picture teeth_picture(const Segmentation& segmentation, const ColouredScan& scan, const JawView& view) {
  const std::optional<AnatomicalAxes> axes = axes_of(segmentation.found);
  const PictureGrid grid = frame_of(view, {&scan.jaw});
  const SeenSurfaces seen({&scan.jaw}, view.view_from_case, grid);
  Picture teeth = render(scan, seen);
  draw_landmarks(teeth, segmentation, seen, view.view_from_case);
  draw_numbers(teeth, scan.solid, seen);
  const PatientSides sides = patient_sides(view.view_from_case, axes);
  const bool from_aside = sides.left.size() > 1;  // words, which need more room than letters
  const int legend_height = static_cast<int>(60 + legend_line_px * (segmentation.found.teeth.size() + 1.0));
  Page page = page_around(
      teeth, {.title = view.title, .view_name = view.direction, .small_print = {small_print(segmentation)}},
      {.sides = from_aside ? PatientSides{} : sides, .pixels_per_mm = picture_pixels_per_mm(grid)}, legend_px,
      legend_height);
  if (from_aside) {
    PixelCanvas canvas(page.picture);
    const Letters letters{18, {pale_ink}};
    canvas.write(page.x, page.y - 26, sides.left, letters);
    canvas.write(page.x + teeth.width, page.y - 26, sides.right, letters, Align::right);
  }
  draw_legend(page, segmentation);
  return std::move(page.picture);
}

}  // namespace intercusp
