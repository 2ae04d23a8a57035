// Every analysis with a Progress passes on its exception promptly, wherever it is thrown.

#include <gtest/gtest.h>

#include <atomic>
#include <random>

#include "occlusion/engines/rays/ray_engine.h"
#include "occlusion/inspect.h"
#include "occlusion/motion/articulator/sensitivity.h"
#include "occlusion/motion/closing/closing.h"
#include "occlusion/motion/seating/settle.h"
#include "occlusion/motion/tracks/play.h"
#include "occlusion/several/interference.h"
#include "occlusion/validation/validate.h"
#include "tests/occlusion/motion/articulator/mouth.h"
#include "tests/occlusion/motion/seating/scenes.h"
#include "tests/support/bites.h"
#include "tests/support/shared.h"

namespace intercusp {
namespace {

//! Counts calls, throws at one of them, and notices calls at the same time as another.
class Cancelling {
 public:
  explicit Cancelling(int at_call) : at_call_(at_call) {}

  [[nodiscard]] Progress progress() {
    return [this](double done) {
      EXPECT_FALSE(busy_.exchange(true)) << "called from two threads at once";
      EXPECT_GE(done, 0);
      EXPECT_LE(done, 1);
      const bool last = ++calls_ == at_call_;
      busy_ = false;
      if (last) throw Cancelled();
    };
  }
  [[nodiscard]] int calls() const { return calls_; }

 private:
  const int at_call_;
  std::atomic<int> calls_ = 0;
  std::atomic<bool> busy_ = false;
};

//! \param analysis takes a Progress \param least_calls fewer would make cancelling slow
template <class Analysis>
void expect_cancellable(const Analysis& analysis, int least_calls) {
  Cancelling never(0);
  analysis(never.progress());
  ASSERT_GE(never.calls(), least_calls);
  constexpr unsigned seed = 11;
  std::mt19937 random(seed);
  std::vector<int> calls = {1, never.calls()};
  for (int i = 0; i < 3; ++i) calls.push_back(std::uniform_int_distribution<int>(1, never.calls())(random));
  for (const int call : calls) {
    Cancelling cancelling(call);
    EXPECT_THROW(analysis(cancelling.progress()), Cancelled) << "call " << call << ", seed " << seed;
    EXPECT_EQ(cancelling.calls(), call) << "the work went on";
  }
}

Bite plates_in_contact() { return testing::bite_of(testing::slab(1, 2), testing::slab(-1, 0.95)); }

TEST(Cancellation, of_inspect) {
  const Bite bite = plates_in_contact();
  const InspectionOptions options{
      .pixel_mm = 0.5, .direction = Eigen::Vector3d::UnitZ(), .bite_error = {.poses = 8}};
  expect_cancellable([&](const Progress& progress) { (void)inspect(prepare_case(bite), options, progress); },
                     3 + 2 * 8);
}

TEST(Cancellation, of_articulate_and_its_sensitivity) {
  const ArticulatedCase mouth = testing::case_of({{11, shapes::box({-8, -8, 0}, {8, 4, 5})}},
                                                 {{31, testing::edge_along_x(testing::incisors_at_origin)}},
                                                 testing::incisors_at_origin);
  expect_cancellable([&](const Progress& progress) { (void)articulate(mouth, {}, progress); }, 1 + 3);
  expect_cancellable(
      [&](const Progress& progress) { (void)sweep_settings(mouth, {.settings = 12}, progress); }, 12);
}

TEST(Cancellation, of_settle) {
  const Bite bite = testing::bite_of(shapes::box({-20, -20, 0}, {20, 20, 3}), testing::three_balls(10),
                                     Eigen::Isometry3d(Eigen::Translation3d(0, 0, -2.1)));
  const SettleOptions upwards{.direction = Eigen::Vector3d::UnitZ()};
  expect_cancellable([&](const Progress& progress) { (void)settle(prepare_case(bite), upwards, progress); },
                     4);
}

TEST(Cancellation, of_play) {
  const Bite bite = plates_in_contact();
  Track track;
  for (int i = 0; i < 20; ++i) track.poses.push_back({.time_s = 0.1 * i});
  const PlayOptions options{
      .engine = EngineKind::zlist, .pixel_mm = 0.5, .direction = Eigen::Vector3d::UnitZ()};
  expect_cancellable([&](const Progress& progress) { (void)play(bite, track, options, progress); }, 20);
}

TEST(Cancellation, of_close) {
  const Bite bite = testing::bite_of(testing::slab(1, 2), testing::slab(-1, 0));
  const Motion up = Motion::shift({0, 0, 1}, 5);
  expect_cancellable(
      [&](const Progress& progress) {
        (void)find_closing(prepare_case(bite), up, {.engine = EngineKind::ray, .pixel_mm = 0.5}, progress);
      },
      2);
}

TEST(Cancellation, of_validate) {
  const Bite bite = plates_in_contact();
  const CountedMap map{
      RayEngine(bite.upper, bite.lower).compute(testing::view_of(bite, 0.5), bite.upper_from_lower), {}};
  expect_cancellable(
      [&](const Progress& progress) {
        (void)validate({&map, 1}, bite, {.rays_per_pixel = 1}, progress);
      },
      20);
}

TEST(Cancellation, of_interfere) {
  std::vector<SolidOrBody> solids;
  for (int i = 0; i < 6; ++i)
    solids.push_back(
        {std::make_shared<const Solid>(solid_of(shapes::box({0.9 * i, 0, 0}, {0.9 * i + 1, 1, 1})))});
  expect_cancellable([&](const Progress& progress) { (void)find_interference(solids, {}, progress); }, 5);
}

TEST(SharedProgress, counts_parts_of_many_threads_and_throws_once) {
  std::vector<double> said;
  SharedProgress whole([&](double done) { said.push_back(done); }, 4);
  for (int i = 0; i < 4; ++i) whole.part_is_done();
  EXPECT_EQ(said, (std::vector<double>{0.25, 0.5, 0.75, 1}));

  int calls = 0;
  SharedProgress fails([&](double) { ++calls, throw std::runtime_error("first"); }, 4);
  EXPECT_THROW(fails.part_is_done(), std::runtime_error);
  EXPECT_THROW(fails.part_is_done(), Cancelled);
  EXPECT_EQ(calls, 1);
}

}  // namespace
}  // namespace intercusp
