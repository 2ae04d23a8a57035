// Particles from a nozzle against several colliders: where, when and how fast each of them lands (Knott
// 2003, chapter 3).
//
// Motion is in closed form. So every particle is an independent computation, from its number to its first
// impact. This is Knott's streaming model (section 2.3.3), on all cores of the CPU and in double precision.
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <variant>
#include <vector>

#include "occlusion/geometry/analytic_body.h"
#include "occlusion/particles/path.h"

namespace intercusp {

//! An analytic body as a collider (Knott 2003, sections 3.2.2 to 3.2.4).
//!
//! The surface consists of walls: one for sphere, ellipsoid and whole torus; side, top and bottom for
//! cylinder and cone; six for a box; tube and two ends for a segment of a torus. A particle meets a wall
//! where the wall's polynomial along its path, h(t) = f(g(t)) of equation 3.3, changes its sign. Its degree
//! is at most 4, or 8 for a parabola and a torus. A crossing counts if it lies within 1e-9 mm of the body's
//! surface, so no particle slips between two walls.
class BodyCollider {
 public:
  //! \pre `body` is not null
  explicit BodyCollider(std::shared_ptr<const AnalyticBody> body);

  //! The first crossing at a time above 0 and up to `until_s`, in either direction; place and normal in the
  //! case frame, mm. A path that touches the body but stays on one side continues. May be called from many
  //! threads at once.
  //! \param left_wall the wall on which the particle starts
  [[nodiscard]] std::optional<Impact> first_impact(const Path& path, double until_s,
                                                   std::uint32_t left_wall = no_impact_face) const;

 private:
  std::shared_ptr<const AnalyticBody> body_;
  Bounds bounds_;  //!< bounds of the body in its own frame, slightly enlarged
};

//! A parallel beam from a disc perpendicular to the direction, uniform over its area.
struct DiscBeam {
  double radius_mm = 1;
};

//! A point source, uniform over the solid angle about the direction.
struct Cone {
  double half_angle_rad = 0.2618;  //!< 15°; above 0, at most pi
};

//! The source of particles: a nozzle from which all start at once (Knott 2003, section 3.2.1).
struct Emitter {
  Eigen::Vector3d place = Eigen::Vector3d::Zero();
  Eigen::Vector3d direction = Eigen::Vector3d::UnitZ();  //!< unit length
  std::variant<DiscBeam, Cone> opening = Cone{};
  double speed_mm_s = 1000;                                //!< above 0
  Eigen::Vector3d acceleration = Eigen::Vector3d::Zero();  //!< gravity, mm/s²
  std::uint64_t seed = 1;
};

//! The path of a particle from its start on. Equal numbers give equal bits, independently of earlier calls.
[[nodiscard]] Path path_of(const Emitter& emitter, std::uint64_t particle);

//! A path from the nozzle to a point, and the flux of particles on it.
struct Approach {
  Path path;
  double time_s = 0;  //!< arrival time at the point
  //! Its dot product with a surface's unit normal is minus the share of all particles that arrive per mm² of surface.
  Eigen::Vector3d flux_per_mm2 = Eigen::Vector3d::Zero();
};

//! Every path by which particles of this nozzle reach a point if nothing is in between: none, one or,
//! with gravity, two.
[[nodiscard]] std::vector<Approach> approaches_to(const Eigen::Vector3d& point, const Emitter& emitter);

//! A triangle mesh as a collider.
//!
//! Embree only finds the faces that a path may meet. It walks through the boxes of the faces along a chord of
//! the path; every box is enlarged by more than the path's distance from its chord. A parabola is followed in
//! chords of such short duration that this distance, |acceleration|·time²/8, is at most the enlargement.
//! Where and when a path meets a face is computed in double precision, from the quadratic polynomial of its
//! distance from the face's plane. A crossing counts for a face if it lies within 1e-9 mm of it, so no path
//! slips between two faces.
class MeshCollider {
 public:
  //! \param mesh must outlive this object
  //! \throw std::runtime_error if Embree has no device or cannot build the tree
  explicit MeshCollider(const TriangleMesh& mesh);
  ~MeshCollider();
  MeshCollider(MeshCollider&&) noexcept;
  MeshCollider& operator=(MeshCollider&&) noexcept;

  //! The first crossing at a time above 0 and up to `until_s`, in either direction. Among faces met at one
  //! time, the first of the mesh is returned. May be called from many threads at once.
  //! \param left_face the face on which the particle starts
  [[nodiscard]] std::optional<Impact> first_impact(const Path& path, double until_s,
                                                   std::uint32_t left_face = no_impact_face) const;

 private:
  class FaceBoxes;
  std::unique_ptr<FaceBoxes> boxes_;
};

using Collider = std::variant<BodyCollider, MeshCollider>;

//! The earliest impact on any collider, up to `until_s`. Colliders met within 1e-9 mm of flight of each other
//! count as met at one time; then the first in the given order is hit.
//! \param left the surface from which a bouncing particle starts
[[nodiscard]] std::optional<Impact> first_impact(const std::vector<Collider>& colliders, const Path& path,
                                                 double until_s,
                                                 const std::optional<LeftSurface>& left = std::nullopt);

//! What a particle does when it meets a collider (section 3.3.2): it bounces a number of times, then it ends.
struct Bounces {
  int most = 0;
  //! Share of the speed perpendicular to the surface that remains; above 0, at most 1. The speed along the
  //! surface does not change.
  double restitution = 0.5;
};

//! All impacts of one particle, ordered by time: at most one more than its number of bounces.
[[nodiscard]] std::vector<Impact> impacts_of(const std::vector<Collider>& colliders, const Path& path,
                                             double until_s, const Bounces& bounces = {});

//! The last impact of each of `count` particles from number `first` on (without bounces, its first impact);
//! empty for a particle that meets nothing. The result is bit-identical for any number of threads.
[[nodiscard]] std::vector<std::optional<Impact>> landings(const std::vector<Collider>& colliders,
                                                          const Emitter& emitter, std::uint64_t first,
                                                          std::size_t count, const Bounces& bounces = {});

}  // namespace intercusp
