// Scenes with built-in dependence on the settings, and without.

#include "occlusion/motion/articulator/sensitivity.h"

#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include <algorithm>
#include <cmath>

#include "tests/occlusion/motion/articulator/mouth.h"

namespace intercusp {
namespace {

using testing::case_of;
using testing::edge_along_x;
using testing::incisors_at_origin;

const GroupPair incisors{11, 31}, molars{27, 37};
const Condyles condyles{.right = {-55, 85, 35}, .left = {55, 85, 35}};

TriangleMesh incisal_stop() { return shapes::box({-8, -8, 0}, {8, 4, 5}); }

ArticulatedCase incisors_alone() {
  return case_of({{11, incisal_stop()}}, {{31, edge_along_x(incisors_at_origin)}}, incisors_at_origin);
}

//! The left molar lies 0.2 mm under a roof that descends forwards. In a laterotrusion to the right it moves forward
//! under it, and a steep descent of its condyle keeps it free.
ArticulatedCase molar_under_a_roof() {
  const double slope = std::tan(23 * rad_per_deg);
  const auto height = [&](double y) { return (y - 40) * slope + 0.2; };
  const TriangleMesh roof =
      testing::sideways_prism({{25, height(25)}, {50, height(50)}, {50, 20}, {25, 20}}, 12, 40);
  return case_of({{11, incisal_stop()}, {27, roof}},
                 {{31, edge_along_x(incisors_at_origin)}, {37, edge_along_x({25, 40, 0})}},
                 incisors_at_origin);
}

std::vector<ContactSensitivity> of_pair(const Sensitivity& sensitivity, Excursion excursion, GroupPair pair) {
  std::vector<ContactSensitivity> found;
  for (const ContactSensitivity& contact : sensitivity.contacts) {
    if (contact.excursion == excursion && contact.pair == pair) found.push_back(contact);
  }
  return found;
}

TEST(Sensitivity, of_a_contact_that_every_setting_has_is_always) {
  const Sensitivity sensitivity = sweep_settings(incisors_alone(), {.settings = 40});
  EXPECT_EQ(sensitivity.settings_done, 40);
  EXPECT_EQ(sensitivity.without_bite, 0);
  ASSERT_EQ(sensitivity.contacts.size(), 30U);
  for (const ContactSensitivity& contact : sensitivity.contacts) {
    EXPECT_EQ(contact.verdict, Verdict::always);
    EXPECT_EQ(contact.share, 1);
    EXPECT_FALSE(contact.setting);
  }
  for (const GuidanceSensitivity& step : sensitivity.guidance) {
    EXPECT_EQ(step.settings, 40);
    EXPECT_EQ(step.shares.begin()->second, 1);
    EXPECT_EQ(step.shares.begin()->first,
              step.excursion == Excursion::protrusion ? GuidanceKind::incisal : GuidanceKind::anterior);
  }
}

TEST(Sensitivity, of_a_balancing_contact_names_the_inclination_that_it_depends_on) {
  const Sensitivity sensitivity =
      sweep_settings(molar_under_a_roof(), {.settings = 100, .condyles = condyles});
  const auto last = of_pair(sensitivity, Excursion::laterotrusion_right, molars).back();
  EXPECT_EQ(last.excursion_mm, 3);
  EXPECT_EQ(last.verdict, Verdict::depends);
  EXPECT_GT(last.share, 0.2);
  EXPECT_LT(last.share, 0.8);
  EXPECT_EQ(last.setting, Setting::inclination_left);
  EXPECT_LT(last.correlation, -0.5) << "the steeper, the rarer";
  EXPECT_EQ(of_pair(sensitivity, Excursion::laterotrusion_right, molars).front().verdict, Verdict::never)
      << "0.2 mm apart at first";
  const auto& shares = sensitivity.guidance[19];  // to the right, 3 mm
  EXPECT_EQ(shares.balancing_share, last.share);
}

TEST(Sensitivity, has_the_same_bits_for_any_number_of_threads) {
  const ArticulatedCase mouth = molar_under_a_roof();
  const auto sweep = [&](std::size_t threads) {
    const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, threads);
    return sweep_settings(mouth, {.settings = 20});
  };
  const Sensitivity one = sweep(1), three = sweep(3);
  ASSERT_EQ(one.contacts.size(), three.contacts.size());
  for (std::size_t i = 0; i < one.contacts.size(); ++i) {
    EXPECT_EQ(one.contacts[i].settings, three.contacts[i].settings);
    EXPECT_EQ(one.contacts[i].correlation, three.contacts[i].correlation);
  }
}

TEST(Sensitivity, that_ends_early_tells_what_is_done) {
  const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, 1);
  double before = 0;
  const Sensitivity sensitivity = sweep_settings(
      incisors_alone(), {.settings = 40},
      [&](double done) {
        EXPECT_GT(done, before);
        before = done;
      },
      [&] { return before >= 0.25; });
  EXPECT_EQ(sensitivity.settings_done, 10);
  ASSERT_EQ(sensitivity.contacts.size(), 30U);
  EXPECT_EQ(sensitivity.contacts.front().settings, 10);
  EXPECT_EQ(sensitivity.contacts.front().verdict, Verdict::always);
}

