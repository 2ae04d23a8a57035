#include "viewer/tools/teeth/tool.h"

namespace intercusp::viewer {
namespace {

class TeethCorrection : public Tool {
  const StepPart* step_part() const override { return &teeth_part; }

  std::vector<const FileExport*> exports() const override { return {&teeth_export}; }

  const SceneMouse* mouse() const override { return &teeth_mouse(); }

  void follow(AppState& state) const override { state.shows_teeth = state.step_part == &teeth_part; }
};

}  // namespace

const StepPart teeth_part = {PanelKind::the_case, Text("Teeth"), false, draw_teeth, true};

const Tool& teeth_tool() { return the<TeethCorrection>; }

}  // namespace intercusp::viewer
