// Settings of the allocator.
#pragma once

namespace intercusp::cli {

//! Keeps freed memory for the next map. By default glibc returns blocks above 128 KiB to the system, and every
//! pose faults in some 28 MB again: half the time of a map of a million pixels. Under a tight
//! limit on address space, threads share two arenas. Does nothing on other platforms.
void keep_freed_memory();

}  // namespace intercusp::cli
