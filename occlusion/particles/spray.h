// The analysis behind `intercusp spray`: droplets from a nozzle land on solids. It finds where, when, how
// fast and how evenly.
//
// The surface that droplets reach is found without shooting, by paths in closed form from points of a surface
// back to the nozzle. A point of a surface is *reached* if a droplet of the nozzle can come to it from
// outside and meets nothing before. Other points are *in shadow*. Droplets per mm² follow from the same
// paths. Shares of an area come from one or more random points per face; they are estimates with a stated
// error, independent of the number of droplets.
//
// The impact map shows where droplets ended on a collider, when and how fast (Knott 2003, sections 3.4.2 and
// 3.4.3). It is the collider's surface seen along the nozzle's direction, with two sides: facing the nozzle
// and turned away. So its pixels are squares of equal size in mm, as section 3.5.1 requires, on meshes and
// bodies. If several droplets end in one pixel, the earliest gives time and speed, and all are counted.
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

//! The droplets that ended in one pixel; at least one.
struct ImpactPlace {
  std::uint32_t hits = 0;
  double first_s = 0;     //!< arrival of the earliest droplet
  double speed_mm_s = 0;  //!< its speed
  double depth_mm = 0;    //!< its depth in the view
};

struct ImpactMap {
  //! Index of a pixel in the grid → its droplets; empty pixels are left out.
  using Places = std::map<std::size_t, ImpactPlace>;

  View view;                       //!< along the nozzle's direction, in the frame of the files, mm
  double near_mm = 0, far_mm = 0;  //!< depths in the view between which the collider lies
  Places facing, averted;  //!< impacts where the surface's normal points against the direction, or along it
};

//! The direction `down` of views along a direction: −z of the files, or y for a direction near ±z.
[[nodiscard]] Eigen::Vector3d down_of_view_along(const Eigen::Vector3d& direction);

//! Index of the pixel that contains a point of the view; beyond the window, of the nearest pixel.
[[nodiscard]] std::size_t pixel_at(const PixelGrid& grid, const Eigen::Vector2d& place);

//! An impact map without impacts.
//! \param mesh the collider or its mesh; not empty
//! \param direction of the nozzle, unit length
//! \param longest_px number of pixels along the longer edge of the window
[[nodiscard]] ImpactMap empty_impact_map(const TriangleMesh& mesh, const Eigen::Vector3d& direction,
                                         int longest_px = 256);

//! \param impact on the map's collider
void add_impact(ImpactMap& map, const Impact& impact);

//! Share of all droplets that lands per mm² around a point of a surface; 0 in shadow.
//! \param normal of the surface there, unit length, outward
//! \param colliders must include this surface
[[nodiscard]] double share_per_mm2(const std::vector<Collider>& colliders, const Emitter& emitter,
                                   const Eigen::Vector3d& point, const Eigen::Vector3d& normal);

struct SurfacePoint {
  Eigen::Vector3d place, normal;  //!< the normal is a unit vector pointing outward
};

//! The surface point that a point of a face represents: the point itself or, on an analytic body, the closest
//! point of the body's surface.
//! \param place on the face, which has an area
[[nodiscard]] SurfacePoint surface_point(const SolidOrBody& solid, std::size_t face,
                                         const Eigen::Vector3d& place);

//! Random points of the scanned faces of a solid, at least one per face.
struct SurfaceSamples {
  std::vector<std::uint32_t> face;  //!< ascending
  std::vector<double> area_mm2;     //!< area that the point represents; equal parts of its face
  std::vector<double> per_mm2;      //!< share_per_mm2 at the point
};

//! How well a part of a scanned surface is covered.
struct SprayCoverage {
  double area_mm2 = 0;
  double reached_mm2 = 0;
  //! At most two standard errors of reached_mm2. A point that represents an area a has a standard error
  //! of at most a/2.
  double reached_error_mm2 = 0;
  //! 1 if all of the reached surface receives equally many droplets per mm², near 0 if few places receive
  //! almost all: 1 - mean |d - mean d| / (2 mean d) over the reached area (the uniformity index of Weltens
  //! 1993). Empty in shadow.
  std::optional<double> evenness;
  std::uint64_t droplets = 0;  //!< number that landed on it
  double expected_share = 0;   //!< expected share of all droplets, by the paths back to the nozzle

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

//! The droplets on one solid. Faces that import added stop droplets, too, but are not counted as surface to
//! be covered. A droplet that bounces counts once, where it last met a surface; the coverage is that of the
//! paths before any bounce.
struct SprayedSolid {
  std::uint64_t hits = 0;
  std::uint64_t added_hits = 0;  //!< hits among these on faces that import added
  std::uint64_t inner_hits = 0;  //!< hits among these from within, by droplets that started inside the solid
  double mean_speed_mm_s = 0, first_hit_s = 0, last_hit_s = 0;  //!< 0 without hits
  SprayCoverage coverage;
  std::vector<ToothCoverage> teeth;  //!< by number; empty if no vertex has a label

  ImpactMap impacts;  //!< all hits

  //! Per face of the solid. A droplet on a body of a formula counts for the closest face of the mesh.
  std::vector<std::uint32_t> droplets;
  std::vector<double> first_s, speed_mm_s;  //!< earliest time and mean speed; NaN without droplets
  std::vector<double> reached;  //!< share of a scanned face that droplets reach; 0 for other faces
  //! Expected droplets per mm², mean over a scanned face; 0 for other faces.
  std::vector<double> expected_per_mm2;
  SurfaceSamples samples;  //!< the samples from which these and the coverage are computed
};

struct Spray {
  SprayOptions options;
  std::vector<SprayedSolid> solids;                        //!< in the given order
  std::uint64_t hits = 0;                                  //!< on all solids; all other particles escaped
  double seconds = 0;                                      //!< computing time
  std::shared_ptr<const std::vector<Collider>> colliders;  //!< the solids must outlive them

  [[nodiscard]] std::uint64_t escaped() const { return options.particles - hits; }
};

//! All droplets start at once. Each is followed to its last impact, which without bounces is its first.
//! Bodies are met by their formulas. Equal input gives an equal result, apart from the computing time, on any
//! number of threads.
[[nodiscard]] Spray spray(std::span<const SolidOrBody> solids, const SprayOptions& options,
                          const Progress& progress = {});

//! The first solid that contains the point; empty if none does.
[[nodiscard]] std::optional<std::size_t> solid_around(std::span<const SolidOrBody> solids,
                                                      const Eigen::Vector3d& point);

}  // namespace intercusp
