// Opens cases: scans, folders, sessions, one jaw alone. Each is read in the background and replaces the open case when it is
// there; where changes are not saved, the user is asked first.
#pragma once

#include <exception>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "viewer/app/app_state.h"

namespace intercusp::viewer {

class Actions;       // viewer/app/actions.h
struct OpenRequest;  // viewer/app/cases.cpp, as the next two
struct ReadCase;
struct SetAside;

//! Makes in the background what the scene draws of a case: first its shapes, of which `shapes` is null, then the same with
//! shade in fissures and between teeth, with gum where the bite's labels say so, and with the relief of the map; null: none.
using MakeMeshes = std::function<std::shared_ptr<const SceneMeshes>(
    const Bite&, const std::shared_ptr<const SceneMeshes>& shapes, const View* map, const Progress&)>;

class Cases {
 public:
  Cases(Actions& actions, AppState& state, MakeMeshes make_meshes)
      : actions_(actions), state_(state), make_meshes_(std::move(make_meshes)) {}

  //! \param beside files of tools, as bodies to be shown beside the jaws
  void open(const CaseRequest& request, const std::vector<std::string>& beside = {});
  void open_demo() { open({}); }
  //! Two mesh files or folders (the name that says lower or mandible is the lower; else the first is the
  //! upper), with bodies (BODIES.json) or without; or bodies alone; or one of: a session, a track, a pose.
  void open_paths(std::span<const std::string> paths);
  //! Both jaws of a folder (case_folder.h).
  void open_folder(const std::filesystem::path& folder, const std::vector<std::string>& beside = {});
  //! \param then follows as soon as the session is open, after the questions about it
  void open_session(const std::filesystem::path& file, const std::function<void()>& then = nullptr);
  void open_alone(const std::string& scan);  //!< of one jaw, in place of the case
  //! Opens the case again with the pose shown as that at opening, so that axes and direction fit it. Document, history
  //! and the looks of the views stay.
  void reopen_in_pose();
  //! A swap is a step of undo, and all that the user entered stays.
  void apply_fix(const CaseFix& fix);
  //! Opens the case with the jaws in each other's place.  \param step of the history, once they are there
  void exchange_jaws(const Document& document, std::function<void()> step);
  //! Before anything was moved the case is reopened in this pose, so that axes and direction fit it. After that,
  //! and in a session, it is a step of undo.
  void load_pose(const std::filesystem::path& file);
  void set_notes(const CaseNotes& notes);  //!< no step of undo

  struct Answer {
    std::string label;
    std::function<void()> then;
  };
  //! Asks; nothing waits for the answer, and a dialogue that is closed does nothing.
  void ask(const std::string& title, const std::string& text, const std::vector<Answer>& answers);
  void answer(bool yes);            //!< to the question
  void choose(std::size_t answer);  //!< likewise, one of its answers
  [[nodiscard]] const MakeMeshes& make_meshes() const { return make_meshes_; }
  void offer_recovery();  //!< where a viewer that no longer runs has left work behind

 private:
  enum class Source { own, agreed, unknown };  //!< of a session; one that we kept ourselves needs no question
  void open_request(OpenRequest opening);
  void open_or_ask(std::function<void()> open);
  void read_and_open(const std::filesystem::path& file, Source source,
                     const std::function<void()>& then = nullptr);
  void ask_for_consent(const std::filesystem::path& file, Question::Kind kind, const std::string& text,
                       std::function<void()> agreed);
  void forget();
  [[nodiscard]] std::function<void(std::exception_ptr)> not_opened(const OpenRequest& opening);
  void find_teeth(const ReadCase& opened);
  void make_map(const ReadCase& opened);
  void show_jaws(const ReadCase& opened);
  void bring_back();
  void begin_view(const OpenRequest& opening, const AnatomicalAxes& axes);
  void show(const ReadCase& opened);
  void show_lone(const std::shared_ptr<const LoneScan>& lone,
                 const std::shared_ptr<const SceneMeshes>& meshes);
  void open_lone(const std::string& source);
  [[nodiscard]] std::string& waiting_scan();
  [[nodiscard]] CaseRequest completed_by(const std::string& other);
  void offer_units(const OpenRequest& opening, const std::exception_ptr& error);
  void remember(const CaseRequest& request);
  bool are_taken_by_tool(std::span<const std::string> files);
  void say_what_to_drop();

  Actions& actions_;
  AppState& state_;
  MakeMeshes make_meshes_;
  std::shared_ptr<const OpenRequest> refused_;      //!< for the size of its scans
  std::shared_ptr<SetAside> set_aside_;             //!< while the jaws of another case are shown
  std::function<void()> when_agreed_;               //!< waits for the answer to a question
  std::vector<std::function<void()>> when_chosen_;  //!< likewise, to a tool's question
};

}  // namespace intercusp::viewer
