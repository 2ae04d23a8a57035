// A search that is cancelled ends at once: nothing reports after the report that cancelled it, from any thread.

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <functional>

#include "occlusion/registration/compare_scans.h"
#include "occlusion/registration/find_bite.h"
#include "tests/occlusion/registration/scan_pairs.h"
#include "tests/support/buccal_scan.h"
#include "tests/support/dentitions.h"
#include "tests/support/wide.h"

namespace intercusp {
namespace {

using testing::moved;

using Search = std::function<void(const Progress&)>;

//! Cancels after a share of the reports of a whole search.
void expect_ends_wherever_cancelled(const Search& search) {
  std::atomic<int> all = 0;
  search([&](double) { ++all; });
  ASSERT_GT(all, 4) << "it can hardly be stopped";
  for (const double share : testing::samples({0.6, 0.0, 0.3, 0.9})) {
    std::atomic<int> reports = 0;
    const int last = 1 + static_cast<int>(share * (all - 1));
    const auto cancel = [&](double) {
      if (++reports >= last) throw Cancelled();
    };
    EXPECT_THROW(search(cancel), Cancelled) << share;
    EXPECT_EQ(reports, last) << share;
  }
}

Bite dentition_in_bite() {
  const Dentition& made = scanned_teeth(20000, 1, 1);
  return {testing::labelled_solid(made.upper), testing::labelled_solid(made.lower)};
}

TEST(CancelledSearch, for_the_bite_of_the_arches_ends) {
  const Bite jaws = dentition_in_bite();
  expect_ends_wherever_cancelled([&](const Progress& progress) { (void)find_bite(jaws, {}, {}, progress); });
}

TEST(CancelledSearch, for_the_bite_by_two_buccal_scans_ends) {
  const Bite jaws = dentition_in_bite();
  const Dentition& scanned = scanned_teeth(20000, 1, 2);
  const std::array scans = {scan_of(moved(buccal_scan(scanned), random_pose(6))),
                            scan_of(moved(buccal_scan(scanned, {.side = BuccalSide::left}), random_pose(7)))};
  expect_ends_wherever_cancelled(
      [&](const Progress& progress) { (void)find_bite(jaws, scans, {}, progress); });
}

TEST(CancelledSearch, for_what_changed_between_scans_ends) {
  const auto before = std::make_shared<const JawScan>(scan_of(scanned_teeth(20000, 1, 1).upper));
  const auto after =
      std::make_shared<const JawScan>(scan_of(moved(scanned_teeth(20000, 1, 2).upper, random_pose(3))));
  expect_ends_wherever_cancelled(
      [&](const Progress& progress) { (void)compare_scans(before, after, {}, progress); });
}

}  // namespace
}  // namespace intercusp
