# Eigen and the standard library are most of what the compiler reads. They are parsed once for all our libraries and
# once for all our tests, instead of in each of some four hundred sources.

# Every library and program below `folder` (made before this call) uses the precompiled headers of `source`. Those that
# ask for quick_to_compile use `source`_quick, because GCC takes the optimisation level from the precompiled headers and
# ignores the command line. Object libraries use neither: they are compiled for other processors. Targets that name
# precompiled headers, their own or those of another target, keep them.
function(use_precompiled source folder)
  get_property(targets DIRECTORY ${folder} PROPERTY BUILDSYSTEM_TARGETS)
  foreach(target IN LISTS targets)
    get_target_property(type ${target} TYPE)
    get_target_property(own ${target} PRECOMPILE_HEADERS)
    get_target_property(reused ${target} PRECOMPILE_HEADERS_REUSE_FROM)
    if(type MATCHES "STATIC_LIBRARY|EXECUTABLE" AND NOT own AND NOT reused)
      get_target_property(options ${target} COMPILE_OPTIONS)
      set(suffix "")
      if("${options}" MATCHES "-O1")
        set(suffix _quick)
      endif()
      target_precompile_headers(${target} REUSE_FROM ${source}${suffix})
    endif()
  endforeach()
  get_property(subfolders DIRECTORY ${folder} PROPERTY SUBDIRECTORIES)
  foreach(subfolder IN LISTS subfolders)
    use_precompiled(${source} ${subfolder})
  endforeach()
endfunction()

# A library without code, for REUSE_FROM. Further headers may be named.
function(add_precompiled name)
  file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/precompiled.cpp CONTENT "// For precompiled headers, which belong to a source.\n")
  add_library(${name} OBJECT ${CMAKE_BINARY_DIR}/precompiled.cpp)
  target_link_libraries(${name} PRIVATE intercusp_flags Eigen3::Eigen)
  target_precompile_headers(${name} PRIVATE <Eigen/Geometry> <algorithm> <cmath> <cstdint> <filesystem> <functional>
                                            <memory> <optional> <span> <string> <string_view> <vector> ${ARGN})
endfunction()
