// What tools keep: in the document, and of the open case.
#pragma once

#include <any>
#include <memory>
#include <typeindex>
#include <unordered_map>
#include <utility>

namespace intercusp::viewer {

//! What tools keep in the document: one value of each type, copied and compared with the document.
class DocumentParts {
 public:
  //! What was set last; before that, the type's default.
  template <class Part>
  [[nodiscard]] Part get() const {
    const auto found = parts_.find(typeid(Part));
    return found == parts_.end() ? Part() : std::any_cast<Part>(found->second.value);
  }

  template <class Part>
  void set(Part part) {
    const auto same = [](const std::any& a, const std::any& b) {
      return std::any_cast<const Part&>(a) == std::any_cast<const Part&>(b);
    };
    if (part == Part())
      parts_.erase(typeid(Part));  // so that documents compare equal whether it was set or not
    else
      parts_.insert_or_assign(typeid(Part), Held{std::move(part), same});
  }

  bool operator==(const DocumentParts&) const = default;

 private:
  struct Held {
    std::any value;
    bool (*same)(const std::any&, const std::any&);

    bool operator==(const Held& other) const { return same(value, other.value); }
  };
  std::unordered_map<std::type_index, Held> parts_;
};

//! What tools keep of the open case: one value of each type, made at its first use.
class ToolParts {
 public:
  template <class Part>
  [[nodiscard]] Part& of() {
    std::shared_ptr<void>& part = parts_[typeid(Part)];
    if (!part) part = std::make_shared<Part>();
    return *static_cast<Part*>(part.get());
  }
  //! Before its first use, the type's default.
  template <class Part>
  [[nodiscard]] const Part& get() const {
    static const Part none{};
    const auto found = parts_.find(typeid(Part));
    return found == parts_.end() ? none : *static_cast<const Part*>(found->second.get());
  }

 private:
  std::unordered_map<std::type_index, std::shared_ptr<void>> parts_;
};

}  // namespace intercusp::viewer
