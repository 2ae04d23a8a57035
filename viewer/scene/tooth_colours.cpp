#include "viewer/scene/tooth_colours.h"

#include <algorithm>

namespace intercusp::viewer {

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
