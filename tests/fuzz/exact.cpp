// The exact test against answers that share no code with it: tetrahedra on a coarse grid against separating planes in whole
// numbers, where bodies also touch in every way; bodies in any pose against all edges and faces, and against z-lists.
#include <Eigen/Geometry>
#include <cmath>
#include <optional>
#include <span>
#include <vector>

#include "occlusion/engines/compute_map.h"
#include "occlusion/exact/exact_interference.h"
#include "tests/fuzz/chosen.h"
#include "tests/fuzz/two_bodies.h"
#include "tests/support/whole_tetrahedra.h"
#include "tests/support/winding_number.h"

namespace intercusp {
namespace {

using fuzz::expect;
using Bytes = std::span<const unsigned char>;

// ---- On whole numbers ----

//! Four corners in six bytes, from 0 to 15 along each axis; those without volume are left out.
std::vector<testing::Tetrahedron> tetrahedra_of(Bytes bytes) {
  std::vector<testing::Tetrahedron> all;
  for (; bytes.size() >= 6; bytes = bytes.subspan(6)) {
    testing::Tetrahedron t{};
    for (std::size_t i = 0; i < 12; ++i) t[i / 3][i % 3] = i % 2 == 0 ? bytes[i / 2] / 16 : bytes[i / 2] % 16;
    const long volume = testing::volume(t);
    if (volume < 0) std::swap(t[0], t[1]);
    if (volume != 0) all.push_back(t);
  }
  return all;
}

TriangleMesh together(const std::vector<testing::Tetrahedron>& parts) {
  TriangleMesh whole;
  for (const testing::Tetrahedron& part : parts) append(whole, testing::mesh_of(part));
  return whole;
}

void expect_as_separating_planes_say(Bytes bytes) {
  constexpr std::size_t most_bytes = 6 * 12;  // of each jaw; its parts may overlap
  const Bytes half = bytes.first(std::min(bytes.size() / 2, most_bytes));
  const auto upper = tetrahedra_of(half), lower = tetrahedra_of(bytes.subspan(half.size(), half.size()));
  long least = std::numeric_limits<long>::max();
  for (const testing::Tetrahedron& a : upper)
    for (const testing::Tetrahedron& b : lower) least = std::min(least, testing::best_gap(a, b));
  const ExactInterference found = exact_interference(testing::bite_of(together(upper), together(lower)));
  expect(found.interference == (least < 0));
  expect(found.touching == (least == 0));
}

// ---- In any pose ----

//! The sign of a determinant if it is certain; 0 if rounding might decide. Coordinates of up to 20 mm give products of
//! up to 8000 mm³, some thirty of them with an error of 2^-53 each: 3e-11 mm³.
int sure_side(const Eigen::Vector3d& a, const Eigen::Vector3d& b, const Eigen::Vector3d& c,
              const Eigen::Vector3d& point) {
  const double volume = (b - a).cross(c - a).dot(point - a);
  constexpr double rounding_mm3 = 1e-9;
  return volume > rounding_mm3 ? 1 : volume < -rounding_mm3 ? -1 : 0;
}

//! Whether the edge crosses the face; empty if rounding might decide.
std::optional<bool> runs_through(const Eigen::Vector3d& from, const Eigen::Vector3d& to,
                                 const std::array<Eigen::Vector3d, 3>& face) {
  const auto& [a, b, c] = face;
  const int from_side = sure_side(a, b, c, from), to_side = sure_side(a, b, c, to);
  if (from_side * to_side > 0) return false;
  const int first = sure_side(from, to, a, b), second = sure_side(from, to, b, c),
            third = sure_side(from, to, c, a);
  const bool left = first < 0 || second < 0 || third<0, right = first> 0 || second > 0 || third > 0;
  if (left && right) return false;
  if (from_side * to_side * first * second * third == 0) return std::nullopt;
  return true;
}

struct EdgesThrough {
  bool any = false;  //!< an edge surely runs through a face
  bool sure = true;  //!< no result depends on rounding
};

EdgesThrough edges_through(const TriangleMesh& edges, const TriangleMesh& faces) {
  EdgesThrough found;
  for (const auto& [i, j, k] : faces.faces) {
    const std::array<Eigen::Vector3d, 3> face = {faces.vertices[i], faces.vertices[j], faces.vertices[k]};
    const Eigen::AlignedBox3d box = Eigen::AlignedBox3d(face[0]).extend(face[1]).extend(face[2]);
    for (const Face& other : edges.faces) {
      for (int corner = 0; corner < 3; ++corner) {
        const std::uint32_t first = other[corner], second = other[(corner + 1) % 3];
        if (first > second) continue;  // its neighbour has the edge the other way
        const Eigen::Vector3d &from = edges.vertices[first], &to = edges.vertices[second];
        if (!box.intersects(Eigen::AlignedBox3d(from.cwiseMin(to), from.cwiseMax(to)))) continue;
        const std::optional<bool> through = runs_through(from, to, face);
        found.any = found.any || through == true;
        found.sure = found.sure && through;
      }
    }
  }
  return found;
}

//! For connected bodies whose surfaces do not cross: each has a constant winding number on the other.
bool one_lies_inside(const TriangleMesh& upper, const TriangleMesh& lower) {
  constexpr double half = 0.5;
  return testing::winding_number(lower, upper.vertices.front()) > half ||
         testing::winding_number(upper, lower.vertices.front()) > half;
}

void expect_as_edges_say(const ExactInterference& found, const TriangleMesh& upper,
                         const TriangleMesh& lower) {
  const EdgesThrough one = edges_through(upper, lower), other = edges_through(lower, upper);
  if (one.any || other.any) expect(found.interference);
  if (!one.sure || !other.sure) return;
  expect(!found.touching);
  expect(found.interference == (one.any || other.any || one_lies_inside(upper, lower)));
  expect(found.curves.empty() == (!one.any && !other.any));
  for (const Polyline& curve : found.curves) expect(curve.closed);
}

void expect_as_edges_and_pixels_say(Bytes bytes) {
  const Bite bite = fuzz::two_bodies(bytes);
  const ExactInterference found = exact_interference(bite);
  expect_as_edges_say(found, bite.upper->mesh, shapes::moved(bite.lower->mesh, bite.upper_from_lower));
  const View view = testing::view_of(bite, 0.2);
  if (found.interference || view.grid.size() == 0) return;
  expect(count_pixels(compute_map(bite, view, {.kind = EngineKind::zlist})).interfering == 0);
}

}  // namespace
}  // namespace intercusp

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  using namespace intercusp;
  if (size == 0) return 0;
  const Bytes bytes(data, size);
  if (bytes[0] % 2 == 0)
    expect_as_separating_planes_say(bytes.subspan(1));
  else
    expect_as_edges_and_pixels_say(bytes.subspan(1));
  return 0;
}
