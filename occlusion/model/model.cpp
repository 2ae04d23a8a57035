#include "occlusion/model/model.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "occlusion/base/angles.h"
#include "occlusion/base/random.h"
#include "occlusion/case/teeth.h"
#include "occlusion/model/crown_axis.h"

namespace intercusp {
namespace {

constexpr int draws = 200;
constexpr double normal_95 = 1.959964;  // half width of a normal interval in deviations

//! Deviations of a landmark along its tooth's axes, as shares of its 95 % radius; of three generated patients with 60 000 triangles a
//! jaw (seeds 6001 to 6003). A tip is known better in height. The
//! gum's margin across is as torque shows it (seeds 6401 and 6501).
struct Directions {
  double mesial, buccal, occlusal;
};

constexpr Directions directions_of(LandmarkName name) {
  using enum LandmarkName;
  if (name == contact_mesial || name == contact_distal) return {0, 0.34, 0.34};  // along: their own doubt
  if (name == incisal_middle) return {0.4, 0.37, 0.05};
  if (name == gum_facial || name == gum_lingual) return {0.35, 0.2, 0.22};
  if (name == facial_axis) return {0.45, 0.12, 0.22};
  if (name == groove_mb) return {0.2, 0.27, 0.05};
  return {0.25, 0.3, 0.14};
}

//! Deviations of the crown's axes about its own, likewise: torque, tip, rotation.
struct AxisDoubt {
  double torque_deg, tip_deg, rotation_deg;
};

constexpr AxisDoubt axis_doubt(int fdi) {
  return is_front_tooth(fdi) ? AxisDoubt{1, 0, 1.5} : AxisDoubt{2.7, 1.9, 2.9};
}

//! What the draws do not hold, as a deviation. For the prediction of unerupted teeth it is the greatest standard error that
//! Bishara & Jakobsen 1998 found for Tanaka and Johnston's method (0.67 to 0.92 mm). For sums of widths it is the error that
//! the widths of a jaw share: root mean square beyond the draws, of 12 generated patients with 60 000 triangles a jaw (seeds 6401
//! to 6412); the discrepancies follow from jaws of 93 and 45 mm.
double added_deviation(const ModelMeasure& measure) {
  using enum MeasureKey;
  constexpr double overall = 0.0175, anterior = 0.009;
  switch (measure.key) {
    case unerupted_width:
      return 0.92;
    case bolton_overall:
      return overall;
    case bolton_anterior:
      return anterior;
    case bolton_overall_discrepancy:
      return 93 * overall;
    case bolton_anterior_discrepancy:
      return 45 * anterior;
    case crowding:
      return 1.15;
    default:
      return 0;
  }
}

//! A stream of normal numbers.
class Normals {
 public:
  explicit Normals(std::uint64_t seed) : next_(seed) {}
  double operator()() {
    const double radius = std::sqrt(-2 * std::log(1 - share_of(mixed(next_)))),
                 angle = 2 * std::numbers::pi * share_of(mixed(next_ + 1));
    next_ += 2;
    return radius * std::cos(angle);
  }

