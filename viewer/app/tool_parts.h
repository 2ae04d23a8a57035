// What tools keep of the open case.
#pragma once

#include <memory>
#include <typeindex>
#include <unordered_map>

namespace intercusp::viewer {

//! One value of each type, made at its first use.
class ToolParts {
 public:
  template <class Part>
  [[nodiscard]] Part& of() {
    std::shared_ptr<void>& part = parts_[typeid(Part)];
    if (!part) part = std::make_shared<Part>();
    return *static_cast<Part*>(part.get());
  }
  //! Null before its first use.
  template <class Part>
  [[nodiscard]] const Part* find() const {
    const auto found = parts_.find(typeid(Part));
    return found == parts_.end() ? nullptr : static_cast<const Part*>(found->second.get());
  }

 private:
  std::unordered_map<std::type_index, std::shared_ptr<void>> parts_;
};

}  // namespace intercusp::viewer
