// The first page of `inspect`'s report, the numbers of its contacts and the name of its case.

#include <gtest/gtest.h>

#include <map>

#include "tests/support/generated_case.h"

namespace intercusp {
namespace {

class FirstPage : public testing::GeneratedCase<FirstPage> {
 protected:
  void inspect(const std::string& options = "", const std::string& out = "out") {
    const auto run = run_program(
        "inspect " + quoted(*made_ / "upper.ply") + " " + quoted(*made_ / "lower.ply") +
        " --engine zlist --pixel 0.3 --bite-poses 8 --quiet --out " + quoted(folder_ / out) + " " + options);
    ASSERT_EQ(run.status, 0) << run.err;
  }
  [[nodiscard]] json report() const { return json_of(folder_ / "out" / "report.json"); }
  [[nodiscard]] std::string page(const std::string& out = "out") const {
    return bytes_of(folder_ / out / "report.html");
  }
  //! The first page alone.
  [[nodiscard]] std::string first_page() const {
    const std::string all = page();
    return all.substr(all.find("<section class=\"first\">"),
                      all.find("</section>") - all.find("<section class=\"first\">"));
  }
};

TEST_F(FirstPage, names_files_without_their_folders) {
  inspect();
  EXPECT_NE(page().find("upper.ply"), std::string::npos);
  EXPECT_EQ(page().find(made_->path().string()), std::string::npos);
}

//! The visible text, one line per piece.
std::string words_of(const std::string& html) {
  std::string words;
  bool in_tag = false;
  for (const char c : html) {
    if (c == '<') in_tag = true;
    if (!in_tag) words += c;
    if (c == '>') in_tag = false, words += '\n';
  }
  std::string lines;
  for (std::size_t from = 0; from < words.size();) {
    const std::size_t end = std::min(words.find('\n', from), words.size());
    if (end > from) lines += words.substr(from, end - from) + "\n";
    from = end + 1;
  }
  return lines;
}

std::string fixed(double number, int decimals) {
  std::array<char, 64> text{};
  std::snprintf(text.data(), text.size(), "%.*f", decimals, std::abs(number));
  return (number < 0 && std::stod(text.data()) != 0 ? "–" : "") + std::string(text.data());
}

//! The first entry of a list by surface distance at a threshold.
json entry_at(const json& list, double threshold_mm) {
  for (const json& entry : list) {
    if (entry["measure"] == "surface_distance" && entry["threshold_mm"] == threshold_mm) return entry;
  }
  return {};
}

TEST_F(FirstPage, figures_are_those_of_the_report_at_a_tenth_of_a_millimetre) {
  inspect();
  const json all = report(), area = entry_at(all["areas"], 0.1), balance = entry_at(all["balance"], 0.1);
  const std::string words = words_of(first_page());
  EXPECT_NE(words.find(fixed(area["surface_mm2"], 2) + " mm²\n"), std::string::npos) << words;
  EXPECT_NE(words.find("\n" + std::to_string(area["contacts"].get<int>()) + "\n"), std::string::npos);
  EXPECT_NE(words.find(fixed(-all["min_surface_distance_mm"].get<double>(), 3) + " mm\n"), std::string::npos);
  EXPECT_NE(words.find("Open at first contact\n" +
                       fixed(all["first_contact"]["opening_mm"].get<double>(), 2) + " mm\n"),
            std::string::npos)
      << words;
  EXPECT_NE(words.find("Right " + fixed(100 * balance["right_share"].get<double>(), 0) + " %"),
            std::string::npos);
  EXPECT_NE(words.find("Anterior " + fixed(100 * balance["anterior_share"].get<double>(), 0) + " %"),
            std::string::npos);
  const json left = balance["left_share_interval"];  // the page has that of the right
  EXPECT_NE(words.find(fixed(100 * (1 - left[1].get<double>()), 0) + " to " +
                       fixed(100 * (1 - left[0].get<double>()), 0) + " %"),
            std::string::npos)
      << left;
  int teeth = 0;
  for (const json& tooth : all["teeth"]) {
    if (tooth["measure"] != "surface_distance" || tooth["threshold_mm"] != 0.1 || tooth["tooth"].is_null())
      continue;
    ++teeth;
    EXPECT_NE(words.find("\n" + fixed(tooth["surface_mm2"], 2) + "\n" + fixed(tooth["least_mm"], 2) + "\n"),
              std::string::npos)
        << tooth;
  }
  EXPECT_GT(teeth, 10);
}

TEST_F(FirstPage, shows_one_measure_and_one_threshold) {
  inspect();
  const std::string words = words_of(first_page());
  for (const char* const other : {"0.05 mm", "0.35", "0.2 mm", "clearance", "Clearance", "projection"})
    EXPECT_EQ(words.find(other), std::string::npos) << other;
}

TEST_F(FirstPage, takes_the_threshold_that_was_given_or_the_closest_to_a_tenth) {
  inspect("--threshold 0.3");
  EXPECT_NE(first_page().find("within 0.3 mm"), std::string::npos);
  inspect("--threshold 0.3 --threshold 0.15 --threshold 0.02");
  EXPECT_NE(first_page().find("within 0.15 mm"), std::string::npos);
}

TEST_F(FirstPage, contacts_are_numbered_from_the_right_in_each_table) {
  inspect();
  const json all = report(), left = all["anatomy"]["left"];
  std::map<std::pair<std::string, double>, std::map<int, double>> tables;  // place along left, by number
  for (const json& contact : all["contacts"]) {
    double along = 0;
    for (std::size_t i = 0; i < 3; ++i)
      along += contact["centroid_mm"][i].get<double>() * left[i].get<double>();
    const bool is_new =
        tables[{contact["measure"], contact["threshold_mm"]}].emplace(contact["number"], along).second;
    EXPECT_TRUE(is_new) << contact["number"];
  }
  EXPECT_EQ(tables.size(), 10);
  for (const auto& [table, numbers] : tables) {
    int expected = 0;
    double before = -1e9;
    for (const auto& [number, along] : numbers) {
      EXPECT_EQ(number, ++expected);
      EXPECT_LE(before, along);
      before = along;
    }
  }
  const std::string csv = bytes_of(folder_ / "out" / "contacts.csv");
  EXPECT_NE(csv.substr(0, csv.find('\n')).find(",number,"), std::string::npos);
}

TEST_F(FirstPage, the_name_of_the_case_stands_on_the_page_and_in_the_report) {
  inspect("--case \"Case 17 — Müller\"");
  EXPECT_EQ(report()["case"], "Case 17 — Müller");
  EXPECT_NE(first_page().find("<p class=\"case\">Case 17 — Müller</p>"), std::string::npos);
  inspect("", "without");
  EXPECT_TRUE(json_of(folder_ / "without" / "report.json")["case"].is_null());
  EXPECT_EQ(page("without").find("class=\"case\""), std::string::npos);
  EXPECT_NE(bytes_of(folder_ / "out" / "map.png"), bytes_of(folder_ / "without" / "map.png"));
}

TEST_F(FirstPage, hostile_names_stay_text) {
  const std::string long_name(3000, 'x');
  inspect("--case \"<script>alert('1')</script> & \\\"quoted\\\" " + long_name + "\"");
  const std::string all = page();
  EXPECT_EQ(all.find("<script>alert"), std::string::npos);
  EXPECT_NE(all.find("&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt; &amp; &quot;quoted&quot; xxx"),
            std::string::npos);
  EXPECT_NE(report()["case"].get<std::string>().find("<script>"), std::string::npos);
}

TEST_F(FirstPage, loads_nothing_from_elsewhere) {
  inspect();
  std::string all = page();
  const std::size_t library = all.find("/* three.js");  // names namespaces of XML, which nothing loads
  ASSERT_NE(library, std::string::npos);
  all.erase(library, all.find("</script>", library) - library);
  EXPECT_EQ(all.find("http:"),
            std::string::npos);  // with the colon, because encoded pictures hold the letters
  EXPECT_EQ(all.find("https:"), std::string::npos);
  EXPECT_EQ(all.find("url("), std::string::npos);
}

TEST_F(FirstPage, the_same_inputs_give_the_same_first_page) {
  inspect();
  const std::string once = first_page();
  inspect();
  EXPECT_TRUE(first_page() == once);
}

TEST_F(FirstPage, its_words_are_as_stored) {
  inspect("--case \"Case 17\"");
  const std::filesystem::path file = INTERCUSP_SOURCE_DIR "/tests/cli/golden/first_page.txt";
  const std::string words = words_of(first_page());
  if (std::getenv("INTERCUSP_WRITE_GOLDEN") != nullptr) testing::write_text(file, words);
  EXPECT_EQ(bytes_of(file), words)
      << "If that is intended, run this test with INTERCUSP_WRITE_GOLDEN=1 and review the difference.";
}

}  // namespace
}  // namespace intercusp
