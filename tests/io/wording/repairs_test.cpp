#include "io/wording/provenance.h"

#include <gtest/gtest.h>

#include <set>

namespace intercusp {
namespace {

TEST(Repairs, each_count_has_a_name_of_its_own) {
  std::set<std::string> keys;
  for (const Repair& repair : repairs()) {
    keys.insert(repair.key);
    RepairCounts counts;
    counts.*repair.count = 3;
    EXPECT_EQ(in_words(counts), "3 " + std::string(repair.what)) << repair.key;
  }
  EXPECT_EQ(keys.size(), sizeof(RepairCounts) / sizeof(std::size_t));
  EXPECT_EQ(in_words(RepairCounts{.filled_holes = 2, .faces_in_holes = 12}),
            "2 holes filled; 12 faces added in holes");
  EXPECT_EQ(in_words(RepairCounts{}), "none needed");
}

}  // namespace
}  // namespace intercusp
