// The desktop's files after installation: the starter, the type of sessions, the icon.

#include <gtest/gtest.h>

#include <cstdlib>
#include <map>
#include <regex>
#include <sstream>

#include "tests/support/program.h"
#include "viewer/panels/icons.h"

namespace intercusp {
namespace {

//! Installed like a package.
class DesktopFiles : public ::testing::Test {
 protected:
  void SetUp() override {
    const auto build = std::filesystem::path(INTERCUSP_PROGRAM).parent_path().parent_path();
    const std::string command = "cmake --install " + quoted(build) + " --component desktop --prefix " +
                                quoted(prefix_.path()) + " >/dev/null";
    ASSERT_EQ(std::system(command.c_str()), 0);
  }
  [[nodiscard]] std::filesystem::path installed(const std::string& name) const {
    return prefix_ / "share" / name;
  }

  TemporaryFolder prefix_;
};

std::string first_match(const std::string& text, const std::string& pattern) {
  std::smatch found;
  return std::regex_search(text, found, std::regex(pattern)) ? found[1].str() : "";
}

TEST_F(DesktopFiles, the_starter_opens_what_the_type_names) {
  const auto file = installed("applications/intercusp.desktop");
  std::map<std::string, std::string> entries;
  std::istringstream lines(bytes_of(file));
  std::string line;
  std::getline(lines, line);
  ASSERT_EQ(line, "[Desktop Entry]");
  while (std::getline(lines, line)) {
    const std::size_t equals = line.find('=');
    ASSERT_NE(equals, std::string::npos) << line;
    EXPECT_TRUE(entries.emplace(line.substr(0, equals), line.substr(equals + 1)).second) << line;
  }
  EXPECT_EQ(entries["Type"], "Application");
  EXPECT_EQ(entries["Exec"], std::filesystem::path(INTERCUSP_PROGRAM).filename().string() + " view %f");
  EXPECT_TRUE(std::filesystem::exists(installed("icons/hicolor/scalable/apps/" + entries["Icon"] + ".svg")));

  const std::string types = bytes_of(installed("mime/packages/intercusp.xml"));
  const std::string type = first_match(types, "mime-type type=\"([^\"]+)\"");
  EXPECT_EQ(entries["MimeType"], type + ";");
  EXPECT_EQ(first_match(types, "glob pattern=\"([^\"]+)\""), "*.intercusp.json");
  if (std::system("command -v desktop-file-validate >/dev/null") == 0) {
    EXPECT_EQ(std::system(("desktop-file-validate " + quoted(file)).c_str()), 0);
  }
}

TEST_F(DesktopFiles, the_window_has_the_icon_that_is_installed) {
  const std::string svg = bytes_of(installed("icons/hicolor/scalable/apps/intercusp.svg"));
  const auto colour = [](const std::string& hex) {
    const auto value = static_cast<std::uint32_t>(std::stoul(hex, nullptr, 16));
    return viewer::IconPixel{static_cast<std::uint8_t>(value >> 16), static_cast<std::uint8_t>(value >> 8),
                             static_cast<std::uint8_t>(value), 255};
  };
  const std::regex shape("<polygon fill=\"#([0-9a-f]{6})\" points=\"([^\"]+)\"");
  for (const int side : {16, 32, 48, 64, 128}) {
    const std::vector<viewer::IconPixel> pixels = viewer::window_icon(side);
    ASSERT_EQ(pixels.size(), static_cast<std::size_t>(side) * side);
    EXPECT_EQ(pixels.front()[3], 0) << "round corners";
    const auto at = [&](double x, double y) {
      return pixels[static_cast<std::size_t>(y * side / 64) * side + static_cast<std::size_t>(x * side / 64)];
    };
    int shapes = 0;
    for (std::sregex_iterator found(svg.begin(), svg.end(), shape), end; found != end; ++found, ++shapes) {
      std::string points = (*found)[2];
      std::ranges::replace(points, ',', ' ');
      std::istringstream numbers(points);
      double x = 0, y = 0, x_sum = 0, y_sum = 0;
      int corners = 0;
      for (; numbers >> x >> y; ++corners) {
        x_sum += x;
        y_sum += y;
      }
      ASSERT_GT(corners, 2);
      // The middle of its corners, away from the contact.
      const double middle_y = y_sum / corners, away = middle_y < 32 ? -4 : 4;
      EXPECT_EQ(at(x_sum / corners, middle_y + away), colour((*found)[1])) << side;
    }
    EXPECT_EQ(shapes, 2);
  }
}

}  // namespace
}  // namespace intercusp
