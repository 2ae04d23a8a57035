// One scan prepared for registration: its vertices once each with normals and areas, and closest points on it.
//
// Vertices are ordered by their coordinates and faces by their vertices (teeth/jaw_scan.h), so that nothing computed from
// them depends on the order of the file. Lengths are mm, the scan's own frame.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "occlusion/distance/closest_faces.h"
#include "occlusion/teeth/jaw_scan.h"

namespace intercusp {

//! A vertex that stands for a piece of the surface.
struct MatchSample {
  Eigen::Vector3d place, normal;  //!< unit, outward
  double area_mm2 = 0;            //!< that it stands for
  std::uint32_t vertex = 0;       //!< of the welded mesh
};

//! The closest point of a surface.
struct MatchPlace {
  Eigen::Vector3d place, normal;  //!< normals of the vertices, interpolated; unit
  double distance_mm = 0;
  double chord_mm = 0;     //!< how far faces and the smooth surface may differ there (chord_mm below)
  double sag_mm = 0;       //!< how far the smooth surface through the face's corners lies outside it there
  std::uint32_t face = 0;  //!< of the welded mesh
  bool on_rim = false;     //!< the surface ends here: what lies beyond is unknown
};

//! The mask of a surface: 1 where a vertex has that number, else 0.
[[nodiscard]] std::vector<std::uint8_t> mask_of(std::span<const int> labels, int number);

class MatchSurface {
 public:
  //! \param mask where given, one number per vertex of the scan: the surface consists of the faces whose corners
  //!        are all other than 0
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
  //! Per vertex: by how much the middles of its edges may lie off the smooth surface, from the turn of the normals along them: a
  //! circle's chord of length h is h²·κ/8 off, and κ·h² is (n₁ − n₂)·(x₁ − x₂).
  [[nodiscard]] const std::vector<double>& chord_mm() const { return chord_mm_; }
  [[nodiscard]] bool is_rim(std::uint32_t vertex) const { return is_rim_[vertex] != 0; }
  [[nodiscard]] const Eigen::Vector3d& centre() const { return centre_; }
  [[nodiscard]] double area_mm2() const { return area_mm2_; }
  //! The mean length of its edges.
  [[nodiscard]] double edge_mm() const { return edge_mm_; }

  //! About so many vertices spread evenly, off the rim unless it is wanted; all of them where there are fewer. Neighbours in
  //! space are neighbours in the list.
  [[nodiscard]] std::vector<MatchSample> samples(std::size_t about, bool with_rim = false) const;

  //! The closest points within a radius. \param points neighbours in space near each other, or the search is slow
  //! \param guesses where given, a face for each point near which the search begins, or `no_vertex`; the faces found replace
  //!        them
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
  std::vector<std::uint8_t> open_edge_;  //!< per face: bit i where the edge after corner i is open
  std::vector<std::uint32_t> inner_;     //!< vertices off the rim, along a space-filling curve
  std::vector<std::uint32_t> with_rim_;  //!< all vertices, likewise
  Eigen::Vector3d centre_{0, 0, 0};
  double area_mm2_ = 0, edge_mm_ = 0;
  std::optional<ClosestFaces> tree_;
};

}  // namespace intercusp
