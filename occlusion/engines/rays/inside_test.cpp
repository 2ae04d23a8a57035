#include "occlusion/engines/rays/inside_test.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <limits>
#include <span>
#include <vector>

#include "occlusion/engines/rays/embree.h"
#include "occlusion/engines/rays/mesh_tree.h"
#include "occlusion/geometry/morton_curve.h"
#include "occlusion/geometry/solid.h"

namespace intercusp {
namespace {

//! Sides are decided from this distance on. Doubles round coordinates of 100 mm by some 1e-13 mm; slivers
//! with edges of 1e-4 mm amplify this to 1e-10 mm.
constexpr double decided_mm = 1e-9;

//! A direction, and two more that form a right-handed orthonormal frame with it.
struct Directions {
  Eigen::Vector3d u, v, along;
};

//! A line through a point, with its two directions.
using Ways = std::array<Directions, 2>;

//! Lines are tried in this order. None is parallel to an axis, as walls of test bodies and bases are.
const std::array<Ways, 12>& lines_to_try() {
  static const std::array<Ways, 12> lines = [] {
    std::array<Ways, 12> made;
    for (std::size_t i = 0; i < made.size(); ++i) {
      // Spread over the sphere by the golden angle.
      const double z = 1 - (2 * static_cast<double>(i) + 1) / 13.7;
      const double angle = 0.61 + 2.399963229728653 * static_cast<double>(i);
      const double r = std::sqrt(1 - z * z);
      const Eigen::Vector3d along = Eigen::Vector3d(r * std::cos(angle), r * std::sin(angle), z).normalized();
      const Eigen::Vector3d u = along.unitOrthogonal();
      const Eigen::Vector3d v = along.cross(u);
      made[i] = {Directions{u, v, along}, Directions{u, -v, -along}};
    }
    return made;
  }();
  return lines;
}

//! Counts the crossings of a line beyond the point.
struct LineTally {
  RTCIntersectContext embree;  //!< first member, so that Embree's pointer to it also points to this struct
  Eigen::Vector3d point;
  const Directions* line;
  int exits = 0;  //!< minus entries; this is the point's winding number, since it is 0 far away
  int exits_here = 0, entries_here = 0;  //!< through faces that contain the point, ahead of it or behind
  bool doubtful = false;

  //! A face that contains the point matters only if its two sides have different winding numbers.
  [[nodiscard]] std::optional<bool> inside() const {
    if (doubtful) return std::nullopt;
    if (exits - entries_here >= 1) return true;
    if (exits + exits_here < 1) return false;
    return std::nullopt;
  }
};

enum class Passage { beside, through, doubtful };

//! How the line, which is the origin of the (u, v) plane, passes a triangle.
Passage passage_of(const std::array<Eigen::Vector2d, 3>& uv, double sense) {
  bool doubtful = false;
  for (int i = 0; i < 3; ++i) {
    const Eigen::Vector2d& a = uv[i];
    const Eigen::Vector2d edge = uv[(i + 1) % 3] - a;
    const double inwards = sense * (edge.y() * a.x() - edge.x() * a.y());  // times the length of the edge
    if (inwards * inwards <= decided_mm * decided_mm * edge.squaredNorm()) {
      doubtful = true;
    } else if (inwards < 0) {
      return Passage::beside;
    }
  }
  return doubtful ? Passage::doubtful : Passage::through;
}

//! Whether the whole face lies on one side of the line. This holds for most faces tested.
//! \param across a direction perpendicular to the line
//! \param line its position along that direction
bool is_beside(const TriangleMesh& mesh, const Face& face, const Eigen::Vector3d& across, double line) {
  const auto along = [&](int corner) { return across.dot(mesh.vertices[face[corner]]) - line; };
  const double a = along(0), b = along(1), c = along(2);
  return std::min({a, b, c}) > decided_mm || std::max({a, b, c}) < -decided_mm;
}

//! Whether rounding cannot change the direction in which a line crosses a face's plane.
//! \param facing component of the normal along the line
//! \param uv the face seen along the line
bool is_clearly_crossed(double facing, const Eigen::Vector3d& normal,
                        const std::array<Eigen::Vector2d, 3>& uv) {
  constexpr double least_sine = 1e-6;
  const double longest_squared =
      std::max({(uv[1] - uv[0]).squaredNorm(), (uv[2] - uv[1]).squaredNorm(), (uv[0] - uv[2]).squaredNorm()});
  return std::abs(facing) > least_sine * normal.norm() &&
         facing * facing > decided_mm * decided_mm * longest_squared;
}

void count_face(const TriangleMesh& mesh, std::uint32_t face, LineTally& tally) {
  const Directions& line = *tally.line;
  if (is_beside(mesh, mesh.faces[face], line.v, line.v.dot(tally.point)) ||
      is_beside(mesh, mesh.faces[face], line.u, line.u.dot(tally.point))) {
    return;
  }
  std::array<Eigen::Vector3d, 3> p;
  std::array<Eigen::Vector2d, 3> uv;
  for (int i = 0; i < 3; ++i) {
    p[i] = mesh.vertices[mesh.faces[face][i]] - tally.point;
    uv[i] = {line.u.dot(p[i]), line.v.dot(p[i])};
  }
  const Eigen::Vector2d ab = uv[1] - uv[0], ac = uv[2] - uv[0];
  const double facing = ab.x() * ac.y() - ab.y() * ac.x();  // component of the normal along the line
  const Passage passage = passage_of(uv, facing < 0 ? -1 : 1);
  if (passage == Passage::beside) return;
  const Eigen::Vector3d normal = (p[1] - p[0]).cross(p[2] - p[0]);
  const double ahead = normal.dot(p[0]);
  const bool here = std::abs(ahead) <= decided_mm * normal.norm();
  if (passage == Passage::doubtful && !(here && is_clearly_crossed(facing, normal, uv))) {
    tally.doubtful = true;
  } else if (here) {
    (facing > 0 ? tally.exits_here : tally.entries_here) += 1;
  } else if ((ahead > 0) == (facing > 0)) {
    tally.exits += facing > 0 ? 1 : -1;
  }
}

//! Sorts faces so that neighbours stay together.
std::vector<std::uint32_t> neighbours_together(const TriangleMesh& mesh) {
  std::vector<Eigen::Vector3d> middles(mesh.faces.size());
  std::vector<std::uint32_t> faces(mesh.faces.size());
  for (std::uint32_t face = 0; face < faces.size(); ++face) {
    const auto& [a, b, c] = mesh.faces[face];
    middles[face] = (mesh.vertices[a] + mesh.vertices[b] + mesh.vertices[c]) / 3;
    faces[face] = face;
  }
  return along_curve(middles, faces);
}

}  // namespace

//! Groups of faces as boxes in an Embree tree. The boxes are enlarged by the rounding of floats, so every
//! face that the exact line meets is tested. Embree's own float triangles would miss some near their edges.
class InsideTest::FaceBoxes {
 public:
  explicit FaceBoxes(const TriangleMesh& mesh)
      : mesh_(mesh),
        faces_(neighbours_together(mesh)),
        bounds_(bounds_of(mesh)),
        device_(embree::make_device()),
        scene_(embree::make_scene(device_)) {
    centre_ = bounds_.centre();
    radius_mm_ = 0.5 * bounds_.size().norm();
    // As for the lines of RayScene: roundings of a vertex, the start and the direction, and the same again.
    grown_mm_ = 14 * std::numeric_limits<float>::epsilon() * radius_mm_;
    // Low quality, because few points are tested per jaw.
    embree::fill_with_boxes(device_, scene_, (faces_.size() + group_size - 1) / group_size, this,
                            box_of_group, look_at_group, RTC_BUILD_QUALITY_LOW);
  }

