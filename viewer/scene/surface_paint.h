// Colours that a tool gives the surfaces of both jaws, instead of the map.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "viewer/app/tool.h"
#include "viewer/scene/gpu_jaw.h"

namespace intercusp::viewer {

//! A colour and what it stands for.
using Swatch = std::pair<Rgb, std::string>;

struct SurfacePaint {
  std::vector<GpuJaw::Paint> upper, lower;        //!< one per vertex of the solid, or none
  Text title;                                     //!< of the legend
  std::function<std::vector<Swatch>()> swatches;  //!< in the language of the moment
};

//! The paint of the first tool that paints now, or null.
[[nodiscard]] std::shared_ptr<const SurfacePaint> surface_paint(const AppState& state);

}  // namespace intercusp::viewer
