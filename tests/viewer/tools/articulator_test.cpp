// The articulator in the viewer: sliders, playbacks, settings and findings in words.

#include <algorithm>
#include <cmath>
#include <set>

#include "io/results/articulator/report.h"
#include "io/wording/tooth_words.h"
#include "tests/viewer/app/viewer_support.h"
#include "viewer/case/rest_reading.h"
#include "viewer/scene/finding.h"
#include "viewer/tools/articulator/tool.h"
#include "viewer/tools/tracks/tool.h"

namespace intercusp::viewer::testing {
namespace {

TEST(Articulator, sliders_playbacks_and_settings_work_together) {
  Viewer viewer;
  viewer.open(write_dentition(viewer.folder / "scans"));
  set_excursion(viewer.state, viewer.actions, Excursion::protrusion, 1);  // the paths are not there yet
  EXPECT_FALSE(articulated(viewer.state));
  viewer.actions.finish_work();
  ASSERT_TRUE(articulated(viewer.state)) << viewer.messages();
  const Eigen::Isometry3d at_1_mm = viewer.state.document.upper_from_lower;
  const MovementReport& movement = articulated(viewer.state)->movements[0];
  EXPECT_TRUE(same_pose(at_1_mm, movement.path[10].pose.upper_from_lower));
  EXPECT_EQ(excursion_mm(viewer.state, Excursion::protrusion), 1);
  set_excursion(viewer.state, viewer.actions, Excursion::protrusion, 2);
  viewer.actions.pose.undo();  // the slider's motion is one step
  EXPECT_FALSE(viewer.state.can_undo);
  EXPECT_EQ(excursion_mm(viewer.state, Excursion::protrusion), 0);

  play_excursion(viewer.state, viewer.actions, Excursion::protrusion);
  ASSERT_TRUE(viewer.state.playback);
  EXPECT_TRUE(viewer.state.playback->playing);
  EXPECT_NEAR(viewer.state.playback->track.poses.back().time_s, 3, 1e-9);  // 3 mm out and back, 2 mm a second
  viewer.actions.update(0.5);
  EXPECT_TRUE(viewer.state.document.upper_from_lower.isApprox(at_1_mm, 1e-9));
  viewer.actions.playbacks.close();

  ArticulatorSettings flat;
  flat.inclination_rad = {0, 0};
  set_articulator(viewer.actions, flat);
  EXPECT_FALSE(articulated(viewer.state));  // those of other settings are never shown
  viewer.actions.finish_work();
  ASSERT_TRUE(articulated(viewer.state));
  EXPECT_EQ(articulated(viewer.state)->options.settings.inclination_rad.right, 0);

  flat.balkwill_rad = 2;
  set_articulator(viewer.actions, flat);
  EXPECT_EQ(viewer.state.document.hinge.balkwill_rad, ArticulatorSettings().balkwill_rad);
  EXPECT_FALSE(viewer.state.messages.empty());
}

std::string place_in_movement(const AppState& state) {
  std::string place;
  for (const Tool* const tool : state.tools) place += tool->place_in_movement(state);
  return place;
}

TEST(Articulator, a_pose_is_told_by_its_place_in_the_movement) {
  Viewer viewer;
  viewer.open(write_dentition(viewer.folder / "scans"));
  EXPECT_EQ(place_in_movement(viewer.state), "");
  set_excursion(viewer.state, viewer.actions, Excursion::laterotrusion_right, 2.1);
  viewer.actions.finish_work();
  EXPECT_EQ(place_in_movement(viewer.state), "Laterotrusion to the right, 2.1 mm at the incisal point");
  play_excursion(viewer.state, viewer.actions, Excursion::protrusion);
  viewer.actions.playbacks.set_time(0.75);  // 2 mm a second
  EXPECT_EQ(place_in_movement(viewer.state), "Protrusion, out, 1.5 mm at the incisal point");
  viewer.actions.playbacks.set_time(2.5);
  EXPECT_EQ(place_in_movement(viewer.state), "Protrusion, back, 1.0 mm at the incisal point");
  viewer.actions.playbacks.close();
  play_closing(viewer.state, viewer.actions);
  viewer.actions.playbacks.set_time(0);
  EXPECT_EQ(place_in_movement(viewer.state), "Closing about the hinge, 3.0 mm at the incisal point");
}

TEST(Articulator, movements_start_from_the_bite_shown_and_equal_those_of_the_command) {
  Viewer viewer;
  viewer.open(write_dentition(viewer.folder / "scans"));
  compute_articulator(viewer.state, viewer.actions);
  viewer.actions.finish_work();
  ASSERT_TRUE(movements_belong(viewer.state)) << viewer.messages();
  viewer.actions.pose.nudge({.shift_mm = {0.4, 0, -0.5}});
  EXPECT_FALSE(movements_belong(viewer.state)) << "they are those of the bite before";
  const Eigen::Isometry3d bite = viewer.state.document.upper_from_lower;
  play_excursion(viewer.state, viewer.actions, Excursion::laterotrusion_left);
  viewer.actions.finish_work();
  ASSERT_TRUE(viewer.state.playback && articulated(viewer.state)) << viewer.messages();
  const ArticulatedBite command =
      articulate(articulated_case(prepare_case(posed_bite(*viewer.state.loaded, bite))), {});
  for (const MovementReport& movement : command.movements)
    EXPECT_EQ(
        movement_in_words(*articulated(viewer.state),
                          articulated(viewer.state)->movements[static_cast<std::size_t>(movement.excursion)]),
        movement_in_words(command, movement));
  EXPECT_TRUE(viewer.state.playback->track.poses.front().upper_from_lower.isApprox(
      command.intercuspation.pose.upper_from_lower, 1e-12));
  viewer.actions.playbacks.close();
  EXPECT_TRUE(same_pose(viewer.state.document.upper_from_lower, bite));
  EXPECT_TRUE(movements_belong(viewer.state));
  set_excursion(viewer.state, viewer.actions, Excursion::protrusion, 1);
  EXPECT_TRUE(movements_belong(viewer.state)) << "a slider's pose is on the path";
  viewer.actions.playbacks.close();
  viewer.actions.pose.set(bite, "back");
  viewer.actions.pose.set_opening(0.1);
  EXPECT_TRUE(movements_belong(viewer.state)) << "opened from that bite";
  viewer.actions.pose.undo();
  viewer.actions.pose.undo();
  viewer.actions.pose.undo();
  viewer.actions.pose.undo();
  EXPECT_FALSE(movements_belong(viewer.state));
}

TEST(Articulator, all_movements_are_one_playback_with_their_pairs_and_compass) {
  Viewer viewer;
  viewer.open(write_dentition(viewer.folder / "scans"));
  play_all_excursions(viewer.state, viewer.actions);
  viewer.actions.finish_work();
  ASSERT_TRUE(viewer.state.playback) << viewer.messages();
  EXPECT_NEAR(viewer.state.playback->track.poses.back().time_s, 9, 1e-9);
  EXPECT_TRUE(viewer.state.view.show_compass);
  ASSERT_TRUE(contacts_of_playback(viewer.state));
  const PlaybackContacts contacts = *contacts_of_playback(viewer.state);
  ASSERT_FALSE(contacts.pairs.empty());
  std::set<ContactKind> kinds;
  for (const PairInPlayback& pair : contacts.pairs) {
    EXPECT_TRUE(is_tooth(pair.pair.upper) && is_tooth(pair.pair.lower));
    for (const PairContact& contact : pair.contacts) kinds.insert(contact.kind);
  }
  for (const ContactKind kind : {ContactKind::protrusion, ContactKind::working})
    EXPECT_TRUE(kinds.contains(kind)) << name_of(kind);
  const auto first = [](const PairInPlayback& pair) { return pair.contacts.front().sample; };
  EXPECT_TRUE(std::ranges::is_sorted(contacts.pairs, {}, first));
}

TEST(Articulator, a_pair_of_a_playback_is_marked_as_long_as_it_touches) {
  Viewer viewer;
  viewer.open(write_dentition(viewer.folder / "scans"));
  play_all_excursions(viewer.state, viewer.actions);
  viewer.actions.finish_work();
  ASSERT_TRUE(viewer.state.playback && contacts_of_playback(viewer.state)) << viewer.messages();
  const std::shared_ptr<const PlaybackContacts> contacts = contacts_of_playback(viewer.state);
  const std::vector<PlaybackSample>& samples = contacts->playback.samples;
  const PairInPlayback& last = contacts->pairs.back();
  const PairContact& first_contact = last.contacts.front();
  ASSERT_GT(first_contact.sample, 0U);  // apart in intercuspation
  viewer.actions.playbacks.set_time(0);
  select_playback_pair(viewer.state, viewer.actions, last.pair);
  EXPECT_FALSE(viewer.state.playback->playing);
  EXPECT_EQ(viewer.state.playback->time_s, samples[first_contact.sample].time_s);
  ASSERT_TRUE(viewer.state.selected_contact);
  EXPECT_EQ(viewer.state.selected_contact->name.upper_tooth, last.pair.upper);
  EXPECT_EQ(viewer.state.selected_contact->name.lower_tooth, last.pair.lower);
  EXPECT_TRUE(viewer.state.selected_contact->spots.front().case_point.isApprox(
      first_contact.centre.cast<double>(), 1e-6));
  viewer.actions.playbacks.set_time(0);
  EXPECT_FALSE(viewer.state.selected_contact);
  viewer.actions.playbacks.set_time(samples[first_contact.sample].time_s);
  EXPECT_TRUE(viewer.state.selected_contact);
}

TEST(Articulator, closing_marks_the_order_in_which_the_teeth_meet) {
  Viewer viewer;
  viewer.open(write_dentition(viewer.folder / "scans"));
  play_closing(viewer.state, viewer.actions);
  viewer.actions.finish_work();
  ASSERT_TRUE(viewer.state.playback && contacts_of_playback(viewer.state)) << viewer.messages();
  const PlaybackContacts contacts = *contacts_of_playback(viewer.state);
  const ArticulatedBite& bite = *articulated(viewer.state);
  ASSERT_FALSE(contacts.pairs.empty());
  for (const PairInPlayback& pair : contacts.pairs) {
    for (const PairContact& contact : pair.contacts) EXPECT_EQ(contact.kind, ContactKind::closing);
  }
  // The pairs of the last pose are those that the articulator found in intercuspation, except contacts smaller than the
  // table's least area.
  for (const PairInPlayback& pair : contacts.pairs) {
    EXPECT_TRUE(std::ranges::any_of(bite.closing_order,
                                    [&](const PairInClosing& known) { return known.pair == pair.pair; }))
        << pair.pair.upper << " " << pair.pair.lower;
  }
  const std::vector<OrderMark> marks = order_marks(viewer.state);
  ASSERT_FALSE(marks.empty());
  EXPECT_EQ(marks.front().number, 1);
  for (std::size_t i = 1; i < marks.size(); ++i) {
    EXPECT_LE(marks[i].number - marks[i - 1].number, 1);
    EXPECT_EQ(marks[i].number == marks[i - 1].number,
              contacts.pairs[i].contacts.front().sample == contacts.pairs[i - 1].contacts.front().sample);
  }
  // The mark moves with the lower jaw.
  const PairContact& first = contacts.pairs.front().contacts.front();
  viewer.actions.playbacks.set_time(contacts.playback.samples[first.sample].time_s);
  EXPECT_TRUE(order_marks(viewer.state).front().case_point.isApprox(first.centre.cast<double>(), 1e-6));
  viewer.actions.playbacks.set_time(0);
  EXPECT_LT(order_marks(viewer.state).front().case_point.z(), static_cast<double>(first.centre.z()) - 0.5);
}

TEST(Articulator, where_bodies_have_no_anatomy_a_message_says_so) {
  Viewer viewer;
  viewer.open_ball_and_plate();
  set_excursion(viewer.state, viewer.actions, Excursion::protrusion, 1);
  viewer.actions.finish_work();
  EXPECT_FALSE(articulated(viewer.state));
  EXPECT_NE(viewer.messages().find("articulator"), std::string::npos) << viewer.messages();
}

//! Empty where the card has no such line.
std::string answer_to(const std::vector<CardLine>& card, const std::string& question) {
  const auto line = std::ranges::find(card, question, &CardLine::question);
  return line == card.end() ? "" : line->answer;
}

TEST(Articulator, card_tells_guidance_balancing_contacts_and_disclusion_as_articulate_found_them) {
  Viewer viewer;
  viewer.open(write_dentition(viewer.folder / "scans"));
  compute_articulator(viewer.state, viewer.actions);
  viewer.actions.finish_work();
  ASSERT_TRUE(articulated(viewer.state));
  const std::vector<CardLine> card = finding_card(viewer.state);
  std::set<std::string> questions;
  for (const CardLine& line : card) EXPECT_TRUE(questions.insert(line.question).second) << line.question;
  const GroupPair first = articulated(viewer.state)->intercuspation.touching;
  EXPECT_EQ(answer_to(card, "First contact").find(std::to_string(first.upper)), 0U);
  const std::vector<PairInClosing>& order = articulated(viewer.state)->closing_order;
  ASSERT_GT(order.size(), 1U);
  const Bite& bite = articulated(viewer.state)->bite_case->bite;
  EXPECT_EQ(answer_to(card, "Order of contacts")
                .find(teeth_in_words(bite, order[0].pair) + ", " + teeth_in_words(bite, order[1].pair)),
            0U);
  for (const MovementReport& movement : articulated(viewer.state)->movements) {
    const char* const name = movement.excursion == Excursion::protrusion ? "Protrusion"
                             : movement.excursion == Excursion::laterotrusion_right
                                 ? "Laterotrusion to the right"
                                 : "Laterotrusion to the left";
    const std::string answer = answer_to(card, name);
    const bool any_balancing = std::ranges::any_of(movement.order, [&](const PairOnPath& pair) {
      return pair.to_mm > 0 && role_of(pair.pair, movement.excursion) == ContactRole::balancing;
    });
    EXPECT_EQ(answer.find("Balancing contacts: ") != std::string::npos, any_balancing) << answer;
    ASSERT_FALSE(movement.guidance.empty());
    EXPECT_NE(answer.find("Posterior teeth at 3 mm: right "), std::string::npos) << answer;
    EXPECT_EQ(answer.find("0.5"), 0U) << "from the first excursion on: " << answer;
  }
}

TEST(Articulator, a_pair_that_parts_and_meets_again_has_both_intervals) {
  Viewer viewer;
  viewer.open(write_dentition(viewer.folder / "scans"));
  compute_articulator(viewer.state, viewer.actions);
  viewer.actions.finish_work();
  ASSERT_TRUE(articulated(viewer.state)) << viewer.messages();
  for (const MovementReport& movement : articulated(viewer.state)->movements) {
    EXPECT_EQ(movement.path.back().asked_mm, 3) << "as far as the command";
    for (const PairOnPath& pair : movement.order) {
      std::size_t steps = 0;
      for (const auto& [from_mm, to_mm] : pair.intervals)
        steps += static_cast<std::size_t>(std::lround((to_mm - from_mm) / 0.1)) + 1;
      EXPECT_EQ(steps, pair.steps) << "no pose without contact lies in an interval";
    }
  }
  const MovementReport twice{
      .excursion = Excursion::laterotrusion_right,
      .order = {{.pair = {27, 37}, .from_mm = 0.2, .to_mm = 2.7, .intervals = {{0.2, 0.2}, {2.5, 2.7}}}}};
  EXPECT_EQ(movement_in_words(*articulated(viewer.state), twice),
            std::vector<std::string>{"Balancing contacts: 27–37 (0.2, 2.5 to 2.7 mm)"});
}

}  // namespace
}  // namespace intercusp::viewer::testing
