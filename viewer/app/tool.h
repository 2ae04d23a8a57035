// A tool of the viewer: one analysis with its panels, what it computes in the background and what it keeps of the open case.
// The viewer knows no tool; viewer/tools/all.cpp lists them.
#pragma once

#include <filesystem>
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

//! Where a tool draws: in a step of the rail, below the step's own panel, or within a panel.
enum class PanelPlace {
  case_step,            //!< below the corrections that are offered
  below_case,           //!< below the facts about the open case
  bringing_to_contact,  //!< of the Bite step
  contacts_step,
  below_findings,  //!< in words, of the Contacts step
  motion_step,
  playbacks,        //!< buttons that play one
  playback_charts,  //!< of the open playback
  below_pairs,      //!< of teeth, among the charts
  motion_settings,  //!< at the foot of the Motion step
};

struct PanelPart {
  PanelPlace place;
  void (*draw)(const AppState&, Actions&, WidgetState&);  //!< \pre a case is open
};

//! A part of a step that the user chooses instead of the step's own panel.
struct StepPart {
  PanelKind step;
  Text name;
  bool for_experts;
  void (*draw)(const AppState&, Actions&, WidgetState&);
  bool fills_views = false;  //!< only the 3D view remains
};

//! An entry of the menu Edit with its key.  \pre a case is open
struct Command {
  Text name;
  Text keys;  //!< shown beside it
  char letter;
  bool shift;
  void (*run)(const AppState&, Actions&);
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
  void (*choices)(const AppState&, Actions&) = nullptr;  //!< of the user, beside name and folder
  const char* (*missing)(const AppState&) = nullptr;     //!< as of a picture
};

//! Where the mouse is in the 3D view.
struct MousePlace {
  Eigen::ParametrizedLine<double, 3> line;  //!< from the viewer, case frame
  std::optional<Picked> picked;             //!< where it meets a jaw that is shown
};
//! What the left button does in the 3D view while the tool wants it. A click comes before measuring.
struct SceneMouse {
  bool (*wants)(const AppState&);
  bool (*takes_double_clicks)(const WidgetState&);  //!< which else centre the view
  void (*click)(const AppState&, Actions&, WidgetState&, const MousePlace&);
  //! Whether a drag is a stroke; else it turns the view.  Null as the three below: it never is.
  bool (*paints)(const AppState&, const WidgetState&) = nullptr;
  void (*stroke)(const AppState&, WidgetState&,
                 const MousePlace&) = nullptr;  //!< at its start and wherever it goes
  void (*end_stroke)(const AppState&, Actions&, WidgetState&) = nullptr;
  void (*cancel)(WidgetState&) = nullptr;  //!< what was begun: Escape, or another case
  void (*popups)(const AppState&, Actions&, WidgetState&) = nullptr;            //!< that clicks open
  void (*draw)(const AppState&, const WidgetState&, const ViewBox&) = nullptr;  //!< over the view
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

//! Null where a tool has nothing to say.
struct Tool {
  std::span<const PanelPart> panels = {};
  const StepPart* step_part = nullptr;
  std::span<const Command> commands = {};
  //! What it finds in the pose shown, for the findings in words.
  std::vector<CardLine> (*card)(const AppState&) = nullptr;
  std::span<const FileExport* const> exports = {};
  std::span<const PictureExport> pictures = {};
  const SidePicture* side_picture = nullptr;
  //! Marks on the 3D view and the map.  \param px_from_case x and y in px of the canvas
  void (*marks)(DrawListCanvas&, const AppState&, const Eigen::Affine3d& px_from_case, PictureOf) = nullptr;
  //! Colours for the jaws instead of the map's; null: none now.
  std::shared_ptr<const SurfacePaint> (*paint)(const AppState&) = nullptr;
  //! Surfaces shown with the jaws, and their outlines in sections.
  std::vector<ExtraSurface> (*surfaces)(const AppState&) = nullptr;
  const SceneMouse* mouse = nullptr;
  //! Files of one kind that are dropped on the open case: whether the tool takes them.
  bool (*take_files)(const AppState&, Actions&, FileKind, std::span<const std::string>) = nullptr;
  //! Takes a file that is opened together with the jaws, if it is one of the tool's.  \return whether it is
  bool (*take_with_case)(Document&, const std::string& file) = nullptr;
  //! Brings the jaw from the pose shown into the stable bite nearby.
  void (*settle)(const AppState&, Actions&) = nullptr;
  //! Follows each change of the case: says which values it wants, moves what it marks.
  void (*follow)(AppState&) = nullptr;
  //! Begins to compute a value that is due.  \return whether it did
  bool (*begin)(AppState&, Actions&) = nullptr;
  //! Reads or writes its entries of a session.
  void (*entries)(JsonRecord&, Document&) = nullptr;
  //! Paths in its entries, which a session would open.
  std::vector<std::string> (*files)(const Document&) = nullptr;
  //! Plays one of its movements, which `view --measure` times.
  void (*play)(const AppState&, Actions&) = nullptr;
};

}  // namespace intercusp::viewer
