// User actions, as functions on the state. Panels, keys and tests call the same ones.
//
// Only actions change the state. Every change of pose or threshold reads the bite again before it returns, so that
// numbers and pictures belong together. Long work runs in the background (jobs.h): `update`
// takes up its results. No exception leaves an action: a message says what cannot be done, and what was shown stays.
#pragma once

#include <exception>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "viewer/app/app_state.h"
#include "viewer/app/derived_work.h"
#include "viewer/app/history.h"
#include "viewer/case/jaw_moves.h"

namespace intercusp::viewer {

//! What an update brought.
enum class Change {
  none,
  shown,      //!< something that is shown
  work_done,  //!< background work has ended, and panels may need a new layout
};

struct FileExport;  // viewer/app/tool.h
struct StepPart;    // likewise

class Actions {
 public:
  struct Impl;  //!< what the actions share: actions_impl.h
  //! Makes in the background what the scene draws of a case.
  using MakeMeshes = std::function<std::shared_ptr<const SceneMeshes>(const Bite&, const Progress&)>;
  Actions(AppState& state, platform::Machine machine, std::span<const Tool* const> tools,
          MakeMeshes make_meshes = nullptr);
  ~Actions();          // cancels and awaits background work; what is autosaved stays unless `end` was called
  void end();          //!< the user quits: nothing is left to recover
  void end_unasked();  //!< the program is ended from outside: unsaved work is left to recover

  //! Once per frame: takes what is done in the background, moves the playback on, autosaves.
  //! \param seconds since the last call
  Change update(double seconds);
  //! When `update` has something to do even if nothing happens, in seconds from its last call; nothing: only after an
  //! action or the end of background work.
  [[nodiscard]] std::optional<double> next_due_s() const;
  //! \param ended called on another thread whenever background work has ended
  void tell_ends_of_work(std::function<void()> ended);
  //! The views still get finer: measuring at rest waits for them, but not long, since both want all processors.
  void set_views_refine(bool refine);

  // ---- for tools
  //! Computes a value of the open case, where it is due.  \return whether it is
  bool begin(const std::optional<DerivedTask>& task);
  //! Computes what the user asked for.  \param work returns what to do with it, unless another case is open by then
  void compute(const std::string& what, const std::function<std::function<void()>(const Progress&)>& work);
  //! Puts the jaw where `compute` found it, with a message; only with a message where it has moved from the start since.
  void put_found(const Eigen::Isometry3d& start, const Eigen::Isometry3d& found, const std::string& label,
                 const std::string& words);
  [[nodiscard]] ToolParts& parts();  //!< of the open case
  void mark_contact_here(const ContactName& name,
                         const ContactSpot& spot);  //!< as mark_contact; the camera stays
  //! Calls it as soon as the jaws can be searched for contact: now, or when that is prepared.
  void when_searchable(std::function<void()> then);
  bool attempt(const std::function<void()>&
                   act);  //!< says why where something is thrown.  \return whether nothing was
  //! Computes what the parts want now, before what nobody waits for.
  void want_values();
  //! Makes one step of undo.  \param joins as set_pose
  void change(const std::string& label, const std::string& joins, const std::function<void(Document&)>& edit);

  //! Asks; nothing waits for the answer, and a dialogue that is closed does nothing.
  struct Answer {
    std::string label;
    std::function<void()> then;
  };
  void ask(const std::string& title, const std::string& text, const std::vector<Answer>& answers);
  void settle();  //!< as the tool that settles bites does

  //! \param part of a tool in it; null: its own panel
  void show_step(PanelKind step, const StepPart* part = nullptr);
  //! Waits for the background work. For tests and for pictures without a window.
  void finish_work();

  // ---- the case
  // Each opens in the background and replaces the case when the other is there; where changes are not saved, it asks first.
  //! \param beside files of tools, as bodies to be shown beside the jaws
  void open(const CaseRequest& request, const std::vector<std::string>& beside = {});
  void open_demo();
  //! Two mesh files or folders (the name that says lower or mandible is the lower; else the first is the
  //! upper), with bodies (BODIES.json) or without; or bodies alone; or one of: a session, a track, a pose.
  void open_paths(std::span<const std::string> paths);
  //! \param then follows as soon as the session is open, after the questions about it
  //! Both jaws of a folder (source_files.h).
  void open_folder(const std::filesystem::path& folder, const std::vector<std::string>& beside = {});
  void open_session(const std::filesystem::path& file, const std::function<void()>& then = nullptr);
  void open_alone(const std::string& scan);  //!< of one jaw, in place of the case
  //! Opens the case again with the pose shown as that at opening, so that axes and direction fit it. Document, history
  //! and the looks of the views stay.
  void reopen_in_pose();
  void apply_fix(const CaseFix& fix);
  void cancel_work();
  void set_notes(const CaseNotes& notes);  //!< no step of undo

