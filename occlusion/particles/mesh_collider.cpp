#include "occlusion/particles/particles.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <limits>

#include "occlusion/engines/rays/mesh_tree.h"
#include "occlusion/geometry/polynomial.h"

namespace intercusp {
namespace {

//! The earliest impact found so far along a path.
struct Walk {
  RTCIntersectContext embree;  //!< first member, so that Embree's pointer to it also points to this struct
  const Path* path;            //!< starts where it comes near the mesh
  std::uint32_t left_face;
  double until_s;
  std::uint32_t face = no_impact_face;
  bool starts_at_birth;  //!< a crossing at time 0 is the start itself
  double chord_from_s = 0, chord_to_s = 0, chord_mm = 0;
};

struct Corners {
  Eigen::Vector3d a, b, c;
};

bool is_in(const Corners& face, const Eigen::Vector3d& normal, const Eigen::Vector3d& point) {
  const auto beside = [&](const Eigen::Vector3d& from, const Eigen::Vector3d& to) {
    const Eigen::Vector3d edge = to - from;
    return normal.dot(edge.cross(point - from)) < -beside_mm * edge.norm() * normal.norm();
  };
  return !beside(face.a, face.b) && !beside(face.b, face.c) && !beside(face.c, face.a);
}

//! Times at which the path crosses the face's plane.
Roots crossings(const Corners& face, const Eigen::Vector3d& normal, const Walk& walk, bool left) {
  const Path& path = *walk.path;
  const std::array<double, 3> distance = {normal.dot(path.start - face.a), normal.dot(path.velocity),
                                          0.5 * normal.dot(path.acceleration)};
  // A path that starts in the plane returns to it where its distance from the plane, divided by time, is 0.
  return sign_changes(std::span<const double>(distance).subspan(left ? 1 : 0), 0, walk.until_s);
}

}  // namespace

class MeshCollider::FaceBoxes {
 public:
  explicit FaceBoxes(const TriangleMesh& mesh)
      : mesh_(mesh),
        bounds_(bounds_of(mesh)),
        device_(embree::make_device()),
        scene_(embree::make_scene(device_)) {
    if (mesh.faces.empty()) return;
    centre_ = bounds_.centre();
    const double radius_mm = 0.5 * bounds_.size().norm();
    // Boxes stay close to the faces of scans; a stay in the mesh's box takes at most 59 chords.
    sagitta_mm_ = 2.5e-4 * radius_mm;
    // Roundings to float of a vertex, and of a chord's start on the mesh's box and of its direction over its
    // length, are each below three times radius·2^-24 per coordinate; the same again is allowed for Embree's
    // own arithmetic.
    rounding_mm_ = 14 * std::numeric_limits<float>::epsilon() * radius_mm + beside_mm;
    bounds_.min.array() -= rounding_mm_ + beside_mm;
    bounds_.max.array() += rounding_mm_ + beside_mm;
    embree::fill_with_boxes(device_, scene_, mesh.faces.size(), this, box_of_face, look_at_face);
  }

  [[nodiscard]] std::optional<Impact> first_impact(const Path& path, double until_s,
                                                   std::uint32_t left_face) const {
    if (mesh_.faces.empty() || !time_in(bounds_, path)) return std::nullopt;
    for (const TimeWindow& window : times_in(bounds_, path)) {
      if (window.from_s > until_s || window.to_s == forever) break;  // forever: on its way out from a wall
      if (std::optional<Impact> impact = first_impact(path, until_s, left_face, window)) return impact;
    }
    return std::nullopt;
  }

 private:
  [[nodiscard]] Corners corners_of(std::uint32_t face) const {
    const auto [a, b, c] = mesh_.faces[face];
    return {mesh_.vertices[a], mesh_.vertices[b], mesh_.vertices[c]};
  }
  static Eigen::Vector3d normal_of(const Corners& face) { return (face.b - face.a).cross(face.c - face.a); }

  //! The first impact during one stay in the mesh's box.
  [[nodiscard]] std::optional<Impact> first_impact(const Path& whole, double until_s, std::uint32_t left_face,
                                                   const TimeWindow& window) const {
    const Path path = later(whole, window.from_s);
    const bool from_birth = window.from_s == 0;
    Walk walk{.embree = {},
              .path = &path,
              .left_face = from_birth ? left_face : no_impact_face,
              .until_s = std::min(window.to_s, until_s) - window.from_s,
              .starts_at_birth = from_birth};
    rtcInitIntersectContext(&walk.embree);
    follow(walk);
    if (walk.face == no_impact_face) return std::nullopt;
    return Impact{.time_s = window.from_s + walk.until_s,
                  .face = walk.face,
                  .point = path.at(walk.until_s),
                  .velocity = path.velocity_at(walk.until_s),
                  .normal = normal_of(corners_of(walk.face)).normalized()};
  }

