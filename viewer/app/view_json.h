// View settings as JSON in a session.
#pragma once

#include "viewer/app/app_state.h"
#include "viewer/app/json_record.h"

namespace intercusp::viewer {

constexpr double least_read_height_mm = 1e-3, most_read_height_mm = 1e6;  //!< of a camera
void camera_entries(JsonRecord& json, Camera& camera);

//! The entries "paint" and "colour_range", which files of earlier versions lack.
void paint_entry(JsonRecord& json, Paint& paint);
void range_entry(JsonRecord& json, ColourRange& range);

//! The entries of a session that hold the view.
void view_entries(JsonRecord& json, ViewState& view);

}  // namespace intercusp::viewer
