// The document of the open case with its history, and the pose of the mandible. Every change of pose or threshold reads the
// bite again before it returns, so that numbers and pictures belong together. Each function is one step of undo unless it
// says otherwise.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "viewer/app/app_state.h"
#include "viewer/case/jaw_moves.h"

namespace intercusp::viewer {

[[nodiscard]] bool same_document(const Document& a, const Document& b);

//! Undo and redo: the document of each step and its name. Meshes and maps are shared or recomputed.
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

class Actions;  // viewer/app/actions.h

class Pose {
 public:
  Pose(Actions& actions, AppState& state) : actions_(actions), state_(state) {}

  //! Forgets all steps: another case is open.
  void start(const Document& document);
  //! The document of the last step. While a playback shows another pose, it keeps its own.
  [[nodiscard]] const Document& present() const { return history_.present(); }
  //! \param joins steps of the same one in a row are one step: the many values of a slider
  void change(const std::string& label, const std::string& joins, const std::function<void(Document&)>& edit);
  //! Sets a tool's part of the document.  \param joins as above
  template <class Part>
  void set_part(const std::string& label, const Part& part, const std::string& joins = {}) {
    change(label, joins, [&](Document& document) { document.parts.set(part); });
  }
  //! A step to a document that is shown next: other jaws are open.
  void add_step(const Document& document, const std::string& label);
  void undo();
  void redo();

  //! Stops a playback.  \param joins as above  \return whether the jaw is there
  bool set(const Eigen::Isometry3d& upper_from_lower, const std::string& label,
           const std::string& joins = {});
  //! Puts the jaw where work that began at `start` found it, with a message; only with a message where it has moved since.
  void put_found(const Eigen::Isometry3d& start, const Eigen::Isometry3d& found, const std::string& label,
                 const std::string& words);
  void nudge(const PoseNumbers& by);
  void set_opening(double opening_rad);     //!< hinge slider: against the pose it began at
  void reset();                             //!< as opened
  void set_threshold(double threshold_mm);  //!< clamped to 0 … near_contact_mm
  void set_measure(Measure measure);

  // The named poses of the document.
  void add_named(const std::string& name);  //!< the present one
  void go_to_named(std::size_t index);
  void remove_named(std::size_t index);
  //! Goes this part of the way from the pose compared with to where the comparison began.
  void go_between(double share);

  // A drag is one step, from begin to end.
  void begin_drag(const std::string& label);
  void drag_to(const Eigen::Isometry3d& upper_from_lower);
  void end_drag();
  void cancel_drag();  //!< back to where it began
  void pass(double seconds) { dragged_s_ += seconds; }

  // No step of undo: another named pose beside the present one.
  void compare_with(std::size_t index);  //!< it is read in the background once the jaw rests
  void end_comparison();
  //! Reads the map of a pose for its picture, in the background once the jaw rests.
  void prepare_map(const Eigen::Isometry3d& upper_from_lower);
  void forget_map();

  // Outside of undo.  \return whether it could be read: if not, a message says why, and what was shown before stays
  bool show(const Document& document);
  bool show_pose(const Eigen::Isometry3d& upper_from_lower);

 private:
  void make_shown(const Document& document);
  void add_to_curves();
  void tell_history();
  using Step = std::optional<Document> (History::*)();
  void go(Step there, Step back);

  Actions& actions_;
  AppState& state_;
  History history_;
  std::string drag_label_;
  Eigen::Isometry3d before_drag_ = Eigen::Isometry3d::Identity();
  double dragged_s_ = 0;  //!< since the drag began
};

}  // namespace intercusp::viewer
