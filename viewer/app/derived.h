// A value that is computed in the background from a key (a pose, a threshold, the edits of the teeth), and how.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>

#include "occlusion/base/progress.h"

namespace intercusp::viewer {

//! Absent, ready or failed for the key that is wanted now. A value of another key is never seen, so nothing resets it when
//! the key changes; it is kept, and seen again when its key comes back before another value is ready.
template <class Key, class T>
class Derived {
 public:
  //! \param key nothing: no value is wanted; so with a key that does not equal itself, as one with NaN, whose value would
  //! be computed for ever
  void want(std::optional<Key> key) {
    const std::optional<Key>& same = key;
    wanted_ = key == same ? std::move(key) : std::nullopt;
  }
  [[nodiscard]] const std::optional<Key>& wanted() const { return wanted_; }

  //! Is to be computed: it is neither there nor has it failed.
  [[nodiscard]] bool is_due() const { return wanted_ && !*this && failed_ != wanted_; }
  void set(Key key, std::shared_ptr<T> value) {
    key_ = std::move(key);
    value_ = std::move(value);
  }
  void fail(Key key) { failed_ = std::move(key); }
  void try_again() { failed_.reset(); }

  //! Null unless it is ready.
  [[nodiscard]] std::shared_ptr<T> shared() const { return *this ? value_ : nullptr; }
  [[nodiscard]] T* get() const { return *this ? value_.get() : nullptr; }
  explicit operator bool() const { return value_ && wanted_ && key_ == wanted_; }
  T& operator*() const { return *value_; }    //!< \pre it is ready
  T* operator->() const { return &*value_; }  //!< \pre it is ready

 private:
  std::optional<Key> wanted_, key_, failed_;
  std::shared_ptr<T> value_;  //!< of key_
};

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
