#include "viewer/tools/closing/tool.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "io/wording/definitions.h"
#include "io/wording/tooth_words.h"
#include "occlusion/case/teeth.h"
#include "occlusion/distance/deepest.h"
#include "occlusion/engines/compute_map.h"
#include "occlusion/maps/clearance_map.h"
#include "viewer/panels/widgets.h"

namespace intercusp::viewer {

std::optional<ContactPose> to_first_contact(const LoadedCase& loaded, const ContactSearch& search,
                                            const Condyles& condyles,
                                            const Eigen::Isometry3d& upper_from_lower, ClosingWay approach) {
  if (approach == ClosingWay::vertical)
    return contact_pose(search, upper_from_lower, Motion::shift(loaded.axes().superior, 2 * most_shift_mm),
                        0.05);
  return contact_pose(search, upper_from_lower,
                      Motion::turn(condyles.middle(), -condyles.axis(), most_turn_rad), 0.05 * rad_per_deg);
}

namespace {

//! The deepest overlap of a pose; 0 without.
using DepthAt = std::function<double(const Eigen::Isometry3d&)>;

DepthAt depth_by_distance(const LoadedCase& loaded) {
  const auto jaws = std::make_shared<const PreparedJaws>(prepare_jaws(loaded.bite));
  return [jaws, bite = loaded.bite](const Eigen::Isometry3d& pose) mutable {
    bite.upper_from_lower = pose;
    const auto least = least_distance(bite, *jaws, surface_distances(bite, *jaws));
    return least ? least->max_penetration_distance_mm() : 0;
  };
}

DepthAt depth_by_clearance(const LoadedCase& loaded) {
  constexpr double pixel_mm = 0.05;  // as inspect
  View view = loaded.view;
  PixelGrid& grid = view.grid;
  const double finer = grid.pixel_mm / pixel_mm;
  grid.width = static_cast<int>(std::ceil(grid.width * finer));
  grid.height = static_cast<int>(std::ceil(grid.height * finer));
  grid.pixel_mm = pixel_mm;
  const std::shared_ptr<MapEngine> engine =
      make_engine(loaded.bite.upper, loaded.bite.lower, {.live = true}).engine;
  return [engine, view](const Eigen::Isometry3d& pose) {
    return std::max(0.0, -static_cast<double>(least_clearance(engine->compute(view, pose).clearance_mm)));
  };
}

struct Closed {
  double by_rad, depth_mm;
};

}  // namespace

std::optional<DepthMove> close_to_depth(const LoadedCase& loaded, const ContactSearch& search,
                                        const Condyles& condyles, const Eigen::Isometry3d& upper_from_lower,
                                        double depth_mm, Measure measure, const Progress& progress) {
  const auto contact = to_first_contact(loaded, search, condyles, upper_from_lower, ClosingWay::hinge);
  if (!contact) return std::nullopt;
  if (depth_mm <= 0) return DepthMove{contact->upper_from_lower, 0};
  const DepthAt depth_at =
      measure == Measure::surface_distance ? depth_by_distance(loaded) : depth_by_clearance(loaded);
  const Eigen::Vector3d arm = contact->contact.case_point - condyles.middle();
  const double radius_mm = arm.cross(condyles.axis()).norm();
  int steps = 0;
  const auto closed_by = [&](double by_rad) {
    constexpr double usual_steps = 8;
    report_progress(progress, steps / (steps + usual_steps));
    ++steps;
    return Closed{by_rad, depth_at(hinged(condyles, contact->upper_from_lower, -by_rad))};
  };
  // A surface goes at least as far as it comes deep.
  Closed shallow{0, 0}, deep = closed_by(depth_mm / radius_mm);
  constexpr double farthest_mm = 5;
  while (deep.depth_mm < depth_mm - depth_tolerance_mm) {
    if (deep.by_rad * radius_mm > farthest_mm) return std::nullopt;
    shallow = deep;
    deep = closed_by(2 * deep.by_rad);
  }
  // Depths grow almost in proportion: false position, held away from the ends so that the bracket always shrinks.
  constexpr double least_rad = 1e-9;
  while (std::abs(deep.depth_mm - depth_mm) > depth_tolerance_mm &&
         deep.by_rad - shallow.by_rad > least_rad) {
    const double share =
        std::clamp((depth_mm - shallow.depth_mm) / (deep.depth_mm - shallow.depth_mm), 0.05, 0.95);
    const Closed between = closed_by(shallow.by_rad + share * (deep.by_rad - shallow.by_rad));
    const bool near = std::abs(between.depth_mm - depth_mm) <= depth_tolerance_mm;
    (near || between.depth_mm > depth_mm ? deep : shallow) = between;
  }
  report_progress(progress, 1);
  return DepthMove{hinged(condyles, contact->upper_from_lower, -deep.by_rad), deep.depth_mm};
}

namespace {

//! Tells the teeth and the distance of the incisors from the bite, and marks the place with a ring.
void show_first_contact(const AppState& state, Actions& actions, const FirstContact& contact) {
  constexpr double ring_mm = 0.8;
  const Bite& bite = state.loaded->bite;
  const int upper = face_teeth(*bite.upper)[contact.upper_face];
  const int lower = face_teeth(*bite.lower)[contact.lower_face];
  actions.views.mark_contact_here({.upper_tooth = upper, .lower_tooth = lower},
                                  {contact.case_point, ring_mm});
  const double open_mm = incisors_open_mm(*state.loaded, state.document.upper_from_lower);
  const std::string teeth = pair_in_words(bite, upper, lower);
  const std::string where = teeth.empty() ? phrase("First contact") : phrase("First contact: {}", teeth);
  const std::string mm = rounded(std::abs(open_mm), 2);
  actions.messages.inform(open_mm < 0 ? phrase("{}, {} mm below the bite at the incisors.", where, mm)
                                      : phrase("{}, {} mm above the bite at the incisors.", where, mm));
}

void make_contact(const AppState& state, Actions& actions, ClosingWay approach) {
  std::optional<ContactPose> move;
  const auto search_contact = [&] {
    move = to_first_contact(*state.loaded, *state.search, condyles_of(*state.loaded, state.document.hinge),
                            state.document.upper_from_lower, approach);
  };
  if (!actions.messages.attempt(search_contact)) return;
  if (!move)
    return actions.messages.refuse(
        Text("The jaws do not meet within 45\u00b0 or 100 mm, or they cannot be separated."));
  actions.pose.set(move->upper_from_lower, Text("first contact"));
  if (same_pose(state.document.upper_from_lower, move->upper_from_lower))
    show_first_contact(state, actions, move->contact);
}

class ClosingTool : public Tool {
  std::vector<Contribution> contributions() const override {
    return {{PanelKind::mandible, 100, draw_closing}};
  }

