// Step 2, the arch: a path along the crowns, coordinates along and across it, and the profile of the scan
// along it: valleys, crests, the breadth of the biting surface, crowns and gaps.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "occlusion/base/progress.h"
#include "occlusion/geometry/triangle_mesh.h"
#include "occlusion/teeth/surface.h"

namespace intercusp {

struct ArchPoint {
  double along_mm = 0;   //!< clockwise seen from the biting side, measured from the start of the path
  double across_mm = 0;  //!< towards lips and cheeks
  double height_mm = 0;  //!< towards the opposite jaw
};

struct ArchPath {
  Eigen::Vector3d origin;  //!< a point of the occlusal plane
  //! Unit vectors; `up` points to the opposite jaw, `right` and `front` span the occlusal plane.
  Eigen::Vector3d up, right, front;
  std::vector<Eigen::Vector2d> points;  //!< coordinates along `right` and `front`, at equal steps
  double step_mm = 0;

  [[nodiscard]] double length_mm() const { return step_mm * static_cast<double>(points.size() - 1); }
  //! Unit tangent of the path, in the scan's frame.
  [[nodiscard]] Eigen::Vector3d tangent(double along_mm) const;
};

//! Likely direction of the biting side of an open scan: a scanner sees more of this side than of any other.
[[nodiscard]] Eigen::Vector3d side_seen(const SurfaceShape& shape);

//! Candidates for the biting side of a closed jaw: both ends of each axis along which the jaw is thin.
[[nodiscard]] std::vector<Eigen::Vector3d> sides_of_solid(const TriangleMesh& mesh,
                                                          const SurfaceShape& shape);

//! Candidates for the arch of a surface, the likeliest first. A candidate may have only a few points.
//! \param up approximate direction of the bite, unit
[[nodiscard]] std::vector<ArchPath> find_arches(const TriangleMesh& mesh, const SurfaceShape& shape,
                                                const Eigen::Vector3d& up);

//! Arches on planes perpendicular to `up` and on planes tilted from these by
//! `tilt_rad`, each at several heights.
//! \throw Cancelled
[[nodiscard]] std::vector<ArchPath> tilted_arches(const TriangleMesh& mesh, const SurfaceShape& shape,
                                                  const Eigen::Vector3d& up, double tilt_rad,
                                                  const Progress& progress);

//! Finds the point of a path that is nearest to a given point. Each square of a grid lists the segments
//! that may be nearest to its points. The grid pays off because a scan has a hundred times as many
//! vertices as the grid has squares.
class ArchPlaces {
 public:
  //! \pre the path has at least two points and outlives this object
  explicit ArchPlaces(const ArchPath& arch);

  //! Beyond its ends the path continues straight.
  [[nodiscard]] ArchPoint operator()(const Eigen::Vector3d& point) const;

 private:
  //! Lists the segments that may be nearest to some point of the square.
  void fill_square(int column, int row);

  struct Segment {
    Eigen::Vector2d start, along;  // `along` is a unit vector
  };
  const ArchPath& arch_;
  std::vector<Segment> segments_;
  Eigen::Vector2d corner_;
  int columns_ = 0, rows_ = 0;
  // Where each square's list begins in near_; one more entry marks the end.
  std::vector<std::uint32_t> first_;
  std::vector<std::uint16_t> near_;  // segments per square; the first and last segments are tried everywhere
};

//! Marks vertices near the outline of a closed jaw's base, seen from the biting side. Behind the last molars,
//! the rim between the gum and the walls of the base is as high and as curved as a crown.
[[nodiscard]] std::vector<char> near_outline_of_base(const TriangleMesh& mesh, const ArchPath& arch);

//! Place where the axis of symmetry crosses the arch, mm along it. There the reflected left arm lies nearest
//! to the right one. Empty if the arch is too short to have two arms.
[[nodiscard]] std::optional<double> symmetry_axis_mm(const ArchPath& arch);

struct ArchProfile {
  static constexpr double step_mm = 0.5;
  struct Column {
    double top_mm = 0;       //!< height of the highest point
    double envelope_mm = 0;  //!< height of the surrounding crowns
    double table_mm = 0;     //!< breadth of the surface within 2 mm of the top
    double middle_mm = 0;    //!< centre of this breadth, across the arch
    //! Mean concavity of the deepest slanted line through this column, 1/mm, measured along the arch.
    double valley = 0;
    double slant = 0;      //!< slope of this line: mm along the arch per mm across
    double convexity = 0;  //!< mean convexity of the crest (trace of its curvature), 1/mm
    double relief = 0;     //!< mean norm of the crest's curvature tensor, 1/mm
    bool empty = true;
  };
  std::vector<Column> columns;    //!< column i is at i × step_mm along the arch
  std::vector<double> crests_mm;  //!< centres of cusps and incisal edges along the arch, in order
  std::optional<double> axis_mm;  //!< where the arch's axis of symmetry crosses it
};

//! \param places arch coordinates of each vertex
[[nodiscard]] ArchProfile arch_profile(const SurfaceShape& shape, const ArchPath& arch,
                                       const std::vector<ArchPoint>& places);

//! Share of the surface within 2.5 mm of its highest points that is concave. On biting surfaces it is a
//! fifth, because of fossae and grooves. On the bottom of a base or the necks of crowns it is nearly zero.
[[nodiscard]] double concave_share(const SurfaceShape& shape, const ArchPath& arch,
                                   const std::vector<ArchPoint>& places, const ArchProfile& profile);

//! Returns the profile with a valley between adjacent pieces and no valley inside a piece.
[[nodiscard]] ArchProfile with_pieces(ArchProfile profile, std::span<const int> piece,
                                      std::span<const ArchPoint> places);

//! Returns one number per vertex: equal for all vertices of a crest, negative off the crests.
[[nodiscard]] std::vector<int> crest_of_each_vertex(std::span<const char> top, const TriangleMesh& mesh,
                                                    const SurfaceShape& shape);

//! Positions along the arch of the centres of the crests of crowns, mm.
[[nodiscard]] std::vector<double> crest_middles_mm(const TriangleMesh& mesh, const SurfaceShape& shape,
                                                   std::span<const ArchPoint> places,
                                                   const ArchProfile& profile);

}  // namespace intercusp
