// The contacts of the pose shown: what paints the jaws, the findings in words, the threshold and the pairs of teeth, in the
// Contacts step; its report, map, table of contacts and meshes among the exports.
#pragma once

#include "viewer/app/tool.h"

namespace intercusp::viewer {

extern const FileExport report_export, map_export, contacts_export, meshes_export;

//! What paints the jaws, and the findings in words.
void draw_findings(const AppState& state, Actions& actions, WidgetState& widgets);
//! Threshold, pairs of teeth, and the history of a motion.
void draw_contacts(const AppState& state, Actions& actions, WidgetState& widgets);

}  // namespace intercusp::viewer
