// How values of the open case are computed in the background.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>

#include "occlusion/base/progress.h"
#include "viewer/app/derived.h"

namespace intercusp::viewer {

struct DerivedWork {
  std::string what;                 //!< shown to the user
  bool in_background = true;        //!< not shown, and given up as soon as the user asks for something
  bool can_cancel = true;           //!< by the user, and then not begun again
  bool tells_failure = true;        //!< in a message
  std::function<void()> then = {};  //!< follows when the value is ready
  std::function<void()> failed = {};
};

//! Derived work without the types of key and value.
struct DerivedTask {
  DerivedWork how;
  //! Computes the value.  \return puts it into its place: whether it is the one that is wanted
  std::function<std::function<bool()>(const Progress&)> make;
  std::function<void()> fail;  //!< notes that the key's value cannot be computed
};

//! The work that a value needs; nothing where it is not due.
//! \param find the value's place, null where it is gone
template <class Key, class T>
[[nodiscard]] std::optional<DerivedTask> due_work(
    const std::function<Derived<Key, T>*()>& find, DerivedWork how,
    std::type_identity_t<std::function<std::shared_ptr<T>(const Key&, const Progress&)>> make) {
  const Derived<Key, T>* const derived = find();
  if (derived == nullptr || !derived->is_due()) return std::nullopt;
  const Key key = *derived->wanted();
  return DerivedTask{.how = std::move(how),
                     .make =
                         [find, key, make = std::move(make)](const Progress& progress) {
                           return [find, key, value = make(key, progress)] {
                             Derived<Key, T>* const place = find();
                             if (place != nullptr) place->set(key, value);
                             return place != nullptr && *place;
                           };
                         },
                     .fail =
                         [find, key] {
                           if (Derived<Key, T>* const place = find()) place->fail(key);
                         }};
}

//! The place of a value that is there for as long as the case is open.
template <class Key, class T>
[[nodiscard]] std::function<Derived<Key, T>*()> place_of(Derived<Key, T>& derived) {
  return [&derived] { return &derived; };
}

}  // namespace intercusp::viewer
