// When each pair of teeth touches over a film: one row per pair, by first contact.
#pragma once

#include "viewer/app/actions.h"

namespace intercusp::viewer {

//! A click on a row marks its pair, a drag moves the film's moment.  \pre a film with contacts
void draw_pair_chart(const AppState& state, Actions& actions);

}  // namespace intercusp::viewer
