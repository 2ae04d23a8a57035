// Where parallel lines run inside one solid: Embree finds the faces, depths are computed in double.
#pragma once

#include <Eigen/Geometry>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "occlusion/engines/rays/line_reading.h"
#include "occlusion/engines/rays/ray_scene.h"
#include "occlusion/geometry/solid.h"
#include "occlusion/view/view.h"

namespace intercusp::rays {

struct LineCounts {
  std::size_t reshot = 0;
  std::size_t inconsistent = 0;

  LineCounts& operator+=(const LineCounts& other) {
    reshot += other.reshot;
    inconsistent += other.inconsistent;
    return *this;
  }
};

//! The intervals of all lines of one row of pixels through one solid.
struct RowOfLines {
  std::vector<std::uint32_t> first;  //!< of each pixel in `intervals`, and the end
  std::vector<InsideInterval> intervals;
  LineCounts counts;

  [[nodiscard]] std::span<const InsideInterval> pixel(int column) const {
    return {intervals.data() + first[column], intervals.data() + first[column + 1]};
  }
};

//! One solid, ready for lines. May be read from several threads at once.
class SolidLines {
 public:
  //! \throw std::runtime_error if Embree cannot be used.
  explicit SolidLines(std::shared_ptr<const Solid> solid);

  [[nodiscard]] const Solid& solid() const { return *solid_; }

  //! \param faces room to work in.
  [[nodiscard]] LineReading read(const Eigen::Isometry3d& solid_from_view, double u_mm, double v_mm,
                                 std::vector<std::uint32_t>& faces, LineCounts& counts) const;

  [[nodiscard]] RowOfLines read_row(const Eigen::Isometry3d& solid_from_view, const PixelGrid& grid,
                                    int row) const;

 private:
  std::shared_ptr<const Solid> solid_;
  RayScene scene_;
};

}  // namespace intercusp::rays
