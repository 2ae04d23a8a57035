// The validation kit: scenes with known answers, run through every engine. Each version's accuracy
// report comes from it.
//
// There are two separate references. "Facets": the triangles given to the engine, evaluated facet against
// facet in double precision (facet_truth.h); any difference is the error of the engine. "Paper": the ideal
// bodies; differences include the errors of the mesh and of the noise.
#pragma once

#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "occlusion/base/progress.h"

namespace intercusp {

//! One scene, meshed and sampled in one way, by one engine.
struct KitRow {
  std::string scene, engine;
  double edge_mm = 0;  //!< approximate edge length of the triangles
  double pixel_mm = 0;
  double noise_um = 0;        //!< standard deviation, on every vertex, along z
  std::size_t triangles = 0;  //!< number of triangles of both bodies
  //! No noise, and facets so small or bodies so flat that the bounds also hold for the ideal bodies.
  bool like_paper = false;

  std::size_t pixels = 0;   //!< compared: inside the scene's region, more than half a pixel from silhouettes
  std::size_t missing = 0;  //!< pixels among these without a clearance; they enter no other number
  //! Clearance minus that of the facets, and minus that of the ideal bodies.
  double facets_rms_mm = 0, facets_max_mm = 0;
  double paper_rms_mm = 0, paper_max_mm = 0;
  double engines_apart_mm = 0;  //!< greatest difference from the z-list engine's map; 0 for the z-list engine

  double threshold_mm = 0;
  //! Projected contact area: of the map, with adaptive detail (z-list engine only), of the facets, of
  //! the ideal bodies.
  double area_mm2 = 0;
  std::optional<double> adaptive_mm2;
  double facets_mm2 = 0, paper_mm2 = 0;
};

//! Area within the threshold by true distance, in any direction, on the surface itself; for
//! the finest meshes.
struct KitSurfaceRow {
  std::string scene;
  double edge_mm = 0, threshold_mm = 0;
  double lower_mm2 = 0, lower_paper_mm2 = 0;
  double upper_mm2 = 0, upper_paper_mm2 = 0;
};

//! Contact area of a body with half and with twice the triangles; z-list engine, 0.05 mm pixels.
struct KitChange {
  std::string scene;
  double area_mm2 = 0, half_mm2 = 0, twice_mm2 = 0;
};

//! The quantities that are compared with bounds.
enum class KitBound {
  missing_pixels,
  clearance_to_facets,
  clearance_to_paper,
  engines_apart,
  area_to_facets,
  area_to_paper,
  adaptive_area,
  true_distance_area,
  area_change,
  overlap_depth,
  way_of_shift,
  way_of_turn,
  droplets,
  way_to_impact
};

//! Where a result comes from. Numbers are 0 and names empty if they do not apply.
struct KitPlace {
  enum class Part { whole, lower, upper, half_the_triangles, twice_the_triangles };
  std::string scene, engine;
  double edge_mm = 0, pixel_mm = 0, noise_um = 0;
  Part part = Part::whole;
};

//! A bound, and the result that is closest to it or beyond it.
struct KitCheck {
  KitBound what = KitBound::missing_pixels;
  double bound = 0;
  //! Bound and worst result are shares of an area; otherwise mm or a number of pixels.
  bool is_share = false;
  bool is_count = false;
  double worst = std::numeric_limits<double>::quiet_NaN();
  KitPlace where;           //!< place of the worst result
  std::size_t results = 0;  //!< number of results compared with the bound
  bool passed = false;      //!< false if there are no results or one is NaN
};

//! The result of a command that makes no map, in a scene with a known answer.
struct KitAnswer {
  enum Quantity {
    depth,  //!< depth of an overlap, mm
    way,    //!< distance to the first contact or impact, mm
    share   //!< share of the droplets that land
  };
  std::string command, scene, engine;  //!< engine: empty if the command has no choice
  Quantity quantity = depth;
  double found = 0, truth = 0;
};

struct KitReport {
  std::vector<std::string> scenes;           //!< names
  std::vector<std::string> engines;          //!< engines that ran, the z-list engine first
  std::vector<std::string> missing_engines;  //!< the stencil engine, if OpenGL 4.5 is missing
  std::vector<KitRow> rows;
  std::vector<KitSurfaceRow> surface_rows;
  std::vector<KitChange> changes;
  std::vector<KitAnswer> answers;
  std::vector<KitCheck> checks;

  [[nodiscard]] bool passed() const;
};

//! The bounds compared with the measurements.
[[nodiscard]] std::vector<KitCheck> judge(const std::vector<KitRow>& rows,
                                          const std::vector<KitSurfaceRow>& surface_rows,
                                          const std::vector<KitChange>& changes);

//! One check per command.
[[nodiscard]] std::vector<KitCheck> judge(const std::vector<KitAnswer>& answers);

//! Runs the kit in some seconds, longer with software OpenGL. The noise is seeded: a machine always gives
//! equal bits, and CPU engines do so for any number of threads.
//! \throw std::runtime_error if Embree cannot be used
[[nodiscard]] KitReport run_kit(const Progress& progress = {});

}  // namespace intercusp
