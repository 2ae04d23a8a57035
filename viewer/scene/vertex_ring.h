// The neighbours of each vertex of a drawn mesh, and smoothing over them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "occlusion/base/for_all.h"
#include "viewer/scene/jaw_mesh.h"

namespace intercusp::viewer {

//! Vertices around each vertex; a neighbour shared by two faces is listed twice.
struct VertexRing {
  std::vector<std::uint32_t> first, vertex;

  explicit VertexRing(const JawMesh& mesh)
      : first(mesh.points.size() + 1, 0), vertex(2 * mesh.corners.size()) {
    for (const std::uint32_t corner : mesh.corners) first[corner + 1] += 2;
    for (std::size_t i = 1; i < first.size(); ++i) first[i] += first[i - 1];
    std::vector<std::uint32_t> next(first.begin(), first.end() - 1);
    for (std::size_t i = 0; i < mesh.corners.size(); i += 3) {
      for (std::size_t k = 0; k < 3; ++k) {
        const std::uint32_t own = mesh.corners[i + k];
        vertex[next[own]++] = mesh.corners[i + (k + 1) % 3];
        vertex[next[own]++] = mesh.corners[i + (k + 2) % 3];
      }
    }
  }

  //! Moves every value halfway to the mean of its neighbours, repeatedly.
  template <typename Value>
  [[nodiscard]] std::vector<Value> smoothed(std::vector<Value> values, int times) const {
    std::vector<Value> next(values.size());
    for (int time = 0; time < times; ++time) {
      for_all(std::size_t{0}, values.size(), [&](std::size_t i) {
        Value sum = values[i] * 0;
        for (std::uint32_t k = first[i]; k < first[i + 1]; ++k) sum += values[vertex[k]];
        const auto count = static_cast<float>(std::max(1U, first[i + 1] - first[i]));
        next[i] = (values[i] + sum / count) * 0.5F;
      });
      std::swap(values, next);
    }
    return values;
  }
};

}  // namespace intercusp::viewer
