// Debian's ITK names in itk_compiler_detection.h the one compiler that it was built with, g++, and refuses all others. clang compiles
// the rest of it, once that header has met g++. Included before anything else (cmake/itk.cmake).
#pragma once

#pragma push_macro("__clang__")
#pragma push_macro("__GNUC__")
#undef __clang__
#undef __GNUC__
#define __GNUC__ 12
#include <itk_compiler_detection.h>
#pragma pop_macro("__clang__")
#pragma pop_macro("__GNUC__")
