// The unit of the stencil engine's time: a jaw's faces, in the order of the mesh, drawn once by one call, depth only.
// It has its own context.
#pragma once

#include <Eigen/Geometry>
#include <memory>

#include "occlusion/geometry/solid.h"
#include "occlusion/view/view.h"

namespace intercusp::stencil {

class PlainPass {
 public:
  //! \throw gl::ContextError if there is no OpenGL 4.5; gl::ShaderError if the driver refuses a shader.
  explicit PlainPass(const Solid& jaw);
  ~PlainPass();
  PlainPass(PlainPass&&) noexcept;
  PlainPass& operator=(PlainPass&&) noexcept;

  //! Draws the jaw into the pixels of a view and waits until it is done.
  //! \return ms on a steady clock
  double run(const View& window, const Eigen::Isometry3d& case_from_jaw);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace intercusp::stencil
