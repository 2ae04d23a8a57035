// A tool of the viewer: one analysis with its panels, what it computes in the background and what it keeps of the open case.
// The viewer knows no tool; viewer/tools/all.cpp lists them.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "viewer/app/actions.h"

namespace intercusp::viewer {

struct CardLine;       // viewer/scene/finding_card.h
class DrawListCanvas;  // viewer/scene/draw_list_canvas.h
struct ExtraSurface;   // viewer/scene/extra_surface.h
class JsonRecord;      // viewer/app/json_record.h
struct ShownBite;      // viewer/app/exports.h
struct SurfacePaint;   // viewer/scene/surface_paint.h
struct ViewBox;        // viewer/scene/draw_list_canvas.h
struct WidgetState;
enum class FileKind;   // viewer/app/dropped_files.h
enum class PictureOf;  // viewer/scene/annotations.h

//! What a tool draws in a step of the rail, from the top in the order of `order`; where it is equal, of the tools. What the
//! panels of the Case step tell of the case themselves stands at `case_facts`.
struct Contribution {
  PanelKind step;
  int order;
  void (*draw)(const AppState&, Actions&, WidgetState&);  //!< \pre a case is open
};
constexpr int case_facts = 200;
constexpr int above_all = -100;  //!< before the step's own panel too
//! The charts of the open playback in the Motion step, which its picture shows.
constexpr int playback_charts = 150, below_playback_charts = 160;

//! A part of a step that the user chooses instead of the step's own panel.
struct StepPart {
  PanelKind step;
  Text name;
  bool for_experts;
  void (*draw)(const AppState&, Actions&, WidgetState&);
  bool fills_views = false;  //!< only the 3D view remains
};

//! A key, with its entry in the menu Edit.  \pre a case is open
struct Command {
  Text name;
  Text keys;  //!< shown beside it
  char letter;
  bool shift;
  std::function<void(const AppState&, Actions&)> run;
  bool in_menu = true;
};

//! A file or folder among the exports.
struct FileExport {
  Text name, explanation;
  Text doing;                                     //!< shown while it is written
  const char* file;                               //!< proposed, of the file or folder
  std::vector<std::string> (*files)() = nullptr;  //!< in the folder; null: it is one file
  //! Whole files or none, in missing folders too. Runs in the background.
  //! \throw ReplaceError, OutputError; Cancelled where `progress` stopped it
  void (*write)(const ShownBite&, const std::filesystem::path& target, const Progress&);
  //! Draws controls for the user's choices, beside name and folder.
  void (*choices)(const AppState&, Actions&) = nullptr;
  const char* (*missing)(const AppState&) = nullptr;  //!< what must exist first; null: nothing is missing
};

//! Where the mouse is in the 3D view.
struct MousePlace {
  Eigen::ParametrizedLine<double, 3> line;  //!< from the viewer, case frame
  std::optional<Picked> picked;             //!< where it meets a jaw that is shown
};
//! What the left button does in the 3D view while a tool wants it. A click comes before measuring.
class SceneMouse {
 public:
  virtual ~SceneMouse() = default;
  [[nodiscard]] virtual bool wants(const AppState&) const = 0;
  [[nodiscard]] virtual bool takes_double_clicks(
      const WidgetState&) const = 0;  //!< which else centre the view
  virtual void click(const AppState&, Actions&, WidgetState&, const MousePlace&) const = 0;
  //! Whether a drag is a stroke; else it turns the view.
  [[nodiscard]] virtual bool paints(const AppState&, const WidgetState&) const { return false; }
  //! At the start of a stroke and wherever it goes.
  virtual void stroke(const AppState&, WidgetState&, const MousePlace&) const {}
  virtual void end_stroke(const AppState&, Actions&, WidgetState&) const {}
  virtual void cancel(WidgetState&) const {}  //!< on Escape, or when another case opens
  virtual void popups(const AppState&, Actions&, WidgetState&) const {}            //!< that clicks open
  virtual void draw(const AppState&, const WidgetState&, const ViewBox&) const {}  //!< over the view
};

//! A picture among the exports.
struct PictureExport {
  Text name, explanation;
  const char* file;                         //!< proposed
  const char* (*missing)(const AppState&);  //!< what must exist first; null: nothing is missing
  //! Called between frames with an OpenGL context and the font at picture_density.
  Picture (*make)(const AppState&, Actions&, WidgetState&);
};
constexpr float picture_density = 2;  //!< pixels per point

//! A picture beside the 3D view, instead of the map.
struct SidePicture {
  Text name;
  bool for_experts;
  std::shared_ptr<const Picture> (*picture)(const AppState&);  //!< null: nothing to show now
};

//! A tool has no state of its own: what it keeps lies in the parts of document, open case and widgets. By default it does
//! nothing.
class Tool {
 public:
  virtual ~Tool() = default;

