// The stencil engine: interference and clearance by rasterisation, after Myszkowski, Okunev & Kunii 1995. It
// looks along -π: the upper is the nearer solid (the paper's A), drawn once per view; a pose draws the lower (B).
//  - Section 4 (π-convex solids): pass1 and pass2 count B's layers before A's farthest and nearest surface.
//  - Section 5 (extensions #1 and #2): these counts decide some pixels of solids that are not π-convex. A is
//    not chosen by convexity, because values need the layers of a concave jaw even if it is not A (README.md).
//    Every layer is counted twice, plain and signed: the paper's parity fails where parts of a solid overlap.
//  - Section 6 (concave objects): for the remaining pixels all layers are sorted, and their order is coded in
//    two bits a layer (settle_passes.h).
//  - Section 7 (item buffer): every draw of a surface stores the face with the depth; clearances use both.
//
//  stage   draws of the lower                     decides
//  pass1   nearest layer                          free if it lies behind all of the upper
//          number of layers (live: if needed)     the intervals
//          layers before the upper's farthest     none: free; if inside there: interference
//  pass2   layers before the upper's nearest      inside there: interference; the same number: free;
//                                                 if the upper has one interval: interference
//  overlap farthest layer                         the depth, if both jaws have one interval
//  layers  all layers, sorted                     the rest; values and intervals of jaws with several
//  rays    nothing                                as layers, if few pixels are left
//
// A stage runs only if pixels wait for it, and draws only the faces that can matter to them (stencil_view.h).
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "occlusion/engines/gl/context.h"
#include "occlusion/geometry/solid.h"
#include "occlusion/maps/map_engine.h"

namespace intercusp {

struct StencilOptions {
  double depth_tolerance_mm = default_depth_tolerance_mm;  //!< overlaps up to this length count as touching
  //! Counts the lower's layers only if its nearest layer does not decide the pixel. The map does not change,
  //! except that lower_intervals is 0 where layers were not counted.
  bool live = false;
  std::size_t rays_at_most = 256;  //!< up to this many pixels are decided by rays instead of layers
  //! Computes one pixel by rays. If empty, rays are not used.
  std::function<PixelResult(const View& view, const Eigen::Isometry3d& upper_from_lower, int column, int row)>
      ray_resolver;
};

class StencilEngine final : public MapEngine {
 public:
  //! \throw gl::ContextError without OpenGL 4.5; gl::ShaderError if the driver refuses a shader;
  //! std::invalid_argument if a solid is missing or an option is out of range
  StencilEngine(std::shared_ptr<const Solid> upper, std::shared_ptr<const Solid> lower,
                const StencilOptions& options = {});
  ~StencilEngine() override;

  //! May be called from any thread, but only from one at a time.
  //! \throw std::invalid_argument for a pose that is not finite; gl::ContextError if OpenGL fails
  //! (memory, lost context)
  [[nodiscard]] const ClearanceMap& compute(const View& view,
                                            const Eigen::Isometry3d& upper_from_lower) override;

  [[nodiscard]] Quantisation quantisation() const override;

  //! "upper" (0 if it was kept), "pass1", "pass2", "overlap", "layers", "read" and "rays".
  [[nodiscard]] std::vector<StageTime> stage_times() const override;

  [[nodiscard]] const gl::ContextInfo& context_info() const;

  //! KHR_debug messages of medium and high severity.
  [[nodiscard]] const std::vector<std::string>& debug_messages() const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace intercusp
