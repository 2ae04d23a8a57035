# Shaders of a target, as text in a header: add_shaders(target header.h STAGES … [PARTS …] [FOLDER viewer]). Names
# are files of shaders/FOLDER; parts are those that stages include (embed_shaders.cmake). With tests, glslangValidator checks
# every stage as the driver will see it (INVOCATIONS: gl::Program::compute).
function(add_shaders target header)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" FOLDER "STAGES;PARTS")
  set(source ${CMAKE_SOURCE_DIR}/shaders/${arg_FOLDER})
  set(embedded ${CMAKE_CURRENT_BINARY_DIR}/embedded)
  list(TRANSFORM arg_STAGES PREPEND ${source}/ OUTPUT_VARIABLE stage_files)
  list(TRANSFORM arg_PARTS PREPEND ${source}/ OUTPUT_VARIABLE part_files)
  add_custom_command(
    OUTPUT ${embedded}/${header}
    COMMAND ${CMAKE_COMMAND} "-DSHADERS=${arg_STAGES}" -DSOURCE_DIR=${source} -DOUTPUT=${embedded}/${header}
            -DPLAIN_DIR=${embedded}/plain -P ${CMAKE_SOURCE_DIR}/cmake/embed_shaders.cmake
    DEPENDS ${stage_files} ${part_files} ${CMAKE_SOURCE_DIR}/cmake/embed_shaders.cmake
    COMMENT "Embedding ${header}"
    VERBATIM)
  target_sources(${target} PRIVATE ${embedded}/${header})
  target_include_directories(${target} PRIVATE ${embedded})
  if(INTERCUSP_TESTS)
    find_program(GLSLANG_VALIDATOR glslangValidator)
    if(GLSLANG_VALIDATOR)
      foreach(stage IN LISTS arg_STAGES)
        add_test(NAME shader_${stage} COMMAND ${GLSLANG_VALIDATOR} -l -DINVOCATIONS=128u ${embedded}/plain/${stage})
      endforeach()
    else()
      message(STATUS "glslangValidator not found: the shaders of ${target} are checked by the driver alone")
    endif()
  endif()
endfunction()
