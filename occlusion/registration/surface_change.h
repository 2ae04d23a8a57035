// The signed change at every vertex of a scan: how far the surface has moved outwards since, or before,
// another scan.
//
// It uses closest points in any direction (match_surface.h). The other surface's normal there gives the sign,
// so solids are not needed. Loss is negative and gain positive on both scans. Lengths are in mm.
#pragma once

#include <Eigen/Geometry>
#include <cstdint>
#include <span>
#include <vector>

#include "occlusion/registration/match_surface.h"

namespace intercusp {

//! To which of two scans a surface belongs.
enum class ScanTime { before, after };

struct SurfaceChange {
  std::vector<double> mm;       //!< per vertex of the welded mesh; NaN if the other scan has no surface there
  std::vector<double> fine_mm;  //!< the mean over a vertex and its neighbours
  std::vector<double> smooth_mm;  //!< the mean over about half a millimetre
  std::vector<double> broad_mm;   //!< the mean over about two millimetres; empty until add_broad_means
  std::vector<double> chord_mm;   //!< how far faces of both scans may lie from the smooth surface there
};

//! The neighbours of each vertex along edges.
class VertexRings {
 public:
  explicit VertexRings(const TriangleMesh& mesh);
  [[nodiscard]] std::span<const std::uint32_t> of(std::uint32_t vertex) const {
    return std::span(neighbours_).subspan(first_[vertex], first_[vertex + 1] - first_[vertex]);
  }

 private:
  std::vector<std::uint32_t> first_, neighbours_;
};

//! Tooth numbers per vertex of the welded meshes, 0 for other vertices.
struct ToothNumbers {
  std::span<const int> of, other;  //!< different teeth touch, and are not the same surface
  std::span<const int> inner;      //!< of `of`, without margins: means are taken within each
};

//! \param of the scan of that time, with its rings  \param numbers of crowns, whose changes are those from the smooth surface that faces cut short, as vertices lie on the
//! scanned surface; without numbers those from the faces
//! \param other_from_of for each vertex of the welded mesh; nullptr where its change is not wanted
[[nodiscard]] SurfaceChange surface_change(const MatchSurface& of, const VertexRings& rings, ScanTime time,
                                           const MatchSurface& other,
                                           std::span<const Eigen::Isometry3d* const> other_from_of,
                                           const ToothNumbers& numbers = {});

void add_broad_means(SurfaceChange& change, const MatchSurface& of, const VertexRings& rings,
                     std::span<const int> pieces);

}  // namespace intercusp
