// Memory that the program no longer uses.
#pragma once

namespace intercusp::viewer::platform {

//! Returns it to the system. The C library keeps what a thread has freed, hundreds of MB after an inspection.
void return_free_memory();

}  // namespace intercusp::viewer::platform
