
#include <gtest/gtest.h>

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
  viewer.actions.pose.nudge({.shift_mm = {0, 0, 0.3}});
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
  EXPECT_EQ(answer_to(card, "Balance"), balance_words(figures)[0] + ", " + balance_words(figures)[1]);
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
  EXPECT_EQ(judged({0, 0, -0.1}), Light::green);
  EXPECT_EQ(judged({0, 0, 0.05}), Light::amber) << "deeper than teeth yield";
  EXPECT_EQ(judged({0, 0, 0.5}), Light::red);
  EXPECT_EQ(judged({0, 0, -3}), Light::red) << "nothing meets";
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
