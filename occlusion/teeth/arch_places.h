// Arch coordinates of many points.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <vector>

#include "occlusion/teeth/arch_path.h"

namespace intercusp {

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

}  // namespace intercusp
