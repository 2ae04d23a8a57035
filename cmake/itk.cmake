# Lets clang compile a source of the current folder that includes ITK's headers (tests/support/itk_with_clang.h).
function(include_itk_in source)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    set_property(SOURCE ${source} APPEND PROPERTY COMPILE_OPTIONS "-include${CMAKE_SOURCE_DIR}/tests/support/itk_with_clang.h")
  endif()
endfunction()
