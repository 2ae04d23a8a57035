// One scan prepared for registration: its merged vertices with normals and areas, and closest points on it.
//
// Vertices are ordered by their coordinates and faces by their vertices (teeth/jaw_scan.h), so that results
// do not depend on the order of the file. Lengths are in mm, in the scan's own frame.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "occlusion/distance/closest_faces.h"
#include "occlusion/teeth/jaw_scan.h"

namespace intercusp {

//! A vertex that represents a piece of the surface.
struct MatchSample {
  Eigen::Vector3d place, normal;  //!< the normal is unit, outward
  double area_mm2 = 0;            //!< area that it represents
  std::uint32_t vertex = 0;       //!< index in the welded mesh
};

//! The closest point of a surface.
struct MatchPlace {
  Eigen::Vector3d place, normal;  //!< the normal is interpolated between those of the vertices; unit
  double distance_mm = 0;
  double chord_mm = 0;  //!< bound of the distance between faces and the smooth surface there (chord_mm below)
  double sag_mm = 0;    //!< how far the smooth surface through the face's corners lies outside the face there
  std::uint32_t face = 0;  //!< index in the welded mesh
  bool on_rim = false;     //!< the surface ends here, and what lies beyond is unknown
};

//! The mask of a surface: 1 if a vertex has this number, else 0.
[[nodiscard]] std::vector<std::uint8_t> mask_of(std::span<const int> labels, int number);

class MatchSurface {
 public:
  //! \param mask if given, one number per vertex of the scan: the surface consists of the faces whose corners
  //! all have numbers other than 0
  MatchSurface(std::span<const Eigen::Vector3d> vertices, std::span<const Face> faces,
               std::span<const std::uint8_t> mask = {});
  MatchSurface(const MatchSurface&) = delete;  // the tree refers to the mesh
  MatchSurface& operator=(const MatchSurface&) = delete;

  [[nodiscard]] const TriangleMesh& mesh() const { return welded_.mesh; }
  //! The welded vertex of each vertex of the scan, or `no_vertex`.
  [[nodiscard]] const std::vector<std::uint32_t>& of_vertex() const { return welded_.of_vertex; }
  [[nodiscard]] bool empty() const { return welded_.mesh.faces.empty(); }
  [[nodiscard]] const std::vector<Eigen::Vector3d>& normals() const { return normals_; }
  [[nodiscard]] const std::vector<double>& areas_mm2() const { return areas_mm2_; }
  //! Per vertex, how far the middles of its edges may lie from the smooth surface. It follows from the turn
  //! of the normals along the edges: the chord of a circle of length h is h²·κ/8 off, and κ·h² is (n₁ −
  //! n₂)·(x₁ − x₂).
  [[nodiscard]] const std::vector<double>& chord_mm() const { return chord_mm_; }
  [[nodiscard]] bool is_rim(std::uint32_t vertex) const { return is_rim_[vertex] != 0; }
  [[nodiscard]] const Eigen::Vector3d& centre() const { return centre_; }
  [[nodiscard]] double area_mm2() const { return area_mm2_; }
  //! The mean length of the edges.
  [[nodiscard]] double edge_mm() const { return edge_mm_; }

  //! About this many vertices, spread evenly, and not on the rim unless rims are wanted. All vertices if
  //! there are fewer. Neighbours in space are neighbours in the list.
  [[nodiscard]] std::vector<MatchSample> samples(std::size_t about, bool with_rim = false) const;

  //! The closest points within a radius.
  //! \param points consecutive points must be near each other, or the search is slow
  //! \param guesses if given, for each point a face near which the search begins, or `no_vertex`; receives
  //! the faces found
  [[nodiscard]] std::vector<std::optional<MatchPlace>> closest(std::span<const Eigen::Vector3d> points,
                                                               double radius_mm,
                                                               std::span<std::uint32_t> guesses = {}) const;

 private:
  void find_rim();
  void find_areas();
  void find_chords();
  void closest_of_group(std::span<const Eigen::Vector3d> points, double radius_mm,
                        std::span<std::uint32_t> guesses, std::span<std::optional<MatchPlace>> found) const;
  [[nodiscard]] double squared_distance(std::uint32_t face, const Eigen::Vector3d& point) const;
  [[nodiscard]] MatchPlace place_on(std::uint32_t face, const Eigen::Vector3d& point) const;

  WeldedScan welded_;
  std::vector<Eigen::Vector3d> normals_;
  std::vector<double> areas_mm2_, chord_mm_;
  std::vector<std::uint8_t> is_rim_;     //!< per vertex
  std::vector<std::uint8_t> open_edge_;  //!< per face, bit i is set if the edge after corner i is open
  std::vector<std::uint32_t> inner_;     //!< vertices that are not on the rim, along a space-filling curve
  std::vector<std::uint32_t> with_rim_;  //!< all vertices, along such a curve
  Eigen::Vector3d centre_{0, 0, 0};
  double area_mm2_ = 0, edge_mm_ = 0;
  std::optional<ClosestFaces> tree_;
};

}  // namespace intercusp
