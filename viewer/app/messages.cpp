#include "viewer/app/messages.h"

#include <new>

#include "io/case/both_jaws.h"
#include "io/files/errors.h"
#include "io/language/language.h"
#include "io/wording/definitions.h"
#include "occlusion/base/free_memory.h"
#include "occlusion/base/lacks_threads.h"
#include "occlusion/base/progress.h"

namespace intercusp::viewer {
namespace {

//! With a capital, unless it begins with the name of a file.
std::string as_sentence(const std::string& text) {
  const std::string first = text.substr(0, text.find(' '));
  return first.find_first_of("./:\\_") == std::string::npos ? capitalised(text) : text;
}

}  // namespace

void Messages::say(MessageKind kind, const std::string& text) {
  constexpr std::size_t most_messages = 100;
  std::vector<Message>& messages = state_.messages;
  if (messages.size() == most_messages)
    messages.erase(messages.begin(), messages.begin() + most_messages / 2);
  const std::string sentence = as_sentence(text);
  std::erase_if(messages, [&](const Message& message) { return message.text == sentence; });
  messages.push_back({.kind = kind, .text = sentence});
  state_.changed = true;
}

std::function<void(std::exception_ptr)> Messages::says_why() {
  return [this](const std::exception_ptr& error) {
    state_.changed = true;
    try {
      std::rethrow_exception(error);
    } catch (const Cancelled&) {
      return;  // the user knows
    } catch (const NotEnoughMemory& lack) {
      say(MessageKind::problem,
          phrase(
              "This needs at least {} of memory, {} are free: close other programs or thin the meshes out.",
              memory_text(lack.needed_bytes), memory_text(lack.free_bytes)));
    } catch (const std::bad_alloc&) {
      say(MessageKind::problem, Text("There is not enough memory for this."));
    } catch (const BothRefused& refused) {
      for (const InputError& each : {refused.upper, refused.lower}) say(MessageKind::problem, each.what());
    } catch (const std::exception& failure) {
      say(MessageKind::problem, lacks_threads(failure)
                                    ? phrase("No thread can be started: close other programs or raise the "
                                             "limit on processes (ulimit -u).")
                                    : failure.what());
    } catch (...) {
      say(MessageKind::problem, Text("This did not work, for a reason that is not known."));
    }
  };
}

void Messages::say_why(const std::exception_ptr& error) {
  const auto last = [this] { return state_.messages.empty() ? std::string() : state_.messages.back().text; };
  const std::string before = last();
  const bool changed_before = state_.changed;
  says_why()(error);
  if (last() == before) state_.changed = changed_before;
}

bool Messages::attempt(const std::function<void()>& act) {
  try {
    act();
    return true;
  } catch (...) {
    say_why(std::current_exception());
    return false;
  }
}

void Messages::dismiss(std::size_t index) {
  if (index >= state_.messages.size()) return;
  state_.messages.erase(state_.messages.begin() + static_cast<std::ptrdiff_t>(index));
  state_.changed = true;
}

void Messages::forget_problems() {
  std::erase_if(state_.messages,
                [](const Message& message) { return message.kind != MessageKind::information; });
  state_.changed = true;
}

void Messages::age(double seconds) {
  for (Message& message : state_.messages) message.age_s += seconds;
  const auto is_over = [](const Message& message) {
    return message.shown_s() && message.age_s >= *message.shown_s();
  };
  if (std::erase_if(state_.messages, is_over) > 0) state_.changed = true;
}

}  // namespace intercusp::viewer
