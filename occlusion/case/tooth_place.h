// Where on a tooth a contact lies, in the tooth's own axes (tooth_axes.h), and what the surface is there.
#pragma once

#include <optional>

#include "occlusion/base/enum_table.h"

namespace intercusp {

//! Thirds of the crown along its mesiodistal axis.
enum class Mesiodistal { mesial, central, distal };
[[nodiscard]] constexpr auto names_of(Mesiodistal) {
  return enum_table<Mesiodistal>(
      {{Mesiodistal::mesial, "mesial"}, {Mesiodistal::central, "central"}, {Mesiodistal::distal, "distal"}});
}

//! Thirds along the buccolingual axis. A front tooth has two sides and the edge between them: `incisal` is the surface
//! in the last quarter of the crown that faces the bite, at less than 60° to the long axis; elsewhere the surface faces
//! buccally or lingually. (In words labial for buccal in front, palatal for lingual on upper teeth.)
enum class Buccolingual { buccal, central, lingual, incisal };
[[nodiscard]] constexpr auto names_of(Buccolingual) {
  return enum_table<Buccolingual>({{Buccolingual::buccal, "buccal"},
                                   {Buccolingual::central, "central"},
                                   {Buccolingual::lingual, "lingual"},
                                   {Buccolingual::incisal, "incisal"}});
}

//! From the quadric that fits the surface within 1 mm best. Curved means more than 0.15/mm, 0.075 mm at this
//! distance: three times the noise of scanners (22–30 µm, synapse.koreamed.org 1081192). The first three are at
//! most 50° from level, which is at right angles to the long axis.
enum class ToothFeature {
  cusp,            //!< convex in every direction
  fossa,           //!< concave across, and convex along by at most half as much: fossae and grooves
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

}  // namespace intercusp
