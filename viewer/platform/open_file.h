// Files shown by the desktop's own program for them.
#pragma once

#include <filesystem>

namespace intercusp::viewer::platform {

//! In the background; nothing is known of what comes of it.  \param opener Machine::opener
void open_file(const std::filesystem::path& opener, const std::filesystem::path& file);

}  // namespace intercusp::viewer::platform
