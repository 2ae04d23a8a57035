// A measure of the model analysis: what an orthodontist measures on one or two models. What each key means, with its
// source, stands in io/results/model/definitions.cpp.
//
// Lengths are mm, angles radians, ratios shares of 1.
#pragma once

#include <Eigen/Core>
#include <optional>
#include <vector>

#include "occlusion/base/enum_table.h"
#include "occlusion/base/jaw.h"
#include "occlusion/case/bite_relations.h"
#include "occlusion/case/fdi.h"

namespace intercusp {

enum class MeasureKey {
  width,
  bolton_anterior,
  bolton_anterior_discrepancy,
  bolton_overall,
  bolton_overall_discrepancy,
  arch_perimeter,
  crowding,
  little_irregularity,
  intercanine_width,
  interpremolar_width,
  intermolar_width,
  arch_length,
  arch_depth,
  spee,
  wilson,
  torque,
  tip,
  rotation,
  overjet,
  overbite,
  crossbite,
  scissor_bite,
  midline_shift,
  molar_relation,
  canine_relation,
  unerupted_width,
  par_upper_anterior,
  par_lower_anterior,
  par_overjet,
  par_overbite,
  par_centreline,
  abo_buccolingual_inclination
};

[[nodiscard]] constexpr auto names_of(MeasureKey) {
  using enum MeasureKey;
  return enum_table<MeasureKey>({{width, "width"},
                                 {bolton_anterior, "bolton_anterior"},
                                 {bolton_anterior_discrepancy, "bolton_anterior_discrepancy"},
                                 {bolton_overall, "bolton_overall"},
                                 {bolton_overall_discrepancy, "bolton_overall_discrepancy"},
                                 {arch_perimeter, "arch_perimeter"},
                                 {crowding, "crowding"},
                                 {little_irregularity, "little_irregularity"},
                                 {intercanine_width, "intercanine_width"},
                                 {interpremolar_width, "interpremolar_width"},
                                 {intermolar_width, "intermolar_width"},
                                 {arch_length, "arch_length"},
                                 {arch_depth, "arch_depth"},
                                 {spee, "spee"},
                                 {wilson, "wilson"},
                                 {torque, "torque"},
                                 {tip, "tip"},
                                 {rotation, "rotation"},
                                 {overjet, "overjet"},
                                 {overbite, "overbite"},
                                 {crossbite, "crossbite"},
                                 {scissor_bite, "scissor_bite"},
                                 {midline_shift, "midline_shift"},
                                 {molar_relation, "molar_relation"},
                                 {canine_relation, "canine_relation"},
                                 {unerupted_width, "unerupted_width"},
                                 {par_upper_anterior, "par_upper_anterior"},
                                 {par_lower_anterior, "par_lower_anterior"},
                                 {par_overjet, "par_overjet"},
                                 {par_overbite, "par_overbite"},
                                 {par_centreline, "par_centreline"},
                                 {abo_buccolingual_inclination, "abo_buccolingual_inclination"}});
}

//! Why a measure has no value.
enum class MeasureReason {
  none,
  tooth_missing,     //!< one of the teeth that define it
  milk_tooth,        //!< a milk tooth stands in the place of one of them
  tooth_unsure,      //!< the number of one of them is
  landmark_missing,  //!< a crown does not show one that defines it
  one_jaw,           //!< it needs both
  arch_unclear,      //!< too few teeth show the directions of the arch
  not_shown,         //!< no crown of this kind shows it
  too_close,         //!< the interval holds both answers
  all_erupted        //!< there is nothing to predict
};

[[nodiscard]] constexpr auto names_of(MeasureReason) {
  using enum MeasureReason;
  return enum_table<MeasureReason>({{none, ""},
                                    {tooth_missing, "tooth_missing"},
                                    {milk_tooth, "milk_tooth"},
                                    {tooth_unsure, "tooth_unsure"},
                                    {landmark_missing, "landmark_missing"},
                                    {one_jaw, "one_jaw"},
                                    {arch_unclear, "arch_unclear"},
                                    {not_shown, "not_shown"},
                                    {too_close, "too_close"},
                                    {all_erupted, "all_erupted"}});
}

//! How the perimeter of an arch is measured.
enum class PerimeterMethod { segments, curve };

[[nodiscard]] constexpr auto names_of(PerimeterMethod) {
  return enum_table<PerimeterMethod>(
      {{PerimeterMethod::segments, "segments"}, {PerimeterMethod::curve, "curve"}});
}

//! A value, or why there is none.
struct Reading {
  std::optional<double> value;
  MeasureReason reason = MeasureReason::none;  //!< none: there is a value
};

struct ModelMeasure {
  MeasureKey key = MeasureKey::width;
  std::optional<Jaw> jaw;  //!< empty: both
  PatientSide side = PatientSide::neither;
  int fdi = 0;  //!< 0: not of one tooth; of a pair of teeth, that of the right side
  std::optional<PerimeterMethod> method = {};
  Reading reading = {};            //!< crossbite and scissor bite: 1 or 0
  RelationInterval interval = {};  //!< 95 %; none for crossbite and scissor bite
  std::optional<SagittalClass> sagittal_class = {};
  std::vector<Eigen::Vector3d> line = {};  //!< where it is measured, for pictures, case frame; may be empty
};

}  // namespace intercusp
