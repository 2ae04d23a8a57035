// What the program tells the user: what was done, and why something cannot be done.
#pragma once

#include <cstddef>
#include <exception>
#include <functional>
#include <string>

#include "viewer/app/app_state.h"

namespace intercusp::viewer {

class Messages {
 public:
  explicit Messages(AppState& state) : state_(state) {}

  void say(MessageKind kind, const std::string& text);
  void inform(const std::string& text) { say(MessageKind::information, text); }
  void refuse(const std::string& text) { say(MessageKind::refusal, text); }
  //! Says what was thrown, unless the user stopped it. Where the last message says it already, nothing changes: what fails
  //! in every frame calls for no further frame.
  void say_why(const std::exception_ptr& error);
  //! For work that the user asked for: says why it failed, unless it was stopped.
  [[nodiscard]] std::function<void(std::exception_ptr)> says_why();
  //! Nothing that is thrown leaves an action: a message says why.  \return whether nothing was
  bool attempt(const std::function<void()>& act);
  void dismiss(std::size_t index);
  //! A file was opened or written well: what was wrong before is of no interest any more.
  void forget_problems();
  void age(double seconds);

 private:
  AppState& state_;
};

}  // namespace intercusp::viewer
