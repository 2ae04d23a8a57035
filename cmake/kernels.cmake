# Inner loops that are compiled once for each generation of processors. The target's own kernels.cpp chooses at run time
# (occlusion/processor.h) among those that INTERCUSP_X86_LEVELS says are there; each is in the namespace INTERCUSP_ISA.
function(add_kernels target)
  set(generations baseline)
  set(flags_x86_64_v3 -march=x86-64-v3 -mtune=haswell)
  set(flags_x86_64_v4 -march=x86-64-v4 -mtune=skylake-avx512 -mprefer-vector-width=512)
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64" AND NOT MSVC)
    list(APPEND generations x86_64_v3 x86_64_v4)
    target_compile_definitions(${target} PRIVATE INTERCUSP_X86_LEVELS)
  endif()
  foreach(isa IN LISTS generations)
    add_library(${target}_${isa} OBJECT ${ARGN})
    target_link_libraries(${target}_${isa} PRIVATE intercusp_flags)
    target_compile_definitions(${target}_${isa} PRIVATE INTERCUSP_ISA=${isa})
    target_compile_options(${target}_${isa} PRIVATE ${flags_${isa}})
    set_target_properties(${target}_${isa} PROPERTIES UNITY_BUILD OFF)  # as they were measured
    target_link_libraries(${target} PRIVATE ${target}_${isa})
  endforeach()
endfunction()
