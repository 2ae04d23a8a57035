# cmake -DSHADERS=a.vert;b.frag -DSOURCE_DIR=… -DOUTPUT=shaders.h -DPLAIN_DIR=… -P embed_shaders.cmake
# Writes a header with one std::string_view per shader, `height.frag` as intercusp::shaders::height_frag. GLSL
# has no include: a line `#include "part.glsl"` is replaced by that file. The shaders as the driver will see
# them are also left in PLAIN_DIR, for glslangValidator.
set(header "// Generated from shaders/ by cmake/embed_shaders.cmake.\n#pragma once\n\n#include <string_view>\n\n")
string(APPEND header "namespace intercusp::shaders {\n")
file(MAKE_DIRECTORY ${PLAIN_DIR})
foreach(shader IN LISTS SHADERS)
  file(READ ${SOURCE_DIR}/${shader} text)
  string(REGEX MATCHALL "#include \"[a-z_0-9/]+\\.glsl\"" includes "${text}")
  foreach(include IN LISTS includes)
    string(REGEX REPLACE "#include \"(.*)\"" "\\1" part "${include}")
    file(READ ${SOURCE_DIR}/${part} part_text)
    string(REPLACE "${include}" "${part_text}" text "${text}")
  endforeach()
  file(WRITE ${PLAIN_DIR}/${shader} "${text}")
  get_filename_component(name ${shader} NAME)
  string(REPLACE "." "_" name ${name})
  string(APPEND header "\ninline constexpr std::string_view ${name} = R\"glsl(${text})glsl\";\n")
endforeach()
string(APPEND header "\n}  // namespace intercusp::shaders\n")
file(WRITE ${OUTPUT} "${header}")
