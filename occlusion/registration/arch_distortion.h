// How an arch is distorted: a smooth field along it, as scanners that stitch pictures make, in three numbers.
//
// The field is a sum of Legendre polynomials of the place along the arch, up to the fourth degree, for each axis. What a pose of
// the whole arch would do is taken out: the crowns' middles fit best, by least squares. Lengths are mm.
#pragma once

#include <Eigen/Core>
#include <array>
#include <span>
#include <vector>

namespace intercusp {

//! A crown that a scan shows elsewhere than it is.
struct ShiftedCrown {
  Eigen::Vector3d middle{0, 0, 0}, shift{0, 0, 0};
  Eigen::Matrix3d covariance = Eigen::Matrix3d::Identity();  //!< of the shift
};

//! Legendre's polynomials of degrees 0 to 4: waves along an arch at a place from −1 to 1.
[[nodiscard]] std::array<double, 5> waves_at(double place);

//! Shifts that are smooth along an arch, and a turn, which is not where the arch bends.
class SmoothShifts {
 public:
  //! \pre at least two crowns
  explicit SmoothShifts(std::span<const ShiftedCrown> crowns);
  //! \param place −1 at the first crown's middle, 1 at the last one's; a little beyond both
  [[nodiscard]] Eigen::Vector3d at(double place) const;
  //! At the nearest place of the line through the crowns' middles.
  [[nodiscard]] Eigen::Vector3d near(const Eigen::Vector3d& point) const;
  //! The place on that line.
  [[nodiscard]] Eigen::Vector3d middle_at(double place) const;
  [[nodiscard]] const std::vector<double>& places() const { return places_; }

 private:
  [[nodiscard]] Eigen::Vector3d shift(double place, const Eigen::Vector3d& point) const;
  std::vector<Eigen::Vector3d> middles_;
  std::vector<double> places_;
  Eigen::Vector3d centre_{0, 0, 0};
  Eigen::VectorXd found_;  //!< waves of each degree, then a turn about the centre
};

//! None of the three numbers depends on a pose. Half-way: between an end of the arch and its middle, along the arch.
struct ArchDistortion {
  std::vector<Eigen::Vector3d> at;  //!< the shift of each crown that is smooth along the arch
  double spread_mm = 0;             //!< by how much the ends of the arch lie further apart
  double twist_mm = 0;  //!< by how much the left half-way place lies higher, towards superior, over the plane
                        //!< through the ends and the middle of the arch than the right one
  double bend_mm = 0;   //!< by how much both lie higher over it, mean
};

//! Fewer crowns show no distortion.
inline constexpr std::size_t least_crowns_of_arch = 6;

//! \param crowns along the arch, from the patient's right to the left  \param superior unit vector
//! \pre at least least_crowns_of_arch
[[nodiscard]] ArchDistortion arch_distortion(std::span<const ShiftedCrown> crowns,
                                             const Eigen::Vector3d& superior);

}  // namespace intercusp
