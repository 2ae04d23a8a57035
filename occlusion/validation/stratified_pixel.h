// Stratified sampling of a pixel: one random ray in each of n equal parts, as Myszkowski, Okunev & Kunii 1995
// (section 8) shoot 16.
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace intercusp {

//! A seed always gives the same places, in any order of pixels.
class StratifiedPixel {
 public:
  //! \throw std::invalid_argument unless there is at least one ray.
  StratifiedPixel(int rays, std::uint64_t seed);

  [[nodiscard]] int rays() const { return static_cast<int>(parts_.size()); }

  //! In shares of the pixel's edge from its top left, each in [0, 1).
  //! \param map, pixel index of the map, and of its pixel.
  [[nodiscard]] Eigen::Vector2d place(std::size_t map, std::size_t pixel, int ray) const;

 private:
  //! A square number of rays gives square parts. For others some rows get more rays and a height that keeps
  //! all parts equal in area.
  struct Part {
    Eigen::Vector2d corner, size;
  };
  std::vector<Part> parts_;
  std::uint64_t seed_;
};

}  // namespace intercusp
