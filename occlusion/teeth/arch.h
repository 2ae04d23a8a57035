// Step 2, the arch: a path along the crowns, coordinates along and across it, and what the scan shows along it: valleys, crests, the
// breadth of its biting surface, crowns and gaps.
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
  double along_mm = 0;   //!< clockwise as seen from the biting side, from the path's beginning
  double across_mm = 0;  //!< towards lips and cheeks
  double height_mm = 0;  //!< towards the opposite jaw
};

struct ArchPath {
  Eigen::Vector3d origin;               //!< a point of the occlusal plane
  Eigen::Vector3d up, right, front;     //!< unit: towards the opposite jaw; axes of the occlusal plane
  std::vector<Eigen::Vector2d> points;  //!< along right and front, at equal steps
  double step_mm = 0;

  [[nodiscard]] double length_mm() const { return step_mm * static_cast<double>(points.size() - 1); }
  //! Unit vector of the scan's frame along the path.
  [[nodiscard]] Eigen::Vector3d tangent(double along_mm) const;
};

//! Where the biting side of an open scan may be: scanners see more of it than of the other.
[[nodiscard]] Eigen::Vector3d side_seen(const SurfaceShape& shape);

//! Where the biting side of a closed jaw may be: either end of each axis along which it is thin.
[[nodiscard]] std::vector<Eigen::Vector3d> sides_of_solid(const TriangleMesh& mesh,
                                                          const SurfaceShape& shape);

//! The arches that a surface may show, the likeliest first; some may have few points.
//! \param up about the direction of the bite, unit
[[nodiscard]] std::vector<ArchPath> find_arches(const TriangleMesh& mesh, const SurfaceShape& shape,
                                                const Eigen::Vector3d& up);

//! The arches on planes at right angles to a direction and on planes tilted from them by an angle, each at several heights.
//! \throw Cancelled
[[nodiscard]] std::vector<ArchPath> tilted_arches(const TriangleMesh& mesh, const SurfaceShape& shape,
                                                  const Eigen::Vector3d& up, double tilt_rad,
                                                  const Progress& progress);

//! Finds the nearest part of a path. A grid keeps for each square the segments that may be nearest to a point in it, because
//! a scan has a hundred times as many vertices as the grid has squares.
class ArchPlaces {
 public:
  //! \pre the path has at least two points and outlives this
  explicit ArchPlaces(const ArchPath& arch);

  //! Both ends of the path go on straight.
  [[nodiscard]] ArchPoint operator()(const Eigen::Vector3d& point) const;

 private:
  //! Segments that may be nearest to a point of the square at a row and column.
  void fill_square(int column, int row);

  struct Segment {
    Eigen::Vector2d start, along;  // unit
  };
  const ArchPath& arch_;
  std::vector<Segment> segments_;
  Eigen::Vector2d corner_;
  int columns_ = 0, rows_ = 0;
  std::vector<std::uint32_t> first_;  // of each square in near_, and the end
  std::vector<std::uint16_t> near_;   // but for the first and the last, which may be nearest anywhere
};

//! Vertices near the outline of a closed jaw's base as seen from the biting side. The rim between the gum and the walls of the
//! base is as high and as curved as a crown, where the base ends behind the last molars.
[[nodiscard]] std::vector<char> near_outline_of_base(const TriangleMesh& mesh, const ArchPath& arch);

//! Where the axis crosses the arch, mm along it: the place whose reflected left arm lies nearest to the right one. Nothing where
//! the arch is too short to have two arms.
[[nodiscard]] std::optional<double> symmetry_axis_mm(const ArchPath& arch);

struct ArchProfile {
  static constexpr double step_mm = 0.5;
  struct Column {
    double top_mm = 0;       //!< height of the highest point
    double envelope_mm = 0;  //!< height of the crowns around
    double table_mm = 0;     //!< breadth within 2 mm of the top
    double middle_mm = 0;    //!< of this breadth, across the arch
    double valley = 0;     //!< mean concavity along the arch, 1/mm, on the deepest slanted line through here
    double slant = 0;      //!< of this line: along per across
    double convexity = 0;  //!< of the crest, 1/mm
    double relief = 0;     //!< mean curvature of the crest in any direction, 1/mm
    bool empty = true;
  };
  std::vector<Column> columns;    //!< at along = step × index
  std::vector<double> crests_mm;  //!< middles of cusps and incisal edges along the arch, in order
  std::optional<double> axis_mm;  //!< where the arch's axis of symmetry crosses it
};

//! \param places arch coordinates of each vertex
[[nodiscard]] ArchProfile arch_profile(const SurfaceShape& shape, const ArchPath& arch,
                                       const std::vector<ArchPoint>& places);

//! Share of the surface within 2.5 mm of its highest points that is concave: a fifth of the biting surfaces of crowns, for their
//! fossae and grooves, and next to nothing of the bottom of a base or of the necks of crowns.
[[nodiscard]] double concave_share(const SurfaceShape& shape, const ArchPath& arch,
                                   const std::vector<ArchPoint>& places, const ArchProfile& profile);

//! The profile with a valley between neighbouring pieces, and none within one.
[[nodiscard]] ArchProfile with_pieces(ArchProfile profile, std::span<const int> piece,
                                      std::span<const ArchPoint> places);

//! A number per vertex, the same for all of a crest; negative elsewhere.
[[nodiscard]] std::vector<int> crest_of_each_vertex(std::span<const char> top, const TriangleMesh& mesh,
                                                    const SurfaceShape& shape);

//! Where along the arch the crests of crowns have their middles, mm.
[[nodiscard]] std::vector<double> crest_middles_mm(const TriangleMesh& mesh, const SurfaceShape& shape,
                                                   std::span<const ArchPoint> places,
                                                   const ArchProfile& profile);

}  // namespace intercusp