  //! Follows the path chord by chord. If a face is met during the time of a chord, the chord intersects the
  //! box of the face.
  void follow(Walk& walk) const {
    const double acceleration = walk.path->acceleration.norm(), length_s = walk.until_s;
    const double chords =
        acceleration == 0 ? 1 : std::ceil(length_s * std::sqrt(acceleration / (8 * sagitta_mm_)));
    const double count = std::max(1.0, chords);
    for (double i = 0; i < count; ++i) {
      walk.chord_from_s = length_s * (i / count);
      walk.chord_to_s = length_s * ((i + 1) / count);
      if (walk.chord_from_s > walk.until_s) return;
      follow_chord(walk);
    }
  }

  void follow_chord(Walk& walk) const {
    const Eigen::Vector3d from = walk.path->at(walk.chord_from_s);
    const Eigen::Vector3d chord = walk.path->at(walk.chord_to_s) - from;
    walk.chord_mm = chord.norm();
    const Eigen::Vector3d direction =
        walk.chord_mm > 0 ? Eigen::Vector3d(chord / walk.chord_mm) : Eigen::Vector3d::UnitX();
    RTCRayHit query = rays::line_from(from, direction, centre_);
    query.ray.tfar = static_cast<float>(walk.chord_mm + rounding_mm_);
    rtcIntersect1(scene_.get(), &walk.embree, &query);
  }

  static void box_of_face(const RTCBoundsFunctionArguments* arguments) {
    const auto& self = *static_cast<const FaceBoxes*>(arguments->geometryUserPtr);
    Bounds box;
    for (const std::uint32_t vertex : self.mesh_.faces[arguments->primID]) {
      box.add(self.mesh_.vertices[vertex] - self.centre_);
    }
    embree::set_box(*arguments->bounds_o, box, self.rounding_mm_ + self.sagitta_mm_);
  }

  static void look_at_face(const RTCIntersectFunctionNArguments* arguments) {
    assert(arguments->N == 1);
    if (arguments->valid[0] == 0) return;
    const auto& self = *static_cast<const FaceBoxes*>(arguments->geometryUserPtr);
    auto& walk = *reinterpret_cast<Walk*>(arguments->context);
    if (!self.meet(arguments->primID, walk)) return;
    // Faces behind the crossing no longer matter: a point of the path is at most as far along the chord as
    // its share of the time.
    const double share = (walk.until_s - walk.chord_from_s) / (walk.chord_to_s - walk.chord_from_s);
    auto* ray = reinterpret_cast<RTCRayHitN*>(arguments->rayhit);
    float& far = RTCRayN_tfar(RTCRayHitN_RayN(ray, 1), 1, 0);
    far = std::min(far, static_cast<float>(std::min(1.0, share) * walk.chord_mm + 2 * self.rounding_mm_));
  }

  //! Whether the path meets the face before all others so far, or at the same time as one with
  //! a higher index.
  bool meet(std::uint32_t index, Walk& walk) const {
    const Corners face = corners_of(index);
    const Eigen::Vector3d normal = normal_of(face);
    for (const double time : crossings(face, normal, walk, index == walk.left_face)) {
      if (time == 0 && walk.starts_at_birth) continue;
      if (walk.left_face != no_impact_face && is_start(walk, time)) continue;
      if (time == walk.until_s && index >= walk.face) return false;
      if (!is_in(face, normal, walk.path->at(time))) continue;
      walk.until_s = time;
      walk.face = index;
      return true;
    }
    return false;
  }

  //! Whether a particle that left a face near its edge would meet the neighbouring face immediately.
  static bool is_start(const Walk& walk, double time) {
    return walk.path->velocity.norm() * time <= 2 * beside_mm;
  }

  const TriangleMesh& mesh_;
  Bounds bounds_;  //!< enlarged for rounding
  embree::Device device_;
  embree::Scene scene_;  //!< declared after the device, which it must not outlive
  Eigen::Vector3d centre_ = Eigen::Vector3d::Zero();
  double rounding_mm_ = 0, sagitta_mm_ = 0;
};

MeshCollider::MeshCollider(const TriangleMesh& mesh) : boxes_(std::make_unique<FaceBoxes>(mesh)) {}
MeshCollider::~MeshCollider() = default;
MeshCollider::MeshCollider(MeshCollider&&) noexcept = default;
MeshCollider& MeshCollider::operator=(MeshCollider&&) noexcept = default;

std::optional<Impact> MeshCollider::first_impact(const Path& path, double until_s,
                                                 std::uint32_t left_face) const {
  return boxes_->first_impact(path, until_s, left_face);
}

}  // namespace intercusp
