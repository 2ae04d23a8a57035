// The panels of the steps of the rail and their parts. Each is in the file of its name.
#pragma once

#include "viewer/app/tool.h"
#include "viewer/panels/widget_state.h"

namespace intercusp::viewer {

//! What tools draw there.  \pre a case is open
void draw_tools(PanelPlace place, const AppState& state, Actions& actions, WidgetState& widgets);

//! Case: what to open, recent cases, the demo, repairs made by import, and suggested corrections.
void draw_case_panel(const AppState& state, Actions& actions, WidgetState& widgets);
//! Instead of it: which teeth were found, which are not sure, and their correction.
void draw_teeth_panel(const AppState& state, Actions& actions, WidgetState& widgets);
//! Bodies of a formula: what they are and how they stand to the jaws.
void draw_bodies_list(const AppState& state, Actions& actions, WidgetState& widgets);

//! Bite: position, hinge, first contact, undo and named poses.
void draw_mandible_panel(const AppState& state, Actions& actions, WidgetState& widgets);

//! Contacts: threshold and measure, balance, teeth, patches, and their course while the jaw moved.
void draw_contacts_panel(const AppState& state, Actions& actions, WidgetState& widgets);
//! Recorded tracks and computed movements, played over time.
void draw_motion_panel(const AppState& state, Actions& actions, WidgetState& widgets);
//! Pairs of teeth over time, curves and paths of the film, and what tools say of it.  \pre a film is open
void draw_film_charts(const AppState& state, Actions& actions, WidgetState& widgets);
//! When each pair of teeth touches: one row per pair, by first contact. A click on a row marks its pair, a drag moves the
//! film's moment.  \pre a film with contacts
void draw_pair_chart(const AppState& state, Actions& actions);
//! The ways of the incisal point and of the condyles, seen from the side, from the front and from above.
//! \pre a film with paths
void draw_path_plots(const AppState& state);

//! The report and other exports.
void draw_export_panel(const AppState& state, Actions& actions, WidgetState& widgets);
//! Goes to it with the picture of the film's charts chosen.
void offer_film_picture(WidgetState& widgets);
//! The map of this pose against ray tracing, and the stages of the stencil engine.
void draw_validation_panel(const AppState& state, Actions& actions, WidgetState& widgets);

//! The view: jaws, colours, contours, section, appearance.
void draw_view_panel(const AppState& state, Actions& actions, WidgetState& widgets);

}  // namespace intercusp::viewer