  [[nodiscard]] virtual std::vector<Contribution> contributions() const { return {}; }
  [[nodiscard]] virtual const StepPart* step_part() const { return nullptr; }
  [[nodiscard]] virtual std::vector<Command> commands() const { return {}; }
  //! Adds what it finds in the pose shown to the findings in words.
  virtual void add_findings(const AppState&, std::vector<CardLine>&) const {}
  //! Where in a movement of the tool the jaw stands: "Laterotrusion to the right, 2.1 mm". Empty: in none.
  [[nodiscard]] virtual std::string place_in_movement(const AppState&) const { return {}; }
  [[nodiscard]] virtual std::vector<const FileExport*> exports() const { return {}; }
  [[nodiscard]] virtual std::vector<const PictureExport*> pictures() const { return {}; }
  [[nodiscard]] virtual const SidePicture* side_picture() const { return nullptr; }
  //! Marks on the 3D view and the map.  \param px_from_case x and y in px of the canvas
  virtual void draw_marks(DrawListCanvas&, const AppState&, const Eigen::Affine3d& /*px_from_case*/,
                          PictureOf) const {}
  //! Colours for the jaws instead of the map's; null: none now.
  [[nodiscard]] virtual std::shared_ptr<const SurfacePaint> paint(const AppState&) const { return nullptr; }
  //! Adds surfaces shown with the jaws, and their outlines in sections.
  virtual void add_surfaces(const AppState&, std::vector<ExtraSurface>&) const {}
  [[nodiscard]] virtual const SceneMouse* mouse() const { return nullptr; }

  //! Takes files of one kind that are dropped on the open case.  \return whether it does
  virtual bool take_files(const AppState&, Actions&, FileKind, std::span<const std::string>) const {
    return false;
  }
  //! Takes a file that is opened together with the jaws, if it is one of the tool's.  \return whether it is
  virtual bool take_with_case(Document&, const std::string& /*file*/) const { return false; }
  //! Brings the jaw from the pose shown into the stable bite nearby.
  virtual void settle(const AppState&, Actions&) const {}
  //! Plays one of its movements, which `view --measure` times.
  virtual void play(const AppState&, Actions&) const {}

  //! Puts what was prepared into the open case.
  using Prepared = std::function<void(AppState&, Actions&)>;
  //! Computes what the document of a case that is being opened needs. Runs in the background.
  [[nodiscard]] virtual Prepared prepare(const LoadedCase&, const Document&) const { return nullptr; }
  //! Makes the open case what the document says, at each change and before `follow`.
  virtual void apply(AppState&, Actions&) const {}
  //! Follows each change of the case: says which values it wants, moves what it marks.
  virtual void follow(AppState&) const {}
  //! Begins to compute a value that is due.  \return whether it did
  virtual bool begin(AppState&, Actions&) const { return false; }

  //! Upper and lower have changed places: its entries of the document follow.
  virtual void exchange_jaws(Document&) const {}

  //! Reads or writes its entries of a session.
  virtual void entries(JsonRecord&, Document&) const {}
  //! Paths in its entries, which a session would open.
  [[nodiscard]] virtual std::vector<std::string> files(const Document&) const { return {}; }
  //! The tool's files as they were when it read them.
  [[nodiscard]] virtual std::vector<InputFile> files_read(const AppState&) const { return {}; }
};

//! The one object of a tool's class.
template <class Kind>
inline const Kind the{};

}  // namespace intercusp::viewer
