// A jaw's mesh in buffers of the GPU, and the colours it wears.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "occlusion/engines/gl/objects.h"
#include "occlusion/maps/colour_scale.h"
#include "viewer/scene/jaw_mesh.h"

namespace intercusp::viewer {

//! Colour and how much it shines, 0 to 1.
struct Material {
  Rgb colour;
  float gloss = 1;
};

//! What a jaw is made of. What import added fades into the background away from the scan.
struct Materials {
  Material enamel, gum, added;
};

class GpuJaw {
 public:
  GpuJaw() = default;
  GpuJaw(const JawMesh& mesh, const Materials& materials);

  //! Colours of movements per vertex of the solid (alpha 0: none); an empty span takes them away.
  struct Paint {
    Rgb colour;
    std::uint8_t alpha = 0;
  };
  void paint(std::span<const Paint> of_solid_vertices);

  //! With the program and the state that are set. Attributes as jaw_view.vert has them.
  void draw() const;
  [[nodiscard]] const Eigen::Vector3d& centre() const { return centre_; }
  [[nodiscard]] std::size_t faces() const { return faces_; }

 private:
  Eigen::Vector3d centre_{0, 0, 0};
  std::size_t faces_ = 0;
  std::vector<std::uint32_t> source_;
  gl::Buffer vertices_, corners_, paint_;
  gl::VertexArray arrays_;
};

}  // namespace intercusp::viewer
