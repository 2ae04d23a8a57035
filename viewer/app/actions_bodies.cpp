#include <algorithm>

#include "viewer/app/actions_impl.h"
#include "viewer/app/request_json.h"
#include "viewer/text/bodies.h"

namespace intercusp::viewer {

void Actions::add_bodies(const std::vector<std::string>& added) {
  Impl& impl = *impl_;
  if (!impl.state.loaded)
    return say(MessageKind::refusal, Text("Open a case first; bodies are shown beside its jaws."));
  // Together with the present ones, so that no two have the same name.
  std::vector<std::string> files = impl.state.document.bodies;
  for (const std::string& file : absolute_paths(added))
    if (std::ranges::find(files, file) == files.end()) files.push_back(file);
  if (files == impl.state.document.bodies)
    return say(MessageKind::refusal, Text("These bodies are there already."));
  const auto take = [&impl, files,
                     number = impl.state.case_number](const std::shared_ptr<const Bodies>& bodies) {
    if (impl.state.case_number != number) return;
    impl.state.bodies.set(files, bodies);
    impl.forget_problems();
    impl.change(Text("adding bodies"), {}, [&](Document& document) { document.bodies = files; });
  };
  impl.work.add({.what = text::reading_bodies,
                 .work = [take, files](const Progress&) -> Job::Finish {
                   const std::shared_ptr<const Bodies> bodies = read_bodies_of(files);
                   return [=] { take(bodies); };
                 },
                 .failed = impl.says_why()});
}

void Actions::remove_bodies() {
  impl_->change(Text("removing bodies"), {}, [](Document& document) { document.bodies.clear(); });
}

}  // namespace intercusp::viewer
