#include "io/files/read_json.h"

#include <gtest/gtest.h>

#include <map>
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

std::string refusal(const std::string& text) {
  try {
    (void)parse_json("pose.json", text);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(ReadJson, brackets_within_brackets_are_refused_at_their_place_wherever_they_stand) {
  const auto brackets = [](const std::string& open, const std::string& close, int levels) {
    std::string text;
    for (int i = 0; i < levels; ++i) text += open;
    text += "1";
    for (int i = 0; i < levels; ++i) text += close;
    return text;
  };
  for (const auto& [open, close] : std::map<std::string, std::string>{{"[", "]"}, {"{\"a\":", "}"}}) {
    for (const int levels : {65, 100'000}) {
      const std::string deep = brackets(open, close, levels);
      for (const std::string& text : {deep, "{\"]\": \"[\\\"\",\n\"poses\": [1, " + deep + "]}",
                                      deep.substr(0, open.size() * static_cast<std::size_t>(levels))})
        EXPECT_NE(refusal(text).find("64 levels deep"), std::string::npos) << levels << open;
    }
    EXPECT_EQ(refusal(brackets(open, close, 64)), "");
  }
  EXPECT_TRUE(refusal("{\"a\": [\n" + brackets("[", "]", 100)).starts_with("pose.json: line 2, byte 71: "));
  EXPECT_EQ(refusal("[\"" + std::string(200, '[') + "\", \"\\\"[\"]"), "")
      << "brackets in a text are letters";
}

TEST(ReadJson, messages_are_without_the_names_of_the_library) {
  for (const char* const text :
       {"", "{", "[1, NaN]", "{\"a\" 1}", "[1e999]", "\"\xff\"", "[1] 2", "{\"a\": \"\t\"}"}) {
    const std::string message = refusal(text);
    EXPECT_NE(message, "") << text;
    EXPECT_EQ(message.find("json.exception"), std::string::npos) << message;
    EXPECT_EQ(message.find("parse error at"), std::string::npos) << message;
  }
}

}  // namespace
}  // namespace intercusp
