// The analysis behind `intercusp spray`: droplets from a nozzle land on solids; where, when, how fast and how evenly.
//
// The surface that droplets reach is found without shooting: paths from points of a surface back to the nozzle, in closed
// form. A point of a surface is *reached* if a droplet of the nozzle can come to it from outside and meets nothing
// before. Other points lie *in shadow*. Droplets per mm² follow from the same paths. Shares of an area come from one or
// more random points per face: they are estimates with a stated error, independent of the number of droplets.
//
// The impact map shows where droplets ended on a collider, when and how fast (Knott 2003, sections 3.4.2 and 3.4.3). It
// is the collider's surface seen along the nozzle's direction, with two sides: facing the nozzle and turned
// away. So its pixels are squares of the same size in mm, as the thesis requires (section 3.5.1), on meshes and bodies.
// Where several droplets end in one pixel the earliest gives time and speed, and all are counted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "occlusion/base/progress.h"
#include "occlusion/geometry/analytic_body.h"
#include "occlusion/geometry/triangle_mesh.h"
#include "occlusion/particles/particles.h"
#include "occlusion/view/view.h"

namespace intercusp {

//! Droplets that ended in one pixel, at least one.
struct ImpactPlace {
  std::uint32_t hits = 0;
  double first_s = 0;     //!< arrival of the earliest
  double speed_mm_s = 0;  //!< its speed
  double depth_mm = 0;    //!< its depth in the view
};

struct ImpactMap {
  //! By the pixel's index in the grid; empty pixels are left out.
  using Places = std::map<std::size_t, ImpactPlace>;

  View view;                       //!< along the nozzle's direction, in the frame of the files, mm
  double near_mm = 0, far_mm = 0;  //!< depths in the view between which the collider lies
  Places facing, averted;          //!< by the surface's normal: against the direction, or along it
};

//! `down` of views along a direction: −z of the files, or y for a direction near ±z.
[[nodiscard]] Eigen::Vector3d down_of_view_along(const Eigen::Vector3d& direction);

//! The index of the pixel that holds a place of the view; beyond the window that of the nearest.
[[nodiscard]] std::size_t pixel_at(const PixelGrid& grid, const Eigen::Vector2d& place);

//! Without impacts. \param mesh the collider or its mesh; not empty
//! \param direction of the nozzle, unit length \param longest_px pixels along the longer edge of the window
[[nodiscard]] ImpactMap empty_impact_map(const TriangleMesh& mesh, const Eigen::Vector3d& direction,
                                         int longest_px = 256);

//! \param impact on the map's collider
void add_impact(ImpactMap& map, const Impact& impact);

//! The share of all droplets that lands per mm² around a point of a surface; 0 in shadow.
//! \param normal of the surface there, unit length, outward \param colliders with that surface among them
[[nodiscard]] double share_per_mm2(const std::vector<Collider>& colliders, const Emitter& emitter,
                                   const Eigen::Vector3d& point, const Eigen::Vector3d& normal);

struct SurfacePoint {
  Eigen::Vector3d place, normal;  //!< outward, unit length
};

//! The surface point that a point of a face represents: itself, or on an analytic body the closest point of the body's
//! surface. \param place on the face, which has an area
[[nodiscard]] SurfacePoint surface_point(const SolidOrBody& solid, std::size_t face,
                                         const Eigen::Vector3d& place);

//! Random points of the scanned faces of a solid, at least one per face.
struct SurfaceSamples {
  std::vector<std::uint32_t> face;  //!< ascending
  std::vector<double> area_mm2;     //!< represented by the point: equal parts of its face
  std::vector<double> per_mm2;      //!< share_per_mm2 there
};

//! How well a part of a scanned surface is covered.
struct SprayCoverage {
  double area_mm2 = 0;
  double reached_mm2 = 0;
  //! At most two standard errors of reached_mm2: a point that represents an area a has a standard error of at most a/2.
  double reached_error_mm2 = 0;
  //! 1 if all of the reached surface gets equally many droplets per mm², towards 0 if few places get nearly all: 1 -
  //! mean |d - mean d| / (2 mean d) over the reached area (the uniformity index of Weltens 1993). Empty in shadow.
  std::optional<double> evenness;
  std::uint64_t droplets = 0;  //!< that landed on it
  double expected_share = 0;   //!< of all droplets, by the paths back: the expectation of `droplets`

  [[nodiscard]] double in_shadow_mm2() const { return area_mm2 - reached_mm2; }
  [[nodiscard]] double reached_share() const { return area_mm2 > 0 ? reached_mm2 / area_mm2 : 0; }
};

struct SprayOptions {
  Emitter emitter;
  std::uint64_t particles = 100000;
  Bounces bounces = {};
};

//! Coverage of a tooth, or of the surface without a tooth number.
struct ToothCoverage {
  int fdi = 0;  //!< 0: gum or unknown
  SprayCoverage coverage;
};

//! The droplets on one solid. Faces that import added stop droplets too, but do not count as surface to be covered. A
//! droplet that bounces counts once, where it met a surface last; the coverage is that of the paths before any bounce.
struct SprayedSolid {
  std::uint64_t hits = 0;
  std::uint64_t added_hits = 0;  //!< of these on faces that import added
  std::uint64_t inner_hits = 0;  //!< of these from within, by droplets that started inside the solid
  double mean_speed_mm_s = 0, first_hit_s = 0, last_hit_s = 0;  //!< 0 without hits
  SprayCoverage coverage;
  std::vector<ToothCoverage> teeth;  //!< by number; empty where no vertex has a label

  ImpactMap impacts;  //!< of all hits

  //! Per face of the solid; a droplet on a body of a formula counts for the closest face of the mesh.
  std::vector<std::uint32_t> droplets;
  std::vector<double> first_s, speed_mm_s;  //!< earliest time and mean speed; NaN without droplets
  std::vector<double> reached;              //!< share of a scanned face that droplets reach; 0 on others
  std::vector<double> expected_per_mm2;     //!< droplets, on the mean of a scanned face; 0 on others
  SurfaceSamples samples;                   //!< from which these and the coverage are computed
};

struct Spray {
  SprayOptions options;
  std::vector<SprayedSolid> solids;                        //!< in the order given
  std::uint64_t hits = 0;                                  //!< of all solids; all other particles escaped
  double seconds = 0;                                      //!< computing time
  std::shared_ptr<const std::vector<Collider>> colliders;  //!< the solids must outlive them

  [[nodiscard]] std::uint64_t escaped() const { return options.particles - hits; }
};

//! All droplets start at once; each is followed to its last impact, which without bounces is its first. Bodies are met by
//! their formulas. The same input gives the same result, its computing
//! time aside, on any number of threads.
[[nodiscard]] Spray spray(std::span<const SolidOrBody> solids, const SprayOptions& options,
                          const Progress& progress = {});

//! The first solid that the point lies inside.
[[nodiscard]] std::optional<std::size_t> solid_around(std::span<const SolidOrBody> solids,
                                                      const Eigen::Vector3d& point);

}  // namespace intercusp
