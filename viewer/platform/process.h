// This process and others.
#pragma once

#include <filesystem>

namespace intercusp::viewer::platform {

[[nodiscard]] long process_id();
[[nodiscard]] bool is_running(long process_id);

//! Returns memory that the program no longer uses to the system. The C library keeps what a thread has freed, hundreds of
//! MB after an inspection.
void return_free_memory();

//! Shows a file by the desktop's own program for it, in the background; whether that works is not known.
//! \param opener Machine::opener
void open_file(const std::filesystem::path& opener, const std::filesystem::path& file);

}  // namespace intercusp::viewer::platform
