// A few bytes as a mesh: every byte string is one, and small changes of it are small changes of the mesh.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "occlusion/geometry/triangle_mesh.h"

namespace intercusp::fuzz {

//! The first byte: how many vertices (1 to 32). Then three bytes a vertex, on a grid of 0.25 mm, so that points often meet,
//! and three bytes a face.
[[nodiscard]] inline TriangleMesh small_mesh(std::span<const unsigned char> bytes) {
  TriangleMesh mesh;
  if (bytes.empty()) return mesh;
  const std::size_t count = bytes[0] % 32 + 1;
  std::size_t at = 1;
  for (; mesh.vertices.size() < count && at + 3 <= bytes.size(); at += 3)
    mesh.vertices.push_back(0.25 * Eigen::Vector3d(bytes[at], bytes[at + 1], bytes[at + 2]));
  const auto corner = [&](std::size_t i) {
    return static_cast<std::uint32_t>(bytes[i] % mesh.vertices.size());
  };
  for (; !mesh.vertices.empty() && at + 3 <= bytes.size(); at += 3)
    mesh.faces.push_back({corner(at), corner(at + 1), corner(at + 2)});
  return mesh;
}

}  // namespace intercusp::fuzz
