// A jaw's mesh and colours in GPU buffers.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "occlusion/engines/gl/objects.h"
#include "occlusion/maps/colour_scale.h"
#include "viewer/scene/scene_meshes.h"

namespace intercusp::viewer {

//! Colour and gloss, 0 to 1.
struct Material {
  Rgb colour;
  float gloss = 1;
};

struct Materials {
  Material enamel, gum;
};

//! What changes with labels and settings.
struct JawColours {
  std::vector<float> gum;          //!< per vertex, as JawMesh; empty: that of the mesh
  std::vector<VertexColour> scan;  //!< per vertex, instead of enamel and gum; empty: none
};

class GpuJaw {
 public:
  GpuJaw() = default;
  GpuJaw(const JawMesh& mesh, const Materials& materials);

  //! Takes over other colours of the same mesh.
  void recolour(const JawMesh& mesh, const Materials& materials, const JawColours& colours);

  //! Colours of teeth or of a tool per vertex of the solid (alpha 0: none); an empty span removes them.
  struct Paint {
    Rgb colour;
    std::uint8_t alpha = 0;
  };
  void paint(std::span<const Paint> of_solid_vertices);

  //! Draws what was scanned with the current program and state. Attributes are those of jaw_view.vert.
  //! \param closed with what import added, which closes it
  void draw(bool closed = false) const { draw(0, closed ? faces_ : scanned_faces_); }
  void draw(std::size_t first_face, std::size_t count) const;
  [[nodiscard]] const Eigen::Vector3d& centre() const { return centre_; }
  [[nodiscard]] double radius_mm() const { return radius_mm_; }  //!< about the centre
  [[nodiscard]] std::size_t faces() const { return scanned_faces_; }
  [[nodiscard]] bool is_open() const { return scanned_faces_ < faces_; }  //!< without what import added

 private:
  Eigen::Vector3d centre_{0, 0, 0};
  double radius_mm_ = 0;
  std::size_t faces_ = 0, scanned_faces_ = 0;
  std::vector<std::uint32_t> source_;
  gl::Buffer vertices_, corners_, paint_;
  gl::VertexArray arrays_;
};

}  // namespace intercusp::viewer
