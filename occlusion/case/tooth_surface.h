// The surface of one tooth, which locates contacts on it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "occlusion/case/tooth_axes.h"
#include "occlusion/case/tooth_place.h"

namespace intercusp {

class ToothSurface {
 public:
  //! Keeps references: jaw and tooth must outlive this.
  ToothSurface(const Solid& jaw, const Eigen::Isometry3d& case_from_jaw, const ToothAxes& tooth);

  //! The place of the face nearest to the middle of those given. Empty without faces of any area.
  //! \param faces of the tooth
  [[nodiscard]] std::optional<ToothPlace> place_of(std::span<const std::uint32_t> faces) const;

 private:
  //! Along the tooth's axes.
  struct Piece {
    Eigen::Vector3d middle, normal;  //!< unit
    double area_mm2 = 0;
  };
  struct Spot {
    Eigen::Vector3d middle, normal;
  };
  struct Curvature {
    double least = 0, most = 0, mesiodistal = 0;  //!< 1/mm, convex is positive
    Eigen::Vector3d normal;                       //!< of the neighbourhood
  };

  [[nodiscard]] Piece piece(std::uint32_t face) const;
  [[nodiscard]] static std::optional<Spot> spot_amid(const std::vector<Piece>& pieces);
  [[nodiscard]] std::optional<Curvature> curvature_at(const Spot& spot) const;
  [[nodiscard]] Buccolingual side_of_front(const Spot& spot) const;
  [[nodiscard]] std::optional<ToothFeature> feature_at(const Spot& spot) const;
  //! Along the three axes, from −1 to 1 within the crown.
  [[nodiscard]] Eigen::Vector3d share_of(const Eigen::Vector3d& point) const;

  const Solid& jaw_;
  const ToothAxes& tooth_;
  Eigen::Isometry3d tooth_from_jaw_;
  std::vector<float> x_, y_, z_;  //!< first corners of the tooth's faces along its axes
};

}  // namespace intercusp
