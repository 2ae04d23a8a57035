#include <algorithm>
#include <array>
#include <cmath>

#include "occlusion/model/dental_arch.h"

namespace intercusp {
namespace {

using Eigen::Vector2d, Eigen::Vector3d;

ModelMeasure& add(std::vector<ModelMeasure>& measures, MeasureKey key, const Reading& reading) {
  return measures.emplace_back(ModelMeasure{.key = key, .reading = reading});
}

// ---- Bolton

void add_bolton(const DentalArch& upper, const DentalArch& lower, std::vector<ModelMeasure>& measures) {
  struct Ratio {
    MeasureKey key, discrepancy;
    int last;
    double mean;  //!< Bolton 1958
  };
  using enum MeasureKey;
  for (const auto& [key, discrepancy, last, mean] :
       {Ratio{bolton_anterior, bolton_anterior_discrepancy, 3, 0.772},
        Ratio{bolton_overall, bolton_overall_discrepancy, 6, 0.913}}) {
    Wanted above(upper), below(lower);
    const double upper_mm = sum_of_widths_mm(above, upper, last),
                 lower_mm = sum_of_widths_mm(below, lower, last);
    above.lacks(below);
    const double ratio = lower_mm / upper_mm;
    add(measures, key, above.gives(ratio));
    add(measures, discrepancy,
        above.gives(ratio > mean ? lower_mm - mean * upper_mm : lower_mm / mean - upper_mm));
  }
}

// ---- Crossbite

//! The lower teeth's buccal cusps and edges as a line seen from above, from the patient's right to left.
class BuccalLine {
 public:
  explicit BuccalLine(const DentalArch& lower) : lower_(lower) {
    for (const ModelTooth& tooth : lower.teeth()) {
      std::vector<Vector2d> tops;
      for (const Vector3d& top : buccal_tops(tooth)) tops.push_back(lower.flat(top));
      if (side_of(tooth.fdi) == PatientSide::right) std::ranges::reverse(tops);  // the distal one first
      points_.insert(points_.end(), tops.begin(), tops.end());
    }
  }
  //! How far a place lies outside the line.
  [[nodiscard]] double outside_mm(const Vector3d& place) const {
    const Vector2d p = lower_.flat(place);
    double nearest = 1e9, outside = 0;
    for (std::size_t i = 1; i < points_.size(); ++i) {
      const Vector2d &a = points_[i - 1], way = points_[i] - a;
      if (!(way.squaredNorm() > 0)) continue;
      const double share = std::clamp(way.dot(p - a) / way.squaredNorm(), 0.0, 1.0);
      const double away = (p - a - share * way).norm();
      if (away >= nearest) continue;
      nearest = away;
      outside = std::copysign(away, way.x() * (p - a).y() - way.y() * (p - a).x());
    }
    return outside;
  }

