// First contact of real scans against the usual method: steps with the exact test of faces against faces, then
// bisection.
#include <gtest/gtest.h>

#include "io/case/import_jaw.h"
#include "tests/occlusion/motion/scenes.h"
#include "tests/support/real_scans.h"
#include "tests/support/wide.h"

namespace intercusp {
namespace {

using testing::degree;
using testing::interferes_after;

struct Scans {
  const char* folder;
  const char* upper;
  const char* lower;
};

class ScansClose : public ::testing::TestWithParam<Scans> {
 protected:
  void SetUp() override {
    const auto folder = testing::real_scans() / GetParam().folder;
    if (!std::filesystem::exists(folder)) GTEST_SKIP() << "no real scans at " << folder;
    bite_.upper = import_jaw((folder / GetParam().upper).string(), Jaw::upper).solid;
    bite_.lower = import_jaw((folder / GetParam().lower).string(), Jaw::lower).solid;
  }

  //! Never later than the first overlapping step, and at most half the last step earlier.
  void compare(const Motion& motion, double step, double last_step) const {
    const auto contact = testing::first_contact_of(bite_, motion);
    ASSERT_TRUE(contact);
    double low = 0, high = step;
    while (high < motion.limit() && !interferes_after(bite_, motion, high)) {
      low = high;
      high += step;
    }
    ASSERT_LT(high, motion.limit());
    while (high - low > last_step) {
      (interferes_after(bite_, motion, 0.5 * (low + high)) ? high : low) = 0.5 * (low + high);
    }
    EXPECT_LE(contact->amount, high);
    EXPECT_GE(contact->amount, low);
    EXPECT_TRUE(bite_.upper->is_anatomy(contact->upper_face));
    EXPECT_TRUE(bite_.lower->is_anatomy(contact->lower_face));
  }

  Bite bite_;
};

// Of these scans y is superior and z anterior.
TEST_P(ScansClose, about_a_hinge_as_steps_and_halving_say) {
  const Bounds box = bounds_of(bite_.upper->mesh);
  const Eigen::Vector3d behind(box.centre().x(), box.centre().y() + 30, box.min.z() - 50);
  const Motion closing = Motion::turn(behind, {-1, 0, 0}, 3 * degree);
  bite_.upper_from_lower = closing.at(-1 * degree);
  compare(closing, 0.1 * degree, 1e-6 * degree);
}

TEST_P(ScansClose, along_a_line_as_steps_and_halving_say) {
  const Motion closing = Motion::shift({0.1, 1, -0.05}, 4);
  bite_.upper_from_lower = closing.at(-1.5);
  compare(closing, 0.1, 1e-6);
}

TEST_P(ScansClose, at_the_same_place_from_any_opening) {
  const Bounds box = bounds_of(bite_.upper->mesh);
  const Eigen::Vector3d behind(box.centre().x(), box.centre().y() + 30, box.min.z() - 50);
  const Motion closing = Motion::turn(behind, {-1, 0, 0}, 60 * degree);
  const ContactSearch search(bite_.upper, bite_.lower);
  const auto from_one = search.first(closing.at(-1 * degree), closing);
  const auto from_thirty = search.first(closing.at(-30 * degree), closing);
  ASSERT_TRUE(from_one && from_thirty);
  EXPECT_NEAR(from_thirty->amount - from_one->amount, 29 * degree, 1e-12);
  EXPECT_NEAR((from_thirty->case_point - from_one->case_point).norm(), 0, 1e-9);
}

INSTANTIATE_TEST_SUITE_P(RealPairs, ScansClose,
                         ::testing::ValuesIn(testing::samples({Scans{"case-a", "upper.stl", "lower.stl"},
                                                               Scans{"case-b", "upper.stl", "lower.stl"},
                                                               Scans{"case-a", "upper_open.ply",
                                                                     "lower_open.ply"}})),
                         [](const auto& pair) { return "pair" + std::to_string(pair.index); });

}  // namespace
}  // namespace intercusp
