#include <algorithm>

#include "viewer/panels/widgets.h"
#include "viewer/tools/closing/close_to_depth.h"
#include "viewer/tools/closing/tool.h"

namespace intercusp::viewer {
namespace {

//! Kept between frames.
struct ClosingWidgets {
  double depth_mm = 0.02;
};

}  // namespace

void draw_closing(const AppState& state, Actions& actions, WidgetState& widgets) {
  heading(Text("First contact"));
  if (wide_button(close_hinge, Text("Rotates the mandible about the condyles until the teeth first "
                                    "touch. If they overlap, it opens first. "
                                    "Key: C.")))
    bring_to_contact(state, actions, ClosingWay::hinge);
  if (wide_button(close_vertical, Text("Moves the mandible along the patient's upward axis until the "
                                       "teeth first touch. If they overlap, it "
                                       "opens first. Key: Shift+C.")))
    bring_to_contact(state, actions, ClosingWay::vertical);
  double& depth_mm = widgets.parts.of<ClosingWidgets>().depth_mm;
  if (const auto typed = number_field(widgets.number, Text("Depth"), depth_mm, "%.3f mm"))
    depth_mm = std::clamp(*typed, 0.0, most_closing_depth_mm);
  ImGui::SameLine();
  if (wide_button(Text("Close to this depth"), Text("Closes about the hinge axis until the deepest overlap, "
                                                    "by the measure chosen for contacts, is that "
                                                    "deep.")))
    close_jaws_to_depth(state, actions, depth_mm);
}

}  // namespace intercusp::viewer
