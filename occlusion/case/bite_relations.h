// How the dental arches relate to each other: overjet, overbite, midlines, molars and canines.
//
// Lengths are mm along axes of the bite. Superior is the normal of the plane that best fits the tops of all
// crowns; this plane is close to the one that bisects the overbites of incisors and molars (Downs 1948). Left
// points from the upper teeth of the right side to the corresponding teeth of the left side. If there are few
// teeth, the anatomical axes are used.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "occlusion/base/enum_table.h"
#include "occlusion/case/anatomy.h"
#include "occlusion/case/bite.h"
#include "occlusion/case/tooth_axes.h"
#include "occlusion/case/tooth_landmarks.h"

namespace intercusp {

//! Least and greatest, mm.
using RelationInterval = std::array<double, 2>;

struct RelationLength {
  double mm = 0;
  //! All values that the surface allows. Overjet: the teeth of each side alone, read up to 0.5 mm higher
  //! and lower. Overjet and overbite: also along the anatomical axes. Midline: 95 %, from the doubt
  //! of four contact points.
  RelationInterval interval_mm = {};
  std::vector<int> teeth;  //!< FDI, upper first: the teeth measured
};

//! The relation of first molars or canines on one side (Angle 1899).
enum class SagittalClass { class_1, class_2, class_3 };
[[nodiscard]] constexpr auto names_of(SagittalClass) {
  return enum_table<SagittalClass>(
      {{SagittalClass::class_1, "I"}, {SagittalClass::class_2, "II"}, {SagittalClass::class_3, "III"}});
}

struct SagittalRelation {
  double mesial_mm = 0;     //!< how far the upper tooth is mesial of its class I position; negative: distal
  double half_cusp_mm = 0;  //!< half width of class I; beyond it class II (mesial) or class III (distal)
  //! Spans all places of cusp and groove that are as high or as deep within 0.05 mm, a scan's error; for
  //! molars by both grooves.
  RelationInterval interval_mm = {};
  SagittalClass sagittal_class = SagittalClass::class_1;
  //! True if the class is constant over the whole interval and, for a molar, the mesiobuccal groove is clear.
  bool sure = false;
  std::vector<int> teeth;
};

//! Overjet and overbite of one upper incisor over the lower one of its place.
struct FrontToothRelation {
  int fdi = 0;  //!< of the upper tooth
  RelationLength overjet, overbite;
};

//! A relation is empty if its teeth or their landmarks are missing.
struct BiteRelations {
  //! Distance from the labial surface of the lower central incisors forward to the labial side of the upper
  //! edges, at the height of these edges or, in an open bite, of the lower edges. Negative: reverse overjet
  //! (WHO, Oral Health Surveys; Proffit, Contemporary Orthodontics). The middle third of each crown is
  //! measured, and the mean of two incisors counts.
  std::optional<RelationLength> overjet;
  std::optional<RelationLength> overbite;  //!< from the upper edges up to the lower ones; negative: open bite
  //! Both of each upper incisor that stands over the lower one of its place, from the patient's right to left.
  std::vector<FrontToothRelation> front_teeth;
  //! How far the point between the mesial contact points of the lower central incisors lies to the patient's
  //! left of that between the upper ones.
  std::optional<RelationLength> midline_shift;
  //! Distance from the mesiobuccal groove of the lower first molar to the mesiobuccal cusp of the upper one.
  //! If that groove is filled or worn away, its place is derived from the distobuccal groove, which lies 0.31
  //! of the crown's width behind it (0.27 to 0.34 on seven scanned molars with both).
  std::optional<SagittalRelation> right_molar, left_molar;
  //! Distance from the point between the lower canine and first premolar to the tip of the upper canine.
  std::optional<SagittalRelation> right_canine, left_canine;
};

//! \param upper,lower axes of the teeth of this bite in this pose
//! \param landmarks of both jaws in the case frame, for midline and canines; without them these are empty
[[nodiscard]] BiteRelations bite_relations(const Bite& bite, const std::vector<ToothAxes>& upper,
                                           const std::vector<ToothAxes>& lower, const AnatomicalAxes& axes,
                                           std::span<const ToothLandmark> landmarks);

}  // namespace intercusp
