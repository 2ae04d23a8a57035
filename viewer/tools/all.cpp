#include "viewer/tools/all.h"

#include <array>

// One line per tool: `<name>_tool` is in viewer/tools/<name>.
// clang-format off
#define INTERCUSP_TOOLS \
  TOOL(inspection) \
  TOOL(teeth) \
  TOOL(checkbite) \
  TOOL(bite) \
  TOOL(closing) \
  TOOL(seating) \
  TOOL(articulator) \
  TOOL(tracks) \
  TOOL(several) \
  TOOL(validation) \
  TOOL(comparison) \
  TOOL(model)
// clang-format on

namespace intercusp::viewer {

#define TOOL(name) const Tool& name##_tool();
INTERCUSP_TOOLS
#undef TOOL

std::span<const Tool* const> all_tools() {
#define TOOL(name) &name##_tool(),
  static const std::array tools = {INTERCUSP_TOOLS};
#undef TOOL
  return tools;
}

}  // namespace intercusp::viewer
