#include "io/files/read_json.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "io/files/errors.h"

namespace intercusp {
namespace {

using Lines = std::vector<std::size_t>;

TEST(ReadJson, entries_of_a_list_are_told_with_their_lines) {
  constexpr const char* text =
      "{\"note\": \"poses\", \"inner\": {\"poses\": [7]},\n"
      "\"poses\": [{\"a\": [1,\n2], \"b\": \"], \\\" [\"},\n\n 3, \"x\",\n[4, 5]],\n\"empty\": []}";
  EXPECT_EQ(lines_of_list(text, "poses"), (Lines{2, 5, 5, 6}));
  EXPECT_EQ(lines_of_list(text, "empty"), Lines{});
  EXPECT_EQ(lines_of_list(text, "inner"), Lines{});
  EXPECT_EQ(lines_of_list(text, "missing"), Lines{});
  EXPECT_EQ(lines_of_list("[[1], [2]]", "poses"), Lines{});
  EXPECT_EQ(lines_of_list("{\"poses\": [1],\n\"poses\": [\n2]}", "poses"), Lines{3}) << "the last counts";
  EXPECT_EQ(nlohmann::json::parse("{\"poses\": [1],\n\"poses\": [\n2]}")["poses"][0], 2);
}

TEST(ReadJson, a_number_beyond_double_is_refused_with_its_line) {
  try {
    (void)parse_json("pose.json", "{\n\"a\": [1,\n1e999, 2]}");
    FAIL();
  } catch (const InputError& error) {
    EXPECT_TRUE(std::string(error.what()).starts_with("pose.json: line 3: ")) << error.what();
  }
}

}  // namespace
}  // namespace intercusp
