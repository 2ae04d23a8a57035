#include "occlusion/validation/kit/kit.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <memory>
#include <numbers>
#include <random>

#include "occlusion/contacts/areas.h"
#include "occlusion/contacts/refined_tiles.h"
#include "occlusion/contacts/surface_contacts.h"
#include "occlusion/engines/compute_map.h"
#include "occlusion/engines/gl/context_thread.h"
#include "occlusion/geometry/shapes.h"
#include "occlusion/validation/kit/facet_truth.h"
#include "occlusion/validation/kit/scenes.h"
#include "occlusion/validation/near_silhouette.h"

namespace intercusp {
namespace {

using namespace kit;

//! Edges of triangles: 0.2 mm is a good scan (34–44 triangles/mm²). Others have half and twice as many
//! triangles, or facets closer to the ideal body than any bound.
constexpr double scan_edge_mm = 0.2;
constexpr double half_edge_mm = scan_edge_mm * std::numbers::sqrt2;
constexpr double twice_edge_mm = scan_edge_mm / std::numbers::sqrt2;
constexpr double finest_edge_mm = 0.07;
constexpr double usual_pixel_mm = 0.05;

//! One way to mesh a scene, with the pixel sizes for sampling it.
struct Sampling {
  double edge_mm;
  double noise_um;
  std::vector<double> pixels_mm;
};

std::vector<Sampling> samplings_of(const KnownScene& scene) {
  std::vector<Sampling> samplings = {{scan_edge_mm, 0, {0.1, usual_pixel_mm, 0.025}},
                                     // Scanner noise 5 to 13 µm RMS (PMC5549906).
                                     {scan_edge_mm, 5, {usual_pixel_mm}},
                                     {scan_edge_mm, 13, {usual_pixel_mm}}};
  if (!scene.curved) return samplings;
  for (const double edge_mm : {half_edge_mm, twice_edge_mm, finest_edge_mm}) {
    samplings.push_back({edge_mm, 0, {usual_pixel_mm}});
  }
  return samplings;
}

//! Normally distributed numbers that are equal with every standard library (Box & Muller 1958).
class Noise {
 public:
  explicit Noise(std::uint64_t seed) : random_(seed) {}

  double next() {
    constexpr double scale = 1.0 / 9007199254740992.0;  // 2^-53
    const double a = static_cast<double>((random_() >> 11) + 1) * scale;
    const double b = static_cast<double>(random_() >> 11) * scale;
    return std::sqrt(-2 * std::log(a)) * std::cos(2 * std::numbers::pi * b);
  }

 private:
  std::mt19937_64 random_;
};

//! Noise only along z, the direction of the clearance. Sideways noise would move the rims of bodies and so
//! change the covered area.
void add_noise(TriangleMesh& mesh, double noise_um, Noise& noise) {
  for (Eigen::Vector3d& vertex : mesh.vertices) vertex.z() += 1e-3 * noise_um * noise.next();
}

//! The scene's bodies as a case: the lower in its own frame, with a pose.
Bite bite_of(const KnownScene& scene, const Bodies& bodies) {
  const auto solid = [](TriangleMesh mesh) {
    return std::make_shared<const Solid>(solid_of(std::move(mesh)));
  };
  return {.upper = solid(shapes::moved(bodies.upper, scene.case_from_paper)),
          .lower = solid(shapes::moved(bodies.lower, scene.paper_from_lower.inverse())),
          .upper_from_lower = scene.case_from_paper * scene.paper_from_lower};
}

Eigen::Isometry3d projection_of(const KnownScene& scene) {
  return orthographic(scene.case_from_paper.linear().col(2), scene.case_from_paper.linear().col(1));
}

//! Accumulates the errors of a map.
struct ErrorSums {
  double squares = 0, greatest = 0;

