// What is computed in the background of the open case: from which keys, in which order, and how.
#include "viewer/app/work.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "io/wording/findings.h"
#include "occlusion/motion/contact_search.h"
#include "viewer/app/tool.h"
#include "viewer/app/words.h"

namespace intercusp::viewer {
namespace {

constexpr double rest_s = 0.15;  //!< without motion before the bite is measured as the report does

//! The open case's part.
struct SearchAndDoubt {
  std::function<void()> when_searchable;  //!< waits for the search
  bool told_of_doubt = false;             //!< what makes the pose doubtful
};

RestReading read_of(const BiteKey& key, const Progress& progress) {
  return read_at_rest(*key.loaded, key.pose.upper_from_lower, key.threshold_mm, progress);
}

std::shared_ptr<const RestReading> reading_of(const BiteKey& key, const Progress& progress) {
  return std::make_shared<const RestReading>(read_of(key, progress));
}

//! The reading of a pose to compare with, whose intervals are not shown.
std::shared_ptr<const RestReading> reading_without_intervals(const BiteKey& key, const Progress& progress) {
  RestReading reading = read_of(key, progress);
  reading.find_intervals = nullptr;
  return std::make_shared<const RestReading>(std::move(reading));
}

bool was_failure(const std::exception_ptr& error) {
  try {
    std::rethrow_exception(error);
  } catch (const Cancelled&) {
    return false;
  } catch (...) {
    return true;
  }
}

bool same_work(const std::optional<WorkShown>& a, const std::optional<WorkShown>& b) {
  if (!a || !b) return !a && !b;
  const auto percent = [](const WorkShown& work) { return std::lround(100 * work.done); };
  return a->what == b->what && percent(*a) == percent(*b) && a->can_cancel == b->can_cancel;
}

bool begin_rest(Work& work, AppState& state, Messages& messages) {
  const auto tell_doubt = [&] {
    bool& told = state.parts.of<SearchAndDoubt>().told_of_doubt;
    if (state.rest->doubt && !std::exchange(told, true))
      messages.refuse(sentence_of(*state.rest->doubt) + ".");
  };
  return work.begin(
      due_work(place_of(state.rest), {.what = text::measuring, .then = tell_doubt}, reading_of));
}

//! Light on the jaws: not while the user waits for something else.
bool begin_shading(Work& work, AppState& state, const MakeMeshes& make_meshes) {
  const DerivedWork how{.what = Text("Shading the jaws\u2026"), .tells_failure = false, .then = [&state] {
                          state.meshes = state.shaded.shared();
                        }};
  return work.begin(due_work(place_of(state.shaded), how,
                             [&make_meshes, loaded = state.loaded, shapes = state.meshes](
                                 const ScansKey&, const Progress& progress) {
                               return make_meshes(loaded->bite, shapes, &loaded->view, progress);
                             }));
}

bool begin_picking(Work& work, AppState& state) {
  const DerivedWork how{.what = Text("Preparing the case\u2026"),
                        .in_background = false,
                        .can_cancel = false,
                        .then = [&state] {
                          std::function<void()>& waiting = state.parts.of<SearchAndDoubt>().when_searchable;
                          if (state.search && waiting) std::exchange(waiting, nullptr)();
                        }};
  return work.begin(due_work(place_of(state.picker), how,
                             [loaded = state.loaded](const ScansKey&, const Progress&) {
                               return std::make_shared<const Picker>(loaded);
                             })) ||
         work.begin(
             due_work(place_of(state.search), how, [loaded = state.loaded](const ScansKey&, const Progress&) {
               return std::make_shared<const ContactSearch>(loaded->bite.upper, loaded->bite.lower);
             }));
}

//! Reads the map of another pose of the case.
std::function<std::shared_ptr<LiveBite>(const PoseKey&, const Progress&)> map_reader(const AppState& state) {
  return [loaded = state.loaded, threshold_mm = state.document.threshold_mm](const PoseKey& pose,
                                                                             const Progress&) {
    auto live = std::make_shared<LiveBite>(loaded);
    (void)live->read(pose.upper_from_lower, threshold_mm);
    return live;
  };
}

bool begin_comparison(Work& work, AppState& state) {
  if (!state.comparison) return false;
  const DerivedWork how{.what = text::comparing_poses};
  const auto find = [&state](auto ComparedPose::*member) {
    return [&state, member] { return state.comparison ? &((*state.comparison).*member) : nullptr; };
  };
  return work.begin(due_work<PoseKey, LiveBite>(find(&ComparedPose::live), how, map_reader(state))) ||
         work.begin(
             due_work<BiteKey, const RestReading>(find(&ComparedPose::rest), how, reading_without_intervals));
}

bool begin_intervals(Work& work, AppState& state) {
  return work.begin(due_work(place_of(state.intervals), {.what = text::measuring, .tells_failure = false},
                             [](const std::shared_ptr<const RestReading>& rest, const Progress& progress) {
                               return std::make_shared<const RestIntervals>(rest->find_intervals(progress));
                             }));
}

bool begin_pose_map(Work& work, AppState& state) {
  return work.begin(due_work(place_of(state.pose_map),
                             {.what = text::comparing_poses, .tells_failure = false}, map_reader(state)));
}

}  // namespace

bool Work::begin(const std::optional<DerivedTask>& task) {
  if (!task) return false;
  const auto is_open = [this, number = state_.case_number] { return state_.case_number == number; };
  const auto take = [this, is_open, how = task->how](const std::function<bool()>& put) {
    if (!is_open()) return;
    const bool is_wanted = put();
    want();
    state_.changed = true;
    if (is_wanted && how.then) how.then();
  };
  const auto failed = [this, is_open, how = task->how, fail = task->fail](const std::exception_ptr& error) {
    const bool given_up = how.can_cancel && !how.in_background;
    if (!is_open() || !(given_up || was_failure(error))) return;
    fail();
    if (how.failed) how.failed();
    if (how.tells_failure) actions_.messages.says_why()(error);
  };
  add({.what = task->how.what,
       .work = [take, make = task->make](const Progress& progress) -> Job::Finish {
         return [take, put = make(progress)] { take(put); };
       },
       .failed = failed,
       .can_cancel = task->how.can_cancel,
       .quiet = task->how.in_background,
       .gives_way = task->how.in_background});
  return true;
}

void Work::compute(const std::string& what,
                   const std::function<std::function<void()>(const Progress&)>& work) {
  const auto finish = [this, number = state_.case_number](const std::function<void()>& take) {
    if (state_.case_number != number) return;
    actions_.messages.forget_problems();  // what the user asked for has succeeded
    take();
    state_.changed = true;
  };
  add({.what = what,
       .work = [work, finish](const Progress& progress) -> Job::Finish {
         return [finish, take = work(progress)] { finish(take); };
       },
       .failed = actions_.messages.says_why()});
}

void Work::when_searchable(std::function<void()> then) {
  if (state_.search) return then();
  state_.parts.of<SearchAndDoubt>().when_searchable = std::move(then);
}

void Work::want() {
  if (!state_.loaded) return;
  const Document& document = state_.document;
  const BiteKey bite{state_.loaded, {document.upper_from_lower}, document.threshold_mm};
  if (state_.rest.wanted() != bite) {
    state_.selected_contact.reset();
    rested_s_ = 0;
    give_way();
  }
  state_.picker.want(ScansKey{});
  if (state_.meshes) state_.shaded.want(ScansKey{});
  state_.search.want(ScansKey{});
  state_.rest.want(bite);
  const bool has_intervals = state_.rest && state_.rest->in_bite;
  state_.intervals.want(has_intervals ? std::optional(state_.rest.shared()) : std::nullopt);
  if (state_.comparison) {
    const PoseKey other{state_.comparison->other.upper_from_lower};
    state_.comparison->live.want(other);
    state_.comparison->rest.want(BiteKey{state_.loaded, other, document.threshold_mm});
  }
  for (const Tool* const tool : state_.tools) tool->follow(state_);
}

void Work::want_values() {
  want();
  give_way();
}

bool Work::rests() const {
  return state_.live && !state_.moving() && rested_s_ >= (views_refine_ ? longest_refining_s : rest_s);
}

void Work::begin_wanted() {
  if (!state_.loaded || busy()) return;
  // First what the user requested, then what the jaw at rest shows, then the rest.
  for (const Tool* const tool : state_.tools)
    if (tool->begin(state_, actions_)) return;
  if (!rests()) return;
  (void)(begin_shading(*this, state_, actions_.cases.make_meshes()) ||
         begin_rest(*this, state_, actions_.messages) || begin_picking(*this, state_) ||
         begin_comparison(*this, state_) || begin_intervals(*this, state_) || begin_pose_map(*this, state_));
}

std::optional<double> Work::due_s() const {
  const bool derives =
      state_.live && !state_.moving() &&
      (state_.shaded.is_due() || state_.picker.is_due() || state_.search.is_due() || state_.rest.is_due() ||
       state_.pose_map.is_due() || (state_.comparison && state_.comparison->rest.is_due()));
  return derives && !busy() ? std::optional(rest_s - rested_s_) : std::nullopt;
}

void Work::show() {
  std::optional<WorkShown> running = shown();
  if (same_work(running, state_.work)) return;
  state_.work = std::move(running);
  state_.changed = true;
}

}  // namespace intercusp::viewer
