// Small pictures of the named poses, seen as they were when they were saved.
#pragma once

#include "viewer/panels/widget_state.h"

namespace intercusp::viewer {

constexpr SceneSize thumbnail_px{160, 80};

//! Draws one that is missing, between frames. Where the jaw stands elsewhere, its map is read in the background first.
//! \pre the panel with the named poses is open.  \return whether one was drawn
bool draw_missing_thumbnail(const AppState& state, Actions& actions, SceneRenderer& renderer,
                            std::vector<PoseThumbnail>& thumbnails);

//! Null until it is drawn.
[[nodiscard]] const PoseThumbnail* thumbnail_of(const std::vector<PoseThumbnail>& thumbnails,
                                                const NamedPose& pose);

}  // namespace intercusp::viewer
