// Several solids: neighbouring teeth of one jaw, in the Contacts step, how near they come and over how large an area; bodies
// of a formula beside the jaws, in the Case step.
#pragma once

#include "viewer/app/tool.h"
#include "viewer/tools/several/bodies.h"
#include "viewer/tools/several/neighbours.h"

namespace intercusp::viewer {

//! Null until they are measured, which they are while the Contacts step is open.
[[nodiscard]] const NeighbourTeeth* neighbours_of(const AppState& state);

//! Marks the place where they come closest; the camera flies there.
void select_neighbours(const AppState& state, Actions& actions, const NeighbourPair& pair);

void draw_neighbours(const AppState& state, Actions& actions, WidgetState& widgets);

}  // namespace intercusp::viewer
