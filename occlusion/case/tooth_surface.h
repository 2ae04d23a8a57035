// Describes where on a tooth a contact lies, in the tooth's own axes (tooth_axes.h), and the shape of
// the surface there.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "occlusion/base/enum_table.h"
#include "occlusion/case/tooth_axes.h"

namespace intercusp {

//! Thirds of the crown along its mesiodistal axis.
enum class Mesiodistal { mesial, central, distal };
[[nodiscard]] constexpr auto names_of(Mesiodistal) {
  return enum_table<Mesiodistal>(
      {{Mesiodistal::mesial, "mesial"}, {Mesiodistal::central, "central"}, {Mesiodistal::distal, "distal"}});
}

//! Thirds of the crown along its buccolingual axis. A front tooth has two sides and the edge between them.
//! `incisal` is the surface in the last quarter of the crown that faces the bite, at less than 60° to the
//! long axis; elsewhere the surface faces buccally or lingually. (Texts say labial for buccal in front, and
//! palatal for lingual on upper teeth.)
enum class Buccolingual { buccal, central, lingual, incisal };
[[nodiscard]] constexpr auto names_of(Buccolingual) {
  return enum_table<Buccolingual>({{Buccolingual::buccal, "buccal"},
                                   {Buccolingual::central, "central"},
                                   {Buccolingual::lingual, "lingual"},
                                   {Buccolingual::incisal, "incisal"}});
}

//! Feature of the quadric that best fits the surface within 1 mm. Curved means more than 0.15/mm, which is
//! 0.075 mm at this distance: three times the noise of scanners (22–30 µm, synapse.koreamed.org 1081192). The
//! first three are at most 50° from level; a level surface is perpendicular to the long axis.
enum class ToothFeature {
  cusp,   //!< convex in every direction
  fossa,  //!< concave in one direction, and convex in the other by at most half as much: fossae and grooves
  marginal_ridge,  //!< convex mesiodistally, near the mesial or distal end of a back tooth
  incline          //!< none of these, 15° to 65° from level; not named on an incisal edge
};
[[nodiscard]] constexpr auto names_of(ToothFeature) {
  return enum_table<ToothFeature>({{ToothFeature::cusp, "cusp"},
                                   {ToothFeature::fossa, "fossa"},
                                   {ToothFeature::marginal_ridge, "marginal_ridge"},
                                   {ToothFeature::incline, "incline"}});
}

struct ToothPlace {
  int tooth = 0;  //!< FDI
  Mesiodistal mesiodistal = Mesiodistal::central;
  Buccolingual buccolingual = Buccolingual::central;
  std::optional<ToothFeature> feature;  //!< empty if the surface is ambiguous or the mesh too coarse
  bool operator==(const ToothPlace&) const = default;
};

//! The surface of one tooth, on which contacts are located.
class ToothSurface {
 public:
  //! Keeps references; jaw and tooth must outlive this object.
  ToothSurface(const Solid& jaw, const Eigen::Isometry3d& case_from_jaw, const ToothAxes& tooth);

  //! The place of the face nearest to the middle of the given ones. Empty if the faces have no area.
  //! \param faces of the tooth
  [[nodiscard]] std::optional<ToothPlace> place_of(std::span<const std::uint32_t> faces) const;

 private:
  //! A face, along the tooth's axes.
  struct Piece {
    Eigen::Vector3d middle, normal;  //!< unit
    double area_mm2 = 0;
  };
  struct Spot {
    Eigen::Vector3d middle, normal;
  };
  struct Curvature {
    double least = 0, most = 0, mesiodistal = 0;  //!< 1/mm, convex is positive
    Eigen::Vector3d normal;                       //!< mean normal of the neighbourhood
  };

  [[nodiscard]] Piece piece(std::uint32_t face) const;
  [[nodiscard]] static std::optional<Spot> spot_amid(const std::vector<Piece>& pieces);
  [[nodiscard]] std::optional<Curvature> curvature_at(const Spot& spot) const;
  [[nodiscard]] Buccolingual side_of_front(const Spot& spot) const;
  [[nodiscard]] std::optional<ToothFeature> feature_at(const Spot& spot) const;
  //! Position along the three axes, from −1 to 1 within the crown.
  [[nodiscard]] Eigen::Vector3d share_of(const Eigen::Vector3d& point) const;

  const Solid& jaw_;
  const ToothAxes& tooth_;
  Eigen::Isometry3d tooth_from_jaw_;
  std::vector<float> x_, y_, z_;  //!< first corners of the tooth's faces along its axes
};

}  // namespace intercusp
