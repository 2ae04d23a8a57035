// First impacts on planes, quadrics and triangle meshes by OpenGL: the programmable vertex engine of Knott 2003
// (section 3.2), as a compute shader. One invocation is one particle; it tests all colliders and keeps the earliest
// impact.
//
// Quadrics: numbers are floats relative to the middle of the colliders. With u = 2^-24, the polynomial f of time of a
// particle and a collider (quadric_collider.h) is wrong by at most 24·u·F(t), where F(t) is f(t) with every product
// taken by its magnitude: 3 u for the inputs, 9 u for two products with a matrix of four, 8 u for Horner's scheme and 4
// u for the formula of quadratic roots. A crossing at which |f'| is not small is off by at most 48·u·F / |f'| seconds,
// plus 8·u of the time itself, wherever 48·u·F·|f''| ≤ f'² (Newton and Kantorovich). For paths that graze a surface or
// pass its rim more closely than that, CPU and GPU may disagree.
//
// Meshes: a tree of boxes in storage buffers, walked from near to far. Depth layers or z-lists would hold the faces
// along one direction only, at pixels, so a cone or a parabola would need other views or steps; the tree serves every
// path and loses none. Boxes are tested in floats, faces in double by the steps of mesh_collider.h, also with 1e-9 mm
// beside a face: a few faces a path cost little, and no path slips between two of them. So the bound above holds with u
// = 2^-53 and f the distance from the face's plane: below 1e-9 mm off path and face for lengths below 1 m, grazing or
// not. A parabola p + t·v + t²·h is never further from its chord over a stay of T than |h|·T²/4, along every axis.
// Boxes are grown by that, and by 32·u·(|p| + t·|v| + t²·|h|) with u = 2^-24 for roundings to float: 10 u for the ends
// of the chord, 5 u for walls, 4 u for the division (GLSL allows 2.5), 6 u for the time. The rest of a stay is passed
// to the children, so chords shrink with the boxes; a stay that deviates by a tenth of its box is halved.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "occlusion/geometry/triangle_mesh.h"
#include "occlusion/particles/impact.h"
#include "occlusion/particles/path.h"
#include "occlusion/particles/quadric_collider.h"

namespace intercusp {

constexpr std::uint32_t no_collider = 0xffffffffU;

struct GlImpact {
  double time_s = 0;
  std::uint32_t collider = no_collider;  //!< none: the particle escapes
  std::uint32_t face = no_impact_face;   //!< of a mesh
};

class GlParticles {
 public:
  //! Colliders are numbered in the order given, meshes after quadrics. Meshes are copied.
  //! \throw gl::ContextError without OpenGL 4.5 or if the meshes do not fit into its buffers, gl::ShaderError
  explicit GlParticles(std::vector<QuadricCollider> quadrics,
                       std::span<const TriangleMesh* const> meshes = {});
  ~GlParticles();
  GlParticles(GlParticles&&) noexcept;
  GlParticles& operator=(GlParticles&&) noexcept;

  //! The first impact of each path at a time above 0 and up to `until_s`; of faces met at the same time the first.
  //! \pre until_s is at most 1e6 s
  [[nodiscard]] std::vector<GlImpact> first_impacts(std::span<const Path> paths, double until_s);

  //! OpenGL's messages since this was created.
  [[nodiscard]] const std::vector<std::string>& debug_messages() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace intercusp
