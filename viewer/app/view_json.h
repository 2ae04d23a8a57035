// View settings as JSON in a session.
#pragma once

#include <nlohmann/json.hpp>

#include "viewer/app/app_state.h"
#include "viewer/app/json_entry.h"

namespace intercusp::viewer {

//! Adds the entries of the view to a session.
void add_view(nlohmann::ordered_json& session, const ViewState& view);
//! \throw InputError with the entry
[[nodiscard]] ViewState read_view(const JsonEntry& session);

}  // namespace intercusp::viewer
