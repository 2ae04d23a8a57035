#include "occlusion/exact/parts_inside.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <optional>

#include "occlusion/base/for_all.h"
#include "occlusion/exact/cut_face.h"
#include "occlusion/geometry/union_find.h"

namespace intercusp::exact {
namespace {

using Eigen::Vector3d;

Vector3d weighted(const Corners& corners, double a, double b, double c) {
  return a * corners[0] + b * corners[1] + c * corners[2];
}

Vector3d middle_of(const Corners& corners) { return (corners[0] + corners[1] + corners[2]) / 3; }

class InsideSolid : public Places {
 public:
  explicit InsideSolid(const InsideTest& inside) : inside_(inside) {}

  [[nodiscard]] std::optional<Place> certain(const Vector3d& point, const Vector3d&) const override {
    const std::optional<bool> is_inside = inside_.inside(point);
    if (!is_inside) return std::nullopt;
    return *is_inside ? Place::inside : Place::outside;
  }

  [[nodiscard]] Place near_surface(const Vector3d& point, const Vector3d& normal) const override {
    const bool behind = inside_.inside(point - beside_mm * normal).value_or(false);
    const bool in_front = inside_.inside(point + beside_mm * normal).value_or(false);
    if (!behind) return Place::outside;
    return in_front ? Place::inside : Place::flush;
  }

 private:
  const InsideTest& inside_;
};

//! Where the other surface meets one face.
struct Cuts {
  std::vector<Segment> segments;
  bool nearly_flush = false;
};

class Division {
 public:
  Division(const Surface& surface, const Surface& other, std::span<const PairSegment> segments,
           const Places& places)
      : surface_(surface), places_(places), cuts_of_(surface.faces.size(), uncut) {
    for (const PairSegment& segment : segments) add_cut(segment, other);
  }

  std::vector<SurfacePart> parts() {
    std::vector<std::vector<SurfacePart>> of_cut(cuts_.size());
    for_all(std::size_t{0}, cut_faces_.size(), [&](std::size_t i) { of_cut[i] = parts_of(i); });
    std::vector<SurfacePart> parts = whole_faces();
    for (const auto& some : of_cut) parts.insert(parts.end(), some.begin(), some.end());
    return parts;
  }

 private:
  static constexpr std::uint32_t uncut = 0xFFFFFFFFU;

  void add_cut(const PairSegment& segment, const Surface& other) {
    const std::uint32_t face = segment.pair.upper_face;
    if (cuts_of_[face] == uncut) {
      cuts_of_[face] = static_cast<std::uint32_t>(cuts_.size());
      cuts_.emplace_back();
      cut_faces_.push_back(face);
    }
    Cuts& cuts = cuts_[cuts_of_[face]];
    if (segment.end_count == 2) cuts.segments.push_back(segment.ends);
    if (!segment.flush) return;
    cuts.nearly_flush = true;
    const Corners cutter = other.corners(segment.pair.lower_face);
    for (std::size_t k = 0; k < 3; ++k) cuts.segments.push_back({cutter[k], cutter[(k + 1) % 3]});
  }

  //! The faces that the other surface does not meet: a patch of them lies wholly on one side.
  std::vector<SurfacePart> whole_faces() {
    UnionFind patches(surface_.vertices.size());
    for (std::size_t face = 0; face < cuts_of_.size(); ++face) {
      if (cuts_of_[face] != uncut) continue;
      const auto& [a, b, c] = surface_.faces[face];
      patches.join(a, b);
      patches.join(b, c);
    }
    std::vector<std::optional<Place>> place_of(surface_.vertices.size());
    for (std::size_t face = 0; face < cuts_of_.size(); ++face) {
      if (cuts_of_[face] != uncut) continue;
      std::optional<Place>& known = place_of[patches.root(surface_.faces[face][0])];
      const Corners corners = surface_.corners(face);
      if (!known) known = places_.certain(middle_of(corners), unit_normal(corners));
    }
    std::vector<SurfacePart> parts;
    for (std::uint32_t face = 0; face < cuts_of_.size(); ++face) {
      if (cuts_of_[face] != uncut) continue;
      const Place place = place_of[patches.root(surface_.faces[face][0])].value_or(Place::outside);
      if (place != Place::outside) parts.push_back({surface_.corners(face), face, place});
    }
    return parts;
  }

  [[nodiscard]] std::vector<SurfacePart> parts_of(std::size_t cut_face_number) const {
    const std::uint32_t face = cut_faces_[cut_face_number];
    const Cuts& cuts = cuts_[cut_face_number];
    const Corners corners = surface_.corners(face);
    const Vector3d normal = unit_normal(corners);
    std::vector<SurfacePart> parts;
    for (const Corners& part : cut_face(corners, cuts.segments)) {
      const Place place = place_of(middle_of(part), normal);
      const bool sure = !cuts.nearly_flush || all_lie(place, part, normal);
      if (place != Place::outside || !sure)
        parts.push_back({.corners = part, .face = face, .place = place, .sure = sure, .whole = false});
    }
    return parts;
  }

  [[nodiscard]] Place place_of(const Vector3d& point, const Vector3d& normal) const {
    const std::optional<Place> certain = places_.certain(point, normal);
    return certain ? *certain : places_.near_surface(point, normal);
  }

  [[nodiscard]] bool all_lie(Place place, const Corners& part, const Vector3d& normal) const {
    return place_of(weighted(part, 0.98, 0.01, 0.01), normal) == place &&
           place_of(weighted(part, 0.01, 0.98, 0.01), normal) == place &&
           place_of(weighted(part, 0.01, 0.01, 0.98), normal) == place;
  }

  const Surface& surface_;
  const Places& places_;
  std::vector<std::uint32_t> cuts_of_;  //!< of each face, its place in the lists below
  std::vector<Cuts> cuts_;
  std::vector<std::uint32_t> cut_faces_;
};

}  // namespace

std::vector<SurfacePart> parts_not_outside(const Surface& surface, const Surface& other,
                                           std::span<const PairSegment> segments, const Places& places) {
  return Division(surface, other, segments, places).parts();
}

std::vector<SurfacePart> parts_inside(const Surface& surface, const Surface& other,
                                      std::span<const PairSegment> segments, const InsideTest& inside) {
  return parts_not_outside(surface, other, segments, InsideSolid(inside));
}

}  // namespace intercusp::exact
