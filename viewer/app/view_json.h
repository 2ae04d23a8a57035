// View settings as JSON in a session.
#pragma once

#include "io/files/value.h"
#include "viewer/app/app_state.h"
#include "viewer/app/json_entry.h"

namespace intercusp::viewer {

constexpr double least_read_height_mm = 1e-3, most_read_height_mm = 1e6;  //!< of a camera

[[nodiscard]] Fields camera_fields(const Camera& camera);
//! \throw InputError with the entry
[[nodiscard]] Camera read_camera(const JsonEntry& entry);

[[nodiscard]] Fields range_fields(const ColourRange& range);
//! The entry "colour_range", which files of earlier versions lack.  \throw InputError with the entry
[[nodiscard]] ColourRange read_range(const JsonEntry& parent);

[[nodiscard]] const char* name_of(Paint paint);
//! The entry "paint", likewise.
[[nodiscard]] Paint read_paint(const JsonEntry& parent);

//! The entries of a session that hold the view.
[[nodiscard]] Fields view_fields(const ViewState& view);
//! \throw InputError with the entry
[[nodiscard]] ViewState read_view(const JsonEntry& session);

}  // namespace intercusp::viewer
