// OpenGL objects of the stencil engine. Its context must be current wherever they are created, used or
// destroyed.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>

#include "occlusion/engines/gl/context.h"
#include "occlusion/engines/stencil/count_pass.h"
#include "occlusion/engines/stencil/kept_upper.h"
#include "occlusion/engines/stencil/layer_overflow.h"
#include "occlusion/engines/stencil/layer_pass.h"
#include "occlusion/engines/stencil/map_planes.h"
#include "occlusion/engines/stencil/map_reader.h"
#include "occlusion/engines/stencil/parameters.h"
#include "occlusion/engines/stencil/settle_passes.h"
#include "occlusion/engines/stencil/software/fill_pass.h"
#include "occlusion/engines/stencil/tallies.h"

namespace intercusp::stencil {

//! Everything that is drawn into: of one size, so of one window.
struct WindowPlanes {
  WindowPlanes(int width_px, int height_px)
      : upper(width_px, height_px),
        lower_nearest(width_px, height_px),
        lower_farthest(width_px, height_px),
        lower_filled(width_px, height_px),
        counts_pass1(upper.farthest, width_px, height_px),
        counts_pass2(upper.nearest, width_px, height_px),
        map(width_px, height_px),
        layers(width_px, height_px) {}

  [[nodiscard]] bool fits(const PixelGrid& grid) const {
    return map.pixel.width_px() == grid.width && map.pixel.height_px() == grid.height;
  }

  KeptUpper upper;
  JawPlane lower_nearest, lower_farthest;
  FilledPlane lower_filled;  //!< instead of lower_nearest where there is a FillPass
  LayerCounts counts_pass1, counts_pass2;
  MapPlanes map;
  LayerPlanes layers;
};

struct Gpu {
  //! \param face_by_face see PlacedJaw
  Gpu(const Solid& upper_solid, const Solid& lower_solid, Form form, const gl::ContextInfo& info,
      bool face_by_face, bool is_live, std::uint32_t max_listed)
      : upper(upper_solid, face_by_face, info.subpixel_bits),
        lower(lower_solid, face_by_face, info.subpixel_bits),
        parameters(sizeof(Parameters)),
        overflow(max_listed),
        count_pass(form),
        settle(is_live),
        list_pass(std::min<std::size_t>(info.max_storage_bytes, std::size_t{1} << 30)),
        map_reader(upper.original_faces(), lower.original_faces(), !face_by_face) {
    if (face_by_face) fill_pass.emplace();
  }

  //! What was filled or drawn of the lower last.
  [[nodiscard]] NearestLayer lower_nearest() const {
    const JawPlane& drawn = planes->lower_nearest;
    if (!fill_pass) return {drawn.depth, drawn.face, drawn.stencil};
    return {planes->lower_filled.depth, planes->lower_filled.face, drawn.stencil};
  }

  PlacedJaw upper, lower;
  gl::Buffer parameters;
  Tallies tallies;
  LayerOverflow overflow;
  PlanePass plane_pass;
  std::optional<FillPass> fill_pass;  //!< for jaws that are drawn face by face
  CountPass count_pass;
  KeepUpperPass keep_upper_pass;
  SettlePasses settle;
  LayerListPass list_pass;
  LayerPass layer_pass;
  MapReader map_reader;
  std::unique_ptr<WindowPlanes> planes;
  std::optional<StencilView> kept_view;  //!< what planes->upper was drawn for
};

}  // namespace intercusp::stencil