TEST(SettingSample, stays_within_the_ranges_and_fills_them) {
  const auto sample = sample_settings({}, false, 500);
  ASSERT_EQ(sample.size(), 500U);
  for (const SettingRange& range : setting_ranges()) {
    double least = range.most, most = range.least, sum = 0;
    for (const ArticulatorSettings& settings : sample) {
      const double value = value_of(settings, range.setting);
      least = std::min(least, value);
      most = std::max(most, value);
      sum += value;
    }
    const double width = range.most - range.least;
    EXPECT_GE(least, range.least);
    EXPECT_LE(most, range.most);
    EXPECT_LT(least, range.least + 0.01 * width) << range.name;
    EXPECT_GT(most, range.most - 0.01 * width) << range.name;
    EXPECT_NEAR(sum / 500, 0.5 * (range.least + range.most), 0.02 * width) << range.name;
  }
}

TEST(SettingSample, has_settings_that_do_not_go_with_each_other) {
  const auto sample = sample_settings({}, false, 500);
  const auto share = [&](std::size_t i, const SettingRange& range) {
    return (value_of(sample[i], range.setting) - range.least) / (range.most - range.least) - 0.5;
  };
  for (const SettingRange& a : setting_ranges()) {
    for (const SettingRange& b : setting_ranges()) {
      if (a.setting >= b.setting) continue;
      double product = 0;
      for (std::size_t i = 0; i < sample.size(); ++i) product += share(i, a) * share(i, b);
      EXPECT_LT(std::abs(product / 500 * 12), 0.03) << a.name << " " << b.name;  // variance 1/12
    }
  }
}

TEST(SettingSample, leaves_a_given_axis_alone) {
  for (const ArticulatorSettings& settings : sample_settings({{.bonwill_arm_mm = 101}, {}}, true, 20)) {
    EXPECT_EQ(settings.bonwill_arm_mm, 101);
    EXPECT_EQ(settings.intercondylar_mm, ArticulatorSettings{}.intercondylar_mm);
  }
}

TEST(Sensitivity, axes_lie_evenly_over_the_ellipses) {
  const AxisEllipses ellipses{.right = {{0, 2, 0}, {0, 0, 0.5}}, .left = {{0, 0, 3}, {0, 1, 0}}};
  const std::vector<Condyles> axes = sample_axes(condyles, ellipses, 500);
  ASSERT_EQ(axes.size(), 500U);
  Eigen::Vector3d right_squares = Eigen::Vector3d::Zero(), left_squares = Eigen::Vector3d::Zero();
  for (const Condyles& axis : axes) {
    const Eigen::Vector3d right = axis.right - condyles.right, left = axis.left - condyles.left;
    EXPECT_LE(std::hypot(right.y() / 2, right.z() / 0.5), 1 + 1e-9);
    EXPECT_LE(std::hypot(left.z() / 3, left.y()), 1 + 1e-9);
    right_squares += right.cwiseAbs2() / 500;
    left_squares += left.cwiseAbs2() / 500;
  }
  // Evenly over an ellipse, the mean square along a half axis a is a²/4.
  EXPECT_NEAR(right_squares.y(), 1, 0.05);
  EXPECT_NEAR(left_squares.z(), 2.25, 0.05 * 2.25);
  EXPECT_EQ(right_squares.x(), 0);
}

}  // namespace
}  // namespace intercusp
