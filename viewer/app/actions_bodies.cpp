#include <algorithm>

#include "viewer/app/actions_impl.h"
#include "viewer/app/request_json.h"
#include "viewer/text/bodies.h"

namespace intercusp::viewer {

void Actions::Impl::forget_bodies() {
  read_bodies.clear();
  reading_bodies_failed = measuring_bodies_failed = false;
  state.bodies.reset();
  state.bodies_reading.reset();
}

std::shared_ptr<const Bodies> Actions::Impl::bodies_of(const std::vector<std::string>& files) const {
  const auto found = std::ranges::find(read_bodies, files, [](const auto& bodies) { return bodies->files; });
  return found == read_bodies.end() ? nullptr : *found;
}

void Actions::Impl::follow_bodies() {
  const std::shared_ptr<const Bodies> now = bodies_of(state.document.bodies);
  if (state.bodies == now) return;
  state.bodies = now;
  reading_bodies_failed = measuring_bodies_failed = false;
  changed = true;
}

bool Actions::Impl::wants_bodies() const {
  return !state.document.bodies.empty() && !state.bodies && !reading_bodies_failed;
}

//! \param taken on the interface's thread, with the bodies of these files kept
void Actions::Impl::read_bodies_from(const std::vector<std::string>& files, std::function<void()> taken) {
  const auto take = [this, taken, number = state.case_number](const std::shared_ptr<const Bodies>& bodies) {
    if (state.case_number != number) return;
    read_bodies.push_back(bodies);
    taken();
  };
  work.add({.what = Text("Reading the bodies…"),
            .work = [take, files](const Progress&) -> Job::Finish {
              const std::shared_ptr<const Bodies> bodies = read_bodies_of(files);
              return [=] { take(bodies); };
            },
            .failed =
                [this, files](const std::exception_ptr& error) {
                  if (state.document.bodies == files) reading_bodies_failed = true;
                  says_why()(error);
                }});
}

bool Actions::Impl::bodies_are_measured() const {
  if (!state.bodies || measuring_bodies_failed) return true;
  const BodiesReading* const reading = state.bodies_reading.get();
  return reading != nullptr && reading->bodies == state.bodies &&
         same_pose(reading->upper_from_lower, state.document.upper_from_lower);
}

void Actions::Impl::measure_bodies() {
  const auto take = [this](const std::shared_ptr<const BodiesReading>& reading) {
    state.bodies_reading = reading;  // says itself which bodies and pose it is of
    changed = true;
  };
  work.add({.what = Text("Measuring the bodies…"),
            .work = [take, loaded = state.loaded, pose = state.document.upper_from_lower,
                     bodies = state.bodies](const Progress& progress) -> Job::Finish {
              const auto reading =
                  std::make_shared<const BodiesReading>(measured_bodies(*loaded, pose, bodies, progress));
              return [=] { take(reading); };
            },
            .failed =
                [this](const std::exception_ptr& error) {
                  if (!was_failure(error)) return;
                  measuring_bodies_failed = true;
                  says_why()(error);
                },
            .quiet = true,
            .gives_way = true});
}

void Actions::add_bodies(const std::vector<std::string>& added) {
  Impl& impl = *impl_;
  if (!impl.state.loaded)
    return say(MessageKind::refusal, Text("Open a case first; bodies are shown beside its jaws."));
  // With those that are there, so that no two are called alike.
  std::vector<std::string> files = impl.state.document.bodies;
  for (const std::string& file : absolute_paths(added))
    if (std::ranges::find(files, file) == files.end()) files.push_back(file);
  if (files == impl.state.document.bodies)
    return say(MessageKind::refusal, Text("These bodies are there already."));
  impl.read_bodies_from(files, [&impl, files] {
    impl.forget_problems();
    impl.change(Text("adding bodies"), {}, [&](Document& document) { document.bodies = files; });
  });
}

void Actions::remove_bodies() {
  impl_->change(Text("removing bodies"), {}, [](Document& document) { document.bodies.clear(); });
}

}  // namespace intercusp::viewer
