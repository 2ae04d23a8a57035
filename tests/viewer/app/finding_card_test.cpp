
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <array>
#include <set>

#include <algorithm>
#include <cmath>
#include <set>

#include "tests/viewer/app/viewer_support.h"
#include "viewer/scene/finding.h"

namespace intercusp::viewer::testing {
namespace {

std::string answer_to(const std::vector<CardLine>& card, const std::string& question) {
  const auto line = std::ranges::find(card, question, &CardLine::question);
  return line == card.end() ? "" : line->answer;
}

//! How often a number or a word occurs on the card.
std::size_t count_of(const std::vector<CardLine>& card, const std::string& words) {
  std::size_t count = 0;
  for (const CardLine& line : card)
    for (std::size_t at = line.answer.find(words); at != std::string::npos;
         at = line.answer.find(words, at + 1))
      ++count;
  return count;
}

TEST(FindingCard, tells_overlap_with_its_place_quadrants_and_balance_each_once) {
  Viewer viewer;
  viewer.open(write_dentition(viewer.folder / "scans"));
  viewer.actions.pose.nudge({.shift_mm = {0, 0, 0.2}});
  viewer.actions.finish_work();
  const std::vector<CardLine> card = finding_card(viewer.state);
  const ShownFigures figures = viewer.state.figures();
  ASSERT_EQ(figures.relation, JawRelation::overlapping);
  EXPECT_EQ(count_of(card, least_words(figures)), 1U);
  const std::vector<ContactPair> pairs = viewer.state.contacts();
  const ContactPair& deepest = *std::ranges::min_element(pairs, {}, &ContactPair::least_mm);
  EXPECT_EQ(answer_to(card, "Overlap"), "Yes, " + least_words(figures) + ", deepest at " +
                                            teeth_words(viewer.state, deepest) + "\n" +
                                            least_interval_words(figures));
  EXPECT_EQ(answer_to(card, "Contact area"), area_words(figures) + "\n" + area_interval_words(figures));
  EXPECT_FALSE(answer_to(card, "Teeth in contact").empty());
  const std::string balance = balance_words(figures)[0] + ", " + balance_words(figures)[1];
  ASSERT_TRUE(figures.right_interval_percent);
  EXPECT_LE(figures.right_interval_percent->low, figures.right_percent->value);
  EXPECT_GE(figures.right_interval_percent->high, figures.right_percent->value);
  EXPECT_TRUE(answer_to(card, "Balance").starts_with(balance + "\n95 %: right "))
      << answer_to(card, "Balance");
  EXPECT_EQ(answer_to(card, "First contact"), "") << "no articulator has run";
}

TEST(FindingCard, says_first_that_so_deep_an_overlap_is_no_bite) {
  Viewer viewer;
  viewer.open(write_dentition(viewer.folder / "scans"));
  viewer.actions.finish_work();
  EXPECT_EQ(answer_to(finding_card(viewer.state), "Check"), "") << "the dentition is in bite";
  viewer.actions.pose.nudge({.shift_mm = {0, 0, 2}});
  viewer.actions.finish_work();
  ASSERT_TRUE(viewer.state.rest && viewer.state.rest->doubt);
  EXPECT_EQ(viewer.state.rest->doubt->code, "not_in_bite");
  EXPECT_EQ(finding_card(viewer.state).front().question, "Check");
  EXPECT_EQ(viewer.state.messages.size(), 1U);
  viewer.actions.pose.nudge({.shift_mm = {0, 0, 0.1}});
  viewer.actions.finish_work();
  EXPECT_EQ(viewer.state.messages.size(), 1U) << "once is enough";
  viewer.actions.pose.nudge({.shift_mm = {0, 0, -8}});
  viewer.actions.finish_work();
  EXPECT_EQ(answer_to(finding_card(viewer.state), "Check"), "") << "the user opened the jaw";
}

TEST(FindingCard, judges_the_registration_by_depth_and_teeth_that_meet) {
  Viewer viewer;
  viewer.open(write_dentition(viewer.folder / "scans"));
  const auto judged = [&](const Eigen::Vector3d& shift_mm) {
    viewer.actions.pose.reset();
    viewer.actions.pose.nudge({.shift_mm = shift_mm});
    viewer.actions.finish_work();
    const std::vector<CardLine> card = finding_card(viewer.state);
    const auto line = std::ranges::find(card, "Registration", &CardLine::question);
    EXPECT_NE(line, card.end());
    return line == card.end() ? std::nullopt : line->light;
  };
  EXPECT_EQ(judged({0, 0, -0.1}), Light::amber) << "the interval of its balance is wide";
  EXPECT_EQ(standing_words(viewer.state), "Final.");
  EXPECT_EQ(judged({0, 0, 0.05}), Light::amber) << "deeper than teeth yield";
  EXPECT_EQ(judged({0, 0, 0.5}), Light::red);
  EXPECT_EQ(judged({0, 0, -0.3}), Light::amber) << "nothing meets";
  for (const double shift_mm : {-3.0, 2.0}) {
    EXPECT_EQ(judged({0, 0, shift_mm}), Light::red);
    const ShownFigures figures = viewer.state.figures();
    EXPECT_TRUE(figures.as_in_report);
    EXPECT_EQ(standing_words(viewer.state), "Not in bite.");
    EXPECT_FALSE(figures.area_interval_mm2 || figures.least_interval_mm || figures.right_interval_percent);
  }
}

//! In bite, with this share of its contact on the left.
RestReading reading_with(double left_share) {
  RestReading rest{.least_distance_mm = -0.02};
  rest.by_distance.areas = {{.threshold_mm = 0.1,
                             .projected_mm2 = 20,
                             .surface_mm2 = 25,
                             .left_share = left_share,
                             .right_share = 1 - left_share}};
  return rest;
}

RestIntervals interval_of_left(double low, double high) {
  RestIntervals intervals;
  intervals.by_distance.left_share = Interval{low, high};
  return intervals;
}

TEST(RegistrationLight, is_green_only_where_the_whole_interval_of_the_balance_is_usual) {
  const RestReading even = reading_with(0.5);
  EXPECT_EQ(registration_of(even, nullptr)->light, std::nullopt) << "the interval decides";
  RestIntervals inside = interval_of_left(0.31, 0.69), below = interval_of_left(0.29, 0.6),
                above = interval_of_left(0.4, 0.71), unknown;
  EXPECT_EQ(registration_of(even, &inside)->light, Light::green);
  for (const RestIntervals* const other : {&below, &above, &unknown})
    EXPECT_EQ(registration_of(even, other)->light, Light::amber);
  const RestReading left = reading_with(0.94);
  EXPECT_EQ(registration_of(left, nullptr)->light, Light::amber);
  EXPECT_EQ(registration_of(left, &inside)->light, Light::amber) << "never red by the balance alone";
  RestReading apart = even;
  apart.in_bite = false;
  EXPECT_EQ(registration_of(apart, &inside)->light, Light::red);
}

TEST(FindingCard, tells_an_interval_of_depths_with_the_sign_of_the_depth) {
  const auto words = [](double low, double high) {
    return least_interval_words({.least_interval_mm = Interval{low, high}});
  };
  EXPECT_EQ(words(-0.081, 0.017), "95 %: 0.081 mm deep to 0.017 mm apart");
  EXPECT_EQ(words(-0.081, -0.017), "95 %: 0.017 to 0.081 mm deep");
  EXPECT_EQ(words(0.017, 0.081), "95 %: 0.017 to 0.081 mm apart");
}

//! Contacts of gum have the side of the tooth; teeth are counted once.
TEST(FindingCard, counts_each_tooth_once_and_gives_a_row_the_side_of_its_tooth) {
  Viewer viewer;
  viewer.open(write_dentition(viewer.folder / "scans"));
  viewer.actions.pose.nudge({.shift_mm = {0, 0, 0.35}});
  viewer.actions.finish_work();
  std::array<std::set<int>, 2> meeting;  // right, left
  for (const ShownFigures::Tooth& tooth : viewer.state.figures().teeth) {
    if (jaw_of(tooth.fdi) == Jaw::lower && tooth.area_mm2 >= least_contact_mm2)
      meeting[side_of(tooth.fdi) == PatientSide::left ? 1 : 0].insert(tooth.fdi);
  }
  const std::string teeth = answer_to(finding_card(viewer.state), "Teeth in contact");
  EXPECT_NE(teeth.find(fmt::format("Lower: right {}, left {} of {} teeth", meeting[0].size(),
                                   meeting[1].size(), viewer.state.rest->lower_teeth)),
            std::string::npos)
      << teeth;
  EXPECT_EQ(count_of(finding_card(viewer.state), "lower teeth meet"), 0U);
  int of_gum = 0;
  for (const ContactPair& pair : viewer.state.contacts()) {
    const auto [upper, lower, patch] = pair.name;
    if (upper == 0 && lower == 0) continue;
    EXPECT_EQ(pair.side, side_of(lower != 0 ? lower : upper));
    of_gum += upper == 0 || lower == 0 ? 1 : 0;
    EXPECT_EQ(teeth_words(viewer.state, pair).find("–"), std::string::npos);
  }
  RecordProperty("rows_of_gum", of_gum);
}

TEST(FindingCard, says_of_a_jaw_without_numbers_that_it_has_none) {
  const Dentition& dentition = intercusp::testing::made_dentition(8000);
  Viewer viewer;
  fs::create_directories(viewer.folder / "half");
  write_ply(viewer.folder / "half/lower.ply", dentition.lower.mesh);
  const CaseRequest numbered = write_dentition(viewer.folder / "scans");
  viewer.open({.upper = numbered.upper, .lower = (viewer.folder / "half/lower.ply").string()});
  const std::string teeth = answer_to(finding_card(viewer.state), "Teeth in contact");
  EXPECT_NE(teeth.find("Upper: right"), std::string::npos) << teeth;
  viewer.open({.upper = numbered.upper,
               .lower = (viewer.folder / "half/lower.ply").string(),
               .teeth = TeethSource::files});
  const std::string half = answer_to(finding_card(viewer.state), "Teeth in contact");
  EXPECT_NE(half.find("Lower: not numbered"), std::string::npos) << half;
}

TEST(FindingCard, says_how_far_apart_the_teeth_are) {
  Viewer viewer;
  viewer.open_ball_and_plate();
  viewer.actions.pose.nudge({.shift_mm = {0, 0, -0.1}});
  viewer.actions.finish_work();
  const std::vector<CardLine> card = finding_card(viewer.state);
  EXPECT_EQ(answer_to(card, "Overlap"),
            "None: the teeth are 0.150 mm apart.\n" + least_interval_words(viewer.state.figures()));
  EXPECT_EQ(answer_to(card, "Teeth in contact"), "");
}

}  // namespace
}  // namespace intercusp::viewer::testing
