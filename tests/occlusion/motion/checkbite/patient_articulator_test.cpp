#include "occlusion/motion/checkbite/patient_articulator.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/support/made_patient.h"
#include "tests/support/wide.h"

namespace intercusp {
namespace {

using testing::Draws, testing::drawn_record, testing::drawn_records, testing::made_patient,
    testing::MadePatient, testing::plain_error;

constexpr double turn_error = 0.02 * rad_per_deg, shift_error_mm = 0.01;

bool has(const PatientArticulator& found, const char* code) {
  return find_code(found.findings, code) != nullptr;
}

struct Pair {
  double value, truth, low, high;
};
//! Every guidance number, found and true.
std::vector<Pair> guidance_pairs(const PatientArticulator& found, const MadePatient& patient) {
  std::vector<Pair> pairs;
  const auto add = [&](const CondyleEstimates& estimates, const BothSides& truth) {
    for (const auto& [estimate, value] :
         {std::pair(estimates.left, truth.left), std::pair(estimates.right, truth.right)})
      if (estimate)
        pairs.push_back({estimate->value, value, estimate->interval.low, estimate->interval.high});
  };
  add(found.inclination_rad, patient.guidance.inclination_rad);
  add(found.bennett_rad, patient.guidance.bennett_rad);
  add(found.side_shift_mm, patient.guidance.side_shift_mm);
  add(found.nonworking_inclination_rad, patient.guidance.inclination_rad);
  return pairs;
}

TEST(PatientArticulator, poses_of_the_articulator_give_its_settings_back) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    Draws draws(seed);
    const MadePatient patient = made_patient(draws);
    const PatientArticulator found = patient_articulator(
        drawn_records(patient, plain_error(shift_error_mm, turn_error), nullptr), patient.frame);
    ASSERT_TRUE(found.hinge) << seed;
    EXPECT_LT((found.hinge->left.place - patient.condyles.left).norm(), 1e-5);
    EXPECT_LT((found.hinge->right.place - patient.condyles.right).norm(), 1e-5);
    EXPECT_NEAR(found.hinge->opening_rad, 8 * rad_per_deg, 1e-8);
    EXPECT_LT(found.hinge->residual_mm, 1e-6);
    const std::vector<Pair> pairs = guidance_pairs(found, patient);
    EXPECT_EQ(pairs.size(), 8u) << seed;
    for (const Pair& pair : pairs) EXPECT_NEAR(pair.value, pair.truth, 1e-6) << seed;
  }
}

TEST(PatientArticulator, the_case_may_lie_anywhere) {
  Draws draws(5);
  const AnatomicalAxes axes{
      .superior = Eigen::Vector3d(0.1, 0.9, -0.2).normalized(),
      .anterior = Eigen::Vector3d(0.1, 0.9, -0.2).cross(Eigen::Vector3d::UnitX()).normalized(),
      .left = {}};
  AnatomicalAxes turned = axes;
  turned.left = axes.superior.cross(axes.anterior);
  const MadePatient patient = made_patient(draws, turned, {200, -300, 40});
  const PatientArticulator found = patient_articulator(
      drawn_records(patient, plain_error(shift_error_mm, turn_error, {190, -290, 30}), nullptr),
      patient.frame);
  for (const Pair& pair : guidance_pairs(found, patient)) EXPECT_NEAR(pair.value, pair.truth, 1e-6);
}

