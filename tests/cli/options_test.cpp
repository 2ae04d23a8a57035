// Every option of an analysis stands in a table of docs/USER_GUIDE.md, with its default if that is a number, and in intercusp.pyi.

#include <gtest/gtest.h>

#include <sstream>
#include <type_traits>

#include "cli/analysis_options.h"
#include "tests/support/program.h"

namespace intercusp {
namespace {

std::string source(const std::string& file) {
  return testing::bytes_of(std::filesystem::path(INTERCUSP_SOURCE_DIR) / file);
}

//! From `begin` to the next `end`.
std::string part(const std::string& text, const std::string& begin, const std::string& end) {
  const std::size_t from = text.find(begin);
  EXPECT_NE(from, std::string::npos) << begin;
  return from == std::string::npos ? "" : text.substr(from, text.find(end, from + begin.size()) - from);
}

//! Looks an option up in a section of the guide and in a function of Python.
class Documented {
 public:
  Documented(const std::string& heading, const std::string& function)
      : section_(part(source("docs/USER_GUIDE.md"), "\n## " + heading, "\n## ")),
        function_(part(source("python/intercusp.pyi"), "\ndef " + function + "(", "\n")) {}

  void operator()(const Option& option, const Percent& value) const { (*this)(option, 100 * value.share); }
  void operator()(const Option& option, const std::vector<double>& values) const {
    for (const double value : values) (*this)(option, value);
  }
  void operator()(const Option& option, const auto& value) const {
    EXPECT_NE(function_.find(std::string(" ") + option.key + ":"), std::string::npos) << option.key;
    const std::string row = row_of(option.flag);
    EXPECT_FALSE(row.empty()) << option.flag;
    using Value = std::remove_cvref_t<decltype(value)>;
    if constexpr (std::is_arithmetic_v<Value> && !std::is_same_v<Value, bool>) {
      std::ostringstream number;
      number << value;
      const std::string last_cell = row.substr(row.rfind("| ", row.size() - 2));
      EXPECT_NE(last_cell.find(number.str()), std::string::npos) << number.str() << " in " << row;
    }
  }

 private:
  //! The row of a table whose first cell names the option.
  [[nodiscard]] std::string row_of(const std::string& flag) const {
    std::istringstream lines(section_);
    for (std::string line; std::getline(lines, line);) {
      if (!line.starts_with("| `")) continue;
      const std::string cell = line.substr(0, line.find(" | "));
      if (cell.find("`" + flag + "`") != std::string::npos ||
          cell.find("`" + flag + " ") != std::string::npos)
        return line;
    }
    return {};
  }

  std::string section_, function_;
};

template <class Options>
void expect_documented(const std::string& heading, const std::string& function) {
  Options options;
  each_option(options, Documented(heading, function));
}

TEST(Options, are_documented_with_their_defaults) {
  expect_documented<InspectionOptions>("Inspect a bite", "contacts");
  expect_documented<ValidationOptions>("Inspect a bite", "validate");
  expect_documented<ClosingOptions>("First contact of a motion", "first_contact");
  expect_documented<SettleOptions>("Settle a bite", "settle");
  expect_documented<CheckbiteOptions>("The patient's articulator", "checkbite");
  expect_documented<PlayOptions>("Play a recorded motion", "play");
  expect_documented<InterferenceOptions>("Several solids", "interfere");
  PlayOptions played;
  each_map_option(played, Documented("Play a recorded motion", "play"));
}

}  // namespace
}  // namespace intercusp
