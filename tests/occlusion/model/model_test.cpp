// Measures of made arches whose answers are known on paper: teeth 7 mm wide on a parabola, in a level plane.

#include "occlusion/model/model.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "occlusion/base/angles.h"

namespace intercusp {
namespace {

using Eigen::Vector3d;
using enum LandmarkName;
using enum MeasureKey;

void put(ModelTooth& tooth, LandmarkName name, const Vector3d& place) {
  tooth.places[static_cast<std::size_t>(name)] = place;
  tooth.radius_mm[static_cast<std::size_t>(name)] = 0.1;
  tooth.along_mm[static_cast<std::size_t>(name)] = 0.01;
}

//! x to the left, y posterior, z up: the place of the arch at x.
Vector3d on_arch(double x) { return {x, 0.04 * x * x, 0}; }

//! x at a distance along the arch from another.
double x_after(double x, double mm) {
  double low = x, high = x + std::abs(mm) + 1;
  for (int i = 0; i < 60; ++i) {
    const double middle = 0.5 * (low + high);
    ((on_arch(middle) - on_arch(x)).norm() < std::abs(mm) ? low : high) = middle;
  }
  return low;
}

//! A jaw of fourteen teeth whose contact points are joint, `width_mm` apart.
ModelJaw made_jaw(Jaw jaw, double width_mm) {
  ModelJaw made{.jaw = jaw};
  const double up = jaw == Jaw::upper ? -1 : 1;
  for (const bool left : {false, true}) {
    double x = 0;
    for (int place = 1; place <= 7; ++place) {
      const double next = x_after(x, width_mm), sign = left ? 1 : -1;
      const auto mirrored = [&](const Vector3d& p) { return Vector3d(sign * p.x(), p.y(), p.z()); };
      ModelTooth tooth{.fdi = fdi_of(jaw, left ? PatientSide::left : PatientSide::right, place)};
      const Vector3d mesial = mirrored(on_arch(x)), distal = mirrored(on_arch(next));
      tooth.middle = 0.5 * (mesial + distal);
      tooth.mesial = (mesial - distal).normalized();
      tooth.occlusal = Vector3d(0, 0, up);
      tooth.buccal = Vector3d(sign * -tooth.mesial.y(), sign * tooth.mesial.x(), 0);
      if (tooth.buccal.dot(tooth.middle - Vector3d(0, 20, 0)) < 0) tooth.buccal *= -1;
      put(tooth, contact_mesial, mesial);
      put(tooth, contact_distal, distal);
      const Vector3d out = 2 * tooth.buccal, along = 0.25 * width_mm * tooth.mesial;
      if (place <= 2) put(tooth, incisal_middle, tooth.middle);
      if (place == 3) put(tooth, cusp, tooth.middle);
      if (place == 4 || place == 5)
        put(tooth, cusp_b, tooth.middle + out), put(tooth, cusp_l, tooth.middle - out);
      if (place >= 6) {
        put(tooth, cusp_mb, tooth.middle + out + along);
        put(tooth, cusp_db, tooth.middle + out - along);
        put(tooth, cusp_ml, tooth.middle - out + along);
        put(tooth, cusp_dl, tooth.middle - out - along);
      }
      made.teeth.push_back(tooth);
      x = next;
    }
  }
  std::ranges::stable_sort(made.teeth, {},
                           [](const ModelTooth& tooth) { return place_along_arch(tooth.fdi); });
  return made;
}

ModelTooth& tooth_of(ModelJaw& jaw, int fdi) { return *std::ranges::find(jaw.teeth, fdi, &ModelTooth::fdi); }

const ModelMeasure& named(const std::vector<ModelMeasure>& measures, MeasureKey key, int fdi = 0,
                          PatientSide side = PatientSide::neither) {
  const auto found = std::ranges::find_if(measures, [&](const ModelMeasure& each) {
    return each.key == key && (fdi == 0 || each.fdi == fdi) &&
           (side == PatientSide::neither || each.side == side);
  });
  EXPECT_NE(found, measures.end()) << name_of(key);
  return *found;
}

double value_of(const std::vector<ModelMeasure>& measures, MeasureKey key, int fdi = 0,
                PatientSide side = PatientSide::neither) {
  return named(measures, key, fdi, side).reading.value.value_or(NAN);
}

ModelJaw moved(ModelJaw jaw, const Eigen::Affine3d& pose) {
  const double scale = std::cbrt(std::abs(pose.linear().determinant()));
  const Eigen::Matrix3d turn = pose.linear() / scale;
  for (ModelTooth& tooth : jaw.teeth) {
    for (auto& place : tooth.places)
      if (place) place = pose * *place;
    tooth.middle = pose * tooth.middle;
    for (Vector3d* const axis : {&tooth.mesial, &tooth.buccal, &tooth.occlusal}) *axis = turn * *axis;
  }
  return jaw;
}

TEST(Model, widths_and_bolton_follow_from_the_contact_points) {
  const ModelJaw upper = made_jaw(Jaw::upper, 8), lower = made_jaw(Jaw::lower, 6);
  const auto measures = measure_model(&upper, &lower);
  EXPECT_NEAR(value_of(measures, width, 11), 8, 1e-9);
  EXPECT_NEAR(value_of(measures, bolton_anterior), 0.75, 1e-9);
  EXPECT_NEAR(value_of(measures, bolton_anterior_discrepancy), 36 / 0.772 - 48, 1e-9);
  EXPECT_NEAR(value_of(measures, bolton_overall_discrepancy), 72 / 0.913 - 96, 1e-9);
}

TEST(Model, space_is_the_arch_less_the_widths) {
  const ModelJaw lower = made_jaw(Jaw::lower, 7);
  const auto measures = measure_model(nullptr, &lower);
  const ModelMeasure& curve = *std::ranges::find_if(
      measures, [](const ModelMeasure& each) { return each.method == PerimeterMethod::curve; });
  const double x = x_after(x_after(x_after(x_after(x_after(0, 7), 7), 7), 7), 7);
  double length_mm = 0;
  for (int i = 0; i < 10000; ++i)
    length_mm += 2 * (on_arch(x * (i + 1) / 10000) - on_arch(x * i / 10000)).norm();
  // The curve runs through the middles of chords, up to 7² / (8 · 12.5 mm) inside an arch that turns by 2.4 radians.
  EXPECT_NEAR(*curve.reading.value, length_mm, 0.49 * 2.4);
  const auto corner = [](double at) { return on_arch(at); };
  const double front_mm = 2 * corner(x_after(x_after(0, 7), 7)).norm(),
               side_mm = 2 * (corner(x) - corner(x_after(x_after(0, 7), 7))).norm();
  EXPECT_NEAR(value_of(measures, arch_perimeter), front_mm + side_mm, 1e-6);
  EXPECT_NEAR(value_of(measures, crowding), 70 - front_mm - side_mm, 1e-6);
  EXPECT_NEAR(value_of(measures, arch_length), 2 * corner(x).norm(), 1e-6);
  EXPECT_NEAR(value_of(measures, arch_depth), 0.04 * x * x, 1e-6);
}

TEST(Model, irregularity_counts_level_displacements_alone) {
  ModelJaw lower = made_jaw(Jaw::lower, 6);
  EXPECT_NEAR(value_of(measure_model(nullptr, &lower), little_irregularity), 0, 1e-9);
  *tooth_of(lower, 42).places[static_cast<std::size_t>(contact_mesial)] += Vector3d(0, 1.5, 0.8);
  const auto measures = measure_model(nullptr, &lower);
  EXPECT_NEAR(value_of(measures, little_irregularity), 1.5, 1e-6);
  EXPECT_EQ(value_of(measures, par_lower_anterior), 1);
}

TEST(Model, curve_of_spee_is_the_deepest_cusp_of_a_side) {
  ModelJaw lower = made_jaw(Jaw::lower, 7);
  tooth_of(lower, 45).places[static_cast<std::size_t>(cusp_b)]->z() -= 1.8;
  const auto measures = measure_model(nullptr, &lower);
  EXPECT_NEAR(value_of(measures, spee, 0, PatientSide::right), 1.8, 1e-9);
  EXPECT_NEAR(value_of(measures, spee, 0, PatientSide::left), 0, 1e-9);
  for (const int fdi : {36, 46}) tooth_of(lower, fdi).places[static_cast<std::size_t>(cusp_ml)]->z() -= 0.7;
  EXPECT_NEAR(value_of(measure_model(nullptr, &lower), wilson), 0.7, 1e-9);
}

TEST(Model, torque_tip_and_rotation_are_those_that_a_crown_was_given) {
  for (const Jaw jaw : {Jaw::upper, Jaw::lower}) {
    ModelJaw made = made_jaw(jaw, 7);
    ModelTooth& tooth = tooth_of(made, jaw == Jaw::upper ? 15 : 35);
    const Vector3d mesial = tooth.mesial, buccal = tooth.buccal, occlusal = tooth.occlusal;
    const double before =
        value_of(jaw == Jaw::upper ? measure_model(&made, nullptr) : measure_model(nullptr, &made), rotation,
                 tooth.fdi);
    const double torque_rad = 12 * rad_per_deg, turn_rad = 8 * rad_per_deg;
    tooth.occlusal = std::cos(torque_rad) * occlusal + std::sin(torque_rad) * buccal;
    tooth.buccal = std::cos(torque_rad) * buccal - std::sin(torque_rad) * occlusal;
    const auto leant = jaw == Jaw::upper ? measure_model(&made, nullptr) : measure_model(nullptr, &made);
    EXPECT_NEAR(value_of(leant, torque, tooth.fdi) / rad_per_deg, 12, 1e-6);
    EXPECT_NEAR(value_of(leant, tip, tooth.fdi), 0, 1e-9);
    tooth.occlusal = occlusal;
    tooth.mesial = std::cos(turn_rad) * mesial + std::sin(turn_rad) * buccal;
    tooth.buccal = std::cos(turn_rad) * buccal - std::sin(turn_rad) * mesial;
    const auto turned = jaw == Jaw::upper ? measure_model(&made, nullptr) : measure_model(nullptr, &made);
    EXPECT_NEAR((value_of(turned, rotation, tooth.fdi) - before) / rad_per_deg, 8, 1e-6);
  }
}

TEST(Model, pose_changes_nothing_and_scale_lengths_alone) {
  const ModelJaw upper = made_jaw(Jaw::upper, 8), lower = made_jaw(Jaw::lower, 6.5);
  Eigen::Affine3d pose = Eigen::Translation3d(40, -70, 25) *
                         Eigen::AngleAxisd(2.1, Vector3d(1, -2, 3).normalized()) * Eigen::Scaling(1.0);
  const auto here = measure_model(&upper, &lower);
  const ModelJaw upper_there = moved(upper, pose), lower_there = moved(lower, pose);
  const auto there = measure_model(&upper_there, &lower_there);
  ASSERT_EQ(here.size(), there.size());
  for (std::size_t i = 0; i < here.size(); ++i) {
    ASSERT_EQ(here[i].reading.value.has_value(), there[i].reading.value.has_value()) << name_of(here[i].key);
    if (here[i].reading.value)
      EXPECT_NEAR(*here[i].reading.value, *there[i].reading.value, 1e-4) << name_of(here[i].key);
  }
  pose.linear() *= 1.05;
  const ModelJaw upper_large = moved(upper, pose), lower_large = moved(lower, pose);
  const auto large = measure_model(&upper_large, &lower_large);
  EXPECT_NEAR(value_of(large, width, 16), 1.05 * value_of(here, width, 16), 1e-9);
  EXPECT_NEAR(value_of(large, bolton_overall), value_of(here, bolton_overall), 1e-9);
  EXPECT_NEAR(value_of(large, rotation, 14), value_of(here, rotation, 14), 1e-4);
}

TEST(Model, mirrored_jaws_exchange_left_and_right) {
  ModelJaw lower = made_jaw(Jaw::lower, 7);
  tooth_of(lower, 45).places[static_cast<std::size_t>(cusp_b)]->z() -= 1.8;
  tooth_of(lower, 34).mesial = Eigen::AngleAxisd(0.2, Vector3d::UnitZ()) * tooth_of(lower, 34).mesial;
  tooth_of(lower, 34).buccal = Eigen::AngleAxisd(0.2, Vector3d::UnitZ()) * tooth_of(lower, 34).buccal;
  ModelJaw mirrored = moved(lower, Eigen::Affine3d(Eigen::Scaling(-1.0, 1.0, 1.0)));
  for (ModelTooth& tooth : mirrored.teeth) tooth.fdi = fellow_of(tooth.fdi);
  std::ranges::reverse(mirrored.teeth);
  const auto before = measure_model(nullptr, &lower), after = measure_model(nullptr, &mirrored);
  EXPECT_NEAR(value_of(after, spee, 0, PatientSide::left), value_of(before, spee, 0, PatientSide::right),
              1e-9);
  EXPECT_NEAR(value_of(after, rotation, 44), value_of(before, rotation, 34), 1e-6);
  EXPECT_NEAR(value_of(after, torque, 44), value_of(before, torque, 34), 1e-9);
}

TEST(Model, withholds_what_lacks_a_tooth_and_says_why) {
  ModelJaw upper = made_jaw(Jaw::upper, 8), lower = made_jaw(Jaw::lower, 6.5);
  std::erase_if(lower.teeth, [](const ModelTooth& tooth) { return tooth.fdi == 44; });
  tooth_of(upper, 23).sure = false;
  tooth_of(upper, 17).places[static_cast<std::size_t>(cusp_db)].reset();
  const auto measures = measure_model(&upper, &lower);
  EXPECT_EQ(named(measures, width, 44).reading.reason, MeasureReason::tooth_missing);
  EXPECT_EQ(named(measures, width, 23).reading.reason, MeasureReason::tooth_unsure);
  EXPECT_EQ(named(measures, bolton_overall).reading.reason, MeasureReason::tooth_unsure);
  EXPECT_EQ(named(measures, spee).reading.reason, MeasureReason::landmark_missing);
  EXPECT_EQ(named(measures, tip, 11).reading.reason, MeasureReason::not_shown);
  EXPECT_EQ(named(measure_model(&upper, nullptr), bolton_overall).reading.reason, MeasureReason::one_jaw);
}

TEST(Model, predicts_unerupted_teeth_from_the_lower_incisors) {
  const ModelJaw upper = made_jaw(Jaw::upper, 8);
  ModelJaw lower = made_jaw(Jaw::lower, 5.5);
  std::erase_if(lower.teeth, [](const ModelTooth& tooth) { return tooth.fdi == 43; });
  const auto measures = measure_model(&upper, &lower);
  const auto of = [&](Jaw jaw, PatientSide side) {
    return std::ranges::find_if(measures, [&](const ModelMeasure& each) {
      return each.key == unerupted_width && each.jaw == jaw && each.side == side;
    });
  };
  EXPECT_NEAR(*of(Jaw::lower, PatientSide::right)->reading.value, 11 + 10.5, 1e-9);
  EXPECT_EQ(of(Jaw::upper, PatientSide::left)->reading.reason, MeasureReason::all_erupted);
}

TEST(Model, tells_crossbite_and_scissor_bite_by_the_lower_buccal_cusps) {
  ModelJaw upper = made_jaw(Jaw::upper, 7);
  const ModelJaw lower = made_jaw(Jaw::lower, 7);
  const auto shift = [&](int fdi, double outward_mm) {
    ModelTooth& tooth = tooth_of(upper, fdi);
    for (auto& place : tooth.places)
      if (place) *place += outward_mm * tooth.buccal;
  };
  shift(14, -3);
  shift(15, 2);
  shift(24, 6);
  const auto measures = measure_model(&upper, &lower);
  EXPECT_EQ(value_of(measures, crossbite, 14), 1);
  EXPECT_EQ(value_of(measures, crossbite, 15), 0);
  EXPECT_EQ(value_of(measures, scissor_bite, 15), 0);
  EXPECT_EQ(value_of(measures, scissor_bite, 24), 1);
  EXPECT_EQ(named(measures, crossbite, 25).reading.reason, MeasureReason::too_close);
}

TEST(Model, intervals_hold_the_truth_for_landmarks_within_their_doubt) {
  constexpr double along_mm = 0.2;  // 95 % doubt of a contact point along the arch
  ModelJaw lower = made_jaw(Jaw::lower, 7);
  for (ModelTooth& tooth : lower.teeth) tooth.along_mm.fill(along_mm);
  const RelationInterval interval = named(measure_model(nullptr, &lower), width, 36).interval;
  EXPECT_NEAR(0.5 * (interval[1] - interval[0]), along_mm * std::numbers::sqrt2, 0.05);
  EXPECT_NEAR(0.5 * (interval[1] + interval[0]), 7, 0.05);
}

}  // namespace
}  // namespace intercusp
