// Every mesh becomes a solid or a clear error.

#include "io/mesh/repair/make_solid.h"
#include "tests/fuzz/chosen.h"
#include "tests/fuzz/small_mesh.h"

namespace intercusp {
namespace {

using fuzz::expect;

void expect_solid(const Solid& solid) {
  expect(!solid.mesh.faces.empty() && solid.anatomy_faces <= solid.mesh.faces.size());
  for (const Eigen::Vector3d& vertex : solid.mesh.vertices) expect(vertex.allFinite());
  expect(count_open_edges(solid.mesh) == 0);
}

}  // namespace
}  // namespace intercusp

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  using namespace intercusp;
  TriangleMesh mesh = fuzz::small_mesh({data, size});
  if (mesh.faces.empty()) return 0;  // readers refuse such files
  RawMesh raw;
  raw.vertices = std::move(mesh.vertices);
  raw.faces = std::move(mesh.faces);
  try {
    expect_solid(make_solid(raw).solid);
  } catch (const RepairError&) {
  }
  return 0;
}
