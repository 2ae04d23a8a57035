#include "viewer/tools/inspection/tool.h"

#include <array>

namespace intercusp::viewer {
namespace {

constexpr std::array panels = {PanelPart{PanelPlace::contacts_step, draw_contacts}};
constexpr std::array exports = {&report_export, &map_export, &contacts_export, &meshes_export};

}  // namespace

const Tool inspection_tool{.panels = panels, .exports = exports};

}  // namespace intercusp::viewer
