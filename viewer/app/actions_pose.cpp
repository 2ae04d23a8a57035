#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "io/case/pose_file.h"
#include "io/files/errors.h"
#include "io/wording/findings.h"
#include "occlusion/base/limits.h"
#include "viewer/app/actions_impl.h"
#include "viewer/app/words.h"

namespace intercusp::viewer {
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

void Actions::Impl::change(const std::string& label, const std::string& joins, const Edit& edit) {
  if (!state.loaded) return;
  end_drag();
  Document next = history.present();
  edit(next);
  if (same_document(next, history.present())) return;
  const bool moves = !same_pose(next.upper_from_lower, history.present().upper_from_lower);
  Document shown = next;
  if (state.playback && !moves) shown.upper_from_lower = state.document.upper_from_lower;
  if (!show(shown)) return;
  history.add(next, label, joins);
  state.unsaved = true;
  tell_history();
}

bool Actions::Impl::put(const Eigen::Isometry3d& upper_from_lower, const std::string& label,
                        const std::string& joins) {
  if (!state.loaded || !upper_from_lower.matrix().allFinite()) return false;
  if (state.playback) state.playback->playing = false;
  change(label, joins, [&](Document& document) { document.upper_from_lower = upper_from_lower; });
  if (state.playback) show_pose(upper_from_lower);  // it may show a pose other than the document's
  return same_pose(state.document.upper_from_lower, upper_from_lower);
}

bool Actions::Impl::show_pose(const Eigen::Isometry3d& upper_from_lower) {
  Document document = state.document;
  document.upper_from_lower = upper_from_lower;
  return show(document);
}

//! The present pose of a drag or a playback.
static void add_to_history(Actions::Impl& impl) {
  std::vector<HistoryPoint>& points = impl.state.history;
  const double time_s = impl.state.dragging ? impl.dragged_s : impl.state.playback->time_s;
  if (!points.empty() && time_s < points.back().time_s) points.clear();  // the playback began again
  if (points.size() == most_history_points) points.erase(points.begin());
  points.push_back(point_of(impl.state.live->reading(), impl.state.document.measure, time_s));
}

//! \throw where it cannot be read
static void make_shown(Actions::Impl& impl, const Document& document) {
  const double shift_mm = document.upper_from_lower.translation().norm();
  if (!(shift_mm < limits::farthest_mm))
    throw std::invalid_argument(
        phrase("The mandible cannot be moved by more than {:.0f} m.", limits::farthest_mm / 1000));
  const PoseReading& before = impl.state.live->reading();
  const bool moved = !same_pose(before.upper_from_lower, document.upper_from_lower);
  const bool other_threshold = before.threshold_mm != document.threshold_mm;
  const bool other_measure = impl.state.document.measure != document.measure;
  if (other_measure) impl.state.selected_contact.reset();
  impl.state.document = document;
  if (moved) impl.forget_sliders();
  if (moved || other_threshold) (void)impl.state.live->read(document.upper_from_lower, document.threshold_mm);
  if (moved && impl.state.moving()) add_to_history(impl);
  if (moved && !impl.state.moving())
    impl.state.history.clear();  // its last values are not those of this pose
  impl.show_edits(document);
  impl.want_derived();
  impl.touch();
}

bool Actions::Impl::show(const Document& document) {
  const Document before = state.document;
  if (attempt([&] { make_shown(*this, document); })) return true;
  attempt([&] {  // the map of the pose that failed is of no use
    state.document = before;
    (void)state.live->read(before.upper_from_lower, before.threshold_mm);
    show_edits(before);
  });
  return false;
}
void Actions::Impl::forget_sliders() {
  state.opening_rad = 0;
  state.pose_before_opening.reset();
}

void Actions::Impl::end_drag() {
  if (!state.dragging) return;
  state.dragging = false;
  const Eigen::Isometry3d dragged = state.document.upper_from_lower;
  if (!same_pose(dragged, pose_before_drag)) put(dragged, drag_label);
}

static void go_in_history(Actions::Impl& impl, Actions::Impl::Step there, Actions::Impl::Step back) {
  impl.end_drag();
  const std::optional<Document> document = impl.state.loaded ? (impl.history.*there)() : std::nullopt;
  if (!document) return;
  if (impl.state.playback) impl.state.playback->playing = false;
  if (!impl.show(*document)) {
    (void)(impl.history.*back)();
    return;
  }
  impl.state.unsaved = true;
  impl.tell_history();
}

void Actions::Impl::tell_history() {
  state.can_undo = history.undo_label().has_value();
  state.can_redo = history.redo_label().has_value();
  state.undo_label = history.undo_label().value_or(std::string());
  state.redo_label = history.redo_label().value_or(std::string());
  changed = true;
}

Condyles Actions::Impl::condyles_now() const { return condyles_of(*state.loaded, state.document.hinge); }

void Actions::put_found(const Eigen::Isometry3d& start, const Eigen::Isometry3d& found,
                        const std::string& label, const std::string& words) {
  if (!same_pose(impl_->state.document.upper_from_lower, start))
    return say(MessageKind::refusal, text::moved_meanwhile);
  if (impl_->put(found, label)) say(MessageKind::information, words);
}

void Actions::set_pose(const Eigen::Isometry3d& upper_from_lower, const std::string& label,
                       const std::string& joins) {
  impl_->put(upper_from_lower, label, joins);
}

void Actions::change(const std::string& label, const std::string& joins,
                     const std::function<void(Document&)>& edit) {
  impl_->change(label, joins, edit);
}

void Actions::begin_drag(const std::string& label) {
  AppState& state = impl_->state;
  if (!state.loaded) return;
  impl_->end_drag();
  if (state.playback) state.playback->playing = false;
  impl_->drag_label = label;
  impl_->pose_before_drag = state.document.upper_from_lower;
  state.history.clear();
  impl_->dragged_s = 0;
  state.dragging = true;
}

void Actions::drag_to(const Eigen::Isometry3d& upper_from_lower) {
  if (!impl_->state.dragging || !upper_from_lower.matrix().allFinite()) return;
  impl_->show_pose(upper_from_lower);
}

void Actions::end_drag() { impl_->end_drag(); }

void Actions::cancel_drag() {
  if (!impl_->state.dragging) return;
  impl_->state.dragging = false;
  impl_->show_pose(impl_->pose_before_drag);
}

void Actions::nudge(const PoseNumbers& by) {
  const AppState& state = impl_->state;
  if (!state.loaded) return;
  impl_->put(nudged(*state.loaded, state.document.upper_from_lower, by), text::nudge);
}

void Actions::set_opening(double opening_rad) {
  AppState& state = impl_->state;
  if (!state.loaded || !std::isfinite(opening_rad)) return;
  impl_->end_drag();
  const Eigen::Isometry3d start = impl_->state.pose_before_opening.value_or(state.document.upper_from_lower);
  const Eigen::Isometry3d pose = opening_rad == 0 ? start : hinged(impl_->condyles_now(), start, opening_rad);
  if (!impl_->put(pose, text::hinge, "hinge")) return;
  impl_->state.pose_before_opening = start;
  state.opening_rad = opening_rad;
}

void Actions::reset_pose() {
  const AppState& state = impl_->state;
  if (state.loaded) impl_->put(state.loaded->bite.upper_from_lower, text::reset);
}

void Actions::undo() { go_in_history(*impl_, &History::undo, &History::redo); }

void Actions::redo() { go_in_history(*impl_, &History::redo, &History::undo); }

void Actions::add_named_pose(const std::string& name) {
  constexpr std::size_t most_letters = 200;
  const NamedPose pose{.name = name.substr(0, most_letters),
                       .upper_from_lower = impl_->state.document.upper_from_lower,
                       .camera = impl_->state.view.camera};
  impl_->change(text::keep_pose, {}, [&](Document& document) { document.poses.push_back(pose); });
}

void Actions::go_to_named_pose(std::size_t index) {
  const std::vector<NamedPose>& poses = impl_->state.document.poses;
  if (index >= poses.size()) return;
  const NamedPose pose = poses[index];
  impl_->put(pose.upper_from_lower, phrase("pose \"{}\"", pose.name));
}

void Actions::remove_named_pose(std::size_t index) {
  if (index >= impl_->state.document.poses.size()) return;
  impl_->change(text::remove_pose, {}, [&](Document& document) {
    document.poses.erase(document.poses.begin() + static_cast<std::ptrdiff_t>(index));
  });
}

void Actions::load_pose(const std::filesystem::path& file) {
  const AppState& state = impl_->state;
  if (!state.loaded) return say(MessageKind::refusal, text::open_case_first);
  try {
    const PoseFile read = read_pose_file(file);
    const Eigen::Isometry3d& pose = read.upper_from_lower;
    impl_->forget_problems();
    for (const std::string& sentence : sentences_of(remarks_on(read, state.loaded->bite.lower->mesh)))
      say(MessageKind::information, sentence);
    const bool untouched = !state.can_undo && !state.can_redo && state.session_file.empty() && !state.unsaved;
    if (untouched) {
      CaseRequest request = state.loaded->request;
      request.upper_from_lower = pose;
      open(request);
    } else {
      impl_->put(pose, Text("pose from a file"));
    }
  } catch (const std::exception& error) {
    say(MessageKind::problem, error.what());
  }
}

}  // namespace intercusp::viewer
