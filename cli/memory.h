// What the program asks of the platform's allocator.
#pragma once

namespace intercusp::cli {

//! Keeps freed memory for the next map. glibc hands blocks above 128 KiB back to the system as soon as they
//! are freed, so every pose would fault in the some 28 MB of its map anew: half the time of a map of a
//! million pixels. Does nothing on other platforms.
void keep_freed_memory();

}  // namespace intercusp::cli
