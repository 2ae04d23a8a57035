#include "viewer/app/derived.h"

#include <gtest/gtest.h>

#include <limits>
#include <string>

namespace intercusp::viewer::testing {
namespace {

using Number = Derived<std::string, const int>;

Number wanted(const std::string& key) {
  Number number;
  number.want(key);
  return number;
}

TEST(Derived, is_neither_there_nor_due_unless_it_is_wanted) {
  Number number;
  EXPECT_FALSE(number.is_due());
  number.set("a", std::make_shared<const int>(1));
  EXPECT_FALSE(number);
  EXPECT_EQ(number.get(), nullptr);
  EXPECT_EQ(number.shared(), nullptr);
}

TEST(Derived, is_due_until_its_value_is_set) {
  Number number = wanted("a");
  EXPECT_TRUE(number.is_due());
  number.set("a", std::make_shared<const int>(1));
  EXPECT_FALSE(number.is_due());
  ASSERT_TRUE(number);
  EXPECT_EQ(*number, 1);
}

TEST(Derived, shows_no_value_of_another_key_and_the_old_one_again_when_its_key_comes_back) {
  Number number = wanted("a");
  number.set("a", std::make_shared<const int>(1));
  number.want("b");
  EXPECT_FALSE(number);
  EXPECT_TRUE(number.is_due());
  number.want("a");
  EXPECT_TRUE(number);
  EXPECT_FALSE(number.is_due());
}

TEST(Derived, a_value_that_comes_late_is_not_shown) {
  Number number = wanted("b");
  number.set("a", std::make_shared<const int>(1));
  EXPECT_FALSE(number);
  EXPECT_TRUE(number.is_due());
}

TEST(Derived, that_failed_is_due_for_another_key_or_when_it_is_to_try_again) {
  Number number = wanted("a");
  number.fail("a");
  EXPECT_FALSE(number.is_due());
  number.want("b");
  EXPECT_TRUE(number.is_due());
  number.want("a");
  EXPECT_FALSE(number.is_due());
  number.try_again();
  EXPECT_TRUE(number.is_due());
}

//! Its value would never be of the key that is wanted, and would be computed again for ever.
TEST(Derived, a_key_that_does_not_equal_itself_is_not_wanted) {
  Derived<double, const int> value;
  value.want(std::numeric_limits<double>::quiet_NaN());
  EXPECT_FALSE(value.wanted());
  EXPECT_FALSE(value.is_due());
}

}  // namespace
}  // namespace intercusp::viewer::testing
