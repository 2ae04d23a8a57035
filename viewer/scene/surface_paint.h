// Colours on the surfaces of both jaws instead of the map: those that a tool gives, and those of teeth.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "occlusion/teeth/find_teeth.h"
#include "viewer/app/tool.h"
#include "viewer/scene/gpu_jaw.h"

namespace intercusp::viewer {

//! A colour and what it stands for.
using Swatch = std::pair<Rgb, std::string>;

struct SurfacePaint {
  std::vector<GpuJaw::Paint> upper, lower;        //!< one per vertex of the solid, or none
  Text title;                                     //!< heading of the legend
  std::function<std::vector<Swatch>()> swatches;  //!< in the language of the moment
};

//! The paint of the first tool that paints now, or null.
[[nodiscard]] std::shared_ptr<const SurfacePaint> surface_paint(const AppState& state);

//! A tooth's colour in the report's pictures; between the stripes of a number that is not sure pale.
[[nodiscard]] Rgb shown_colour(const FoundTooth& tooth, bool on_stripe);

//! One per vertex of the mesh.  \param selected tooth that is shown stronger and has a rim
[[nodiscard]] std::vector<GpuJaw::Paint> tooth_paint(const EditedTeeth& teeth, const TriangleMesh& mesh,
                                                     std::optional<int> selected);

//! A light rim inside the tooth, of faces in two rows.
void outline_tooth(std::vector<GpuJaw::Paint>& paint, const TriangleMesh& mesh,
                   const std::vector<int>& labels, int tooth);

}  // namespace intercusp::viewer
