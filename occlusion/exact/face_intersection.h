// Exact intersection of two faces, decided by the signs of orientations without computing coordinates.
//
// Intersections are combinatorial. Each end of the common segment is named by a pair of simplices, one of
// each face: the smallest vertex, edge or face that contains the point. A point has one name in every pair of
// faces that shares it, so segments join into curves without a tolerance.
//
// Internal to occlusion/exact.
#pragma once

#include <Eigen/Core>
#include <array>
#include <compare>
#include <cstdint>

#include "occlusion/exact/surface.h"

namespace intercusp::exact {

//! One, two or three vertices of a mesh, as ascending indices; unused entries are `no_vertex`.
using Simplex = std::array<std::uint32_t, 3>;
constexpr std::uint32_t no_vertex = 0xFFFFFFFFU;

struct PointName {
  Simplex upper, lower;
  auto operator<=>(const PointName&) const = default;
};

struct IntersectionPoint {
  PointName name;
  Eigen::Vector3d point;  //!< case frame, mm; rounded, only for display and measurement
};

enum class IntersectionKind : std::uint8_t {
  apart,
  touching,  //!< common points, but near them neither face lies behind the other
  //! Near a common point inside one face, the other face goes behind it; or both overlap in one plane and face the
  //! same way. In either case the solids behind the faces share volume there.
  crossing,
};

struct FaceIntersection {
  IntersectionKind kind = IntersectionKind::apart;
  bool coplanar = false;     //!< if true, there are no ends
  bool along_edges = false;  //!< the common segment lies on an edge of both faces
  int end_count = 0;         //!< 1: the faces have one common point; 2: a segment
  std::array<IntersectionPoint, 2> ends;
};

//! A face without area meets nothing.
[[nodiscard]] FaceIntersection intersect(const Surface& upper, std::uint32_t upper_face, const Surface& lower,
                                         std::uint32_t lower_face);

}  // namespace intercusp::exact
