#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <numeric>

#include "occlusion/model/dental_arch.h"

namespace intercusp {
namespace {

using Eigen::Vector3d;
using enum LandmarkName;

//! Adds a measure of a jaw, and where it was measured if it could be.
ModelMeasure& add(std::vector<ModelMeasure>& measures, const DentalArch& arch, MeasureKey key,
                  const Reading& reading, std::initializer_list<Vector3d> line = {}) {
  ModelMeasure& added =
      measures.emplace_back(ModelMeasure{.key = key, .jaw = arch.jaw(), .reading = reading});
  if (reading.value) added.line = line;
  return added;
}

//! The permanent teeth that the analysis expects, second molar to second molar, and the others that are there.
std::vector<int> listed_teeth(const DentalArch& arch) {
  std::vector<int> teeth;
  for (const bool left : {false, true})
    for (int place = 1; place <= 7; ++place) teeth.push_back(permanent(arch.jaw(), left, place));
  for (const ModelTooth& tooth : arch.teeth())
    if (std::ranges::find(teeth, tooth.fdi) == teeth.end()) teeth.push_back(tooth.fdi);
  std::ranges::stable_sort(teeth, {}, [](int fdi) { return std::pair(place_along_arch(fdi), is_milk(fdi)); });
  return teeth;
}

void add_widths(const DentalArch& arch, std::vector<ModelMeasure>& measures) {
  for (const int fdi : listed_teeth(arch)) {
    Wanted wanted(arch);
    const double width = width_mm(wanted, arch, fdi);
    add(measures, arch, MeasureKey::width, wanted.gives(width),
        {wanted(fdi, contact_mesial), wanted(fdi, contact_distal)})
        .fdi = fdi;
  }
}

void add_breadth(const DentalArch& arch, MeasureKey key, int place, LandmarkName name,
                 std::vector<ModelMeasure>& measures) {
  Wanted wanted(arch);
  const int fdi = permanent(arch.jaw(), false, place);
  const Vector3d right = wanted(fdi, name), left = wanted(fellow_of(fdi), name);
  add(measures, arch, key, wanted.gives((left - right).norm()), {right, left}).fdi = fdi;
}

//! Middle between the mesial contact points of the central incisors.
Vector3d incisor_contact(Wanted& wanted, Jaw jaw) {
  return 0.5 *
         (wanted(permanent(jaw, false, 1), contact_mesial) + wanted(permanent(jaw, true, 1), contact_mesial));
}

//! A way along contact points, each the middle of two neighbours' or one of a tooth.
struct ArchWay {
  Vector3d right_molar, right_canine, front, left_canine, left_molar;
};

ArchWay arch_way(Wanted& wanted, Jaw jaw) {
  const auto molar = [&](bool left) { return wanted(permanent(jaw, left, 6), contact_mesial); };
  const auto before_canine = [&](bool left) {
    return Vector3d(0.5 * (wanted(permanent(jaw, left, 3), contact_mesial) +
                           wanted(permanent(jaw, left, 2), contact_distal)));
  };
  return {molar(false), before_canine(false), incisor_contact(wanted, jaw), before_canine(true), molar(true)};
}

//! Perimeter and the space that is lacking, by one method.
void add_space(const DentalArch& arch, const Wanted& way, PerimeterMethod method, double perimeter_mm,
               std::vector<Vector3d> line, std::vector<ModelMeasure>& measures) {
  ModelMeasure& perimeter = add(measures, arch, MeasureKey::arch_perimeter, way.gives(perimeter_mm));
  perimeter.method = method;
  if (perimeter.reading.value) perimeter.line = std::move(line);
  Wanted both = way;
  constexpr int last_premolar = 5;
  const double needed = sum_of_widths_mm(both, arch, last_premolar);
  add(measures, arch, MeasureKey::crowding, both.gives(needed - perimeter_mm)).method = method;
}

//! Points of the arch's outline between two places, at the height of the first.
std::vector<Vector3d> outline(const DentalArch& arch, const Vector3d& from, const Vector3d& to) {
  constexpr int steps = 60;
  const AnatomicalAxes& axes = *arch.axes();
  const double x0 = arch.form()->nearest_x(arch.flat(from)), x1 = arch.form()->nearest_x(arch.flat(to)),
               z0 = axes.superior.dot(from), z1 = axes.superior.dot(to);
  std::vector<Vector3d> points;
  for (int i = 0; i <= steps; ++i) {
    const double share = static_cast<double>(i) / steps, x = std::lerp(x0, x1, share);
    points.emplace_back(x * axes.left + arch.form()->y(x) * axes.anterior +
                        std::lerp(z0, z1, share) * axes.superior);
  }
  return points;
}

void add_perimeters(const DentalArch& arch, std::vector<ModelMeasure>& measures) {
  Wanted wanted(arch);
  const ArchWay way = arch_way(wanted, arch.jaw());
  const std::vector<Vector3d> stops = {way.right_molar, way.right_canine, way.front, way.left_canine,
                                       way.left_molar};
  const auto flat_mm = [&](const Vector3d& a, const Vector3d& b) {
    return (arch.flat(a) - arch.flat(b)).norm();
  };
  double segments_mm = 0, curve_mm = 0;
  if (arch.axes())
    for (std::size_t i = 1; i < stops.size(); ++i) segments_mm += flat_mm(stops[i - 1], stops[i]);
  add_space(arch, wanted, PerimeterMethod::segments, segments_mm, stops, measures);
  Wanted ends(arch);
  for (const bool left : {false, true}) ends(permanent(arch.jaw(), left, 6), contact_mesial);
  if (!arch.form()) ends.lacks(MeasureReason::arch_unclear);
  std::vector<Vector3d> line;
  if (ends.complete()) {
    curve_mm = arch.form()->length_mm(arch.form()->nearest_x(arch.flat(way.right_molar)),
                                      arch.form()->nearest_x(arch.flat(way.left_molar)));
    line = outline(arch, way.right_molar, way.left_molar);
  }
  add_space(arch, ends, PerimeterMethod::curve, curve_mm, std::move(line), measures);

  Wanted three(arch);
  const Vector3d right = three(permanent(arch.jaw(), false, 6), contact_mesial),
                 left = three(permanent(arch.jaw(), true, 6), contact_mesial),
                 front = incisor_contact(three, arch.jaw());
  double length_mm = 0, depth_mm = 0;
  if (arch.axes()) {
    const Eigen::Vector2d a = arch.flat(right), b = arch.flat(left), c = arch.flat(front);
    const Eigen::Vector2d across = (b - a).normalized();
    length_mm = (c - a).norm() + (c - b).norm();
    depth_mm = std::abs(across.x() * (c - a).y() - across.y() * (c - a).x());
  }
  add(measures, arch, MeasureKey::arch_length, three.gives(length_mm), {right, front, left});
  add(measures, arch, MeasureKey::arch_depth, three.gives(depth_mm), {front, Vector3d(0.5 * (right + left))});
}

void add_spee_and_wilson(const DentalArch& arch, std::vector<ModelMeasure>& measures) {
  const Jaw jaw = arch.jaw();
  Wanted plane(arch);
  const auto edge = [&](bool left) { return plane(permanent(jaw, left, 1), incisal_middle); };
  const auto back = [&](bool left) { return plane(permanent(jaw, left, 7), cusp_db); };
  const Vector3d front = 0.5 * (edge(false) + edge(true)), right = back(false), left = back(true);
  const Vector3d up = (left - front).cross(right - front).normalized();
  for (const bool is_left : {false, true}) {
    Wanted wanted = plane;
    double deepest_mm = 0;
    Vector3d deepest = front;
    for (int place = 3; place <= 7; ++place) {
      const int fdi = permanent(jaw, is_left, place);
      if (!wanted.tooth(fdi)) continue;
      const std::vector<Vector3d> tops = buccal_tops(*arch.tooth(fdi));
      if (tops.empty()) wanted.lacks(MeasureReason::landmark_missing);
      for (const Vector3d& top : tops) {
        const double deep_mm = up.dot(front - top);
        if (deep_mm > deepest_mm) deepest_mm = deep_mm, deepest = top;
      }
    }
    add(measures, arch, MeasureKey::spee, wanted.gives(deepest_mm), {deepest, deepest + deepest_mm * up})
        .side = is_left ? PatientSide::left : PatientSide::right;
  }
  Wanted molars = plane;
  double wilson_mm = 0;
  for (const bool is_left : {false, true}) {
    const int fdi = permanent(jaw, is_left, 6);
    wilson_mm += 0.5 * up.dot(molars(fdi, cusp_mb) - molars(fdi, cusp_ml));
  }
  add(measures, arch, MeasureKey::wilson, molars.gives(wilson_mm));
}

//! Adds torque, tip and rotation of a tooth.
void add_angles(const DentalArch& arch, int fdi, std::vector<ModelMeasure>& measures) {
  Wanted wanted(arch);
  wanted.tooth(fdi);
  if (!arch.axes()) wanted.lacks(MeasureReason::arch_unclear);
  Wanted on_curve = wanted;
  if (!arch.form()) on_curve.lacks(MeasureReason::arch_unclear);
  double torque = 0, tip = 0, rotation = 0;
  if (wanted.complete()) {
    const ModelTooth& tooth = *arch.tooth(fdi);
    const Vector3d bite = arch.jaw() == Jaw::upper ? Vector3d(-arch.axes()->superior) : arch.axes()->superior;
    const auto level = [&](const Vector3d& v) { return Vector3d(v - v.dot(bite) * bite).normalized(); };
    const double up = tooth.occlusal.dot(bite);
    torque = std::atan2(tooth.occlusal.dot(level(tooth.buccal)), up);
    tip = std::atan2(tooth.occlusal.dot(level(tooth.mesial)), up);
    if (on_curve.complete()) {
      const double x = arch.form()->nearest_x(arch.flat(tooth.middle));
      const Vector3d left = arch.axes()->left + arch.form()->slope(x) * arch.axes()->anterior;
      const Vector3d mesial =
          side_of(fdi) == PatientSide::left ? Vector3d(-left.normalized()) : left.normalized();
      const Vector3d outward = level(tooth.buccal - tooth.buccal.dot(mesial) * mesial);
      rotation = std::atan2(level(tooth.mesial).dot(outward), level(tooth.mesial).dot(mesial));
    }
  }
  add(measures, arch, MeasureKey::torque, wanted.gives(torque)).fdi = fdi;
  if (is_front_tooth(fdi)) wanted.lacks(MeasureReason::not_shown);  // tooth_axes.h
  add(measures, arch, MeasureKey::tip, wanted.gives(tip)).fdi = fdi;
  add(measures, arch, MeasureKey::rotation, on_curve.gives(rotation)).fdi = fdi;
}

//! The places on both sides of each of the five contacts from canine to canine.
struct FrontContact {
  Vector3d a, b;
};

std::array<FrontContact, 5> front_contacts(Wanted& wanted, Jaw jaw) {
  const auto of = [&](bool left, int place, LandmarkName name) {
    return wanted(permanent(jaw, left, place), name);
  };
  std::array<FrontContact, 5> contacts;
  for (const bool left : {false, true}) {
    contacts[left ? 4 : 0] = {of(left, 3, contact_mesial), of(left, 2, contact_distal)};
    contacts[left ? 3 : 1] = {of(left, 2, contact_mesial), of(left, 1, contact_distal)};
  }
  contacts[2] = {of(false, 1, contact_mesial), of(true, 1, contact_mesial)};
  return contacts;
}

void add_irregularity(const DentalArch& arch, std::vector<ModelMeasure>& measures) {
  Wanted wanted(arch);
  const std::array<FrontContact, 5> contacts = front_contacts(wanted, arch.jaw());
  if (!arch.axes()) wanted.lacks(MeasureReason::arch_unclear);
  double sum_mm = 0, score = 0;
  std::vector<Vector3d> line;
  for (const auto& [a, b] : contacts) {
    const double mm = arch.axes() ? (arch.flat(a) - arch.flat(b)).norm() : 0;
    sum_mm += mm;
    score += steps_above(mm, {1, 2, 4, 8});  // PAR
    line.insert(line.end(), {a, b});
  }
  ModelMeasure& added = add(measures, arch, MeasureKey::little_irregularity, wanted.gives(sum_mm));
  if (added.reading.value) added.line = std::move(line);
  const bool upper = arch.jaw() == Jaw::upper;
  add(measures, arch, upper ? MeasureKey::par_upper_anterior : MeasureKey::par_lower_anterior,
      wanted.gives(score));
}

//! Casko 1998: a straight edge lies on the buccal (lower) or lingual cusps (upper) of both sides; the other cusps are 1 mm or less
//! away, else a tooth has one point, beyond 2 mm two. Lingual cusps of lower first premolars and distal cusps of second molars are left out.
void add_inclination_score(const DentalArch& arch, std::vector<ModelMeasure>& measures) {
  Wanted wanted(arch);
  const bool upper = arch.jaw() == Jaw::upper;
  double score = 0;
  for (int place = upper ? 4 : 5; place <= 7; ++place) {
    const int fdi = permanent(arch.jaw(), false, place);
    if (!wanted.tooth(fdi) || !wanted.tooth(fellow_of(fdi))) continue;
    const auto mesial_tops = [&](int of, bool lingual) {
      const ModelTooth& tooth = *arch.tooth(of);
      std::vector<Vector3d> tops = lingual ? lingual_tops(tooth) : buccal_tops(tooth);
      if (place == 7 && tops.size() > 1) tops.resize(1);
      if (tops.empty()) wanted.lacks(MeasureReason::landmark_missing);
      return tops;
    };
    for (const int of : {fdi, fellow_of(fdi)}) {
      const std::vector<Vector3d> own = mesial_tops(of, upper), other = mesial_tops(fellow_of(of), upper),
                                  off = mesial_tops(of, !upper);
      if (!wanted.complete() || !arch.axes()) continue;
      const Vector3d edge = (other.front() - own.front()).normalized();
      const Vector3d up = (arch.axes()->superior - arch.axes()->superior.dot(edge) * edge).normalized();
      double most_mm = 0;
      for (const Vector3d& top : off) most_mm = std::max(most_mm, std::abs(up.dot(top - own.front())));
      score += steps_above(most_mm, {1, 2});
    }
  }
  if (!arch.axes()) wanted.lacks(MeasureReason::arch_unclear);
  add(measures, arch, MeasureKey::abo_buccolingual_inclination, wanted.gives(score));
}

}  // namespace

void measure_arch(const DentalArch& arch, std::vector<ModelMeasure>& measures) {
  add_widths(arch, measures);
  add_perimeters(arch, measures);
  add_irregularity(arch, measures);
  add_breadth(arch, MeasureKey::intercanine_width, 3, cusp, measures);
  add_breadth(arch, MeasureKey::interpremolar_width, 4, cusp_b, measures);
  add_breadth(arch, MeasureKey::interpremolar_width, 5, cusp_b, measures);
  add_breadth(arch, MeasureKey::intermolar_width, 6, cusp_mb, measures);
  add_spee_and_wilson(arch, measures);
  for (const int fdi : listed_teeth(arch)) add_angles(arch, fdi, measures);
  add_inclination_score(arch, measures);
}

}  // namespace intercusp
