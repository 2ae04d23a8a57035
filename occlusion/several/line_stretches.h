// Where the lines of a view run inside one solid, found in one of three ways: by z-lists, by rays, or from the formula
// of an analytic body.
//
// Internal to occlusion/several.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "occlusion/several/sighted_solid.h"
#include "occlusion/view/view.h"

namespace intercusp {

//! Depths of the view, mm; faces of the solid, no_face on an analytic body.
struct LineStretch {
  double start, end;
  std::int32_t start_face, end_face;
};

//! Stretches of every pixel, in order of depth and apart from each other.
class LineStretches {
 public:
  LineStretches(const SightedSolid& solid, const View& view);

  [[nodiscard]] std::span<const LineStretch> at(std::size_t pixel) const {
    return {stretches_.data() + first_[pixel], first_[pixel + 1] - first_[pixel]};
  }

 private:
  void from_formula(const AnalyticBody& body, const View& view);
  void from_layers(const PreparedSolid& prepared, const View& view);
  void from_rays(const rays::SolidLines& lines, const View& view);

  std::vector<std::uint32_t> first_;  // per pixel, and one past the end
  std::vector<LineStretch> stretches_;
};

}  // namespace intercusp
