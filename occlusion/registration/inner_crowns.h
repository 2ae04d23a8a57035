// The parts of each crown on which two scans can be compared.
#pragma once

#include <vector>

#include "occlusion/registration/match_surface.h"
#include "occlusion/registration/surface_change.h"

namespace intercusp {

//! FDI numbers per vertex of the welded mesh of a scan, 0 elsewhere.
struct CrownLabels {
  VertexRings rings;
  std::vector<int> whole;
  //! With the gum within 2.5 mm along the surface. On the palatal side of upper front teeth, estimated tooth
  //! numbers end up to this far above the neck.
  std::vector<int> with_gum;
  //! Without what lies within 0.8 mm, along the surface, of another number. Every scan separates crowns and
  //! gum slightly differently, and what changes a crown ends before the gum does.
  std::vector<int> off_margin;
  //! Without margins, and without what lies within 1.2 mm of another tooth, where light does not reach.
  std::vector<int> inner;
};

//! \param labels per vertex of the scan as given
[[nodiscard]] CrownLabels crown_labels(const MatchSurface& surface, const std::vector<int>& labels);

}  // namespace intercusp
