// The panels of the steps of the rail and their parts. Each is in the file of its name.
#pragma once

#include "viewer/app/tool.h"
#include "viewer/panels/widget_state.h"

namespace intercusp::viewer {

//! What tools draw there.  \pre a case is open
void draw_tools(PanelPlace place, const AppState& state, Actions& actions, WidgetState& widgets);

//! Case: what to open, recent cases, the demo, repairs made by import, and suggested corrections.
void draw_case_panel(const AppState& state, Actions& actions, WidgetState& widgets);

//! Bite: position, hinge, first contact, undo and named poses.
void draw_mandible_panel(const AppState& state, Actions& actions, WidgetState& widgets);

//! The report and other exports.
void draw_export_panel(const AppState& state, Actions& actions, WidgetState& widgets);
//! Goes to it with this one chosen.
void offer_picture(const AppState& state, WidgetState& widgets, const PictureExport& picture);
void offer_export(const AppState& state, WidgetState& widgets, const FileExport& file);

//! The view: jaws, colours, contours, section, appearance.
void draw_view_panel(const AppState& state, Actions& actions, WidgetState& widgets);

}  // namespace intercusp::viewer
