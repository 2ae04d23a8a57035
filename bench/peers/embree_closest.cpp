#include "bench/peers/embree_closest.h"

#include <embree3/rtcore.h>
#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "bench/peers/closest_on_triangle.h"
#include "bench/peers/embree_scene.h"

namespace intercusp::bench {
namespace {

using Vector = Eigen::Vector3f;

//! Normals of faces, vertices and edges; edge i of a face runs from its corner i to the next.
struct Pseudonormals {
  std::vector<Vector> face, vertex, edge;

  explicit Pseudonormals(const TriangleMesh& mesh)
      : face(mesh.faces.size()), vertex(mesh.vertices.size(), Vector::Zero()), edge(3 * mesh.faces.size()) {
    struct Side {
      std::uint64_t key;
      std::uint32_t index;
    };
    std::vector<Side> sides;
    sides.reserve(edge.size());
    for (std::size_t f = 0; f < mesh.faces.size(); ++f) {
      const Eigen::Vector3d normal = face_normal_twice_area(mesh, f).normalized();
      face[f] = normal.cast<float>();
      for (int corner = 0; corner < 3; ++corner) {
        const std::uint32_t from = mesh.faces[f][corner];
        const std::uint32_t to = mesh.faces[f][(corner + 1) % 3];
        const std::uint32_t other = mesh.faces[f][(corner + 2) % 3];
        const Eigen::Vector3d forth = (mesh.vertices[to] - mesh.vertices[from]).normalized();
        const Eigen::Vector3d back = (mesh.vertices[other] - mesh.vertices[from]).normalized();
        const double angle = std::acos(std::clamp(forth.dot(back), -1.0, 1.0));
        vertex[from] += (angle * normal).cast<float>();
        sides.push_back({std::uint64_t{std::min(from, to)} << 32 | std::max(from, to),
                         static_cast<std::uint32_t>(3 * f + static_cast<std::size_t>(corner))});
      }
    }
    std::sort(sides.begin(), sides.end(), [](const Side& a, const Side& b) {
      return a.key != b.key ? a.key < b.key : a.index < b.index;
    });
    for (std::size_t first = 0; first < sides.size();) {
      std::size_t end = first;
      Vector sum = Vector::Zero();
      for (; end < sides.size() && sides[end].key == sides[first].key; ++end)
        sum += face[sides[end].index / 3];
      for (; first < end; ++first) edge[sides[first].index] = sum;
    }
  }
};

}  // namespace

struct EmbreeClosest::Upper {
  EmbreeScene scene;
  Pseudonormals normals;
  std::vector<Vector> vertices;
  std::vector<Face> faces;

  explicit Upper(const TriangleMesh& mesh) : scene(mesh), normals(mesh), faces(mesh.faces) {
    vertices.reserve(mesh.vertices.size());
    for (const Eigen::Vector3d& vertex : mesh.vertices) vertices.push_back(vertex.cast<float>());
  }

  struct Found {
    const Upper* upper;
    Vector point;
    float squared_distance = std::numeric_limits<float>::infinity();
    std::uint32_t face = 0;
    int part = 0;
    Vector offset = Vector::Zero();
  };

  //! Embree calls this for every triangle in reach.
  static bool look_at(RTCPointQueryFunctionArguments* arguments) {
    Found& found = *static_cast<Found*>(arguments->userPtr);
    const Upper& upper = *found.upper;
    const Face& face = upper.faces[arguments->primID];
    const auto closest = closest_on_triangle<float>(found.point, upper.vertices[face[0]],
                                                    upper.vertices[face[1]], upper.vertices[face[2]]);
    const Vector offset = found.point - closest.point;
    const float squared = offset.squaredNorm();
    if (squared >= found.squared_distance) return false;
    found.squared_distance = squared;
    found.face = arguments->primID;
    found.part = closest.part;
    found.offset = offset;
    arguments->query->radius = std::sqrt(squared);
    return true;
  }

  [[nodiscard]] float signed_distance(const Found& found) const {
    if (std::isinf(found.squared_distance)) return std::numeric_limits<float>::infinity();
    const Vector& normal = found.part == 0   ? normals.face[found.face]
                           : found.part <= 3 ? normals.vertex[faces[found.face][found.part - 1]]
                                             : normals.edge[3 * found.face + found.part - 4];
    return std::copysign(std::sqrt(found.squared_distance), found.offset.dot(normal));
  }
};

EmbreeClosest::EmbreeClosest(const Solid& upper, const Solid& lower, double limit_mm)
    : upper_(std::make_unique<Upper>(upper.mesh)),
      lower_(lower.mesh),
      limit_mm_(limit_mm),
      distance_mm_(lower.mesh.vertices.size()) {}

EmbreeClosest::~EmbreeClosest() = default;

std::span<const float> EmbreeClosest::compute(const Eigen::Isometry3d& upper_from_lower) {
  const Eigen::Matrix3f turn = upper_from_lower.linear().cast<float>();
  const Eigen::Vector3f shift = upper_from_lower.translation().cast<float>();
  tbb::parallel_for(tbb::blocked_range<std::size_t>(0, distance_mm_.size(), 512), [&](const auto& part) {
    RTCPointQueryContext context;
    rtcInitPointQueryContext(&context);
    // The distance of a vertex is at most that of the previous one plus the step between the two.
    Vector before = Vector::Zero();
    float before_mm = std::numeric_limits<float>::infinity();
    for (std::size_t i = part.begin(); i < part.end(); ++i) {
      Upper::Found found{.upper = upper_.get(), .point = turn * lower_.vertices[i].cast<float>() + shift};
      const float bound = 1.0001F * (before_mm + (found.point - before).norm()) + 1e-4F;
      RTCPointQuery query{.x = found.point.x(),
                          .y = found.point.y(),
                          .z = found.point.z(),
                          .time = 0,
                          .radius = std::min(static_cast<float>(limit_mm_), bound)};
      rtcPointQuery(upper_->scene.scene(), &query, &context, &Upper::look_at, &found);
      before = found.point;
      before_mm = std::sqrt(found.squared_distance);
      distance_mm_[i] =
          before_mm <= limit_mm_ ? upper_->signed_distance(found) : std::numeric_limits<float>::infinity();
    }
  });
  return distance_mm_;
}

}  // namespace intercusp::bench