 private:
  std::uint64_t next_;
};

//! The jaw with landmarks and axes moved within their doubt.
ModelJaw drawn_jaw(const ModelJaw& jaw, Normals& normal) {
  ModelJaw drawn = jaw;
  for (ModelTooth& tooth : drawn.teeth) {
    for (std::size_t i = 0; i < landmark_names; ++i) {
      const auto [mesial, buccal, occlusal] = directions_of(static_cast<LandmarkName>(i));
      const double x = normal(), y = normal(), z = normal();
      const double along_mm = mesial > 0 ? mesial * tooth.radius_mm[i] : tooth.along_mm[i] / normal_95;
      if (tooth.places[i])
        *tooth.places[i] += along_mm * x * tooth.mesial +
                            tooth.radius_mm[i] * (buccal * y * tooth.buccal + occlusal * z * tooth.occlusal);
    }
    take_crown_axis(tooth);  // follows its landmarks
    const AxisDoubt doubt = axis_doubt(tooth.fdi);
    const double torque = rad_per_deg * doubt.torque_deg * normal(),
                 tip = rad_per_deg * doubt.tip_deg * normal(),
                 turn = rad_per_deg * doubt.rotation_deg * normal();
    const Eigen::Vector3d mesial = tooth.mesial, buccal = tooth.buccal, occlusal = tooth.occlusal;
    tooth.occlusal = (occlusal + torque * buccal + tip * mesial).normalized();
    tooth.mesial = (mesial + turn * buccal - tip * occlusal).normalized();
    tooth.buccal = (buccal - turn * mesial - torque * occlusal).normalized();
  }
  return drawn;
}

std::vector<ModelMeasure> measures_once(const ModelJaw* upper, const ModelJaw* lower,
                                        const BiteRelations* relations) {
  std::vector<ModelMeasure> measures;
  const auto arch_of = [&](const ModelJaw* jaw) {
    std::optional<DentalArch> arch;
    if (jaw != nullptr) measure_arch(arch.emplace(*jaw), measures);
    return arch;
  };
  const std::optional<DentalArch> above = arch_of(upper), below = arch_of(lower);
  measure_bite(above ? &*above : nullptr, below ? &*below : nullptr, relations, measures);
  return measures;
}

bool is_score(MeasureKey key) { return key >= MeasureKey::par_upper_anterior; }

//! Whether no value below 0 can be.
bool is_amount(MeasureKey key) {
  return key == MeasureKey::little_irregularity || key == MeasureKey::spee || is_score(key);
}

//! Values of one measure over the draws.
struct Draws {
  double sum = 0, squares = 0, least = 1e9, most = -1e9;
  int count = 0;
  void add(double value) {
    sum += value;
    squares += value * value;
    least = std::min(least, value);
    most = std::max(most, value);
    ++count;
  }
};

//! The interval about the value, corrected for what the doubt itself adds on average (sums of lengths grow with it). A score spans
//! its draws.
RelationInterval interval_of(const ModelMeasure& measure, const Draws& drawn) {
  const double value = *measure.reading.value;
  if (is_score(measure.key)) return {std::min(value, drawn.least), std::max(value, drawn.most)};
  const double mean = drawn.sum / drawn.count;
  const double variance = std::max(0.0, drawn.squares / drawn.count - mean * mean);
  const double half = normal_95 * std::hypot(std::sqrt(variance), added_deviation(measure));
  const double middle = 2 * value - mean;
  RelationInterval interval = {std::min(value, middle - half), std::max(value, middle + half)};
  if (is_amount(measure.key)) interval[0] = std::max(0.0, interval[0]);
  return interval;
}

//! A yes or no, where the interval of the length leaves no doubt.
void decide(ModelMeasure& measure) {
  if (measure.key != MeasureKey::crossbite && measure.key != MeasureKey::scissor_bite) return;
  if (!measure.reading.value) return;
  const bool told = measure.interval[0] > 0 || measure.interval[1] < 0;
  measure.reading =
      told ? Reading{*measure.reading.value > 0 ? 1.0 : 0.0} : Reading{{}, MeasureReason::too_close};
  measure.interval = {};
}

}  // namespace

ModelJaw model_jaw(Jaw jaw, std::span<const ToothAxes> teeth, std::span<const ToothLandmark> landmarks,
                   const Solid& solid) {
  ModelJaw model{.jaw = jaw};
  for (const ToothAxes& axes : teeth) {
    ModelTooth& tooth = model.teeth.emplace_back(ModelTooth{.fdi = axes.fdi,
                                                            .sure = belief_in(solid, axes.fdi).sure,
                                                            .middle = axes.origin,
                                                            .mesial = axes.mesial,
                                                            .buccal = axes.buccal,
                                                            .occlusal = axes.occlusal});
    for (const ToothLandmark& landmark : landmarks) {
      if (landmark.fdi != axes.fdi) continue;
      const auto name = static_cast<std::size_t>(landmark.name);
      tooth.places[name] = landmark.position_mm;
      tooth.radius_mm[name] = landmark.radius_mm;
      tooth.along_mm[name] = landmark.doubt_along_arch_mm();
    }
    take_crown_axis(tooth);
  }
  return model;
}

std::vector<ModelMeasure> measure_model(const ModelJaw* upper, const ModelJaw* lower,
                                        const BiteRelations* relations) {
  std::vector<ModelMeasure> measures = measures_once(upper, lower, relations);
  std::vector<Draws> drawn(measures.size());
  for (std::uint64_t draw = 0; draw < draws; ++draw) {
    Normals normal(draw << 32);
    ModelJaw above, below;
    if (upper != nullptr) above = drawn_jaw(*upper, normal);
    if (lower != nullptr) below = drawn_jaw(*lower, normal);
    const std::vector<ModelMeasure> once =
        measures_once(upper == nullptr ? nullptr : &above, lower == nullptr ? nullptr : &below, relations);
    for (std::size_t i = 0; i < once.size(); ++i)
      if (once[i].reading.value) drawn[i].add(*once[i].reading.value);
  }
  for (std::size_t i = 0; i < measures.size(); ++i) {
    ModelMeasure& measure = measures[i];
    const bool has_own = measure.interval != RelationInterval{};
    if (measure.reading.value && !has_own && drawn[i].count > 0)
      measure.interval = interval_of(measure, drawn[i]);
    decide(measure);
  }
  return measures;
}

namespace {

//! Centroids of the labelled crowns.
std::vector<ToothPlace3> crown_places(const Solid& jaw, Jaw which) {
  std::vector<ToothPlace3> places;
  std::vector<double> counts;
  for (std::size_t vertex = 0; vertex < jaw.labels.size(); ++vertex) {
    const int fdi = jaw.labels[vertex];
    if (jaw_of(fdi) != which) continue;
    auto at = std::ranges::find(places, fdi, &ToothPlace3::fdi);
    if (at == places.end()) {
      at = places.insert(at, {fdi, Eigen::Vector3d::Zero()});
      counts.push_back(0);
    }
    at->place += jaw.mesh.vertices[vertex];
    counts[static_cast<std::size_t>(at - places.begin())] += 1;
  }
  for (std::size_t i = 0; i < places.size(); ++i) places[i].place /= counts[i];
  return places;
}

}  // namespace

Jaw jaw_with_teeth(std::span<const int> labels) {
  const auto of = [&](Jaw jaw) {
    return std::ranges::count_if(labels, [&](int fdi) { return jaw_of(fdi) == jaw; });
  };
  return of(Jaw::lower) > of(Jaw::upper) ? Jaw::lower : Jaw::upper;
}

Model measure_jaw(std::shared_ptr<const Solid> jaw, Jaw which, std::vector<ToothLandmark> given) {
  const std::optional<AnatomicalAxes> axes = arch_axes(crown_places(*jaw, which));
  const Eigen::Isometry3d here = Eigen::Isometry3d::Identity();
  std::vector<ToothAxes> teeth;
  if (axes) teeth = tooth_axes(*jaw, face_teeth(*jaw), here, *axes, which);
  Model model{.landmarks = with_given(find_landmarks(*jaw, teeth, here), std::move(given))};
  const ModelJaw measured = model_jaw(which, teeth, model.landmarks, *jaw);
  model.measures =
      which == Jaw::upper ? measure_model(&measured, nullptr) : measure_model(nullptr, &measured);
  model.jaws = {{which, std::move(jaw), here, axes}};
  return model;
}

Model measure_case(const Case& bite_case, std::vector<ToothLandmark> given) {
  const Bite& bite = bite_case.bite;
  Model model{.landmarks = landmarks_of(bite_case, std::move(given)), .findings = bite_case.anatomy.findings};
  const ModelJaw upper = model_jaw(Jaw::upper, bite_case.upper_axes, model.landmarks, *bite.upper),
                 lower = model_jaw(Jaw::lower, bite_case.lower_axes, model.landmarks, *bite.lower);
  std::optional<BiteRelations> relations;
  if (bite_case.anatomy.axes)
    relations = bite_relations(bite, bite_case.upper_axes, bite_case.lower_axes, *bite_case.anatomy.axes,
                               model.landmarks);
  model.measures = measure_model(&upper, &lower, relations ? &*relations : nullptr);
  for (const Jaw jaw : {Jaw::upper, Jaw::lower}) {
    std::vector<ToothPlace3> places;
    for (const ToothAxes& tooth : jaw == Jaw::upper ? bite_case.upper_axes : bite_case.lower_axes)
      places.push_back({tooth.fdi, tooth.origin});
    model.jaws.push_back({jaw, bite.of(jaw), bite.case_from(jaw), arch_axes(places)});
  }
  return model;
}

}  // namespace intercusp
