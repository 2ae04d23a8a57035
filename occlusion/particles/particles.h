// Particles from a nozzle against several colliders: where, when and how fast each of them lands (Knott 2003, chapter 3).
//
// Motion is in closed form, so every particle is one independent computation, from its number to its first impact: the
// streaming model of the thesis (section 2.3.3), on all cores of the CPU and in double.
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
//! The surface consists of walls: one for sphere, ellipsoid and whole torus; side, top and bottom for cylinder and cone;
//! six for a box; tube and two ends for a torus's segment. A particle meets a wall where the wall's polynomial along its
//! path, h(t) = f(g(t)) of equation 3.3, changes its sign. Its degree is at most 4, and 8 for a parabola and a torus. A
//! crossing counts if it lies within 1e-9 mm of the body's surface, so none slips between two walls.
class BodyCollider {
 public:
  //! \pre not null
  explicit BodyCollider(std::shared_ptr<const AnalyticBody> body);

  //! The first crossing at a time above 0 and up to `until_s`, in either sense; place and normal in the case frame, mm.
  //! A path that touches the body and stays on one side continues. May be called from many threads at once.
  //! \param left_wall the particle starts on this wall
  [[nodiscard]] std::optional<Impact> first_impact(const Path& path, double until_s,
                                                   std::uint32_t left_wall = no_impact_face) const;

 private:
  std::shared_ptr<const AnalyticBody> body_;
  Bounds bounds_;  //!< of the body in its own frame, a little wider
};

//! A parallel beam from a disc across the direction, uniform over its area.
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

//! The path of a particle from its birth on. The same numbers give the same bits, independently of earlier calls.
[[nodiscard]] Path path_of(const Emitter& emitter, std::uint64_t particle);

//! A path from the nozzle to a point, and the particles on it.
struct Approach {
  Path path;
  double time_s = 0;  //!< arrival time at the point
  Eigen::Vector3d flux_per_mm2 =
      Eigen::Vector3d::Zero();  //!< with a surface's unit normal: minus the share of all
                                //!< particles that arrive per mm² of it
};

//! Every path by which particles of this nozzle reach a point if nothing is in between: none, one, or with gravity two.
[[nodiscard]] std::vector<Approach> approaches_to(const Eigen::Vector3d& point, const Emitter& emitter);

//! A triangle mesh as a collider.
//!
//! Embree only finds the faces that a path may meet: it walks through the boxes of the faces along a chord of the path,
//! and every box is grown by more than the path's distance from its chord. A parabola is followed in chords of so short
//! a time that this distance, |acceleration|·time²/8, is at most the growth. Where and when a path meets a face is
//! computed in double, from the quadratic polynomial of its distance from the face's plane. A crossing counts for a face
//! if it lies within 1e-9 mm of it, so no path slips between two faces.
class MeshCollider {
 public:
  //! \param mesh must outlive this. \throw std::runtime_error if Embree has no device or cannot build the tree.
  explicit MeshCollider(const TriangleMesh& mesh);
  ~MeshCollider();
  MeshCollider(MeshCollider&&) noexcept;
  MeshCollider& operator=(MeshCollider&&) noexcept;

  //! The first crossing at a time above 0 and up to `until_s`, in either sense; of faces met at the same time the
  //! first of the mesh. May be called from many threads at once.
  //! \param left_face the particle starts on this face
  [[nodiscard]] std::optional<Impact> first_impact(const Path& path, double until_s,
                                                   std::uint32_t left_face = no_impact_face) const;

 private:
  class FaceBoxes;
  std::unique_ptr<FaceBoxes> boxes_;
};

using Collider = std::variant<BodyCollider, MeshCollider>;

//! The earliest impact on any of them, up to `until_s`. Colliders met within 1e-9 mm of flight of each other are met
//! at the same time, and the one that comes first in the order given is hit.
//! \param left where a bouncing particle starts
[[nodiscard]] std::optional<Impact> first_impact(const std::vector<Collider>& colliders, const Path& path,
                                                 double until_s,
                                                 const std::optional<LeftSurface>& left = std::nullopt);

//! The behaviour of a particle that meets a collider (section 3.3.2): it bounces a number of times, then it ends.
struct Bounces {
  int most = 0;
  //! Share of the speed across the surface that remains; above 0, at most 1. The speed along the surface is kept.
  double restitution = 0.5;
};

//! All impacts of one particle, in the order of their times: at most one more than it may bounce.
[[nodiscard]] std::vector<Impact> impacts_of(const std::vector<Collider>& colliders, const Path& path,
                                             double until_s, const Bounces& bounces = {});

//! The last impacts of `count` particles from number `first` on (without bounces, their first impacts); empty for a
//! particle that meets nothing. The same bits for any number of threads.
[[nodiscard]] std::vector<std::optional<Impact>> landings(const std::vector<Collider>& colliders,
                                                          const Emitter& emitter, std::uint64_t first,
                                                          std::size_t count, const Bounces& bounces = {});

}  // namespace intercusp