//! Of patients whose records are off by what they state, as many intervals hold the truth as should: 95 % within three
//! standard errors of the share, twice as wide as for as many independent numbers, since those of a patient hang together.
TEST(PatientArticulator, intervals_hold_the_truth_as_often_as_they_say) {
  int inside = 0, all = 0, ellipses = 0, hinges = 0;
  const auto patients = static_cast<std::uint64_t>(testing::rounds(50, 400));
  for (std::uint64_t seed = 1; seed <= patients; ++seed) {
    Draws draws(seed);
    const MadePatient patient = made_patient(draws);
    const PatientArticulator found = patient_articulator(
        drawn_records(patient, plain_error(shift_error_mm, turn_error), &draws), patient.frame);
    for (const Pair& pair : guidance_pairs(found, patient)) {
      ++all;
      inside += pair.low <= pair.truth && pair.truth <= pair.high ? 1 : 0;
    }
    if (!found.hinge) continue;
    for (const auto& [end, truth] : {std::pair(found.hinge->left, patient.condyles.left),
                                     std::pair(found.hinge->right, patient.condyles.right)}) {
      const Eigen::Vector3d off = truth - end.place;
      const double along = off.dot(end.long_axis), across = std::sqrt(off.squaredNorm() - along * along);
      ++hinges;
      ellipses += std::hypot(along / end.half_axes_mm.x(), across / end.half_axes_mm.y()) <= 1 ? 1 : 0;
    }
  }
  EXPECT_GT(all, 7 * static_cast<int>(patients));
  EXPECT_NEAR(static_cast<double>(inside) / all, 0.95, 6 * std::sqrt(0.05 * 0.95 / all));
  EXPECT_NEAR(static_cast<double>(ellipses) / hinges, 0.95, 6 * std::sqrt(0.05 * 0.95 / hinges));
}

TEST(PatientArticulator, one_record_of_a_side_gives_the_chord_and_says_so) {
  Draws draws(3);
  MadePatient patient = made_patient(draws);
  patient.guidance.side_shift_mm = {0, 0};
  std::vector<BiteRecord> records = drawn_records(patient, plain_error(shift_error_mm, turn_error), nullptr);
  std::erase_if(records, [](const BiteRecord& record) { return record.name == "left2"; });
  const PatientArticulator found = patient_articulator(records, patient.frame);
  ASSERT_TRUE(found.bennett_rad.right);
  EXPECT_NEAR(found.bennett_rad.right->value, patient.guidance.bennett_rad.right, 1e-6);
  EXPECT_FALSE(found.side_shift_mm.right);
  EXPECT_TRUE(found.side_shift_mm.left);
  ASSERT_TRUE(has(found, "side_shift_not_told"));
  EXPECT_EQ(find_code(found.findings, "side_shift_not_told")->text("condyle"), "right_condyle");
}

TEST(PatientArticulator, without_openings_the_average_condyles_widen_the_intervals_over_the_truth) {
  int inside = 0, all = 0;
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    Draws draws(seed);
    const MadePatient patient = made_patient(draws);
    std::vector<BiteRecord> records = drawn_records(patient, plain_error(shift_error_mm, turn_error), &draws);
    std::erase_if(records, [](const BiteRecord& record) { return record.kind == RecordKind::open; });
    const PatientArticulator found = patient_articulator(records, patient.frame);
    EXPECT_FALSE(found.hinge);
    EXPECT_TRUE(has(found, "condyles_average"));
    for (const Pair& pair : guidance_pairs(found, patient)) {
      ++all;
      inside += pair.low <= pair.truth && pair.truth <= pair.high ? 1 : 0;
    }
  }
  EXPECT_GT(static_cast<double>(inside) / all, 0.93);
}

TEST(PatientArticulator, a_glide_after_the_first_opening_is_named_and_left_out) {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    Draws draws(seed);
    const MadePatient patient = made_patient(draws);
    const double glide_mm = draws.between(0.5, 3), down = draws.between(0.3, 1);
    const Eigen::Vector3d glide = glide_mm * (std::cos(down) * patient.frame.axes.anterior -
                                              std::sin(down) * patient.frame.axes.superior);
    const PoseError error = plain_error(shift_error_mm, turn_error);
    const std::vector<BiteRecord> records = {
        drawn_record("centric", Eigen::Isometry3d::Identity(), error, &draws),
        drawn_record("open2", patient.opened(draws.between(8, 10) * rad_per_deg, glide), error, &draws),
        drawn_record("open", patient.opened(5 * rad_per_deg), error, &draws)};
    const PatientArticulator found = patient_articulator(records, patient.frame);
    ASSERT_TRUE(has(found, "opening_glides")) << seed << ' ' << glide_mm;
    const Finding& finding = *find_code(found.findings, "opening_glides");
    EXPECT_EQ(finding.text("record"), "open2");
    EXPECT_NEAR(finding.number("glide_mm"), glide_mm, 0.5);
    ASSERT_TRUE(found.hinge);
    EXPECT_EQ(found.hinge->used, std::vector<std::string>{"open"});
    EXPECT_LT((found.hinge->left.place - patient.condyles.left).norm(),
              found.hinge->left.half_axes_mm.x() * 1.5);
  }
}

