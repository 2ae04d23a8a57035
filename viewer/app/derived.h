// A value that is computed in the background from a key: a pose, a threshold, the edits of the teeth.
#pragma once

#include <memory>
#include <optional>
#include <utility>

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

}  // namespace intercusp::viewer
