// Background work: what the user asked for, and the values that are derived from the open case.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "viewer/app/derived.h"
#include "viewer/app/work_queue.h"

namespace intercusp::viewer {

class Actions;  // viewer/app/actions.h

class Work : public WorkQueue {
 public:
  Work(Actions& actions, AppState& state) : actions_(actions), state_(state) {}

  //! Computes a value of the open case, where it is due.  \return whether it is
  bool begin(const std::optional<DerivedTask>& task);
  //! Computes what the user asked for.  \param work returns what to do with it, unless another case is open by then
  void compute(const std::string& what, const std::function<std::function<void()>(const Progress&)>& work);
  //! Calls it as soon as the jaws can be searched for contact: now, or when that is prepared.
  void when_searchable(std::function<void()> then);

  void want();          //!< the values of the document as it is
  void want_values();   //!< likewise, now, before what nobody waits for
  void begin_wanted();  //!< when nothing else runs
  //! The jaw has not moved for so long. Values at rest wait until it rests for a moment.
  void rest(double seconds) { rested_s_ += seconds; }
  //! The views still get finer: measuring at rest waits for them, but not long, since both want all processors.
  void set_views_refine(bool refine) { views_refine_ = refine; }
  [[nodiscard]] std::optional<double> due_s() const;  //!< when a value at rest can be begun
  void show();                                        //!< what runs

  static constexpr double longest_refining_s = 0.6;  //!< that measuring at rest waits for

 private:
  [[nodiscard]] bool rests() const;

  Actions& actions_;
  AppState& state_;
  double rested_s_ = 0;  //!< since the bite was read last
  bool views_refine_ = false;
};

}  // namespace intercusp::viewer
