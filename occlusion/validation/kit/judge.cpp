#include <algorithm>
#include <cmath>

#include "occlusion/validation/kit/kit.h"

namespace intercusp {
namespace {

constexpr double clearance_bound_mm = 0.001;
constexpr double area_bound = 0.005;
constexpr double adaptive_bound = 0.001;
constexpr double change_bound = 0.02;
constexpr double depth_bound_mm = 0.001;
//! Bound for motions: rounding of doubles after one rotation, and of roots.
constexpr double motion_bound_mm = 1e-6;
//! Bound for landings: four standard deviations of 100 000 droplets of which 24 % land.
constexpr double landing_bound = 0.023;
//! Bound for impacts: the error of the sphere's mesh, and the distance of the nearest droplet
//! from the centre.
constexpr double impact_bound_mm = 0.002;
//! Areas are bounded for this pixel size, the default, and smaller ones.
constexpr double bounded_pixel_mm = 0.05;

//! Collects the values that are compared with one bound.
class Bound {
 public:
  Bound(KitBound what, double bound) { check_.what = what, check_.bound = bound; }

  void share() { check_.is_share = true; }
  void count() { check_.is_count = true; }

  //! NaN counts as worse than any number.
  void hold(double result, const KitPlace& where) {
    const bool first = check_.results++ == 0;
    if (!first && (std::isnan(check_.worst) || result <= check_.worst)) return;
    check_.worst = result;
    check_.where = where;
  }
  [[nodiscard]] KitCheck done() {
    check_.passed = check_.results > 0 && check_.worst <= check_.bound;
    return check_;
  }

 private:
  KitCheck check_;
};

double error_share(double result, double truth) { return std::abs(result - truth) / truth; }

KitPlace place_of(const KitRow& row) {
  return {.scene = row.scene,
          .engine = row.engine,
          .edge_mm = row.edge_mm,
          .pixel_mm = row.pixel_mm,
          .noise_um = row.noise_um};
}

}  // namespace

std::vector<KitCheck> judge(const std::vector<KitRow>& rows, const std::vector<KitSurfaceRow>& surface_rows,
                            const std::vector<KitChange>& changes) {
  Bound missing(KitBound::missing_pixels, 0);
  Bound facets(KitBound::clearance_to_facets, clearance_bound_mm);
  Bound paper(KitBound::clearance_to_paper, clearance_bound_mm);
  Bound apart(KitBound::engines_apart, clearance_bound_mm);
  Bound area(KitBound::area_to_facets, area_bound);
  Bound paper_area(KitBound::area_to_paper, area_bound);
  Bound adaptive(KitBound::adaptive_area, adaptive_bound);
  Bound surface(KitBound::true_distance_area, area_bound);
  Bound change(KitBound::area_change, change_bound);
  missing.count();
  for (Bound* bound : {&area, &paper_area, &adaptive, &surface, &change}) bound->share();

  for (const KitRow& row : rows) {
    const KitPlace place = place_of(row);
    missing.hold(row.pixels > 0 ? static_cast<double>(row.missing) : std::nan(""), place);
    facets.hold(row.facets_max_mm, place);
    if (row.like_paper) paper.hold(row.paper_max_mm, place);
    if (row.engine != rows.front().engine) apart.hold(row.engines_apart_mm, place);
    if (row.adaptive_mm2) adaptive.hold(error_share(*row.adaptive_mm2, row.facets_mm2), place);
    if (row.pixel_mm > bounded_pixel_mm) continue;
    area.hold(error_share(row.area_mm2, row.facets_mm2), place);
    if (row.like_paper) paper_area.hold(error_share(row.area_mm2, row.paper_mm2), place);
  }
  for (const KitSurfaceRow& row : surface_rows) {
    surface.hold(error_share(row.lower_mm2, row.lower_paper_mm2),
                 {.scene = row.scene, .part = KitPlace::Part::lower});
    surface.hold(error_share(row.upper_mm2, row.upper_paper_mm2),
                 {.scene = row.scene, .part = KitPlace::Part::upper});
  }
  for (const KitChange& row : changes) {
    change.hold(error_share(row.half_mm2, row.area_mm2),
                {.scene = row.scene, .part = KitPlace::Part::half_the_triangles});
    change.hold(error_share(row.twice_mm2, row.area_mm2),
                {.scene = row.scene, .part = KitPlace::Part::twice_the_triangles});
  }
  std::vector<KitCheck> checks;
  for (Bound* bound : {&missing, &facets, &paper, &apart, &area, &paper_area, &adaptive, &surface, &change}) {
    checks.push_back(bound->done());
  }
  return checks;
}

std::vector<KitCheck> judge(const std::vector<KitAnswer>& answers) {
  Bound depth(KitBound::overlap_depth, depth_bound_mm);
  Bound slide(KitBound::way_of_shift, motion_bound_mm);
  Bound close(KitBound::way_of_turn, motion_bound_mm);
  Bound landing(KitBound::droplets, landing_bound);
  Bound impact(KitBound::way_to_impact, impact_bound_mm);
  landing.share();
  for (const KitAnswer& answer : answers) {
    const KitPlace place{.scene = answer.scene, .engine = answer.engine};
    const double error = std::abs(answer.found - answer.truth);
    if (answer.command == "interfere") depth.hold(error, place);
    if (answer.command == "slide") slide.hold(error, place);
    if (answer.command == "close") close.hold(error, place);
    if (answer.command != "spray") continue;
    if (answer.quantity == KitAnswer::share) {
      landing.hold(error_share(answer.found, answer.truth), place);
    } else {
      impact.hold(error, place);
    }
  }
  return {depth.done(), slide.done(), close.done(), landing.done(), impact.done()};
}

bool KitReport::passed() const {
  return !checks.empty() && std::ranges::all_of(checks, [](const KitCheck& check) { return check.passed; });
}

}  // namespace intercusp