  void add(double error) {
    squares += error * error;
    greatest = std::max(greatest, std::abs(error));
  }
  [[nodiscard]] double rms(std::size_t count) const {
    return count > 0 ? std::sqrt(squares / static_cast<double>(count)) : std::nan("");
  }
};

//! A pixel that is compared, with its exact value.
struct ComparedPixel {
  std::size_t index;
  double facets_mm, paper_mm;
};

std::vector<ComparedPixel> compared_pixels(const KnownScene& scene, const Bite& bite, const FacetTruth& truth,
                                           const View& view) {
  const std::vector<std::uint8_t> silhouette = near_silhouette(view, bite);
  const Eigen::Isometry3d paper_from_case = scene.case_from_paper.inverse();
  std::vector<ComparedPixel> pixels;
  for (int row = 0; row < view.grid.height; ++row) {
    for (int column = 0; column < view.grid.width; ++column) {
      const std::size_t index = view.grid.index(column, row);
      const Eigen::Vector3d place = paper_from_case * view.case_point(column, row, 0);
      const auto paper = scene.clearance_mm(place.x(), place.y());
      if (!paper || silhouette[index] != 0) continue;
      if (const auto facets = truth.at(place.x(), place.y())) {
        pixels.push_back({index, facets->clearance_mm, *paper});
      }
    }
  }
  return pixels;
}

void compare_clearances(const ClearanceMap& map, const std::vector<ComparedPixel>& pixels, KitRow& row) {
  ErrorSums facets, paper;
  for (const ComparedPixel& pixel : pixels) {
    const double clearance = map.clearance_mm[pixel.index];
    if (!std::isfinite(clearance)) {
      ++row.missing;
      continue;
    }
    facets.add(clearance - pixel.facets_mm);
    paper.add(clearance - pixel.paper_mm);
  }
  row.pixels = pixels.size();
  const std::size_t counted = row.pixels - row.missing;
  row.facets_rms_mm = facets.rms(counted);
  row.facets_max_mm = counted > 0 ? facets.greatest : std::nan("");
  row.paper_rms_mm = paper.rms(counted);
  row.paper_max_mm = counted > 0 ? paper.greatest : std::nan("");
}

double greatest_difference(const ClearanceMap& map, const ClearanceMap& other,
                           const std::vector<ComparedPixel>& pixels) {
  double greatest = 0;
  for (const ComparedPixel& pixel : pixels) {
    const double difference = std::abs(map.clearance_mm[pixel.index] - other.clearance_mm[pixel.index]);
    if (std::isfinite(difference)) greatest = std::max(greatest, difference);
  }
  return greatest;
}

//! Area with a requested error of half the bound.
double adaptive_area(MapEngine& engine, const Bite& bite, const ClearanceMap& map, double threshold_mm) {
  const CountedMap counted{map, {}};
  const auto fine_map = [&](std::size_t, const View& window) {
    return CountedMap{engine.compute(window, bite.upper_from_lower), {}};
  };
  const auto details = refine_contacts(std::span(&counted, 1), bite, std::span(&threshold_mm, 1), fine_map,
                                       {.area_error = 0.0005});
  const std::vector<float> surface = lower_surface_per_pixel(counted.map, bite);
  double shares = 0;
  for (const PixelContact& contact :
       with_refined(pixel_contacts(counted, surface, threshold_mm), details[0][0])) {
    shares += contact.share;
  }
  return shares * map.view.grid.pixel_area_mm2();
}

//! A scene meshed in one way, with everything that its rows need.
struct MeshedScene {
  const KnownScene& scene;
  const Sampling& how;
  Bodies bodies;
  Bite bite;
  FacetTruth truth;
  double facets_mm2;

