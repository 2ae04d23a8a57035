// What the actions share: the state, its history, and background work. Actions on the case, the pose, contacts, motion and
// exports each have a file; actions.cpp has the view and what happens with time.
#pragma once

#include <functional>

#include "viewer/app/actions.h"
#include "viewer/app/exports.h"
#include "viewer/app/recovery.h"
#include "viewer/app/session.h"
#include "viewer/app/tool.h"
#include "viewer/app/work_queue.h"

namespace intercusp::viewer {

constexpr double between_saves_s = 0.4;     //!< a crash loses less than half a second of a drag
constexpr double longest_refining_s = 0.6;  //!< that measuring at rest waits for
constexpr double near_height_mm = 25;       //!< of a view of two molars
constexpr double rest_s = 0.15;             //!< without motion before the bite is measured as the report does

//! What is to be opened: the requested files, or what a session says.
struct OpenRequest {
  CaseRequest request;
  std::optional<Session> session;
  std::filesystem::path session_file;    //!< empty if the session has no file
  std::filesystem::path recovered_file;  //!< removed when the case is open
  std::optional<CaseRequest> mended;     //!< the case as it was before a mend, to go back to
  bool in_other_pose = false;            //!< the open case: its history and looks stay
  std::vector<std::string> beside;       //!< files of tools, besides those of a session
  std::function<void()> then;            //!< follows when the case is open
};
//! Made in the background, shown as a whole.
struct ReadCase {
  OpenRequest opening;
  std::shared_ptr<const LoadedCase> loaded;
  std::shared_ptr<LiveBite> live;
  std::shared_ptr<const SceneMeshes> meshes;
  std::vector<CaseFix> fixes;
  Document document;
  std::shared_ptr<const CaseTeeth> teeth;  //!< of a session that corrects them
};

//! How one looked before a row of the contacts was chosen, and since then.
struct LookBeforeContact {
  Camera camera;
  bool fitted = false;
  Camera seen;
};
//! Edits of one jaw and the teeth after each, so that only new edits are made.
struct EditedJaw {
  std::vector<TeethEdit> edits;
  std::vector<std::shared_ptr<const EditedTeeth>> after;  //!< one more than edits: [0] before any
};
struct Actions::Impl {
  Impl(AppState& shown, platform::Machine machine, std::span<const Tool* const> tools, MakeMeshes meshes)
      : state(shown), make_meshes(std::move(meshes)), autosave(machine.autosave) {
    state.machine = std::move(machine);
    state.tools = tools;
  }

  AppState& state;
  MakeMeshes make_meshes;
  History history;
  Autosave autosave;
  bool changed = true;  // anything that is shown, since the last update

  // ---- the case (actions_case.cpp)

  std::function<void()> when_agreed;               //!< waits for the answer to a question
  std::vector<std::function<void()>> when_chosen;  //!< likewise, to a tool's question
  void open(OpenRequest opening);
  enum class Source { own, agreed, unknown };  //!< of a session; one that we kept ourselves needs no question
  void open_session(const std::filesystem::path& file, Source source,
                    const std::function<void()>& then = nullptr);
  void show_case(const ReadCase& opened);
  void remember_session(const std::filesystem::path& file);

  //! What is known of the open case beside its state; opening another case makes a new one.
  struct CaseWork {
    std::string waiting_scan;               //!< opened alone: the other jaw's is still to come
    std::function<void()> when_searchable;  //!< waits for the search
    std::optional<LookBeforeContact> before_contact;
    EditedJaw edited_upper, edited_lower;
    int playbacks = 0;           //!< opened so far
    bool told_of_doubt = false;  //!< what makes the pose of the open case doubtful
  };
  CaseWork of_case;

  // ---- the mandible (actions_pose.cpp)

  std::string drag_label;
  Eigen::Isometry3d pose_before_drag = Eigen::Isometry3d::Identity();

  using Edit = std::function<void(Document&)>;
  //! Makes one step of undo. A pose that a playback shows does not belong to the document and stays as it is.
  void change(const std::string& label, const std::string& joins, const Edit& edit);
  //! Makes one step of undo that sets the pose, and stops a playback.  \return whether the jaw is there
  bool put(const Eigen::Isometry3d& upper_from_lower, const std::string& label,
           const std::string& joins = {});
  //! Makes the document the one shown, and reads the bite again where that changes it.  \return whether it could be
  //! read: if not, a message says why and the one before is shown again
  bool show(const Document& document);
  bool show_pose(const Eigen::Isometry3d& upper_from_lower);  //!< likewise, outside of undo
  double dragged_s = 0;                                       //!< since the drag began
  void forget_sliders();
  void end_drag();
  using Step = std::optional<Document> (History::*)();
  void tell_history();  //!< can_undo and the labels
  [[nodiscard]] Condyles condyles_now() const;

  // ---- contacts (actions_contacts.cpp)

  [[nodiscard]] bool rests() const;

  // ---- teeth (actions_teeth.cpp)

  void begin_edits();  //!< of the teeth that are ready
  //! Makes the document's edits those shown.
  void show_edits(const Document& document);

  // ---- values computed in the background (actions_derived.cpp)

  void want_derived();                  //!< of the document as it is
  void begin_wanted(Actions& actions);  //!< background work, when nothing else runs
  bool begin(const std::optional<DerivedTask>& task);

  // ---- playbacks (actions_motion.cpp)

  void open_track(const std::filesystem::path& file);
  void play_playback(double seconds);

  // ---- with time (actions.cpp)

  double rested_s = 0;        //!< since the bite was read last
  bool views_refine = false;  //!< and are better soon
  bool autosave_due = false, settings_due = false;
  double since_autosave_s = 0, since_settings_s = 0;
  std::string autosaved;          //!< the contents of the autosave
  bool told_of_autosave = false;  //!< that it cannot be written: once is enough
  void autosave_failed(const std::string& why);
  void touch();  //!< something that is shown and kept changed
  void say(MessageKind kind, const std::string& text);
  void
  forget_problems();  //!< a file was opened or written well: what was wrong before is of no interest any more
  //! For a task of the user: says why it failed, unless it was stopped.
  [[nodiscard]] std::function<void(std::exception_ptr)> says_why();
  [[nodiscard]] static bool was_failure(const std::exception_ptr& error);  //!< and was not stopped
  //! Nothing that is thrown leaves an action: a message says why.  \return whether nothing was
  bool attempt(const std::function<void()>& act);
  //! Where the last message says it already, nothing changes: what fails in every frame calls for no further frame.
  void say_why_once(const std::exception_ptr& error);
  void save_by_itself(double seconds);
  void autosave_now();  //!< due no more where it could be written
  void write_settings();
  [[nodiscard]] ShownBite shown_bite() const;
  //! Files that the open case was read from.
  [[nodiscard]] std::vector<std::filesystem::path> inputs() const;

  // ---- the view (actions.cpp)

  bool hidden_by_look = false;  //!< a jaw, and not by the user
  void fit_camera();            //!< \pre a case or a lone scan is open

  WorkQueue work;  // last: what runs is awaited before anything else goes
};

}  // namespace intercusp::viewer
