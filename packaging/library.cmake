# occlusion/ for other programs: find_package(Intercusp) gives Intercusp::occlusion, which has all of it.
include(CMakePackageConfigHelpers)

function(libraries_below folder into)
  get_property(found DIRECTORY ${folder} PROPERTY BUILDSYSTEM_TARGETS)
  get_property(subfolders DIRECTORY ${folder} PROPERTY SUBDIRECTORIES)
  foreach(subfolder IN LISTS subfolders)
    libraries_below(${subfolder} below)
    list(APPEND found ${below})
  endforeach()
  set(${into} ${found} PARENT_SCOPE)
endfunction()

libraries_below(${CMAKE_SOURCE_DIR}/occlusion libraries)
add_library(intercusp_occlusion INTERFACE)
set(exported intercusp_flags intercusp_occlusion)
foreach(library IN LISTS libraries)
  get_target_property(type ${library} TYPE)
  if(type STREQUAL "STATIC_LIBRARY")
    target_link_libraries(intercusp_occlusion INTERFACE ${library})
    list(APPEND archives ${library})
  endif()
  if(type MATCHES "LIBRARY")  # objects are inside the static libraries
    list(APPEND exported ${library})
  endif()
endforeach()
add_custom_target(development DEPENDS ${archives})
foreach(library IN LISTS exported)
  string(REGEX REPLACE "^intercusp_" "" name ${library})
  set_target_properties(${library} PROPERTIES EXPORT_NAME ${name})
endforeach()

# Our warnings are not those of other programs, and our sources are elsewhere there.
get_target_property(options intercusp_flags INTERFACE_COMPILE_OPTIONS)
set_target_properties(intercusp_flags PROPERTIES
  INTERFACE_COMPILE_OPTIONS "$<BUILD_INTERFACE:${options}>"
  INTERFACE_INCLUDE_DIRECTORIES "$<BUILD_INTERFACE:${CMAKE_SOURCE_DIR}>;$<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/intercusp>")

set(cmake_files ${CMAKE_INSTALL_LIBDIR}/cmake/Intercusp)
install(TARGETS ${exported} EXPORT IntercuspTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}/intercusp COMPONENT development)
install(EXPORT IntercuspTargets NAMESPACE Intercusp:: DESTINATION ${cmake_files} COMPONENT development)
install(DIRECTORY ${CMAKE_SOURCE_DIR}/occlusion DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/intercusp COMPONENT development
        FILES_MATCHING PATTERN "*.h")
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/IntercuspConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_SOURCE_DIR}/IntercuspConfig.cmake ${CMAKE_CURRENT_BINARY_DIR}/IntercuspConfigVersion.cmake
        DESTINATION ${cmake_files} COMPONENT development)