  // ---- the mandible; each is one step of undo but for drags, which are one from begin to end
  //! \param joins steps of the same one in a row are one step: the many values of a slider
  void set_pose(const Eigen::Isometry3d& upper_from_lower, const std::string& label,
                const std::string& joins = {});
  void begin_drag(const std::string& label);
  void drag_to(const Eigen::Isometry3d& upper_from_lower);
  void end_drag();
  void cancel_drag();  //!< back to where it began
  void nudge(const PoseNumbers& by);
  void set_opening(double opening_rad);  //!< hinge slider: against the pose it began at
  void reset_pose();                     //!< as opened
  void undo();
  void redo();
  void add_named_pose(const std::string& name);  //!< the present one
  void go_to_named_pose(std::size_t index);
  void remove_named_pose(std::size_t index);
  void compare_with(std::size_t index);  //!< a named pose; it is read in the background once the jaw rests
  void go_between(double share);  //!< of the way from the pose compared with to where the comparison began
  void end_comparison();
  void prepare_pose_map(
      const Eigen::Isometry3d& upper_from_lower);  //!< in the background, once the jaw rests
  void forget_pose_map();
  //! Before anything was moved the case is reopened in this pose, so that axes and direction fit it. After that,
  //! and in a session, it is a step of undo.
  void load_pose(const std::filesystem::path& file);

  // ---- contacts
  void set_threshold(double threshold_mm);  //!< clamped to 0 … near_contact_mm
  void set_measure(Measure measure);
  //! Selects a pair of the contacts table: it is marked on the views, and the camera flies there. Does nothing without
  //! a pair of that name.
  void select_contact(const std::optional<ContactName>& name);

  //! On the views, until another pose or threshold; the camera flies there.
  void mark_contact(const ContactName& name, const ContactSpot& spot);

  // ---- teeth; every edit is one step of undo
  void prepare_teeth();                             //!< in the background, unless they are there
  void edit_teeth(Jaw jaw, const TeethEdit& edit);  //!< an edit that cannot be made is a message
  void confirm_tooth(const ToothName& tooth);
  void select_tooth(std::optional<ToothName> tooth);   //!< and the camera flies there
  void select_tooth_in_place(const ToothName& tooth);  //!< the camera stays
  void select_next_unsure();                           //!< after the selected one

  // ---- playbacks
  void open_track(const std::filesystem::path& file);
  void play(OpenPlayback playback);  //!< instead of the one that is open  \pre it has poses
  void set_playing(bool playing);
  void set_playback_time(double time_s);
  void set_playback_speed(double speed);
  void set_playback_loop(bool loop);
  void set_playback_marks(bool order, bool centre);
  void show_playback_marks(bool shown);                          //!< in the step that is open
  void set_playback_pair(const std::optional<GroupPair>& pair);  //!< marked while it touches
  void close_playback();

  // ---- the view
  void set_view(const ViewState& view);  //!< looks, section, camera: as a panel or the mouse changed them
  void look(StandardView view);
  void fit_view();  //!< from where one looks now, all that is shown
  //! Sets the room of the 3D view on the screen. Jaws that were fitted are fitted again.
  void set_view_room(const ViewRoom& room);
  void fly_to(const Eigen::Vector3d& case_point);
  void set_section(SectionKind kind, const Eigen::Vector3d& place);
  void move_section(double along_normal_mm);
  void show_stages(std::shared_ptr<const StagesResult> stages);  //!< where the map is coloured by them

  // ---- files
  //! \pre where the target exists the user agreed to replace it
  void export_to(const FileExport& what, const std::filesystem::path& target);
  void write_picture(const std::filesystem::path& file, Picture picture);  //!< made by the scene
  //! In the background, as PNG. \param copy called on the interface's thread
  void copy_picture(Picture picture, std::function<void(std::string png)> copy);
  void save_session(const std::filesystem::path& file);  //!< as session_file_named
  //! With the ending of sessions where it has none.
  [[nodiscard]] static std::filesystem::path session_file_named(const std::filesystem::path& file);

  // ---- the rest
  void set_settings(const Settings& settings);
  void dismiss_message(std::size_t index);
  void say(MessageKind kind, const std::string& text);
  void say_why(const std::exception_ptr& error);  //!< what was thrown, unless the user stopped it
  void answer(bool yes);                          //!< to the question
  void choose(std::size_t answer);                //!< likewise, one of its answers

 private:
  std::unique_ptr<Impl> impl_;
};

}  // namespace intercusp::viewer
