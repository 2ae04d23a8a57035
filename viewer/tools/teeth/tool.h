// The teeth of both jaws: which were found, which are not sure, and their correction, as a part of the Case step.
#pragma once

#include "viewer/app/tool.h"
#include "viewer/panels/widget_state.h"

namespace intercusp::viewer {

//! What a click or a stroke in the 3D view does to the teeth.
enum class TeethTool { select, split, add, grow, shrink };

//! A place that was clicked on a jaw.
struct ClickedPlace {
  ToothName tooth;                     //!< 0: gum
  Eigen::Vector3d jaw_point{0, 0, 0};  //!< in the jaw's frame
};

struct TeethWidgets {
  TeethTool tool = TeethTool::select;
  std::optional<ClickedPlace> first;  //!< of a split
  std::optional<ClickedPlace> added;  //!< clicked to add a tooth; the user then chooses its number in a chart
  std::optional<ToothName> shown_in_list;  //!< the selected tooth, once the list has scrolled to it
  double brush_mm = 1;
  std::vector<Eigen::Vector3d> stroke;  //!< under way, in the frame of the selected tooth's jaw
};

//! upper_labels.json, upper_edits.json and the lower's: labels as `--labels` and edits as `segment --edits` take them. Labels are
//! left out for a jaw of several files and for the demo, which has none.
extern const FileExport teeth_export;

//! The left button while the teeth are shown: selects, splits or adds, by the tool chosen, or paints.
[[nodiscard]] const SceneMouse& teeth_mouse();

// Corrections; each edit is one step of undo. An edit that cannot be made is a message.
void prepare_teeth(Actions& actions);  //!< in the background, unless they are there
void edit_teeth(Actions& actions, Jaw jaw, const TeethEdit& edit);
void confirm_tooth(Actions& actions, const ToothName& tooth);
void select_tooth(Actions& actions, const std::optional<ToothName>& tooth);  //!< and the camera flies there
void select_tooth_in_place(Actions& actions, const ToothName& tooth);        //!< the camera stays
void select_next_unsure(Actions& actions);                                   //!< after the selected one

void begin_edits(AppState& state, Actions& actions);   //!< begins editing the teeth that were found
void follow_edits(AppState& state, Actions& actions);  //!< makes the document's edits those shown

void draw_teeth(const AppState& state, Actions& actions, WidgetState& widgets);

extern const StepPart teeth_part;

}  // namespace intercusp::viewer
