#include <cmath>

#include "io/results/tracks/parts.h"
#include "viewer/tools/tracks/tool.h"

namespace intercusp::viewer {
namespace {

//! Colours with their weight, so that vertices without colour do not change a mean.
using Weighted = Eigen::Vector4f;

//! Each vertex that has no colour takes the mean of those around it: a rim that fades away instead of the zigzag of faces.
void fade_out(std::vector<Weighted>& colours, const TriangleMesh& mesh) {
  constexpr int rows = 2;
  std::vector<char> own(colours.size());
  for (std::size_t v = 0; v < colours.size(); ++v) own[v] = colours[v].w() > 0 ? 1 : 0;
  for (int row = 0; row < rows; ++row) {
    std::vector<Weighted> sums(colours.size(), Weighted::Zero());
    std::vector<float> counts(colours.size(), 0);
    for (const Face& face : mesh.faces) {
      for (std::size_t k = 0; k < 3; ++k) {
        sums[face[k]] += colours[face[(k + 1) % 3]] + colours[face[(k + 2) % 3]];
        counts[face[k]] += 2;
      }
    }
    for (std::size_t v = 0; v < colours.size(); ++v)
      if (own[v] == 0 && counts[v] > 0) colours[v] = sums[v] / counts[v];
  }
}

std::vector<GpuJaw::Paint> compass_paint(const SurfaceRecord& record, const TriangleMesh& mesh) {
  if (record.contact_s.size() != mesh.vertices.size()) return {};
  std::vector<Weighted> colours(record.contact_s.size(), Weighted::Zero());
  for (std::size_t vertex = 0; vertex < colours.size(); ++vertex) {
    const std::optional<ContactKind> kind = compass_kind(record.contact_s[vertex], record.out_s[vertex]);
    if (!kind) continue;
    const Rgb colour = compass_colour(*kind);
    colours[vertex] = {static_cast<float>(colour.red), static_cast<float>(colour.green),
                       static_cast<float>(colour.blue), 1};
  }
  fade_out(colours, mesh);
  std::vector<GpuJaw::Paint> paint(colours.size());
  for (std::size_t vertex = 0; vertex < paint.size(); ++vertex) {
    const float weight = colours[vertex].w();
    if (weight <= 0) continue;
    const auto part = [&](int i) {
      return static_cast<std::uint8_t>(std::lround(colours[vertex][i] / weight));
    };
    paint[vertex] = {{part(0), part(1), part(2)}, static_cast<std::uint8_t>(std::lround(255 * weight))};
  }
  return paint;
}

}  // namespace

std::shared_ptr<const SurfacePaint> compass_of(const Playback& playback, const Bite& bite) {
  return std::make_shared<const SurfacePaint>(
      SurfacePaint{.upper = compass_paint(playback.upper, bite.upper->mesh),
                   .lower = compass_paint(playback.lower, bite.lower->mesh),
                   .title = Text("Contact by movement"),
                   .swatches = compass_swatches});
}

std::vector<Swatch> compass_swatches() {
  return {{compass_colour(ContactKind::closing), Text("centric")},
          {compass_colour(ContactKind::protrusion), Text("protrusion")},
          {compass_colour(ContactKind::lateroprotrusion), Text("lateroprotrusion")},
          {compass_colour(ContactKind::working), Text("laterotrusion")},
          {compass_colour(ContactKind::balancing), Text("mediotrusion (balancing)")},
          {compass_colour(ContactKind::retrusion), Text("return")},
          {compass_colour(ContactKind::rest), Text("at rest, other")}};
}

}  // namespace intercusp::viewer
