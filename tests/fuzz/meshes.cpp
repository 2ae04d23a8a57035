// Every file of bytes gives a mesh whose faces have valid vertices, or a clear error. Targets: the endings of file
// names.
#include <string>
#include <string_view>

#include "io/files/errors.h"
#include "io/mesh/read_mesh.h"
#include "tests/fuzz/chosen.h"

namespace intercusp {
namespace {

using fuzz::expect;

void expect_whole(const RawMesh& mesh) {
  expect(!mesh.faces.empty());
  for (const Face& face : mesh.faces) {
    for (const std::uint32_t corner : face) expect(corner < mesh.vertices.size());
  }
  expect(mesh.labels.empty() || mesh.labels.size() == mesh.vertices.size());
  expect(mesh.colours.empty() || mesh.colours.size() == mesh.vertices.size());
}

}  // namespace
}  // namespace intercusp

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  static const std::string name = "scan." + std::string(intercusp::fuzz::chosen());
  try {
    intercusp::expect_whole(intercusp::parse_mesh(name, {reinterpret_cast<const char*>(data), size}).mesh);
  } catch (const intercusp::InputError&) {
  }
  return 0;
}
