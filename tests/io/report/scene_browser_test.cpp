// The 3D view in a browser. Skipped without chromium.

#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>

#include "io/report/html_parts.h"
#include "tests/io/report/scene_page.h"

namespace intercusp {
namespace {

using nlohmann::json;

bool has_chromium() { return std::system("command -v chromium >/dev/null 2>&1") == 0; }

struct Browsed {
  std::string page, log;
};

//! The page after its scripts have run, opened as a file.
Browsed browsed(const std::string& html, const std::string& options) {
  const TemporaryFolder folder;
  std::ofstream(folder / "page.html", std::ios::binary) << html;
  const std::string command = "timeout 100 chromium --headless --no-sandbox " + options +
                              " --user-data-dir=\"" + (folder / "profile").string() +
                              "\" --window-size=1000,800 --enable-logging=stderr --v=0 "
                              "--virtual-time-budget=30000 --dump-dom \"file://" +
                              (folder / "page.html").string() + "\" >\"" + (folder / "out").string() +
                              "\" 2>\"" + (folder / "log").string() + "\"";
  EXPECT_EQ(std::system(command.c_str()), 0);
  return {testing::bytes_of(folder / "out"), testing::bytes_of(folder / "log")};
}

const char* const with_webgl = "--use-angle=swiftshader --enable-unsafe-swiftshader";

//! A script's name in the page's policy.
std::string base64_sha256(const std::string& text) {
  const std::string policy = policy_html({}, {&text, 1});
  const std::size_t begin = policy.find("'sha256-") + 8;
  return policy.substr(begin, policy.find('\'', begin) - begin);
}

std::string driven(std::string page) {
  const std::string driver = testing::bytes_of(INTERCUSP_SOURCE_DIR "/tests/io/report/scene_driver.js");
  page.insert(page.find("script-src") + 10, " 'sha256-" + base64_sha256(driver) + "'");
  return page.insert(page.find("<body>") + 6, "<script>" + driver + "</script>");
}

json found_in(const std::string& page) {
  const std::string head = "<pre id=\"found\">";
  const std::size_t begin = page.find(head);
  if (begin == std::string::npos) return {};
  return json::parse(page.substr(begin + head.size(), page.find("</pre>", begin) - begin - head.size()));
}

TEST(SceneInBrowser, every_control_does_what_it_says) {
  if (!has_chromium()) GTEST_SKIP() << "chromium is not installed";
  const Browsed browsed_page = browsed(driven(testing::page_of_small_dentition()), with_webgl);
  EXPECT_EQ(browsed_page.log.find("CONSOLE"), std::string::npos) << browsed_page.log;
  json found = found_in(browsed_page.page);
  ASSERT_TRUE(found.is_object()) << browsed_page.log;
  EXPECT_GT(found.at("painted"), 0.1);
  EXPECT_GT(found.at("first_picture_ms"), 0);
  EXPECT_EQ(found.at("threshold said"), "0.35 mm");
  for (const char* view : {"frontal", "upper", "lower"})
    EXPECT_EQ(found.at(std::string("sides, ") + view), "RL");
  EXPECT_EQ(found.at("quadrants, upper"),
            json::array({"1", "2"}));  // FDI: the patient's right is on the left
  EXPECT_EQ(found.at("quadrants, lower"), json::array({"4", "3"}));
  EXPECT_FALSE(found.contains("error")) << found.at("error");
  std::size_t controls = 0;
  for (const auto& [name, does] : found.items()) {
    if (!does.is_boolean()) continue;
    EXPECT_TRUE(does) << name;
    ++controls;
  }
  EXPECT_EQ(controls, 36U);
}

TEST(SceneInBrowser, what_somebody_smuggles_into_the_page_does_not_run) {
  if (!has_chromium()) GTEST_SKIP() << "chromium is not installed";
  const std::string smuggled =
      "<script>document.title = 'smuggled';</script><img src=\"x\" onerror=\"document.title = 'smuggled'\">"
      "<style>body { --smuggled: 1; }</style><svg onload=\"document.title = 'smuggled'\"></svg>";
  std::string page = testing::page_of_small_dentition();
  page.insert(page.find("<body>") + 6, smuggled);
  const Browsed guarded = browsed(page, with_webgl);
  EXPECT_EQ(guarded.page.find("<title>smuggled"), std::string::npos);
  EXPECT_NE(guarded.log.find("Content Security Policy"), std::string::npos) << "the browser says so";
  EXPECT_NE(guarded.page.find("data-scene=\"ready\""), std::string::npos) << "the view itself runs";

  const std::size_t begin = page.find("<meta http-equiv");
  page.erase(begin, page.find('>', begin) + 1 - begin);
  EXPECT_NE(browsed(page, with_webgl).page.find("<title>smuggled"), std::string::npos)
      << "nothing else keeps it out";
}

TEST(SceneInBrowser, without_webgl_the_rest_of_the_page_stands_alone) {
  if (!has_chromium()) GTEST_SKIP() << "chromium is not installed";
  const Browsed page = browsed(testing::page_of_small_dentition(), "--disable-gpu --disable-3d-apis");
  EXPECT_NE(page.page.find("id=\"scene\" hidden"), std::string::npos);
  EXPECT_EQ(page.page.find("data-scene=\"ready\""), std::string::npos);
  EXPECT_EQ(page.page.find("class=\"fly\""), std::string::npos);
  EXPECT_NE(page.page.find("<tr data-contact"), std::string::npos);
}

}  // namespace
}  // namespace intercusp
