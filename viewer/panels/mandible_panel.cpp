#include "viewer/panels/panels.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "io/wording/definitions.h"
#include "viewer/panels/widgets.h"

namespace intercusp::viewer {
namespace {

constexpr std::array<double, 3> nudge_steps = {0.01, 0.1, 1};

constexpr auto shift_explained = Text(
    "How far the centre of the lower jaw has moved since the case was opened, along the patient's axes.");

//! One of the six numbers of the pose, in mm or degrees, with a button on either side.
struct NumberOfPose {
  Text name;
  Text explanation;
  int axis;
  bool turn;
};
constexpr std::array<NumberOfPose, 6> numbers_of_pose = {
    {{Text("to the left"), shift_explained, 0, false},
     {Text("forward"), shift_explained, 1, false},
     {Text("up"), shift_explained, 2, false},
     {Text("hinge rotation"), Text("Rotation about the patient's left axis: positive opens."), 0, true},
     {Text("tilt"), Text("Rotation about the patient's forward axis: positive raises the left side."), 1,
      true},
     {Text("rotation"),
      Text("Rotation about the patient's upward axis: positive moves the front to the left."), 2, true}}};

//! \param shown in mm or degrees
PoseNumbers with(PoseNumbers numbers, const NumberOfPose& which, double shown) {
  if (which.turn) {
    numbers.turn_rad[which.axis] = shown * rad_per_deg;
  } else {
    numbers.shift_mm[which.axis] = shown;
  }
  return numbers;
}

//! A number beyond the reach of a mouth is a typing error: it is refused with the limits.
void type_pose(const AppState& state, Actions& actions, const PoseNumbers& numbers, const NumberOfPose& which,
               double typed) {
  const double most = which.turn ? most_turn_rad / rad_per_deg : most_shift_mm;
  const char* const unit = which.turn ? "\u00b0" : " mm";
  if (!(std::abs(typed) <= most)) {
    return actions.messages.say(MessageKind::refusal,
                                phrase("The position was not changed: \"{}\" can be from \u2013{}{} to {}{}.",
                                       which.name, most, unit, most, unit));
  }
  actions.pose.set(pose_of(*state.loaded, with(numbers, which, typed)), Text("typed position"));
}

void pose_number(const AppState& state, Actions& actions, WidgetState& widgets, const PoseNumbers& numbers,
                 const NumberOfPose& which) {
  const double shown = which.turn ? numbers.turn_rad[which.axis] / rad_per_deg : numbers.shift_mm[which.axis];
  constexpr double least_shown = 5e-4;  // smaller ones would be written as minus zero
  ImGui::PushID(which.name);
  ImGui::PushButtonRepeat(true);
  const ImVec2 size{ImGui::GetFrameHeight(), 0};
  if (ImGui::Button("\xe2\x88\x92", size)) actions.pose.nudge(with({}, which, -widgets.nudge_step));
  ImGui::SameLine(0, em(0.2F));
  if (ImGui::Button("+", size)) actions.pose.nudge(with({}, which, widgets.nudge_step));
  ImGui::PopButtonRepeat();
  ImGui::SameLine();
  if (const auto typed = number_field(widgets.number, which.name, std::abs(shown) < least_shown ? 0 : shown,
                                      which.turn ? "%.3f\u00b0" : "%.3f mm")) {
    type_pose(state, actions, numbers, which, *typed);
  }
  explain(which.explanation);
  ImGui::PopID();
}

void show_numbers(const AppState& state, Actions& actions, WidgetState& widgets) {
  heading(Text("Position of the mandible"));
  const PoseNumbers numbers = numbers_of(*state.loaded, state.document.upper_from_lower);
  for (const NumberOfPose& which : numbers_of_pose) pose_number(state, actions, widgets, numbers, which);
  const std::array<std::string, 3> words = {shortest(nudge_steps[0]), shortest(nudge_steps[1]),
                                            shortest(nudge_steps[2])};
  const std::array<const char*, 3> names = {words[0].c_str(), words[1].c_str(), words[2].c_str()};
  const auto present = std::find(nudge_steps.begin(), nudge_steps.end(), widgets.nudge_step);
  const auto clicked = choice("step", names, static_cast<int>(present - nudge_steps.begin()));
  if (clicked) widgets.nudge_step = nudge_steps[static_cast<std::size_t>(*clicked)];
  muted(
      Text("Step of the \u2013 and + buttons, in mm or degrees. Arrow keys "
           "move by 0.1 mm, with Shift by 0.01 mm."));
  if (wide_button(Text("Reset"),
                  Text("Returns the mandible to its position when the case was opened. Can be undone.")))
    actions.pose.reset();
}

//! Between the incisors, as a ruler measures it; negative closes.
void show_hinge(const AppState& state, Actions& actions) {
  constexpr double least_mm = -5, most_mm = 50;
  const HingeArm arm = hinge_arm(*state.loaded, state.document.hinge);
  const auto opening = slider(Text("Opening between the incisors"), arm.incisal_mm(state.opening_rad),
                              least_mm, most_mm, "%.1f mm");
  explain(
      Text("Rotation about the axis through the condyles, from the position in which the slider was first "
           "moved."));
  if (opening) actions.pose.set_opening(arm.opening_rad(*opening));
  muted(phrase("{}\u00b0 about the hinge axis", rounded(state.opening_rad / rad_per_deg, 1)));
}

}  // namespace

void draw_mandible_panel(const AppState& state, Actions& actions, WidgetState& widgets) {
  if (!state.loaded) return muted(what_is_missing(state));
  show_numbers(state, actions, widgets);
  draw_tools(PanelKind::mandible, state, actions, widgets);
  show_hinge(state, actions);
  draw_named_poses(state, actions, widgets);
}

}  // namespace intercusp::viewer
