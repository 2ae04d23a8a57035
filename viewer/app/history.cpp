#include "viewer/app/history.h"

#include <algorithm>

namespace intercusp::viewer {

bool same_pose(const Eigen::Isometry3d& a, const Eigen::Isometry3d& b) { return a.matrix() == b.matrix(); }

bool same_document(const Document& a, const Document& b) {
  const auto same_named = [](const NamedPose& one, const NamedPose& other) {
    return one.name == other.name && same_pose(one.upper_from_lower, other.upper_from_lower);
  };
  return same_pose(a.upper_from_lower, b.upper_from_lower) && a.threshold_mm == b.threshold_mm &&
         a.measure == b.measure && a.hinge == b.hinge && a.parts == b.parts &&
         std::ranges::equal(a.poses, b.poses, same_named) && a.upper_edits == b.upper_edits &&
         a.lower_edits == b.lower_edits;
}

void History::start(const Document& document) {
  steps_.assign(1, {.document = document, .label = {}, .joins = {}});
  present_ = 0;
}

void History::add(const Document& document, const std::string& label, const std::string& joins) {
  steps_.resize(present_ + 1);
  const bool joined = present_ > 0 && !joins.empty() && steps_[present_].joins == joins;
  if (joined) {
    steps_[present_].document = document;
    return;
  }
  steps_.push_back({.document = document, .label = label, .joins = joins});
  if (steps_.size() > most_steps + 1) steps_.erase(steps_.begin());
  present_ = steps_.size() - 1;
}

std::optional<Document> History::undo() {
  if (present_ == 0) return std::nullopt;
  steps_[--present_].joins.clear();
  return steps_[present_].document;
}

std::optional<Document> History::redo() {
  if (present_ + 1 >= steps_.size()) return std::nullopt;
  steps_[++present_].joins.clear();
  return steps_[present_].document;
}

std::optional<std::string> History::undo_label() const {
  if (present_ == 0) return std::nullopt;
  return steps_[present_].label;
}

std::optional<std::string> History::redo_label() const {
  if (present_ + 1 >= steps_.size()) return std::nullopt;
  return steps_[present_ + 1].label;
}

}  // namespace intercusp::viewer
