#include "occlusion/registration/buccal_bite.h"

#include <gtest/gtest.h>

#include <array>

#include "occlusion/case/fdi.h"
#include "occlusion/registration/tooth_starts.h"
#include "tests/occlusion/registration/scan_pairs.h"
#include "tests/support/buccal_scan.h"
#include "tests/support/wide.h"

namespace intercusp {
namespace {

using testing::moved;

//! A buccal scan with its own triangulation and frame.
JawScan buccal_of(std::uint64_t patient, BuccalSide side, std::uint64_t seed) {
  const LabelledMesh cut = buccal_scan(scanned_teeth(100000, patient, 3), {.side = side});
  return scan_of(moved(noisy(cut, 0.02, seed), random_pose(seed)));
}

//! The mean distance of molars and incisors from where they should be.
double error_at_teeth_mm(const LabelledMesh& lower, const Eigen::Isometry3d& found,
                         const Eigen::Isometry3d& truth) {
  double sum = 0;
  int teeth = 0;
  for (const auto& [fdi, middle] : tooth_middles(scan_of(lower))) {
    if (place_of(fdi) != 1 && place_of(fdi) != 6) continue;
    sum += (found * middle - truth * middle).norm();
    ++teeth;
  }
  return sum / teeth;
}

struct MovedJaws {
  LabelledMesh upper, lower;
  Eigen::Isometry3d upper_from_lower;
};

MovedJaws jaws_of(std::uint64_t patient, std::uint64_t seed) {
  const Dentition& teeth = scanned_teeth(100000, patient, 1);
  const Eigen::Isometry3d upper_pose = random_pose(seed), lower_pose = random_pose(seed + 50);
  return {moved(noisy(teeth.upper, 0.01, seed), upper_pose),
          moved(noisy(teeth.lower, 0.01, seed + 1), lower_pose), upper_pose * lower_pose.inverse()};
}

TEST(BuccalBite, two_buccal_scans_give_the_bite_to_a_hundredth_of_a_millimetre) {
  for (const std::uint64_t patient : testing::samples({1, 2, 3})) {
    const MovedJaws jaws = jaws_of(patient, 10 * patient);
    const std::array scans = {buccal_of(patient, BuccalSide::right, 5),
                              buccal_of(patient, BuccalSide::left, 6)};
    const BuccalBite bite = buccal_bite(scan_of(jaws.upper), scan_of(jaws.lower), scans);
    ASSERT_TRUE(bite.determined()) << static_cast<int>(*bite.reason);
    const double error_mm = error_at_teeth_mm(jaws.lower, bite.upper_from_lower, jaws.upper_from_lower);
    EXPECT_LT(error_mm, 0.01);
    EXPECT_LT(bite.disagreement_mm, 0.1);
    EXPECT_GT(bite.overlap_share, 0.7);
  }
}

TEST(BuccalBite, one_buccal_scan_gives_the_bite_to_three_hundredths) {
  for (const std::uint64_t patient : testing::samples({1, 2, 3})) {
    const MovedJaws jaws = jaws_of(patient, 10 * patient);
    const std::array scans = {buccal_of(patient, patient % 2 == 0 ? BuccalSide::right : BuccalSide::left, 5)};
    const BuccalBite bite = buccal_bite(scan_of(jaws.upper), scan_of(jaws.lower), scans);
    ASSERT_TRUE(bite.determined()) << static_cast<int>(*bite.reason);
    const double error_mm = error_at_teeth_mm(jaws.lower, bite.upper_from_lower, jaws.upper_from_lower);
    EXPECT_LT(error_mm, 0.03);
  }
}

TEST(BuccalBite, every_scan_is_found_in_any_pose) {
  for (const std::uint64_t pose : testing::samples({1, 2, 3, 4})) {
    const MovedJaws jaws = jaws_of(1, 100 * pose);
    for (const BuccalSide side : {BuccalSide::right, BuccalSide::left}) {
      const std::array scans = {buccal_of(1, side, pose + 5)};
      EXPECT_TRUE(buccal_bite(scan_of(jaws.upper), scan_of(jaws.lower), scans).determined()) << pose;
    }
  }
}

TEST(BuccalBite, another_patient_and_exchanged_jaws_have_no_bite) {
  const MovedJaws mine = jaws_of(1, 10), others = jaws_of(2, 20);
  const std::array scans = {buccal_of(1, BuccalSide::right, 5)};
  EXPECT_EQ(buccal_bite(scan_of(mine.upper), scan_of(others.lower), scans).reason, NoBite::lower_not_found);
  EXPECT_EQ(buccal_bite(scan_of(others.upper), scan_of(mine.lower), scans).reason, NoBite::upper_not_found);
  EXPECT_EQ(buccal_bite(scan_of(mine.lower), scan_of(mine.upper), scans).reason, NoBite::jaws_exchanged);
  EXPECT_EQ(buccal_bite(scan_of(mine.upper), scan_of(mine.lower), {}).reason, NoBite::no_buccal_scan);
}

TEST(BuccalBite, scans_of_two_bites_disagree) {
  const MovedJaws jaws = jaws_of(1, 10);
  Dentition open = scanned_teeth(100000, 1, 3);
  for (Eigen::Vector3d& vertex : open.lower.mesh.vertices) vertex.z() -= 1;
  const std::array scans = {buccal_of(1, BuccalSide::right, 5),
                            scan_of(moved(buccal_scan(open, {.side = BuccalSide::left}), random_pose(4)))};
  const BuccalBite bite = buccal_bite(scan_of(jaws.upper), scan_of(jaws.lower), scans);
  EXPECT_EQ(bite.reason, NoBite::sides_disagree);
  EXPECT_GT(bite.disagreement_mm, 0.8);
  // Far from a scan its errors grow by their lever; beside it the bites are apart by what the jaw was opened.
  for (const BuccalFit& fit : bite.scans) {
    ASSERT_TRUE(fit.disagreement_mm.has_value());
    EXPECT_NEAR(*fit.disagreement_mm, 1, 0.1);
    EXPECT_LE(*fit.disagreement_mm, bite.disagreement_mm + 1e-9);
  }
}

TEST(BuccalBite, one_scan_disagrees_with_none) {
  const MovedJaws jaws = jaws_of(1, 10);
  const std::array scans = {buccal_of(1, BuccalSide::right, 5)};
  const BuccalBite bite = buccal_bite(scan_of(jaws.upper), scan_of(jaws.lower), scans);
  EXPECT_FALSE(bite.scans.front().disagreement_mm.has_value());
}

}  // namespace
}  // namespace intercusp
