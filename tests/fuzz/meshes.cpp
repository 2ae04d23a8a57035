// Every file of bytes is a mesh whose faces have their vertices, or a clear error.
#include <cstdlib>
#include <string_view>

#include "io/files/errors.h"
#include "io/mesh/read_mesh.h"

namespace intercusp {
namespace {

void expect_whole(const RawMesh& mesh) {
  if (mesh.faces.empty()) std::abort();
  for (const Face& face : mesh.faces) {
    for (const std::uint32_t corner : face) {
      if (corner >= mesh.vertices.size()) std::abort();
    }
  }
  if (!mesh.labels.empty() && mesh.labels.size() != mesh.vertices.size()) std::abort();
  if (!mesh.colours.empty() && mesh.colours.size() != mesh.vertices.size()) std::abort();
}

}  // namespace
}  // namespace intercusp

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  try {
    intercusp::expect_whole(
        intercusp::parse_mesh(FUZZ_NAME, {reinterpret_cast<const char*>(data), size}).mesh);
  } catch (const intercusp::InputError&) {
  }
  return 0;
}
