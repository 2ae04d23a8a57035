// Debian's ITK accepts in itk_compiler_detection.h only g++, the compiler that built it. clang compiles the rest once
// that header has seen g++. Included before anything else (cmake/itk.cmake).
#pragma once

#pragma push_macro("__clang__")
#pragma push_macro("__GNUC__")
#undef __clang__
#undef __GNUC__
#define __GNUC__ 12
#include <itk_compiler_detection.h>
#pragma pop_macro("__clang__")
#pragma pop_macro("__GNUC__")
