#include <backends/imgui_impl_opengl3.h>
#include <epoxy/gl.h>
#include <imgui.h>

#include <cfloat>
#include <cmath>

#include "io/wording/definitions.h"
#include "viewer/panels/off_screen.h"
#include "viewer/panels/panels.h"
#include "viewer/panels/widgets.h"
#include "viewer/scene/view_picture.h"
#include "viewer/tools/tracks/tool.h"

namespace intercusp::viewer {
namespace {

//! Dear ImGui's place and mouse, put back at the end.
class OtherDisplay {
 public:
  OtherDisplay() : size_(io().DisplaySize), scale_(io().DisplayFramebufferScale), mouse_(io().MousePos) {
    io().DisplayFramebufferScale = {picture_density, picture_density};
    io().MousePos = {-FLT_MAX, -FLT_MAX};  // nothing is hovered
  }
  ~OtherDisplay() {
    io().DisplaySize = size_;
    io().DisplayFramebufferScale = scale_;
    io().MousePos = mouse_;
  }
  OtherDisplay(const OtherDisplay&) = delete;
  OtherDisplay& operator=(const OtherDisplay&) = delete;

 private:
  static ImGuiIO& io() { return ImGui::GetIO(); }
  ImVec2 size_, scale_, mouse_;
};

std::string title_of(const AppState& state) {
  const OpenPlayback& playback = *state.playback;
  const std::string name = playback.file.empty() ? capitalised(playback.name) : playback.name;
  return case_heading(state) + "   \u00b7   " + name;
}

//! \return the height that it all takes
float lay_out(const AppState& state, Actions& actions, WidgetState& widgets, const ImVec2& size) {
  ImGui::GetIO().DisplaySize = size;
  ImGui_ImplOpenGL3_NewFrame();
  ImGui::NewFrame();
  ImGui::SetNextWindowPos({0, 0});
  ImGui::SetNextWindowSize(size);
  ImGui::Begin("film picture", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                   ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoInputs);
  ImGui::PushFont(large_font());
  wrapped(title_of(state));
  ImGui::PopFont();
  draw_tools(PanelKind::motion, state, actions, widgets, playback_charts, below_playback_charts);
  const float height = ImGui::GetCursorPosY() + ImGui::GetStyle().WindowPadding.y;
  ImGui::End();
  ImGui::Render();
  return std::ceil(height);
}

//! The charts, with the names of the case and the playback above them.
Picture playback_picture(const AppState& state, Actions& actions, WidgetState& widgets) {
  const OtherDisplay display;
  ImVec2 size{std::ceil(em(44)), em(10)};
  constexpr int settled = 3;  // Dear ImGui knows the heights of texts from the frames before
  for (int i = 0; i < settled; ++i) size.y = lay_out(state, actions, widgets, size);
  const OffScreen screen(
      {static_cast<int>(picture_density * size.x), static_cast<int>(picture_density * size.y)});
  screen.bind();
  glClipControl(GL_LOWER_LEFT, GL_NEGATIVE_ONE_TO_ONE);
  glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
  return screen.picture();
}

const char* missing_playback(const AppState& state) {
  if (contacts_of_playback(state)) return nullptr;
  return Text("No movement is open. Play one in the Motion step first.");
}

}  // namespace

const PictureExport playback_charts_export{
    Text("Picture of the movement's charts"),
    Text("Tooth pairs over time, guidance, curves and paths as a PNG picture."), "movement.png",
    missing_playback, playback_picture};

}  // namespace intercusp::viewer
