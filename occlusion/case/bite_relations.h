// How the dental arches stand to each other: overjet, overbite, midlines, molars and canines.
//
// Lengths are mm along axes of the bite: superior at right angles to the plane that fits the tops of all crowns
// best (much like the plane that bisects the overbites of incisors and molars, Downs 1948), left from the upper
// teeth of the right side to their fellows on the left. Where teeth are few the anatomical axes serve.
#pragma once

#include <optional>
#include <vector>

#include "occlusion/case/anatomy.h"
#include "occlusion/case/bite.h"
#include "occlusion/case/tooth_axes.h"

namespace intercusp {

struct RelationLength {
  double mm = 0;
  std::vector<int> teeth;  //!< FDI, upper first: measured on these
};

//! Of first molars or canines on one side (Angle 1899).
enum class SagittalClass { class_1, class_2, class_3 };

struct SagittalRelation {
  double mesial_mm = 0;  //!< how far mesial of its place in class I the upper tooth stands; negative: distal
  double half_cusp_mm = 0;  //!< class I to either side; beyond it class II (mesial) and class III (distal)
  SagittalClass sagittal_class = SagittalClass::class_1;
  std::vector<int> teeth;
};

//! Empty where the teeth or their landmarks are missing.
struct BiteRelations {
  //! From the labial surface of the lower central incisors forward to the labial side of the upper ones' edges, at
  //! the height of these edges or, in an open bite, of the lower edges; negative: reverse (WHO, Oral Health
  //! Surveys; Proffit, Contemporary Orthodontics). Each crown's middle third is measured; the mean of two counts.
  std::optional<RelationLength> overjet;
  std::optional<RelationLength> overbite;  //!< from the upper edges up to the lower ones; negative: open bite
  //! How far the middle between the mesial ends of the lower central incisors lies to the patient's left of that of
  //! the upper ones.
  std::optional<RelationLength> midline_shift;
  //! From the buccal groove of the lower first molar to the mesiobuccal cusp of the upper one.
  std::optional<SagittalRelation> right_molar, left_molar;
  //! From between lower canine and first premolar to the tip of the upper canine.
  std::optional<SagittalRelation> right_canine, left_canine;
};

//! \param upper,lower of this bite in this pose
[[nodiscard]] BiteRelations bite_relations(const Bite& bite, const std::vector<ToothAxes>& upper,
                                           const std::vector<ToothAxes>& lower, const AnatomicalAxes& axes);

}  // namespace intercusp
