#include "io/case/both_jaws.h"

#include <gtest/gtest.h>

#include <atomic>
#include <functional>
#include <stdexcept>

namespace intercusp {
namespace {

std::string error_of(const std::function<int(Jaw)>& make) {
  try {
    (void)make_both(make);
  } catch (const std::exception& error) {
    return error.what();
  }
  return "";
}

int refused(Jaw jaw) {
  throw InputError(jaw == Jaw::upper ? "u.stl" : "l.stl", "is empty", Finding{name_of(jaw)});
}
int broken(Jaw jaw) { throw std::runtime_error(std::string("broken ") + name_of(jaw)); }

TEST(BothJaws, are_made_each_in_its_place) {
  const auto [upper, lower] = make_both([](Jaw jaw) { return jaw == Jaw::upper ? 1 : 2; });
  EXPECT_EQ(upper, 1);
  EXPECT_EQ(lower, 2);
}

TEST(BothJaws, an_error_of_one_is_thrown_when_the_other_has_ended) {
  for (const Jaw bad : {Jaw::upper, Jaw::lower}) {
    std::atomic<int> ended = 0;
    EXPECT_EQ(error_of([&](Jaw jaw) {
                ++ended;
                return jaw == bad ? refused(jaw) : 1;
              }),
              bad == Jaw::upper ? "u.stl: is empty" : "l.stl: is empty");
    EXPECT_EQ(ended, 2);
  }
}

TEST(BothJaws, two_refused_files_are_both_named) {
  EXPECT_EQ(error_of(refused), "u.stl: is empty; l.stl: is empty");
  try {
    (void)make_both(refused);
    FAIL();
  } catch (const BothRefused& error) {
    EXPECT_EQ(error.finding()->code, "upper");
    EXPECT_STREQ(error.upper.what(), "u.stl: is empty");
    EXPECT_STREQ(error.lower.what(), "l.stl: is empty");
  }
}

TEST(BothJaws, of_other_errors_the_uppers_is_thrown) {
  EXPECT_EQ(error_of(broken), "broken upper");
  EXPECT_EQ(error_of([](Jaw jaw) { return jaw == Jaw::upper ? broken(jaw) : refused(jaw); }), "broken upper");
  EXPECT_EQ(error_of([](Jaw jaw) { return jaw == Jaw::upper ? refused(jaw) : broken(jaw); }),
            "u.stl: is empty");
}

}  // namespace
}  // namespace intercusp
