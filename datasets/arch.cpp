#include "datasets/arch.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "datasets/seeded_random.h"
#include "occlusion/base/angles.h"

namespace intercusp {
namespace {

//! A normal number, cut off at two deviations.
double drawn(SeededRandom& random, double deviation) {
  double number = random.normal();
  while (std::abs(number) > 2) number = random.normal();
  return deviation * number;
}

// Shares of the mean. All teeth of a mouth have its size in common. The deviation of each kind of tooth
// is such that Bolton's overall ratio deviates by 1.9 %, as in patients (Othman & Harradine 2007).
// Antimeres: Khalaf 2005.
constexpr double mouth_size = 0.045;
constexpr double kind_width = 0.033;
constexpr double upper_lateral_width = 0.07;  // the most variable teeth
constexpr double side_width = 0.011;          // left and right differ by 0.1 to 0.15 mm
constexpr double crown_depth = 0.035, crown_height = 0.055;

//! Traits that both teeth of a kind have in common.
ToothTraits drawn_kind(Jaw jaw, int place, double size, double height, double cusps, SeededRandom& random) {
  ToothTraits traits;
  const double width = jaw == Jaw::upper && place == 2 ? upper_lateral_width : kind_width;
  traits.scale = {.mesiodistal = 1 + size + drawn(random, width),
                  .buccolingual = 1 + 0.8 * size + drawn(random, crown_depth),
                  .height = 1 + 0.5 * size + height + drawn(random, 0.03),
                  .cusp_height = cusps + drawn(random, 0.06)};
  constexpr double aside_mm = 0.2, up_mm = 0.12;
  for (Eigen::Vector3d& shift : traits.cusp_shift_mm)
    shift = {drawn(random, aside_mm), drawn(random, aside_mm), drawn(random, up_mm)};
  return traits;
}

//! Adds the traits in which the teeth of the two sides differ.
ToothTraits drawn_side(ToothTraits traits, int place, double torque_deg, double crowding_mm,
                       SeededRandom& random) {
  const double crowded_mm = place <= 3 ? crowding_mm : 0;
  traits.scale.mesiodistal += drawn(random, side_width);
  traits.scale.buccolingual += drawn(random, side_width);
  traits.scale.height += drawn(random, 0.015);
  traits.torque_deg = torque_deg + drawn(random, 2.0);
  traits.tip_deg = drawn(random, 2.0);
  traits.turn_deg = drawn(random, 2.0 + 1.5 * crowded_mm);
  traits.out_mm = drawn(random, 0.12 + 0.06 * crowded_mm);
  return traits;
}

constexpr double monson_radius_mm = 101.6;
constexpr double deepest_y_mm = 2;  // the curve of Spee is lowest at the second premolar
constexpr double front_y_mm = -22;
constexpr double radians(double degrees) { return degrees * rad_per_deg; }

//! A value at some positions along the line of occlusion, equal on both sides, linear between them.
using Profile = std::vector<std::array<double, 2>>;

double value_at(const Profile& profile, double arch_mm) {
  const double s = std::abs(arch_mm);
  for (std::size_t i = 1; i < profile.size(); ++i) {
    if (s > profile[i][0]) continue;
    const double t = (s - profile[i - 1][0]) / (profile[i][0] - profile[i - 1][0]);
    return profile[i - 1][1] + t * (profile[i][1] - profile[i - 1][1]);
  }
  return profile.back()[1];
}

// How far the contacts between neighbouring teeth lie outside the line of occlusion. Upper incisors bite over
// the lower ones; the biting cusps of lower molars are 2.5 mm outside their middle.
const Profile upper_offset_mm = {{0, 2.1}, {9, 2.1}, {17, 1.9}, {23, 0.7}, {29, 0.2}, {36, 0.0}};
const Profile lower_offset_mm = {{0, 0.0},   {11, 0.0},  {15, -0.3}, {21, -0.8},
                                 {28, -1.5}, {37, -2.5}, {47, -2.5}};

struct PolyLine {
  std::vector<Eigen::Vector2d> points;
  std::vector<double> arch_mm;  //!< positions from the midline, positive on the left
};

void measure(PolyLine& line) {
  line.arch_mm.assign(line.points.size(), 0);
  double midline = 0;
  for (std::size_t i = 1; i < line.points.size(); ++i) {
    const Eigen::Vector2d& a = line.points[i - 1];
    const Eigen::Vector2d& b = line.points[i];
    line.arch_mm[i] = line.arch_mm[i - 1] + (b - a).norm();
    if (a.x() < 0 && b.x() >= 0) midline = line.arch_mm[i - 1] + (b - a).norm() * a.x() / (a.x() - b.x());
  }
  for (double& s : line.arch_mm) s -= midline;
}

//! Braun's beta function, continued straight behind the second molars. Scales of 1 give an adult's line.
PolyLine line_of_occlusion(const Patient& patient, double width_scale, double depth_scale) {
  PolyLine line;
  constexpr int half = 1500;
  constexpr double last = 0.4925;  // share of the width at which the straight parts begin
  for (int i = -half; i <= half; ++i) {
    const double share = last * std::sin(i * std::numbers::pi / 2 / half);
    const double depth =
        3.0314 * patient.arch_depth_mm * depth_scale * std::pow((0.5 + share) * (0.5 - share), 0.8);
    line.points.emplace_back(share * patient.arch_width_mm * width_scale,
                             front_y_mm + patient.arch_depth_mm * depth_scale - depth);
  }
  const Eigen::Vector2d end = line.points.back();
  const Eigen::Vector2d step = 0.05 * Eigen::Vector2d(0.12, 1).normalized();
  std::vector<Eigen::Vector2d> right;
  for (int i = 500; i >= 1; --i) right.emplace_back(-(end + i * step).x(), (end + i * step).y());
  line.points.insert(line.points.begin(), right.begin(), right.end());
  for (int i = 1; i <= 500; ++i) line.points.push_back(end + i * step);
  measure(line);
  return line;
}

PolyLine offset(const PolyLine& line, const Profile& outward_mm, double scale) {
  PolyLine result = line;
  for (std::size_t i = 0; i < line.points.size(); ++i) {
    const std::size_t before = i < 40 ? 0 : i - 40;
    const std::size_t after = std::min(i + 40, line.points.size() - 1);
    const Eigen::Vector2d along = (line.points[after] - line.points[before]).normalized();
    const Eigen::Vector2d outward(along.y(), -along.x());
    result.points[i] += scale * value_at(outward_mm, line.arch_mm[i] / scale) * outward;
  }
  measure(result);
  return result;
}

//! First point of the line beyond `from_mm` (in the direction of `side`) that is `distance_mm` away.
std::array<double, 3> step_along(const PolyLine& line, double from_mm, const Eigen::Vector2d& from, int side,
                                 double distance_mm) {
  const auto begin =
      std::lower_bound(line.arch_mm.begin(), line.arch_mm.end(), from_mm) - line.arch_mm.begin();
  auto i = static_cast<std::size_t>(begin);
  while ((line.points[i] - from).norm() < distance_mm) i = side > 0 ? i + 1 : i - 1;
  return {line.arch_mm[i], line.points[i].x(), line.points[i].y()};
}

double monson_height(double x, double y, double wilson, double spee) {
  const auto lift = [&](double px, double py) {
    return monson_radius_mm - std::sqrt(monson_radius_mm * monson_radius_mm - wilson * (px * px) -
                                        spee * ((py - deepest_y_mm) * (py - deepest_y_mm)));
  };
  return lift(x, y) - lift(0, front_y_mm);
}

//! Lean of the crown towards lip or cheek, relative to the Monson sphere (molars) or the horizontal
//! plane (incisors).
double torque_rad(Jaw jaw, int place, bool deciduous) {
  constexpr std::array<double, 8> upper_deg = {23, 21, 9, 0, 0, 0, 0, 0};
  constexpr std::array<double, 8> lower_deg = {17, 17, 5, 0, 0, 0, 0, 0};
  const double lean_deg = (jaw == Jaw::upper ? upper_deg : lower_deg)[static_cast<std::size_t>(place - 1)];
  return radians(deciduous ? 0.4 * lean_deg : lean_deg);  // milk incisors are upright
}

//! Height of the point of the crown that lies on the arch: incisal edge, upper fossa or lower buccal cusp.
double reference_height(const ToothShape& shape, Jaw jaw, int place, double cusp_height) {
  const double fossa_mm = (is_milk(shape.fdi) ? 1.1 : 1.6) * cusp_height;
  return jaw == Jaw::upper && place > 3 ? shape.height_mm - fossa_mm : shape.height_mm;
}

double overbite_mm(int place, bool deciduous, double deeper_mm) {
  const double permanent = place == 3 ? 2.9 + deeper_mm : place <= 2 ? 2.6 + deeper_mm : 0.0;
  return deciduous ? 0.5 * permanent : permanent;
}

//! Small differences between people, and between left and right.
void vary(ToothShape& shape, SeededRandom& random) {
  for (double& phase : shape.wave_phase) phase = random.uniform(0, 6.28);
  for (Cusp& cusp : shape.cusps) {
    cusp.x += random.uniform(-0.15, 0.15);
    cusp.y += random.uniform(-0.12, 0.12);
    cusp.z += random.uniform(-0.1, 0.1);
  }
  shape.corner_drop_mm *= random.uniform(0.8, 1.2);
}

PlacedTooth place(ToothShape shape, const Patient& patient, Jaw jaw, int side, const Eigen::Vector2d& mesial,
                  const Eigen::Vector2d& distal, SeededRandom& random) {
  vary(shape, random);
  const int number = place_of(shape.fdi);
  const ToothTraits& traits = patient.tooth(shape.fdi);
  const double spee = patient.spee[side > 0 ? 1 : 0];
  const Eigen::Vector2d middle = 0.5 * (mesial + distal);
  const double sphere_share = number <= 2 ? 0 : number == 3 ? 0.5 : 1;
  Eigen::Vector3d up(-middle.x() * sphere_share * patient.wilson,
                     -(middle.y() - deepest_y_mm) * sphere_share * spee, monson_radius_mm);
  Eigen::Vector3d occlusal = (jaw == Jaw::upper ? -up : up).normalized();
  const Eigen::Vector2d along = (distal - mesial).normalized();
  const Eigen::Vector3d outward =
      side > 0 ? Eigen::Vector3d(along.y(), -along.x(), 0) : Eigen::Vector3d(-along.y(), along.x(), 0);
  const double turn = radians(random.uniform(-2, 2) + traits.turn_deg);
  Eigen::Vector3d buccal = Eigen::AngleAxisd(turn, occlusal) * outward;
  const double lean =
      torque_rad(jaw, number, is_milk(shape.fdi)) + radians(random.uniform(-1.5, 1.5) + traits.torque_deg);
  // Crowns lean mesially.
  const double tip = radians((number <= 3 ? 3.0 : 1.0) + random.uniform(-1, 1) + traits.tip_deg);
  const Eigen::Vector3d along3 = Eigen::Vector3d(along.x(), along.y(), 0);
  occlusal = (std::cos(lean) * occlusal + std::sin(lean) * outward - std::sin(tip) * along3).normalized();
  buccal = (buccal - buccal.dot(occlusal) * occlusal).normalized();
  Eigen::Vector3d distal_axis = buccal.cross(occlusal);
  if (distal_axis.dot(along3) < 0) distal_axis = -distal_axis;
  const double z = monson_height(middle.x(), middle.y(), patient.wilson, spee) -
                   (jaw == Jaw::upper ? overbite_mm(number, is_milk(shape.fdi), patient.overbite_mm) : 0.0);
  Eigen::Vector3d reference(middle.x(), middle.y(), z);
  reference += outward * (random.uniform(-0.12, 0.12) + traits.out_mm);
  const Eigen::Vector3d origin =
      reference - reference_height(shape, jaw, number, traits.scale.cusp_height) * occlusal;
  return {.shape = shape, .origin = origin, .distal = distal_axis, .buccal = buccal, .occlusal = occlusal};
}

//! Turns the crown about the middle of its neck.
void turn(PlacedTooth& tooth, double angle_rad, const Eigen::Vector3d& axis) {
  const Eigen::AngleAxisd rotation(angle_rad, axis);
  for (Eigen::Vector3d* v : {&tooth.distal, &tooth.buccal, &tooth.occlusal}) *v = rotation * *v;
  tooth.lean_mm += std::abs(std::sin(angle_rad)) * tooth.shape.height_mm;
}

void tilt(PlacedTooth& tooth, const ToothTilt& asked) {
  // Towards mesial, the tip of the crown moves from occlusal to -distal, whether the axes are
  // right-handed or not.
  const double hand = tooth.distal.cross(tooth.buccal).dot(tooth.occlusal) > 0 ? 1 : -1;
  turn(tooth, -hand * radians(asked.mesial_deg), tooth.buccal);
  turn(tooth, -hand * radians(asked.buccal_deg), tooth.distal);
}

//! Crowds front teeth: turns them, and moves lateral incisors behind the row and canines in front of it,
//! less on the right.
void crowd(PlacedTooth& tooth, int side, double crowding_mm) {
  const int number = place_of(tooth.shape.fdi);
  if (number > 3 || crowding_mm <= 0) return;
  constexpr std::array<double, 3> out_per_mm = {0.08, -0.22, 0.2};
  constexpr std::array<double, 3> turn_deg_per_mm = {3.5, -5, 4};
  const auto place = static_cast<std::size_t>(number - 1);
  const double amount_mm = crowding_mm * (side > 0 ? 1 : 0.7);
  tooth.origin += std::clamp(out_per_mm[place] * amount_mm, -1.6, 1.6) * tooth.buccal;
  turn(tooth, radians(std::clamp(turn_deg_per_mm[place] * amount_mm, -28.0, 28.0)), tooth.occlusal);
}

// A child's arch is rounder and has shorter sides.
constexpr double deciduous_width = 0.84;
constexpr double deciduous_depth = 0.62;

int teeth_a_side(const DentitionOptions& options) {
  return options.deciduous ? 5 : options.mixed ? 6 : options.wisdom_teeth ? 8 : 7;
}

//! The FDI number of the tooth at this place.
int tooth_at(Jaw jaw, PatientSide side, int number, const DentitionOptions& options) {
  const bool milk = options.deciduous || (options.mixed && number >= 3 && number <= 5) ||
                    names(options.stayed, fdi_of(jaw, side, number, true));
  return fdi_of(jaw, side, number, milk);
}

//! The tooth's shape with its wear and its restoration.
ToothShape shape_of(int fdi, const Patient& patient, const DentitionOptions& options) {
  const ToothTraits& traits = patient.tooth(fdi);
  ToothShape shape = stretched(tooth_shape(fdi), traits.scale);
  for (std::size_t i = 0; i < shape.cusps.size(); ++i) {
    Cusp& cusp = shape.cusps[i];
    cusp.x += traits.cusp_shift_mm[i].x();
    cusp.y += traits.cusp_shift_mm[i].y();
    cusp.z += traits.cusp_shift_mm[i].z();
  }
  constexpr double cusps_mm = 2;  // from their tips to the fossae
  shape.worn_mm = options.wear_share * (is_milk(fdi) ? 0.7 : 1.0) * cusps_mm;
  if (names(options.restored, fdi)) {
    shape.grooves.clear();
    shape.bumps.clear();
  }
  return shape;
}

//! The line on which the teeth of a jaw stand.
PolyLine arch_of(Jaw jaw, const Patient& patient, const PolyLine& line_of_occlusion, double scale) {
  constexpr double front_mm = 20;
  Profile outward_mm = jaw == Jaw::upper ? upper_offset_mm : lower_offset_mm;
  for (auto& [at_mm, out_mm] : outward_mm)
    if (jaw == Jaw::upper && at_mm < front_mm) out_mm *= patient.overjet;
  PolyLine arch = offset(line_of_occlusion, outward_mm, scale);
  if (jaw == Jaw::lower)
    for (Eigen::Vector2d& point : arch.points) point.y() -= patient.lower_forward_mm;
  return arch;
}

}  // namespace

Patient drawn_patient(std::uint64_t seed) {
  SeededRandom random(seed * 8 + 4);
  Patient patient;
  const double size = drawn(random, mouth_size);
  const double height = drawn(random, crown_height);
  const double cusps = 1 + drawn(random, 0.12);
  const double broad = drawn(random, 0.045);  // arches are broad and short, or narrow and long
  patient.arch_width_mm *= 1 + 0.5 * size + broad;
  patient.arch_depth_mm *= 1 + 0.5 * size - broad + drawn(random, 0.04);
  const double spee = 0.9 + drawn(random, 0.3);
  for (double& side : patient.spee) side = std::max(0.1, spee + drawn(random, 0.08));
  patient.wilson = 1 + drawn(random, 0.25);
  patient.overjet = 1 + drawn(random, 0.2);
  patient.overbite_mm = drawn(random, 0.7);
  patient.lower_forward_mm = drawn(random, 0.8) - 0.3;
  patient.lower_midline_mm = drawn(random, 0.5);
  for (const Jaw which : {Jaw::upper, Jaw::lower}) {
    const std::size_t jaw = which == Jaw::upper ? 0 : 1;
    patient.crowding_mm[jaw] = std::max(0.0, 0.8 + drawn(random, 1.2));
    const double front_torque_deg = drawn(random, 4.5), back_torque_deg = drawn(random, 3.0);
    for (int place = 1; place <= 8; ++place) {
      const ToothTraits kind = drawn_kind(which, place, size, height, cusps, random);
      const double torque_deg = place <= 3 ? front_torque_deg : back_torque_deg;
      for (const bool left : {which == Jaw::lower, which == Jaw::upper}) {
        const std::size_t along = static_cast<std::size_t>(left ? 7 + place : 8 - place);
        patient.teeth[jaw][along] = drawn_side(kind, place, torque_deg, patient.crowding_mm[jaw], random);
      }
    }
  }
  return patient;
}

Patient patient_of(const DentitionOptions& options) {
  return options.varied ? drawn_patient(options.seed) : Patient{};
}

std::vector<PlacedTooth> place_teeth(Jaw jaw, const DentitionOptions& options) {
  const double width_scale = options.deciduous ? deciduous_width : 1.0;
  const double depth_scale = options.deciduous ? deciduous_depth : 1.0;
  const double scale = std::sqrt(width_scale * depth_scale);
  const Patient patient = patient_of(options);
  const PolyLine arch = arch_of(jaw, patient, line_of_occlusion(patient, width_scale, depth_scale), scale);
  const double crowding_mm =
      std::min(options.crowding_mm + patient.crowding_mm[jaw == Jaw::upper ? 0 : 1], 8.0);
  const double midline_mm = jaw == Jaw::upper ? 0 : patient.lower_midline_mm;
  std::vector<PlacedTooth> teeth;
  for (const int side : {-1, 1}) {
    SeededRandom random(options.seed * 4 + (jaw == Jaw::upper ? 0 : 2) + (side > 0 ? 1 : 0));
    double at_mm = midline_mm;
    Eigen::Vector2d mesial(midline_mm, step_along(arch, midline_mm, {0, -1000}, side, 0)[2]);
    for (int number = 1; number <= teeth_a_side(options); ++number) {
      const int fdi = tooth_at(jaw, side > 0 ? PatientSide::left : PatientSide::right, number, options);
      if (names(options.closed_gaps, fdi)) continue;
      const ToothShape shape = shape_of(fdi, patient, options);
      double tight_mm = number <= 3 ? 0.15 : 0.06;  // neighbours are pressed together
      if (number <= 3) tight_mm += crowding_mm / 6;
      const auto [next_mm, x, y] = step_along(arch, at_mm, mesial, side, shape.mesiodistal_mm - tight_mm);
      const Eigen::Vector2d distal(x, y);
      PlacedTooth tooth = place(shape, patient, jaw, side, mesial, distal, random);
      crowd(tooth, side, crowding_mm);
      for (const ToothTilt& asked : options.tilts) {
        if (asked.fdi == fdi) tilt(tooth, asked);
      }
      tooth.arch_mm = 0.5 * (at_mm + next_mm);
      tooth.half_width_mm = 0.5 * std::abs(next_mm - at_mm);
      teeth.push_back(tooth);
      at_mm = next_mm;
      mesial = distal;
    }
  }
  std::sort(teeth.begin(), teeth.end(), [](const auto& a, const auto& b) { return a.arch_mm < b.arch_mm; });
  return teeth;
}

}  // namespace intercusp
