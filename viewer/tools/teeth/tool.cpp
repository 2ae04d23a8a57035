#include "viewer/tools/teeth/tool.h"

#include <array>

namespace intercusp::viewer {
namespace {

void follow(AppState& state) { state.shows_teeth = state.step_part == &teeth_part; }

constexpr std::array exports = {&teeth_export};

}  // namespace

const StepPart teeth_part = {PanelKind::the_case, Text("Teeth"), false, draw_teeth, true};
const Tool teeth_tool{.step_part = &teeth_part, .exports = exports, .mouse = &teeth_mouse, .follow = follow};

}  // namespace intercusp::viewer
