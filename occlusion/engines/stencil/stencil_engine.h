// The stencil engine: interference and clearance by rasterising hardware, after Myszkowski, Okunev & Kunii
// 1995. It looks along -pi, so that the upper is the nearer solid (the seed's A) and rests: what is needed of
// it is drawn once a frame, and a pose draws only the lower (B).
//
//  stage   what is drawn                                  what is decided
//  pass1   lower: nearest layer                           pixels where it lies behind all of the upper: free
//          lower: number of layers (a live map: only      intervals, where there is one
//          where pixels are left)
//          lower: layers before the upper's farthest      none: free; inside there: interference
//  pass2   lower: layers before the upper's nearest       inside there: interference; the same number: free;
//                                                         an upper with one interval: interference
//  overlap lower: farthest layer                          how deep, where both jaws have one interval
//  layers  lower: all layers, sorted                      the rest, by the order of layers; values and
//                                                         intervals where a jaw has several
//  rays    (none)                                         instead of layers where few pixels are left
//
// A stage is drawn only if pixels wait for it, and only with the faces of the lower that can matter to them
// (placed_jaw.h).
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

//! How the lower's layers are counted.
enum class StencilForm {
  signed_counts,  //!< plain and by winding number: right for solids whose parts overlap
  parity          //!< the seed: right where the parts of a solid do not overlap
};

//! Which of the seed's algorithms decides.
enum class StencilVariant {
  full,        //!< extensions #1 and #2
  simplified,  //!< extensions #1' and #2': two stencil bits, by parity; more pixels go on to the layers
  basic        //!< section 4, by counts 0, 1, 2; the caller vouches that both solids are pi-convex
};

//! What of a jaw is left out of a draw to which it cannot matter. The answer is the same.
enum class StencilSkipping {
  automatic,  //!< faces where the CPU draws, else clusters
  clusters,   //!< neighbouring faces together, which is all a GPU needs
  faces       //!< every face is looked at, because setting it up in software costs more than looking
};

struct StencilOptions {
  double depth_tolerance_mm = default_depth_tolerance_mm;  //!< overlaps up to this length are touching
  StencilForm form = StencilForm::signed_counts;           //!< the other variants count by parity anyway
  StencilVariant variant = StencilVariant::full;
  //! The lower's layers are counted only where its nearest does not settle the pixel. Clearance, state,
  //! overlap, faces and coverage are the same; the lower's intervals are 0 where they were not counted.
  bool live = false;
  StencilSkipping skipping = StencilSkipping::automatic;
  int counter_bits = 8;            //!< 2 to 8; pixels whose counters clamp go on to the layers
  std::size_t rays_at_most = 256;  //!< pixels left for the layers go to rays instead, up to this many
  //! One pixel of a map, for the pixels that go to rays; empty: none do.
  std::function<PixelResult(const View& view, const Eigen::Isometry3d& upper_from_lower, int column, int row)>
      ray_resolver;
};

class StencilEngine final : public MapEngine {
 public:
  //! \throw gl::ContextError if there is no OpenGL 4.5; gl::ShaderError if the driver refuses a shader;
  //!        std::invalid_argument if a solid is missing or an option is out of range.
  StencilEngine(std::shared_ptr<const Solid> upper, std::shared_ptr<const Solid> lower,
                const StencilOptions& options = {});
  ~StencilEngine() override;
  StencilEngine(StencilEngine&&) noexcept;
  StencilEngine& operator=(StencilEngine&&) noexcept;

  //! May be called from any thread, from one at a time.
  //! \throw std::invalid_argument for a pose that is not finite; gl::ContextError if OpenGL
  //!        fails (memory, lost context).
  [[nodiscard]] const ClearanceMap& compute(const View& view,
                                            const Eigen::Isometry3d& upper_from_lower) override;

  [[nodiscard]] Quantisation quantisation() const override;

  //! "upper" (0 where it was kept), "pass1", "pass2", "overlap", "layers", "read", "rays".
  [[nodiscard]] std::vector<StageTime> stage_times() const override;

  [[nodiscard]] const gl::ContextInfo& context_info() const;

  //! What OpenGL complained about, KHR_debug messages of medium and high severity.
  [[nodiscard]] const std::vector<std::string>& debug_messages() const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace intercusp
