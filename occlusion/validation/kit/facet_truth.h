// Exact clearance and contact area of two meshes along z, with the upper above: facet against facet in double
// precision. Shares no code with pixels or engines.
//
// Valid if each jaw shows the other a single layer, which is a graph over (x, y): the upward faces of the
// lower and the downward faces of the upper. The scenes of the kit are made this way.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <optional>
#include <vector>

#include "occlusion/geometry/triangle_mesh.h"

namespace intercusp::kit {

class FacetTruth {
 public:
  //! The meshes must outlive this object and have a common frame.
  FacetTruth(const TriangleMesh& upper, const TriangleMesh& lower);

  struct Reading {
    double clearance_mm;
    double slope;  //!< sum of the slopes (depth over width) of the two faces
  };
  //! Clearance between the lower's highest and the upper's lowest facet at (x, y); empty if one is missing.
  [[nodiscard]] std::optional<Reading> at(double x, double y) const;

  //! Area in the (x, y) plane where the clearance is at most the threshold. Each pair of overlapping facets
  //! is clipped to its common polygon and then along the threshold. Exact up to the rounding of doubles.
  [[nodiscard]] double contact_area_mm2(double threshold_mm) const;

 private:
  struct Facet {
    Eigen::Vector2d a, b, c;  //!< counter-clockwise seen from above
    double z_a, z_x, z_y;     //!< height is z_a + z_x·(x − a.x) + z_y·(y − a.y)
    double lowest, highest;

    [[nodiscard]] double height(const Eigen::Vector2d& p) const {
      return z_a + z_x * (p.x() - a.x()) + z_y * (p.y() - a.y());
    }
    [[nodiscard]] bool holds(const Eigen::Vector2d& p) const;
  };
  //! Facets, sorted into square cells of the plane.
  struct Layer {
    std::vector<Facet> facets;
    std::vector<std::vector<std::uint32_t>> cells;
  };

  [[nodiscard]] Layer layer_of(const TriangleMesh& mesh, double looks) const;
  [[nodiscard]] std::size_t cell(int column, int row) const {
    return static_cast<std::size_t>(row) * static_cast<std::size_t>(columns_) +
           static_cast<std::size_t>(column);
  }
  [[nodiscard]] int column_of(double x) const;
  [[nodiscard]] int row_of(double y) const;
  template <class Visit>
  void for_cells(const Facet& facet, Visit visit) const;
  [[nodiscard]] const Facet* facet_at(const Layer& layer, const Eigen::Vector2d& p, double sign) const;
  [[nodiscard]] static double common_area(const Facet& upper, const Facet& lower, double threshold_mm);

  Eigen::Vector2d corner_ = Eigen::Vector2d::Zero();
  double cell_mm_ = 1;
  int columns_ = 0, rows_ = 0;  //!< number of cells in the window that both meshes cover
  Layer upper_, lower_;
};

}  // namespace intercusp::kit
