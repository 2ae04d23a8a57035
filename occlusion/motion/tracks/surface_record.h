// The contact of a jaw's surface over a track: how long each vertex is in contact, by kind of movement, and
// its least clearance.
//
// A vertex is in contact while its clearance (clearance_map.h) is at most the threshold. Faces steeper than
// `steep_cosine` are left out.
#pragma once

#include <Eigen/Geometry>
#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "occlusion/case/bite.h"
#include "occlusion/maps/clearance_map.h"
#include "occlusion/motion/tracks/movement.h"
#include "occlusion/motion/tracks/pose_contacts.h"

namespace intercusp {

struct SurfaceRecord {
  //! Per vertex of the solid and per ContactKind, time in contact.
  std::vector<std::array<float, contact_kinds>> contact_s;
  //! Parts of these times while the jaw was out of centric.
  std::vector<std::array<float, contact_kinds>> out_s;
  std::vector<float> least_mm;  //!< per vertex, least clearance while in contact; NaN without contact

  [[nodiscard]] float total_s(std::size_t vertex) const;
};

//! The kind of movement with the longest contact, for times by ContactKind. Of equal times the first counts.
//! Rest and opening count only if no other kind has contact, because a clench of seconds would hide every
//! glide. Empty without contact.
[[nodiscard]] std::optional<ContactKind> dominant_kind(const std::array<float, contact_kinds>& contact_s);

//! One pose, as both jaws see it.
struct RecordedSample {
  const ClearanceMap& map;
  const NearContact& near_contact;  //!< ContactReader::near_contact of the map
  double threshold_mm = 0;
  double standing_s = 0;
  MovementKind movement = MovementKind::unknown;
  bool out_of_centric = true;
};

class SurfaceRecorder {
 public:
  //! \param left_side per vertex, 1 if it is on the patient's left
  SurfaceRecorder(const Solid& solid, Jaw jaw, std::vector<std::uint8_t> left_side);

  //! Adds one pose. The result is bit-identical for any number of threads, because one task handles each
  //! vertex.
  //! \pre the solid outlives this object; all samples have one view
  void add(const RecordedSample& sample, const Eigen::Isometry3d& case_from_solid);

  [[nodiscard]] const SurfaceRecord& record() const { return record_; }

 private:
  //! A group of neighbouring vertices: most groups have no contact near them and are skipped as a whole.
  struct Cluster {
    std::size_t first, end;  //!< indices into points_
    Eigen::Vector3d centre;
    double radius_mm;
  };
  void make_clusters();
  [[nodiscard]] bool is_near_contact(const Cluster& cluster, const RecordedSample& sample,
                                     const Eigen::Isometry3d& view_from_solid) const;
  [[nodiscard]] float clearance_at(const ClearanceMap& map, const Eigen::Isometry3d& view_from_solid,
                                   const Eigen::Vector3d& uvd, std::size_t candidate) const;

  const Solid& solid_;
  Jaw jaw_;
  std::vector<std::uint8_t> left_side_;
  std::vector<std::uint32_t> vertices_;   // vertices of the anatomy
  std::vector<Eigen::Vector3d> points_;   // their points in the solid's frame
  std::vector<Eigen::Vector3d> normals_;  // their normals, unit, outward
  std::vector<Cluster> clusters_;
  SurfaceRecord record_;
};

}  // namespace intercusp
