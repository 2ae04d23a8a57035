#include "viewer/app/pose.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "occlusion/base/limits.h"
#include "viewer/app/tool.h"
#include "viewer/app/words.h"

namespace intercusp::viewer {

bool same_pose(const Eigen::Isometry3d& a, const Eigen::Isometry3d& b) { return a.matrix() == b.matrix(); }

bool same_document(const Document& a, const Document& b) {
  const auto same_named = [](const NamedPose& one, const NamedPose& other) {
    return one.name == other.name && same_pose(one.upper_from_lower, other.upper_from_lower);
  };
  return same_pose(a.upper_from_lower, b.upper_from_lower) && a.threshold_mm == b.threshold_mm &&
         a.measure == b.measure && a.exchanged == b.exchanged && a.hinge == b.hinge && a.parts == b.parts &&
         std::ranges::equal(a.poses, b.poses, same_named) && a.upper_edits == b.upper_edits &&
         a.lower_edits == b.lower_edits;
}

void History::start(const Document& document) {
  steps_.assign(1, {.document = document, .label = {}, .joins = {}});
  present_ = 0;
}

void History::add(const Document& document, const std::string& label, const std::string& joins) {
  steps_.resize(present_ + 1);
  const bool joined = present_ > 0 && !joins.empty() && steps_[present_].joins == joins;
  if (joined) {
    steps_[present_].document = document;
    return;
  }
  steps_.push_back({.document = document, .label = label, .joins = joins});
  if (steps_.size() > most_steps + 1) steps_.erase(steps_.begin());
  present_ = steps_.size() - 1;
}

std::optional<Document> History::undo() {
  if (present_ == 0) return std::nullopt;
  steps_[--present_].joins.clear();
  return steps_[present_].document;
}

std::optional<Document> History::redo() {
  if (present_ + 1 >= steps_.size()) return std::nullopt;
  steps_[++present_].joins.clear();
  return steps_[present_].document;
}

std::optional<std::string> History::undo_label() const {
  if (present_ == 0) return std::nullopt;
  return steps_[present_].label;
}

std::optional<std::string> History::redo_label() const {
  if (present_ + 1 >= steps_.size()) return std::nullopt;
  return steps_[present_ + 1].label;
}

namespace {

constexpr std::size_t most_history_points = 600;

HistoryPoint point_of(const PoseReading& reading, Measure measure, double time_s) {
  const std::optional<double>& least =
      measure == Measure::surface_distance ? reading.least_distance_mm : reading.least_clearance_mm;
  return {.time_s = time_s,
          .least_mm = least.value_or(std::numeric_limits<double>::quiet_NaN()),
          .area_mm2 = reading.by(measure).surface_mm2};
}

}  // namespace

void Pose::start(const Document& document) {
  history_.start(document);
  tell_history();
}

void Pose::change(const std::string& label, const std::string& joins,
                  const std::function<void(Document&)>& edit) {
  if (!state_.loaded) return;
  end_drag();
  Document next = present();
  edit(next);
  if (same_document(next, present())) return;
  const bool moves = !same_pose(next.upper_from_lower, present().upper_from_lower);
  Document shown = next;
  if (state_.playback && !moves) shown.upper_from_lower = state_.document.upper_from_lower;
  if (!show(shown)) return;
  history_.add(next, label, joins);
  state_.unsaved = true;
  tell_history();
}

bool Pose::set(const Eigen::Isometry3d& upper_from_lower, const std::string& label,
               const std::string& joins) {
  if (!state_.loaded || !upper_from_lower.matrix().allFinite()) return false;
  if (state_.playback) state_.playback->playing = false;
  change(label, joins, [&](Document& document) { document.upper_from_lower = upper_from_lower; });
  if (state_.playback) show_pose(upper_from_lower);  // it may show a pose other than the document's
  return same_pose(state_.document.upper_from_lower, upper_from_lower);
}

bool Pose::show_pose(const Eigen::Isometry3d& upper_from_lower) {
  Document document = state_.document;
  document.upper_from_lower = upper_from_lower;
  return show(document);
}

//! The present pose of a drag or a playback.
void Pose::add_to_curves() {
  std::vector<HistoryPoint>& points = state_.history;
  const double time_s = state_.dragging ? dragged_s_ : state_.playback->time_s;
  if (!points.empty() && time_s < points.back().time_s) points.clear();  // the playback began again
  if (points.size() == most_history_points) points.erase(points.begin());
  points.push_back(point_of(state_.live->reading(), state_.document.measure, time_s));
}

//! \throw where it cannot be read
void Pose::make_shown(const Document& document) {
  const double shift_mm = document.upper_from_lower.translation().norm();
  if (!(shift_mm < limits::farthest_mm))
    throw std::invalid_argument(
        phrase("The mandible cannot be moved by more than {:.0f} m.", limits::farthest_mm / 1000));
  const PoseReading& before = state_.live->reading();
  const bool moved = !same_pose(before.upper_from_lower, document.upper_from_lower);
  const bool other_threshold = before.threshold_mm != document.threshold_mm;
  if (state_.document.measure != document.measure) state_.selected_contact.reset();
  state_.document = document;
  if (moved) {
    state_.opening_rad = 0;
    state_.pose_before_opening.reset();
  }
  if (moved || other_threshold) (void)state_.live->read(document.upper_from_lower, document.threshold_mm);
  if (moved && state_.moving()) add_to_curves();
  if (moved && !state_.moving()) state_.history.clear();  // its last values are not those of this pose
  for (const Tool* const tool : state_.tools) tool->apply(state_, actions_);
  actions_.work.want();
  state_.touch();
}

bool Pose::show(const Document& document) {
  const Document before = state_.document;
  if (actions_.messages.attempt([&] { make_shown(document); })) return true;
  actions_.messages.attempt([&] {  // the map of the pose that failed is of no use
    state_.document = before;
    (void)state_.live->read(before.upper_from_lower, before.threshold_mm);
    for (const Tool* const tool : state_.tools) tool->apply(state_, actions_);
  });
  return false;
}

void Pose::end_drag() {
  if (!state_.dragging) return;
  state_.dragging = false;
  const Eigen::Isometry3d dragged = state_.document.upper_from_lower;
  if (!same_pose(dragged, before_drag_)) set(dragged, drag_label_);
}

void Pose::go(Step there, Step back) {
  end_drag();
  const std::optional<Document> document = state_.loaded ? (history_.*there)() : std::nullopt;
  if (!document) return;
  if (state_.playback) state_.playback->playing = false;
  if (document->exchanged != state_.document.exchanged) {
    (void)(history_.*back)();
    return actions_.cases.exchange_jaws(*document, [this, there] {
      (void)(history_.*there)();
      tell_history();
    });
  }
  if (!show(*document)) {
    (void)(history_.*back)();
    return;
  }
  state_.unsaved = true;
  tell_history();
}

void Pose::add_step(const Document& document, const std::string& label) {
  history_.add(document, label);
  tell_history();
}

void Pose::undo() { go(&History::undo, &History::redo); }

void Pose::redo() { go(&History::redo, &History::undo); }

void Pose::tell_history() {
  state_.can_undo = history_.undo_label().has_value();
  state_.can_redo = history_.redo_label().has_value();
  state_.undo_label = history_.undo_label().value_or(std::string());
  state_.redo_label = history_.redo_label().value_or(std::string());
  state_.changed = true;
}

void Pose::put_found(const Eigen::Isometry3d& start, const Eigen::Isometry3d& found, const std::string& label,
                     const std::string& words) {
  if (!same_pose(state_.document.upper_from_lower, start))
    return actions_.messages.refuse(text::moved_meanwhile);
  if (set(found, label)) actions_.messages.inform(words);
}

void Pose::begin_drag(const std::string& label) {
  if (!state_.loaded) return;
  end_drag();
  if (state_.playback) state_.playback->playing = false;
  drag_label_ = label;
  before_drag_ = state_.document.upper_from_lower;
  state_.history.clear();
  dragged_s_ = 0;
  state_.dragging = true;
}

void Pose::drag_to(const Eigen::Isometry3d& upper_from_lower) {
  if (!state_.dragging || !upper_from_lower.matrix().allFinite()) return;
  show_pose(upper_from_lower);
}

void Pose::cancel_drag() {
  if (!state_.dragging) return;
  state_.dragging = false;
  show_pose(before_drag_);
}

void Pose::nudge(const PoseNumbers& by) {
  if (state_.loaded) set(nudged(*state_.loaded, state_.document.upper_from_lower, by), text::nudge);
}

void Pose::set_opening(double opening_rad) {
  if (!state_.loaded || !std::isfinite(opening_rad)) return;
  end_drag();
  const Eigen::Isometry3d start = state_.pose_before_opening.value_or(state_.document.upper_from_lower);
  const Condyles condyles = condyles_of(*state_.loaded, state_.document.hinge);
  if (!set(opening_rad == 0 ? start : hinged(condyles, start, opening_rad), text::hinge, "hinge")) return;
  state_.pose_before_opening = start;
  state_.opening_rad = opening_rad;
}

void Pose::reset() {
  if (state_.loaded) set(state_.loaded->bite.upper_from_lower, text::reset);
}

void Pose::set_threshold(double threshold_mm) {
  if (!std::isfinite(threshold_mm)) return;
  const double possible_mm = std::clamp(threshold_mm, 0.0, near_contact_mm);
  change(text::threshold, "threshold", [&](Document& document) { document.threshold_mm = possible_mm; });
}

void Pose::set_measure(Measure measure) {
  change(text::measure, {}, [&](Document& document) { document.measure = measure; });
}

void Pose::add_named(const std::string& name) {
  constexpr std::size_t most_letters = 200;
  const NamedPose pose{.name = name.substr(0, most_letters),
                       .upper_from_lower = state_.document.upper_from_lower,
                       .camera = state_.view.camera};
  change(text::keep_pose, {}, [&](Document& document) { document.poses.push_back(pose); });
}

void Pose::go_to_named(std::size_t index) {
  if (index >= state_.document.poses.size()) return;
  const NamedPose pose = state_.document.poses[index];
  set(pose.upper_from_lower, phrase("pose \"{}\"", pose.name));
}

void Pose::remove_named(std::size_t index) {
  if (index >= state_.document.poses.size()) return;
  change(text::remove_pose, {}, [&](Document& document) {
    document.poses.erase(document.poses.begin() + static_cast<std::ptrdiff_t>(index));
  });
}

void Pose::go_between(double share) {
  std::optional<ComparedPose>& comparison = state_.comparison;
  if (!comparison || !(share >= 0 && share <= 1)) return;
  const Track way{.poses = {{0, comparison->other.upper_from_lower}, {1, comparison->present}}};
  if (set(pose_at(way, share, state_.loaded->lower_centre), Text("between two poses"), "between"))
    comparison->share = share;
}

void Pose::compare_with(std::size_t index) {
  if (index >= state_.document.poses.size()) return;
  state_.comparison = ComparedPose{.other = state_.document.poses[index],
                                   .present = state_.document.upper_from_lower,
                                   .live = {},
                                   .rest = {}};
  actions_.work.want();
  ViewState view = state_.view;
  view.show_map = true;
  actions_.views.set(view);
}

void Pose::end_comparison() {
  state_.comparison.reset();
  state_.changed = true;
}

void Pose::prepare_map(const Eigen::Isometry3d& upper_from_lower) {
  if (state_.loaded && !actions_.work.busy()) state_.pose_map.want(PoseKey{upper_from_lower});
}

void Pose::forget_map() { state_.pose_map = {}; }

}  // namespace intercusp::viewer