TEST(PatientArticulator, half_the_error_needs_twice_the_opening) {
  Draws draws(7);
  const MadePatient patient = made_patient(draws);
  const PoseError error = plain_error(shift_error_mm, turn_error);
  const auto hinge = [&](double opening_rad) {
    const std::vector<BiteRecord> records = {
        drawn_record("centric", Eigen::Isometry3d::Identity(), error, nullptr),
        drawn_record("open", patient.opened(opening_rad), error, nullptr)};
    return *patient_articulator(records, patient.frame).hinge;
  };
  const Hinge small = hinge(4 * rad_per_deg);
  ASSERT_TRUE(small.halve_at_rad);
  EXPECT_NEAR(*small.halve_at_rad / rad_per_deg, 8, 0.3);
  EXPECT_NEAR(hinge(*small.halve_at_rad).left.half_axes_mm.x(), 0.5 * small.left.half_axes_mm.x(), 0.02);
}

TEST(PatientArticulator, exchanged_records_are_named) {
  for (std::uint64_t seed = 1; seed <= static_cast<std::uint64_t>(testing::rounds(2, 30)); ++seed) {
    Draws draws(seed);
    const MadePatient patient = made_patient(draws);
    const auto records = drawn_records(patient, plain_error(shift_error_mm, turn_error), &draws);
    EXPECT_FALSE(has(patient_articulator(records, patient.frame), "record_exchanged")) << seed;
    for (std::size_t a = 0; a < records.size(); ++a) {
      for (std::size_t b = a + 1; b < records.size(); ++b) {
        if (records[a].kind == records[b].kind) continue;
        std::vector<BiteRecord> exchanged = records;
        std::swap(exchanged[a].pose, exchanged[b].pose);
        const PatientArticulator found = patient_articulator(exchanged, patient.frame);
        EXPECT_TRUE(has(found, "record_exchanged") || has(found, "centric_exchanged"))
            << seed << ' ' << records[a].name << ' ' << records[b].name;
      }
    }
  }
}

TEST(PatientArticulator, too_small_an_opening_gives_no_axis_or_a_wide_one) {
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    Draws draws(seed);
    const MadePatient patient = made_patient(draws);
    const PoseError error = plain_error(0.02, 0.05 * rad_per_deg);
    const std::vector<BiteRecord> records = {
        drawn_record("centric", Eigen::Isometry3d::Identity(), error, &draws),
        drawn_record("open", patient.opened(0.5 * rad_per_deg), error, &draws)};
    const PatientArticulator found = patient_articulator(records, patient.frame);
    EXPECT_FALSE(found.hinge) << seed;
    EXPECT_TRUE(has(found, "opening_too_small"));
  }
}

TEST(PatientArticulator, names_of_records) {
  EXPECT_EQ(record_kind_of("centric"), RecordKind::centric);
  EXPECT_EQ(record_kind_of("open2"), RecordKind::open);
  EXPECT_EQ(record_kind_of("left13"), RecordKind::left);
  EXPECT_EQ(record_kind_of("centric2"), std::nullopt);
  EXPECT_EQ(record_kind_of("Left"), std::nullopt);
  EXPECT_EQ(record_kind_of("2"), std::nullopt);
}

}  // namespace
}  // namespace intercusp
