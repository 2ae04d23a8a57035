// What is computed in the background of the open case: from which keys, in which order, and how.
#include <utility>

#include "io/wording/findings.h"
#include "occlusion/motion/contact_search.h"
#include "viewer/app/actions_impl.h"
#include "viewer/app/words.h"

namespace intercusp::viewer {
namespace {

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

}  // namespace

void Actions::Impl::want_derived() {
  if (!state.loaded) return;
  const Document& document = state.document;
  const BiteKey bite{state.loaded, {document.upper_from_lower}, document.threshold_mm};
  if (state.rest.wanted() != bite) {
    state.selected_contact.reset();
    rested_s = 0;
    work.give_way();
  }
  state.picker.want(ScansKey{});
  state.search.want(ScansKey{});
  state.rest.want(bite);
  state.intervals.want(state.rest ? std::optional(state.rest.shared()) : std::nullopt);
  if (state.comparison) {
    const PoseKey other{state.comparison->other.upper_from_lower};
    state.comparison->live.want(other);
    state.comparison->rest.want(BiteKey{state.loaded, other, document.threshold_mm});
  }
  for (const Tool* const tool : state.tools) tool->follow(state);
}

bool Actions::Impl::begin(const std::optional<DerivedTask>& task) {
  if (!task) return false;
  const auto is_open = [this, number = state.case_number] { return state.case_number == number; };
  const auto take = [this, is_open, how = task->how](const std::function<bool()>& put) {
    if (!is_open()) return;
    const bool is_wanted = put();
    want_derived();
    changed = true;
    if (is_wanted && how.then) how.then();
  };
  const auto failed = [this, is_open, how = task->how, fail = task->fail](const std::exception_ptr& error) {
    const bool given_up = how.can_cancel && !how.in_background;
    if (!is_open() || !(given_up || was_failure(error))) return;
    fail();
    if (how.failed) how.failed();
    if (how.tells_failure) says_why()(error);
  };
  work.add({.what = task->how.what,
            .work = [take, make = task->make](const Progress& progress) -> Job::Finish {
              return [take, put = make(progress)] { take(put); };
            },
            .failed = failed,
            .can_cancel = task->how.can_cancel,
            .quiet = task->how.in_background,
            .gives_way = task->how.in_background});
  return true;
}

bool Actions::begin(const std::optional<DerivedTask>& task) { return impl_->begin(task); }

ToolParts& Actions::parts() { return impl_->state.parts; }

void Actions::compute(const std::string& what,
                      const std::function<std::function<void()>(const Progress&)>& work) {
  const auto finish = [impl = impl_.get(),
                       number = impl_->state.case_number](const std::function<void()>& take) {
    if (impl->state.case_number != number) return;
    take();
    impl->changed = true;
  };
  impl_->work.add({.what = what,
                   .work = [work, finish](const Progress& progress) -> Job::Finish {
                     return [finish, take = work(progress)] { finish(take); };
                   },
                   .failed = impl_->says_why()});
}

void Actions::when_searchable(std::function<void()> then) {
  if (impl_->state.search) return then();
  impl_->of_case.when_searchable = std::move(then);
}

void Actions::want_values() {
  impl_->want_derived();
  impl_->work.give_way();
}

static bool begin_teeth(Actions::Impl& impl) {
  return impl.begin(due_work(place_of(impl.state.teeth),
                             {.what = Text("Preparing the teeth\u2026"),
                              .in_background = false,
                              .can_cancel = false,
                              .then = [&impl] { impl.begin_edits(); }},
                             [loaded = impl.state.loaded](const ScansKey&, const Progress& progress) {
                               return std::make_shared<const CaseTeeth>(case_teeth(*loaded, progress));
                             }));
}

static bool begin_rest(Actions::Impl& impl) {
  const auto tell_doubt = [&impl] {
    if (impl.state.rest->doubt && !std::exchange(impl.of_case.told_of_doubt, true))
      impl.say(MessageKind::refusal, sentence_of(*impl.state.rest->doubt) + ".");
  };
  return impl.begin(
      due_work(place_of(impl.state.rest), {.what = text::measuring, .then = tell_doubt}, reading_of));
}

static bool begin_picking(Actions::Impl& impl) {
  const DerivedWork how{
      .what = Text("Preparing the case\u2026"), .in_background = false, .can_cancel = false, .then = [&impl] {
        if (impl.state.search && impl.of_case.when_searchable)
          std::exchange(impl.of_case.when_searchable, nullptr)();
      }};
  return impl.begin(due_work(place_of(impl.state.picker), how,
                             [loaded = impl.state.loaded](const ScansKey&, const Progress&) {
                               return std::make_shared<const Picker>(loaded);
                             })) ||
         impl.begin(due_work(place_of(impl.state.search), how,
                             [loaded = impl.state.loaded](const ScansKey&, const Progress&) {
                               return std::make_shared<const ContactSearch>(loaded->bite.upper,
                                                                            loaded->bite.lower);
                             }));
}

//! Reads the map of another pose of the case.
static std::function<std::shared_ptr<LiveBite>(const PoseKey&, const Progress&)> map_reader(
    Actions::Impl& impl) {
  return [loaded = impl.state.loaded, threshold_mm = impl.state.document.threshold_mm](const PoseKey& pose,
                                                                                       const Progress&) {
    auto live = std::make_shared<LiveBite>(loaded);
    (void)live->read(pose.upper_from_lower, threshold_mm);
    return live;
  };
}

static bool begin_comparison(Actions::Impl& impl) {
  if (!impl.state.comparison) return false;
  const DerivedWork how{.what = text::comparing_poses};
  const auto find = [&impl](auto ComparedPose::*member) {
    return [&impl, member] { return impl.state.comparison ? &((*impl.state.comparison).*member) : nullptr; };
  };
  return impl.begin(due_work<PoseKey, LiveBite>(find(&ComparedPose::live), how, map_reader(impl))) ||
         impl.begin(
             due_work<BiteKey, const RestReading>(find(&ComparedPose::rest), how, reading_without_intervals));
}

static bool begin_intervals(Actions::Impl& impl) {
  return impl.begin(due_work(place_of(impl.state.intervals),
                             {.what = text::measuring, .tells_failure = false},
                             [](const std::shared_ptr<const RestReading>& rest, const Progress& progress) {
                               return std::make_shared<const RestIntervals>(rest->find_intervals(progress));
                             }));
}

static bool begin_pose_map(Actions::Impl& impl) {
  return impl.begin(due_work(place_of(impl.state.pose_map),
                             {.what = text::comparing_poses, .tells_failure = false}, map_reader(impl)));
}

void Actions::Impl::begin_wanted(Actions& actions) {
  if (!state.loaded || work.busy()) return;
  // First what the user requested, then what the jaw at rest shows, then the rest.
  if (begin_teeth(*this)) return;
  for (const Tool* const tool : state.tools)
    if (tool->begin(state, actions)) return;
  if (!rests()) return;
  (void)(begin_rest(*this) || begin_picking(*this) || begin_comparison(*this) || begin_intervals(*this) ||
         begin_pose_map(*this));
}

}  // namespace intercusp::viewer
