#include "viewer/scene/surface_paint.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "io/picture/paint.h"
#include "viewer/scene/annotations.h"

namespace intercusp::viewer {
namespace {

//! Across all of a jaw's axes, so that no side of a tooth lies along a stripe.
bool lies_on_stripe(const Eigen::Vector3d& jaw_point) {
  constexpr double hatch_mm = 1.6;  // a stripe of colour and a pale one
  const double along = jaw_point.sum() / (std::sqrt(3.0) * hatch_mm);
  return along - std::floor(along) < 0.5;
}

}  // namespace

std::shared_ptr<const SurfacePaint> surface_paint(const AppState& state) {
  if (shows_teeth(state)) return nullptr;
  for (const Tool* const tool : state.tools)
    if (auto paint = tool->paint(state)) return paint;
  return nullptr;
}

Rgb shown_colour(const FoundTooth& tooth, bool on_stripe) {
  constexpr Rgb pale{238, 236, 232};
  return tooth.sure || on_stripe ? tooth_colour(tooth.fdi) : blend(tooth_colour(tooth.fdi), pale, 0.8);
}

std::vector<GpuJaw::Paint> tooth_paint(const EditedTeeth& teeth, const TriangleMesh& mesh,
                                       std::optional<int> selected) {
  std::array<std::array<GpuJaw::Paint, 2>, 100> of_number{};  // between stripes and on them
  for (const FoundTooth& tooth : teeth.found.teeth) {
    const auto alpha = std::uint8_t(tooth.fdi == selected ? 215 : 150);
    of_number.at(static_cast<std::size_t>(tooth.fdi)) = {
        {{shown_colour(tooth, false), alpha}, {shown_colour(tooth, true), alpha}}};
  }
  std::vector<GpuJaw::Paint> paint;
  paint.reserve(teeth.found.labels.size());
  for (std::size_t v = 0; v < teeth.found.labels.size(); ++v)
    paint.push_back(of_number.at(
        static_cast<std::size_t>(teeth.found.labels[v]))[lies_on_stripe(mesh.vertices[v]) ? 1 : 0]);
  if (selected) outline_tooth(paint, mesh, teeth.found.labels, *selected);
  return paint;
}

void outline_tooth(std::vector<GpuJaw::Paint>& paint, const TriangleMesh& mesh,
                   const std::vector<int>& labels, int tooth) {
  constexpr GpuJaw::Paint rim{{255, 255, 255}, 255};
  std::vector<char> is_rim(labels.size(), 0);
  for (int row = 0; row < 2; ++row) {
    std::vector<char> next = is_rim;
    for (const Face& face : mesh.faces) {
      const auto ends_tooth = [&](std::uint32_t v) { return labels[v] != tooth || is_rim[v] != 0; };
      if (std::ranges::none_of(face, ends_tooth)) continue;
      for (const std::uint32_t v : face)
        if (labels[v] == tooth) next[v] = 1;
    }
    is_rim = std::move(next);
  }
  for (std::size_t v = 0; v < paint.size(); ++v)
    if (is_rim[v] != 0) paint[v] = rim;
}

}  // namespace intercusp::viewer
