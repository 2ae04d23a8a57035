// OpenGL objects of the stencil engine. Its context must be current wherever they are created, used or
// destroyed.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>

#include "occlusion/engines/gl/context.h"
#include "occlusion/engines/stencil/fill_pass.h"
#include "occlusion/engines/stencil/kept_upper.h"
#include "occlusion/engines/stencil/layer_lists.h"
#include "occlusion/engines/stencil/map_planes.h"
#include "occlusion/engines/stencil/parameters.h"
#include "occlusion/engines/stencil/plane_pass.h"
#include "occlusion/engines/stencil/sent_map.h"
#include "occlusion/engines/stencil/settle_passes.h"
#include "occlusion/engines/stencil/tallies.h"

namespace intercusp::stencil {

//! All render targets of one window, which share its size.
struct WindowPlanes {
  WindowPlanes(int width_px, int height_px)
      : upper(width_px, height_px),
        lower_nearest(width_px, height_px),
        lower_layers(width_px, height_px),
        lower_farthest(width_px, height_px),
        counts_pass1(upper.farthest, width_px, height_px),
        counts_pass2(upper.nearest, width_px, height_px),
        map(width_px, height_px),
        layers(width_px, height_px) {}

  [[nodiscard]] bool fits(const PixelGrid& grid) const {
    return map.pixel.width_px() == grid.width && map.pixel.height_px() == grid.height;
  }

  KeptUpper upper;
  FilledPlane lower_nearest;
  JawPlane lower_layers;  //!< only their number
  JawPlane lower_farthest;
  LayerCounts counts_pass1, counts_pass2;
  MapPlanes map;
  LayerPlanes layers;
};

struct Gpu {
  //! \param invocations see gl::Program::compute
  Gpu(const Solid& upper_solid, const Solid& lower_solid, const gl::ContextInfo& info, int invocations,
      std::uint32_t max_listed)
      : upper(upper_solid, info.subpixel_bits),
        lower(lower_solid, info.subpixel_bits),
        parameters(sizeof(Parameters)),
        tallies(invocations),
        overflow(max_listed),
        fill_pass(info, invocations),
        list_pass(std::min<std::size_t>(info.max_storage_bytes, std::size_t{1} << 30)),
        map(upper.original_faces(), lower.original_faces(), invocations) {}

  PlacedJaw upper, lower;
  gl::Buffer parameters;
  Tallies tallies;
  LayerOverflow overflow;
  PlanePass plane_pass;
  FillPass fill_pass;
  CountPass count_pass;
  KeepUpperPass keep_upper_pass;
  SettlePasses settle;
  LayerListPass list_pass;
  LayerPass layer_pass;
  SentMap map;
  std::unique_ptr<WindowPlanes> planes;
  std::optional<StencilView> kept_view;  //!< the view for which planes->upper was drawn
};

}  // namespace intercusp::stencil
