#include "datasets/patient.h"

#include <algorithm>
#include <cmath>

#include "datasets/seeded_random.h"

namespace intercusp {
namespace {

//! Normal, without the rare cases beyond two standard deviations.
double drawn(SeededRandom& random, double deviation) {
  double number = random.normal();
  while (std::abs(number) > 2) number = random.normal();
  return deviation * number;
}

// Shares of the mean. The teeth of a mouth have the size of the mouth in common; what each kind of tooth adds gives
// Bolton's overall ratio a deviation of 1.9 %, as patients have it (Othman & Harradine 2007). Antimeres: Khalaf 2005.
constexpr double mouth_size = 0.045;
constexpr double kind_width = 0.033;
constexpr double upper_lateral_width = 0.07;  // the most variable of these teeth
constexpr double side_width = 0.011;          // left against right 0.1 to 0.15 mm
constexpr double crown_depth = 0.035, crown_height = 0.055;

//! What both teeth of a kind share.
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

//! What the teeth of the two sides do not share.
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

}  // namespace intercusp
