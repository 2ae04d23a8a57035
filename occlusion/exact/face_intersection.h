// Exact intersection of two faces, decided by signs of orientations without computing coordinates.
//
// Intersections are combinatorial: each end of the common segment is a pair of simplices, one of each face
// (the smallest vertex, edge or face that holds the point). The same point has the same name in every pair of
// faces that shares it, so segments join to curves without a tolerance.
//
// Internal to occlusion/exact.
#pragma once

#include <Eigen/Core>
#include <array>
#include <compare>
#include <cstdint>

#include "occlusion/exact/surface.h"

namespace intercusp::exact {

//! One, two or three vertices of a mesh, by index and in order; the rest is `no_vertex`.
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
  touching,  //!< common points, but near them neither face is behind the other
  crossing,  //!< near a common point inside one face the other goes behind it; or both cover an area in
             //!< common and look the same way. Either way the solids behind the faces share volume there.
};

struct FaceIntersection {
  IntersectionKind kind = IntersectionKind::apart;
  bool coplanar = false;     //!< then the ends are empty
  bool along_edges = false;  //!< the common segment lies on an edge of both faces
  int end_count = 0;         //!< 1: the faces share a single point; 2: a segment
  std::array<IntersectionPoint, 2> ends;
};

//! A face without area meets nothing.
[[nodiscard]] FaceIntersection intersect(const Surface& upper, std::uint32_t upper_face, const Surface& lower,
                                         std::uint32_t lower_face);

}  // namespace intercusp::exact
