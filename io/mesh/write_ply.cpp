#include "io/mesh/write_ply.h"

#include <bit>
#include <cassert>
#include <cstdint>

namespace intercusp {
namespace {

std::string header(const TriangleMesh& mesh, bool coloured, bool labelled) {
  return "ply\nformat binary_little_endian 1.0\ncomment mm\nelement vertex " +
         std::to_string(mesh.vertices.size()) + "\nproperty float x\nproperty float y\nproperty float z\n" +
         (coloured ? "property uchar red\nproperty uchar green\nproperty uchar blue\n" : "") +
         (labelled ? "property int label\n" : "") + "element face " + std::to_string(mesh.faces.size()) +
         "\nproperty list uchar int vertex_indices\nend_header\n";
}

//! Appends to a buffer that already has room.
struct LittleEndian {
  char* at;

  void put(std::uint32_t value) {
    for (int shift = 0; shift < 32; shift += 8) *at++ = static_cast<char>(value >> shift & 0xff);
  }
  void put(const Rgb& colour) {
    for (const std::uint8_t part : {colour.red, colour.green, colour.blue}) *at++ = static_cast<char>(part);
  }
  void put(double value) { put(std::bit_cast<std::uint32_t>(static_cast<float>(value))); }
};

}  // namespace

std::string ply_bytes(const TriangleMesh& mesh, std::span<const int> labels, std::span<const Rgb> colours) {
  assert(labels.empty() || labels.size() == mesh.vertices.size());
  assert(colours.empty() || colours.size() == mesh.vertices.size());
  std::string bytes = header(mesh, !colours.empty(), !labels.empty());
  const std::size_t start = bytes.size();
  bytes.resize(start + mesh.vertices.size() * (12 + (colours.empty() ? 0 : 3) + (labels.empty() ? 0 : 4)) +
               mesh.faces.size() * 13);
  LittleEndian out{bytes.data() + start};
  for (std::size_t i = 0; i < mesh.vertices.size(); ++i) {
    for (const double coordinate : mesh.vertices[i]) out.put(coordinate);
    if (!colours.empty()) out.put(colours[i]);
    if (!labels.empty()) out.put(static_cast<std::uint32_t>(labels[i]));
  }
  for (const Face& face : mesh.faces) {
    *out.at++ = 3;
    for (const std::uint32_t vertex : face) out.put(vertex);
  }
  return bytes;
}

}  // namespace intercusp