 private:
  const DentalArch& lower_;
  std::vector<Vector2d> points_;
};

Vector3d mean_of(const std::vector<Vector3d>& places) {
  Vector3d sum = Vector3d::Zero();
  for (const Vector3d& place : places) sum += place;
  return sum / static_cast<double>(places.size());
}

//! Adds, for each upper tooth, how far its buccal cusps lie outside the lower ones and how far its lingual cusps do;
//! measure_model turns them into yes and no.
void add_crossbites(const DentalArch& upper, const DentalArch& lower, std::vector<ModelMeasure>& measures) {
  const bool clear = lower.axes().has_value();
  const BuccalLine line = clear ? BuccalLine(lower) : BuccalLine(DentalArch(ModelJaw{}));
  for (const bool left : {false, true}) {
    for (int place = 1; place <= 7; ++place) {
      const int fdi = permanent(Jaw::upper, left, place);
      Wanted above(upper), below(lower);
      const bool both = above.tooth(fdi);
      below.tooth(permanent(Jaw::lower, left, place));
      above.lacks(below);
      if (!clear) above.lacks(MeasureReason::arch_unclear);
      const std::vector<Vector3d> tops = both ? buccal_tops(*upper.tooth(fdi)) : std::vector<Vector3d>();
      if (tops.empty()) above.lacks(MeasureReason::landmark_missing);
      const double outside_mm = above.complete() ? line.outside_mm(mean_of(tops)) : 0;
      add(measures, MeasureKey::crossbite, above.gives(-outside_mm)).fdi = fdi;
      if (place <= 3) continue;
      const std::vector<Vector3d> palatal = both ? lingual_tops(*upper.tooth(fdi)) : std::vector<Vector3d>();
      if (palatal.empty()) above.lacks(MeasureReason::landmark_missing);
      const double lingual_mm = above.complete() ? line.outside_mm(mean_of(palatal)) : 0;
      add(measures, MeasureKey::scissor_bite, above.gives(lingual_mm)).fdi = fdi;
    }
  }
}

// ---- Overjet, overbite and midlines

void add_length(MeasureKey key, int fdi, const RelationLength* length, MeasureReason missing,
                std::vector<ModelMeasure>& measures) {
  ModelMeasure& added = add(measures, key, length != nullptr ? Reading{length->mm} : Reading{{}, missing});
  added.fdi = fdi;
  if (length != nullptr) added.interval = length->interval_mm;
}

template <class T>
const T* pointer_to(const std::optional<T>& value) {
  return value ? &*value : nullptr;
}

void add_front_teeth(const DentalArch& upper, const DentalArch& lower, const BiteRelations& relations,
                     std::vector<ModelMeasure>& measures) {
  for (const int fdi : {12, 11, 21, 22}) {
    Wanted above(upper), below(lower);
    above.tooth(fdi);
    below.tooth(permanent(Jaw::lower, side_of(fdi) == PatientSide::left, place_of(fdi)));
    above.lacks(below);
    const auto found = std::ranges::find(relations.front_teeth, fdi, &FrontToothRelation::fdi);
    if (found == relations.front_teeth.end()) above.lacks(MeasureReason::landmark_missing);
    const MeasureReason reason = above.reason();
    const bool there = reason == MeasureReason::none;
    add_length(MeasureKey::overjet, fdi, there ? &found->overjet : nullptr, reason, measures);
    add_length(MeasureKey::overbite, fdi, there ? &found->overbite : nullptr, reason, measures);
  }
  constexpr MeasureReason missing = MeasureReason::tooth_missing;
  add_length(MeasureKey::overjet, 0, pointer_to(relations.overjet), missing, measures);
  add_length(MeasureKey::overbite, 0, pointer_to(relations.overbite), missing, measures);
  add_length(MeasureKey::midline_shift, 0, pointer_to(relations.midline_shift), missing, measures);
}

void add_sagittal(MeasureKey key, PatientSide side, const std::optional<SagittalRelation>& relation,
                  std::vector<ModelMeasure>& measures) {
  ModelMeasure& added =
      add(measures, key, relation ? Reading{relation->mesial_mm} : Reading{{}, MeasureReason::tooth_missing});
  added.side = side;
  if (!relation) return;
  added.interval = relation->interval_mm;
  added.sagittal_class = relation->sagittal_class;
}

// ---- PAR (Richmond 1992), the components that follow from front teeth

//! The greatest overjet and overbite of the incisors, and how many stand behind or on their antagonists.
struct FrontOverlaps {
  double overjet_mm = 0, overbite_mm = 0, crown_mm = 0, least_overbite_mm = 0;
  int reversed = 0, edge_to_edge = 0;
};

double par_overjet(const FrontOverlaps& front) {
  const double crossed = front.reversed > 2       ? 4
                         : front.reversed > 0     ? 1 + front.reversed
                         : front.edge_to_edge > 0 ? 1
                                                  : 0;
  return steps_above(front.overjet_mm, {3, 5, 7, 9}) + crossed;
}

double par_overbite(const FrontOverlaps& front) {
  if (front.least_overbite_mm < 0) return 1 + steps_above(-front.least_overbite_mm, {1, 2, 4});
  const double share = front.overbite_mm / front.crown_mm;
  return (share > 1.0 / 3 ? 1 : 0) + (share > 2.0 / 3 ? 1 : 0) + (share >= 1 ? 1 : 0);
}

void add_par(const DentalArch& upper, const DentalArch& lower, const BiteRelations& relations,
             std::vector<ModelMeasure>& measures) {
  Wanted above(upper), below(lower);
  FrontOverlaps front{.overjet_mm = -1e9, .overbite_mm = -1e9, .least_overbite_mm = 1e9};
  for (const int fdi : {12, 11, 21, 22}) {
    above.tooth(fdi);
    const int under = permanent(Jaw::lower, side_of(fdi) == PatientSide::left, place_of(fdi));
    const double crown_mm =
        (below(under, LandmarkName::incisal_middle) - below(under, LandmarkName::gum_facial)).norm();
    const auto found = std::ranges::find(relations.front_teeth, fdi, &FrontToothRelation::fdi);
    if (found == relations.front_teeth.end()) {
      above.lacks(MeasureReason::landmark_missing);
      continue;
    }
    constexpr double edge_mm = 0.5;  // our choice: as far as the overjet of a tooth is in doubt
    const double jet_mm = found->overjet.mm;
    front.overjet_mm = std::max(front.overjet_mm, jet_mm);
    front.reversed += jet_mm < -edge_mm ? 1 : 0;
    front.edge_to_edge += std::abs(jet_mm) <= edge_mm ? 1 : 0;
    front.least_overbite_mm = std::min(front.least_overbite_mm, found->overbite.mm);
    if (found->overbite.mm > front.overbite_mm)
      front.overbite_mm = found->overbite.mm, front.crown_mm = crown_mm;
  }
  above.lacks(below);
  add(measures, MeasureKey::par_overjet, above.gives(par_overjet(front)));
  add(measures, MeasureKey::par_overbite, above.gives(par_overbite(front)));
  Wanted incisor(lower);
  const double width = width_mm(incisor, lower, 41);
  if (!relations.midline_shift) incisor.lacks(MeasureReason::tooth_missing);
  const double shift = relations.midline_shift ? std::abs(relations.midline_shift->mm) : 0;
  add(measures, MeasureKey::par_centreline, incisor.gives(steps_above(shift, {0.25 * width, 0.5 * width})));
}

// ---- Mixed dentition

//! Tanaka and Johnston 1974: half the sum of the four lower incisors, plus a constant for canine and premolars of a side.
void add_unerupted(const DentalArch* upper, const DentalArch& lower, std::vector<ModelMeasure>& measures) {
  for (const DentalArch* const arch : {upper, &lower}) {
    if (arch == nullptr) continue;
    for (const bool left : {false, true}) {
      Wanted incisors(lower);
      const double sum_mm = sum_of_widths_mm(incisors, lower, 2);
      bool all = true;
      for (int place = 3; place <= 5; ++place)
        all = all && arch->tooth(permanent(arch->jaw(), left, place)) != nullptr;
      if (all) incisors.lacks(MeasureReason::all_erupted);
      const double constant_mm = arch->jaw() == Jaw::upper ? 11 : 10.5;
      ModelMeasure& added =
          add(measures, MeasureKey::unerupted_width, incisors.gives(0.5 * sum_mm + constant_mm));
      added.jaw = arch->jaw();
      added.side = left ? PatientSide::left : PatientSide::right;
    }
  }
}

}  // namespace

void measure_bite(const DentalArch* upper, const DentalArch* lower, const BiteRelations* relations,
                  std::vector<ModelMeasure>& measures) {
  if (lower != nullptr) add_unerupted(upper, *lower, measures);
  using enum MeasureKey;
  if (upper == nullptr || lower == nullptr) {
    for (const MeasureKey key : {bolton_anterior, bolton_overall, overjet, overbite, crossbite, midline_shift,
                                 molar_relation, canine_relation})
      add(measures, key, {{}, MeasureReason::one_jaw});
    return;
  }
  add_bolton(*upper, *lower, measures);
  add_crossbites(*upper, *lower, measures);
  if (relations == nullptr) {
    for (const MeasureKey key : {overjet, overbite, midline_shift, molar_relation, canine_relation})
      add(measures, key, {{}, MeasureReason::arch_unclear});
    return;
  }
  add_front_teeth(*upper, *lower, *relations, measures);
  add_sagittal(molar_relation, PatientSide::right, relations->right_molar, measures);
  add_sagittal(molar_relation, PatientSide::left, relations->left_molar, measures);
  add_sagittal(canine_relation, PatientSide::right, relations->right_canine, measures);
  add_sagittal(canine_relation, PatientSide::left, relations->left_canine, measures);
  add_par(*upper, *lower, *relations, measures);
}

}  // namespace intercusp