  std::vector<Command> commands() const override {
    const auto close = [](ClosingWay approach) {
      return
          [approach](const AppState& state, Actions& actions) { bring_to_contact(state, actions, approach); };
    };
    return {{close_hinge, Text("C"), 'C', false, close(ClosingWay::hinge)},
            {close_vertical, Text("Shift+C"), 'C', true, close(ClosingWay::vertical)}};
  }
};

}  // namespace

const Tool& closing_tool() { return the<ClosingTool>; }

void bring_to_contact(const AppState& state, Actions& actions, ClosingWay approach) {
  if (!state.loaded) return;
  actions.pose.end_drag();
  actions.work.when_searchable([&state, &actions, approach] { make_contact(state, actions, approach); });
}

void close_jaws_to_depth(const AppState& state, Actions& actions, double depth_mm) {
  if (!state.loaded || !std::isfinite(depth_mm)) return;
  actions.pose.end_drag();
  const double wanted_mm = std::clamp(depth_mm, 0.0, most_closing_depth_mm);
  const Measure measure = state.document.measure;
  const Eigen::Isometry3d start = state.document.upper_from_lower;
  const auto take = [=, &actions](const std::optional<DepthMove>& move) {
    if (!move)
      return actions.messages.refuse(Text("Closing about the hinge does not bring the jaws that deep."));
    const std::string reached = rounded(move->depth_mm, 3);
    actions.pose.put_found(
        start, move->upper_from_lower, Text("closing to a depth"),
        measure == Measure::surface_distance
            ? phrase("Closed about the hinge: overlap {} mm deep by surface distance.", reached)
            : phrase("Closed about the hinge: overlap {} mm deep along the projection.", reached));
  };
  actions.work.compute(
      Text("Closing to the chosen depth\u2026"),
      [=, loaded = state.loaded, search = state.search.shared(),
       condyles = condyles_of(*state.loaded, state.document.hinge)](const Progress& progress) {
        const auto known =
            search ? search : std::make_shared<const ContactSearch>(loaded->bite.upper, loaded->bite.lower);
        const auto move = close_to_depth(*loaded, *known, condyles, start, wanted_mm, measure, progress);
        return [=] { take(move); };
      });
}

namespace {

//! Kept between frames.
struct ClosingWidgets {
  double depth_mm = 0.02;
};

}  // namespace

void draw_closing(const AppState& state, Actions& actions, WidgetState& widgets) {
  heading(Text("First contact"));
  if (wide_button(close_hinge, Text("Rotates the mandible about the condyles until the teeth first "
                                    "touch. If they overlap, it opens first. "
                                    "Key: C.")))
    bring_to_contact(state, actions, ClosingWay::hinge);
  if (wide_button(close_vertical, Text("Moves the mandible along the patient's upward axis until the "
                                       "teeth first touch. If they overlap, it "
                                       "opens first. Key: Shift+C.")))
    bring_to_contact(state, actions, ClosingWay::vertical);
  double& depth_mm = widgets.parts.of<ClosingWidgets>().depth_mm;
  if (const auto typed = number_field(widgets.number, Text("Depth"), depth_mm, "%.3f mm"))
    depth_mm = std::clamp(*typed, 0.0, most_closing_depth_mm);
  ImGui::SameLine();
  if (wide_button(Text("Close to this depth"), Text("Closes about the hinge axis until the deepest overlap, "
                                                    "by the measure chosen for contacts, is that "
                                                    "deep.")))
    close_jaws_to_depth(state, actions, depth_mm);
}

}  // namespace intercusp::viewer
