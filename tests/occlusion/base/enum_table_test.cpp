// Each name of an enumerator reads back to it, and a table that misses an enumerator is found.

#include "occlusion/base/enum_table.h"

#include <gtest/gtest.h>

namespace intercusp {
namespace {

enum class Colour { red, green, blue };
constexpr auto names_of(Colour) {
  return enum_table<Colour>({{Colour::red, "red"}, {Colour::green, "light green"}, {Colour::blue, "blue"}});
}

// The checks that refuse a table while it compiles.
static_assert(is_enumerator<Colour::blue>());
static_assert(!is_enumerator<static_cast<Colour>(3)>());

TEST(EnumTable, names_read_back) {
  for (const auto& [colour, name] : enum_names<Colour>.entries) {
    EXPECT_STREQ(name_of(colour), name);
    EXPECT_EQ(find_named<Colour>(name), colour);
  }
  EXPECT_STREQ(name_of(Colour::green), "light green");
  EXPECT_EQ(all_names<Colour>(), (std::vector<std::string>{"red", "light green", "blue"}));
}

TEST(EnumTable, other_names_are_none) {
  for (const char* const name : {"", "Red", "red ", "green"})
    EXPECT_EQ(find_named<Colour>(name), std::nullopt);
}

}  // namespace
}  // namespace intercusp
