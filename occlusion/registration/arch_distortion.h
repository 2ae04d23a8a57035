// The distortion of an arch, in three numbers: a smooth field along the arch, as scanners cause it that
// stitch pictures.
//
// For each axis, the field is a sum of Legendre polynomials of the position along the arch, up to the fourth
// degree. The effect of a pose of the whole arch is removed: the middles of the crowns fit best by least
// squares. Lengths are in mm.
#pragma once

#include <Eigen/Core>
#include <array>
#include <span>
#include <vector>

namespace intercusp {

//! A crown, and how far a scan shows it displaced.
struct ShiftedCrown {
  Eigen::Vector3d middle{0, 0, 0}, shift{0, 0, 0};
  Eigen::Matrix3d covariance = Eigen::Matrix3d::Identity();  //!< covariance of the shift
};

//! Legendre polynomials of degrees 0 to 4: waves along an arch at a position from −1 to 1.
[[nodiscard]] std::array<double, 5> waves_at(double place);

//! Shifts that are smooth along an arch, and a turn, which does not depend on where the arch bends.
class SmoothShifts {
 public:
  //! \pre at least two crowns
  explicit SmoothShifts(std::span<const ShiftedCrown> crowns);
  //! \param place −1 at the first crown's middle, 1 at the last one's; may be slightly beyond both
  [[nodiscard]] Eigen::Vector3d at(double place) const;
  //! The shift at the nearest position on the line through the crowns' middles.
  [[nodiscard]] Eigen::Vector3d near(const Eigen::Vector3d& point) const;
  //! The position on that line.
  [[nodiscard]] Eigen::Vector3d middle_at(double place) const;
  [[nodiscard]] const std::vector<double>& places() const { return places_; }

 private:
  [[nodiscard]] Eigen::Vector3d shift(double place, const Eigen::Vector3d& point) const;
  std::vector<Eigen::Vector3d> middles_;
  std::vector<double> places_;
  Eigen::Vector3d centre_{0, 0, 0};
  Eigen::VectorXd found_;  //!< waves of each degree, then a turn about the centre
};

//! None of the three numbers depends on a pose. A half-way point lies between an end of the arch and its
//! middle, along the arch.
struct ArchDistortion {
  std::vector<Eigen::Vector3d> at;  //!< for each crown, its shift as far as it is smooth along the arch
  double spread_mm = 0;             //!< by how much the distance between the ends of the arch grows
  //! Heights are towards superior, above the plane through the ends and the middle of the arch: by how much
  //! the left half-way point rises more than the right one.
  double twist_mm = 0;
  double bend_mm = 0;  //!< by how much both half-way points rise above that plane, mean
};

//! With fewer crowns a distortion does not show.
inline constexpr std::size_t least_crowns_of_arch = 6;

//! \param crowns along the arch, from the patient's right to left
//! \param superior unit vector
//! \pre at least least_crowns_of_arch crowns
[[nodiscard]] ArchDistortion arch_distortion(std::span<const ShiftedCrown> crowns,
                                             const Eigen::Vector3d& superior);

}  // namespace intercusp
