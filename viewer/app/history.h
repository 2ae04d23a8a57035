// Undo and redo: the document of each step and its name. Meshes and maps are shared or recomputed.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "viewer/app/app_state.h"

namespace intercusp::viewer {

[[nodiscard]] bool same_document(const Document& a, const Document& b);

class History {
 public:
  //! Forgets all steps.
  void start(const Document& document);

  //! Adds a step to a new document and forgets what was undone. Consecutive steps with the same non-empty `joins` become
  //! one: the many values of a slider.
  void add(const Document& document, const std::string& label, const std::string& joins = {});

  //! \pre started
  [[nodiscard]] const Document& present() const { return steps_[present_].document; }

  //! The document before the last step; nothing at the beginning.
  [[nodiscard]] std::optional<Document> undo();
  [[nodiscard]] std::optional<Document> redo();

  [[nodiscard]] std::optional<std::string> undo_label() const;
  [[nodiscard]] std::optional<std::string> redo_label() const;

  static constexpr std::size_t most_steps = 500;  //!< older ones are dropped

 private:
  struct Step {
    Document document;
    std::string label, joins;
  };
  std::vector<Step> steps_;  // [0] is the start
  std::size_t present_ = 0;
};

}  // namespace intercusp::viewer