  [[nodiscard]] const Bounds& bounds() const { return bounds_; }

  //! Follows the direction that is probably shorter: away from the centre.
  [[nodiscard]] LineTally along(const Eigen::Vector3d& point, const Ways& ways) const {
    const Directions& line = ways[(point - centre_).dot(ways[0].along) < 0 ? 1 : 0];
    LineTally tally{.embree = {}, .point = point, .line = &line};
    rtcInitIntersectContext(&tally.embree);
    // The rounded start may lie ahead of the point, but by less than the boxes are enlarged.
    RTCRayHit query = rays::line_from(point - grown_mm_ * line.along, line.along, centre_);
    rtcIntersect1(scene_.get(), &tally.embree, &query);
    return tally;
  }

 private:
  static void box_of_group(const RTCBoundsFunctionArguments* arguments) {
    const auto& self = *static_cast<const FaceBoxes*>(arguments->geometryUserPtr);
    Bounds box;
    for (const std::uint32_t face : self.group(arguments->primID)) {
      for (const std::uint32_t vertex : self.mesh_.faces[face])
        box.add(self.mesh_.vertices[vertex] - self.centre_);
    }
    embree::set_box(*arguments->bounds_o, box, self.grown_mm_);
  }

  static void look_at_group(const RTCIntersectFunctionNArguments* arguments) {
    assert(arguments->N == 1);
    if (arguments->valid[0] == 0) return;
    const auto& self = *static_cast<const FaceBoxes*>(arguments->geometryUserPtr);
    auto& tally = *reinterpret_cast<LineTally*>(arguments->context);
    for (const std::uint32_t face : self.group(arguments->primID)) {
      if (tally.doubtful) return;
      count_face(self.mesh_, face, tally);
    }
  }

  //! A box in Embree takes about a hundred bytes; testing a few faces is as fast as testing the
  //! boxes above them.
  static constexpr std::size_t group_size = 4;

  [[nodiscard]] std::span<const std::uint32_t> group(std::size_t number) const {
    const std::size_t first = number * group_size;
    return std::span(faces_).subspan(first, std::min(group_size, faces_.size() - first));
  }

  const TriangleMesh& mesh_;
  std::vector<std::uint32_t> faces_;
  Bounds bounds_;
  Eigen::Vector3d centre_ = Eigen::Vector3d::Zero();
  double radius_mm_ = 0;
  double grown_mm_ = 0;
  embree::Device device_;
  embree::Scene scene_;  //!< declared after the device, which it must not outlive
};

InsideTest::InsideTest(const TriangleMesh& mesh) {
  if (count_open_edges(mesh) == 0) boxes_ = std::make_unique<FaceBoxes>(mesh);
}

InsideTest::~InsideTest() = default;
InsideTest::InsideTest(InsideTest&&) noexcept = default;
InsideTest& InsideTest::operator=(InsideTest&&) noexcept = default;

std::optional<bool> InsideTest::inside(const Eigen::Vector3d& point) const {
  if (!boxes_) return std::nullopt;
  const Bounds& bounds = boxes_->bounds();
  if ((point.array() < bounds.min.array()).any() || (point.array() > bounds.max.array()).any()) return false;
  for (const Ways& line : lines_to_try()) {
    const std::optional<bool> is_inside = boxes_->along(point, line).inside();
    if (is_inside) return is_inside;
  }
  return std::nullopt;
}

}  // namespace intercusp
