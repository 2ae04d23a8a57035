#include "viewer/panels/panels.h"

#include <utility>

namespace intercusp::viewer {

void ask_files(AskedFiles& asked, const platform::FileWish& wish,
               std::function<void(const std::vector<std::string>&)> chosen) {
  asked.dialogue = std::make_unique<platform::FileDialogue>(asked.program, wish);
  asked.chosen = std::move(chosen);
}

void follow_dialogue(AskedFiles& asked) {
  if (!asked.dialogue) return;
  const auto paths = asked.dialogue->poll();
  if (!paths) return;
  asked.dialogue.reset();
  if (!paths->empty()) asked.chosen(*paths);
}

}  // namespace intercusp::viewer