  MeshedScene(const KnownScene& of, const Sampling& with, Bodies made)
      : scene(of),
        how(with),
        bodies(std::move(made)),
        bite(bite_of(of, bodies)),
        truth(bodies.upper, bodies.lower),
        facets_mm2(truth.contact_area_mm2(of.threshold_mm)) {}
  MeshedScene(const MeshedScene&) = delete;
  MeshedScene& operator=(const MeshedScene&) = delete;
};

Bodies meshed(const KnownScene& scene, const Sampling& how) {
  Bodies bodies = scene.bodies(how.edge_mm);
  if (how.noise_um > 0) {
    Noise noise(20261120);
    add_noise(bodies.upper, how.noise_um, noise);
    add_noise(bodies.lower, how.noise_um, noise);
  }
  return bodies;
}

KitRow row_of(const MeshedScene& meshed, double pixel_mm, const std::string& engine) {
  const KnownScene& scene = meshed.scene;
  return {.scene = scene.name,
          .engine = engine,
          .edge_mm = meshed.how.edge_mm,
          .pixel_mm = pixel_mm,
          .noise_um = meshed.how.noise_um,
          .triangles = meshed.bodies.upper.faces.size() + meshed.bodies.lower.faces.size(),
          .like_paper = meshed.how.noise_um == 0 && (!scene.curved || meshed.how.edge_mm <= finest_edge_mm),
          .threshold_mm = scene.threshold_mm,
          .facets_mm2 = meshed.facets_mm2,
          .paper_mm2 = scene.area_mm2};
}

void run_engines(const MeshedScene& meshed, const std::vector<EngineKind>& kinds, std::vector<KitRow>& rows) {
  std::vector<ChosenEngine> engines;
  for (const EngineKind kind : kinds) {
    engines.push_back(make_engine(meshed.bite.upper, meshed.bite.lower, {.kind = kind}));
  }
  for (const double pixel_mm : meshed.how.pixels_mm) {
    const View view = fit_view(meshed.bite, projection_of(meshed.scene), pixel_mm);
    const std::vector<ComparedPixel> pixels = compared_pixels(meshed.scene, meshed.bite, meshed.truth, view);
    ClearanceMap first;
    for (ChosenEngine& engine : engines) {
      KitRow row = row_of(meshed, pixel_mm, name_of(engine.kind));
      const ClearanceMap& map = engine.engine->compute(view, meshed.bite.upper_from_lower);
      compare_clearances(map, pixels, row);
      row.area_mm2 = contact_area_mm2(map, row.threshold_mm);
      if (engine.kind == kinds.front()) {
        first = map;
      } else {
        row.engines_apart_mm = greatest_difference(map, first, pixels);
      }
      rows.push_back(row);
    }
    KitRow& zlist_row = rows[rows.size() - engines.size()];
    zlist_row.adaptive_mm2 =
        adaptive_area(*engines.front().engine, meshed.bite, first, zlist_row.threshold_mm);
  }
}

void run_surface(const MeshedScene& meshed, std::vector<KitSurfaceRow>& rows) {
  const KnownScene& scene = meshed.scene;
  if (!scene.lower_within_mm2 || !scene.upper_within_mm2 || meshed.how.edge_mm > finest_edge_mm) return;
  const PreparedJaws jaws = prepare_jaws(meshed.bite);
  const SurfaceDistances distances = surface_distances(meshed.bite, jaws);
  const std::vector<int> no_upper_teeth(meshed.bodies.upper.faces.size(), 0);
  const std::vector<int> no_lower_teeth(meshed.bodies.lower.faces.size(), 0);
  const SurfaceContacts contacts = surface_contacts(
      meshed.bite, jaws, distances, no_upper_teeth, no_lower_teeth,
      {.thresholds_mm = {scene.threshold_mm}, .direction = scene.case_from_paper.linear().col(2)});
  rows.push_back({.scene = scene.name,
                  .edge_mm = meshed.how.edge_mm,
                  .threshold_mm = scene.threshold_mm,
                  .lower_mm2 = contacts.lower.areas[0].surface_mm2,
                  .lower_paper_mm2 = *scene.lower_within_mm2,
                  .upper_mm2 = contacts.upper[0].surface_mm2,
                  .upper_paper_mm2 = *scene.upper_within_mm2});
}

std::vector<KitChange> changes_of(const std::vector<KnownScene>& all, const std::vector<KitRow>& rows) {
  const auto area = [&](const KnownScene& scene, double edge_mm) {
    const auto row = std::ranges::find_if(rows, [&](const KitRow& r) {
      return r.scene == scene.name && r.engine == rows.front().engine && r.edge_mm == edge_mm &&
             r.pixel_mm == usual_pixel_mm && r.noise_um == 0;
    });
    return row != rows.end() ? row->area_mm2 : std::nan("");
  };
  std::vector<KitChange> changes;
  for (const KnownScene& scene : all) {
    if (!scene.curved) continue;
    changes.push_back(
        {scene.name, area(scene, scan_edge_mm), area(scene, half_edge_mm), area(scene, twice_edge_mm)});
  }
  return changes;
}

bool has_opengl() {
  try {
    const gl::ContextThread opengl;
    return true;
  } catch (const gl::ContextError&) {
    return false;
  }
}

}  // namespace

KitReport run_kit(const Progress& progress) {
  KitReport report;
  std::vector<EngineKind> kinds = {EngineKind::zlist, EngineKind::ray};
  if (has_opengl()) {
    kinds.push_back(EngineKind::stencil);
  } else {
    report.missing_engines.push_back(name_of(EngineKind::stencil));
  }
  for (const EngineKind kind : kinds) report.engines.push_back(name_of(kind));

  const std::vector<KnownScene> all = scenes();
  for (std::size_t i = 0; i < all.size(); ++i) {
    report.scenes.push_back(all[i].name);
    for (const Sampling& how : samplings_of(all[i])) {
      report_progress(progress, static_cast<double>(i) / static_cast<double>(all.size()));
      const MeshedScene scene(all[i], how, meshed(all[i], how));
      run_engines(scene, kinds, report.rows);
      run_surface(scene, report.surface_rows);
    }
  }
  report.changes = changes_of(all, report.rows);
  report.checks = judge(report.rows, report.surface_rows, report.changes);
  report.answers = answers_of_commands(report.missing_engines.empty());
  std::ranges::copy(judge(report.answers), std::back_inserter(report.checks));
  return report;
}

}  // namespace intercusp
